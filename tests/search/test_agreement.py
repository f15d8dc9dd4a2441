"""Whatever the switches, the search says what the referee's exhaustive search says."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from forehand.solver.objectives import Objective, objective_for
from forehand.solver.rules import Position, Variant
from forehand.solver.search import Bounds, Meter, SearchOptions, Solver

from ..deals import (
    BEZIQUE,
    BISMARCK,
    BRIDGE,
    BRITISH,
    DRILLS,
    ESTONIAN,
    FINNISH,
    WHIST,
    Question,
    describe,
    random_position,
    random_positions,
    random_questions,
    referee_value,
)

SIZES: list[tuple[str, tuple[Variant, ...], dict[int, int]]] = [
    ("bismarck small", (BISMARCK,), {2: 50, 3: 150, 4: 400}),
    ("bismarck 5", (BISMARCK,), {5: 700}),
    ("bismarck 6", (BISMARCK,), {6: 400}),
    ("bridge small", (BRIDGE, WHIST), {2: 20, 3: 80, 4: 300}),
    ("bridge 5", (BRIDGE,), {5: 250}),
    ("bridge 6", (BRIDGE,), {6: 100}),
    ("british", (BRITISH,), {4: 60, 5: 100, 6: 40}),
    ("finnish for three", FINNISH[:1], {3: 40, 5: 200, 6: 80}),
    ("finnish for four", FINNISH[1:], {3: 40, 4: 100, 5: 80, 6: 20}),
    ("estonian", ESTONIAN, {3: 60, 4: 100, 5: 150, 6: 60}),
    ("drills", DRILLS, {3: 40, 4: 60, 5: 40}),
    ("bezique", BEZIQUE, {2: 10, 4: 30, 6: 80, 8: 20}),
]
"""Cards a hand and number of questions of the everyday run, by group."""

NAMES = [name for name, _, _ in SIZES]

CONFIGURATIONS = {
    "all on": SearchOptions(),
    "all off": SearchOptions.plain(),
    **{f"only {name}": SearchOptions.plain().with_switch(name, True) for name in SearchOptions.switches()},
    **{f"without {name}": SearchOptions().with_switch(name, False) for name in SearchOptions.switches()},
}


def questions_of(name: str, seed: int, times: int = 1) -> list[Question]:
    """The questions of one group, ``times`` as many as in the everyday run."""
    ((games, sizes),) = [(games, sizes) for other, games, sizes in SIZES if other == name]
    return [
        question
        for game in games
        for size, count in sizes.items()
        for question in random_questions(seed, game, size, count * times)
    ]


@cache
def everyday(name: str) -> tuple[tuple[Question, int], ...]:
    """The questions of one group with the referee's answers."""
    return tuple((question, referee_value(question)) for question in questions_of(name, seed=1))


def disagreements(asked: Sequence[tuple[Question, int]], solver: Solver) -> list[str]:
    """The questions this solver answers otherwise, ready to paste into a report."""
    wrong = []
    for question, value in asked:
        bounds = solver.evaluate(question.position, question.objective)
        if not bounds.is_exact or bounds.value != value:
            wrong.append(f"{describe(question)}: referee {value}, search {bounds}")
    return wrong


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
@pytest.mark.parametrize("name", NAMES)
def test_switches(name: str, configuration: str) -> None:
    solver = Solver(8, CONFIGURATIONS[configuration])
    assert disagreements(everyday(name), solver) == []


@pytest.mark.parametrize("name", NAMES)
def test_each_question_in_a_fresh_solver(name: str) -> None:
    wrong = [line for asked in everyday(name) for line in disagreements([asked], Solver(1))]
    assert wrong == []


def test_one_small_table_for_everything() -> None:
    asked = [answer for name in NAMES for answer in everyday(name)]
    random.Random(5).shuffle(asked)
    solver = Solver(1)
    assert disagreements(asked, solver) == []
    assert disagreements(asked[::-1], solver) == []


@pytest.mark.parametrize("game", ESTONIAN, ids=lambda game: f"{dict(game.options)}")
def test_every_contract_of_a_deal_in_one_solver(game: Variant) -> None:
    solver = Solver(8)
    for position in random_positions(14, game, 5, 40):
        for contract in game.contracts:
            again = Position(game, contract, position.hands, position.leader, position.trick)
            question = Question(again, objective_for(game, contract, 0))
            assert disagreements([(question, referee_value(question))], solver) == []


@pytest.mark.parametrize("game", [BISMARCK, BRIDGE, BEZIQUE[1]], ids=lambda game: game.name)
def test_any_two_wills(game: Variant) -> None:
    rng = random.Random(f"wills {game.name}")
    asked = []
    for position in random_positions(11, game, 4, 80):
        counts, wants = (frozenset(seat for seat in range(game.seats) if rng.random() < 0.5) for _ in range(2))
        question = Question(position, Objective(counts, wants))
        asked.append((question, referee_value(question)))
    assert disagreements(asked, Solver(1)) == []


@pytest.mark.parametrize("game", [BISMARCK, BRIDGE, BEZIQUE[0], BEZIQUE[3]], ids=lambda game: game.name)
def test_every_target_is_answered(game: Variant) -> None:
    for question in random_questions(12, game, 4, 25):
        value = referee_value(question)
        solver = Solver(1)
        for target in range(question.position.points_left + 2):
            assert solver.reaches(question.position, question.objective, target) is (value >= target), describe(
                question
            )


@pytest.mark.parametrize("game", [BISMARCK, BRIDGE, BEZIQUE[1]], ids=lambda game: game.name)
def test_the_guess_changes_no_value(game: Variant) -> None:
    rng = random.Random(f"guess {game.name}")
    for question in random_questions(13, game, 4, 40):
        guess = rng.randint(-5, question.position.points_left + 5)
        bounds = Solver(1).evaluate(question.position, question.objective, guess=guess)
        assert bounds.value == referee_value(question), describe(question)


@pytest.mark.parametrize("game", [BISMARCK, BRIDGE, BEZIQUE[1]], ids=lambda game: game.name)
def test_what_is_known_already_is_not_asked_again(game: Variant) -> None:
    for question in random_questions(15, game, 4, 20):
        value = Solver(1).evaluate(question.position, question.objective).value
        for below, above in ((0, 0), (0, 3), (2, 0), (1, 1), (99, 99)):
            meter = Meter()
            known = Bounds(value - below, value + above)
            found = Solver(1).evaluate(question.position, question.objective, meter, within=known)
            assert found == Bounds(value, value), describe(question)
            assert meter.nodes == 0 or below or above


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_many_more_deals(name: str) -> None:
    asked = [(question, referee_value(question)) for question in questions_of(name, seed=2, times=4)]
    for configuration in ("all on", "without use_table", "without use_patterns"):
        assert disagreements(asked, Solver(8, CONFIGURATIONS[configuration])) == []


@pytest.mark.long
@pytest.mark.parametrize("game", [BISMARCK, BRIDGE, BRITISH, *FINNISH, *ESTONIAN], ids=lambda game: game.name)
def test_fifteen_thousand_small_deals_of_a_game_against_plain_search(game: Variant) -> None:
    plain, rng = Solver(1, SearchOptions.plain()), random.Random(15)
    solvers = [Solver(8, options) for options in CONFIGURATIONS.values()] + [Solver(8, fork_at=1)]
    for size, count in {2: 1000, 3: 3000, 4: 5500, 5: 5500 if game.seats == 3 else 3000}.items():
        questions = random_questions(16, game, size, count)
        asked = [(question, plain.evaluate(question.position, question.objective).value) for question in questions]
        assert disagreements(asked, Solver(8)) == []
        for question in asked:
            assert disagreements([question], rng.choice(solvers)) == []


def check_large(seed: int, game: Variant, sizes: dict[int, int]) -> None:
    """All on against everything off but what makes the end come: a table of exact positions, and the ordering."""
    plain = SearchOptions.plain().with_switch("use_table", True).with_switch("use_ordering", True)
    for size, count in sizes.items():
        for question in random_questions(seed, game, size, count):
            position, objective = question.position, question.objective
            value = Solver(512, plain).evaluate(position, objective).value
            assert Solver(64).evaluate(position, objective).value == value, describe(question)


@pytest.mark.parametrize("game", [BISMARCK, FINNISH[0], ESTONIAN[0], BRIDGE], ids=lambda game: game.name)
def test_some_deals_of_eight_and_nine_cards(game: Variant) -> None:
    check_large(18, game, {8: 60, 9: 30} if game.seats == 3 else {8: 20})


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        (BISMARCK, {8: 300, 9: 300, 10: 300}),
        (FINNISH[0], {8: 150, 9: 150, 10: 150}),
        (ESTONIAN[0], {8: 150, 9: 150, 10: 150}),
        (BRIDGE, {8: 300, 9: 50}),
    ],
    ids=lambda value: value.name if isinstance(value, Variant) else "",
)
def test_two_thousand_deals_of_eight_to_ten_cards(game: Variant, sizes: dict[int, int]) -> None:
    check_large(17, game, sizes)


@pytest.mark.long
@pytest.mark.parametrize("suits", [1, 2, 3])
@pytest.mark.parametrize("size", [7, 8])
def test_dense_three_hand_deals_of_seven_and_eight(size: int, suits: int) -> None:
    rng = random.Random(f"large {size} {suits}")
    asked = []
    for _ in range(12 if size == 7 else 3):
        position = random_position(rng, BISMARCK, size, suits)
        seat = frozenset({rng.randrange(3)})
        for wants in (seat, frozenset(range(3)) - seat):
            question = Question(position, Objective(seat, wants))
            asked.append((question, referee_value(question)))
    assert disagreements(asked, Solver(8)) == []
