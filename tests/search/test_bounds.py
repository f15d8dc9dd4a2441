"""Each quick bound by itself: what it claims is true, of the position and of every other its pattern stands for."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest

from forehand.solver.cards import SUITS, Card, Hand
from forehand.solver.objectives import Objective
from forehand.solver.rules import Position
from forehand.solver.search import Bounds, SearchOptions, Solver

from ..deals import BISMARCK, BRIDGE, FINNISH, Question, describe, random_positions, random_questions

PLAIN = SearchOptions.plain()
SIZES = {3: 200, 4: 600, 5: 900, 6: 500}
"""Cards a hand and questions of each game in the everyday run."""
FIRES = {
    "use_fast_tricks": 1000,
    "use_sure_trumps": 300,
    "use_ruffs": 60,
    "use_crossruff": 120,
    "use_guarded_trumps": 80,
    "use_trump_game": 300,
    "use_control": 25,
    "use_held_tops": 250,
    "use_joint_tops": 250,
    "use_sure_losers": 500,
    "use_answered_discards": 400,
    "use_ducking": 60,
}
"""How often a bound must have decided for its test to mean anything."""
SELDOM = {"use_ruffs": 2, "use_answered_discards": 2}
"""How many times the deals those take that are seldom asked."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a bound said of a question, and the cards it rests on."""

    question: Question
    target: int
    bounds: Bounds
    relevant: frozenset[Card]


def claims(name: str, seed: int, times: int) -> Iterator[Claim]:
    """Everything the bound says of random questions at the start of a trick."""
    solver = Solver(1, PLAIN.with_switch(name, True))
    for game in (BISMARCK, BRIDGE, FINNISH[1]):
        for size, count in SIZES.items():
            for question in with_help(random_questions(seed, game, size, count * times)):
                position = question.position
                for target in range(1, position.points_left + 1):
                    found = None if position.trick else solver.quick_claim(position, question.objective, target)
                    if found is not None:
                        yield Claim(question, target, found[0], frozenset(found[1]))


def with_help(questions: Iterable[Question]) -> Iterator[Question]:
    """The questions, and for some small ones about one seat what it wins if all others help it."""
    for number, question in enumerate(questions):
        yield question
        counts, seats = question.objective.counts, frozenset(range(question.position.variant.seats))
        if number % 3 == 0 and len(counts) == 1 and question.position.points_left <= 4:
            yield Question(question.position, Objective(counts, seats))


def others_of(rng: random.Random, claim: Claim) -> Position:
    """Another position of the pattern: the same lengths and relevant cards, the rest of each suit anyhow."""
    position = claim.question.position
    hands: list[list[Card]] = [[card for card in hand if card in claim.relevant] for hand in position.hands]
    for suit in SUITS:
        lengths = [sum(card.suit == suit and card not in claim.relevant for card in hand) for hand in position.hands]
        loose = [card for hand in position.hands for card in hand if card.suit == suit and card not in claim.relevant]
        rng.shuffle(loose)
        for hand, length in zip(hands, lengths, strict=True):
            hand += [loose.pop() for _ in range(length)]
    return Position(position.variant, position.contract, [tuple(hand) for hand in hands], position.leader)


def is_true(claim: Claim, position: Position, plain: Solver) -> bool:
    """Whether what was claimed holds of this position, by a search without bounds or patterns."""
    objective = claim.question.objective
    return plain.reaches(position, objective, claim.target) == (claim.bounds.lower >= claim.target) and (
        claim.bounds.lower <= plain.evaluate(position, objective).value <= claim.bounds.upper
    )


def check(name: str, seed: int, times: int = 1) -> int:
    """How often the bound decided; every claim must be true wherever it is made."""
    rng, plain, fired = (
        random.Random(seed),
        Solver(4, PLAIN.with_switch("use_table", True).with_switch("use_ordering", True)),
        0,
    )
    for claim in claims(name, seed, times):
        fired += 1
        assert is_true(claim, claim.question.position, plain), f"{claim} {describe(claim.question)}"
        other = others_of(rng, claim)
        assert is_true(claim, other, plain), f"{claim} {describe(Question(other, claim.question.objective))}"
    return fired


@pytest.mark.parametrize("name", SearchOptions.bounds())
def test_a_bound_is_never_wrong(name: str) -> None:
    assert check(name, seed=50, times=SELDOM.get(name, 1)) >= FIRES[name]


@pytest.mark.long
@pytest.mark.parametrize("name", SearchOptions.bounds())
def test_a_bound_is_never_wrong_on_many_deals(name: str) -> None:
    assert check(name, seed=51, times=20 * SELDOM.get(name, 1)) >= 20 * FIRES[name]


def test_every_bound_has_a_switch() -> None:
    assert set(SearchOptions.bounds()) == set(FIRES) <= set(SearchOptions.switches())


def test_without_bounds_nothing_is_claimed() -> None:
    without = SearchOptions()
    for name in SearchOptions.bounds():
        without = without.with_switch(name, False)
    solver = Solver(1, without)
    for question in random_questions(52, BISMARCK, 4, 50):
        if not question.position.trick:
            assert solver.quick_claim(question.position, question.objective, 1) is None


def test_the_bounds_are_for_the_start_of_a_trick() -> None:
    for position in random_positions(53, BISMARCK, 4, 30):
        if position.trick:
            with pytest.raises(ValueError, match="start of a trick"):
                Solver(1).quick_claim(position, Objective(frozenset({0}), frozenset({0})), 1)


def test_a_bound_can_be_read() -> None:
    """Three top trumps on lead: they and nothing else are why the leader takes three."""
    hands: list[Hand] = [tuple(map(card, text.split())) for text in ("SA SK SQ H2", "S2 H3 H4 H5", "S3 H6 H7 H8")]
    position = Position(BISMARCK, BISMARCK.contract("S"), hands, leader=0)
    found = Solver(1).quick_claim(position, Objective(frozenset({0}), frozenset({0})), 3)
    assert found is not None
    assert found[0].lower >= 3
    assert all(each.suit == "S" for each in found[1])


@pytest.mark.parametrize(
    ("mine", "before", "tricks"),
    [("SA SQ", "SK SJ", 2), ("SA SJ S9", "SK SQ ST S8 S7", 2), ("SK SJ S7", "SA SQ ST", 1), ("SK S8", "SA SQ SJ", 1)],
)
def test_trumps_behind_those_of_the_others(mine: str, before: str, tricks: int) -> None:
    """What the trumps of a seat are sure of that plays last, with plain losers to lead when it gets in."""
    hands: list[Hand] = [tuple(map(card, text.split())) for text in (mine, "", before)]
    fill = iter(Card(rank, suit) for rank in "23456789" for suit in "HDC")
    hands = [hand + tuple(next(fill) for _ in range(6 - len(hand))) for hand in hands]
    position = Position(BISMARCK, BISMARCK.contract("S"), hands, leader=1)
    solver, objective = Solver(1, PLAIN.with_switch("use_trump_game", True)), Objective(frozenset({0}), frozenset({0}))
    assert solver.quick_claim(position, objective, tricks) is not None
    assert solver.quick_claim(position, objective, tricks + 1) is None


def test_the_tops_that_let_a_lone_seat_in_are_part_of_the_pattern() -> None:
    """Two deals that differ in who has the ace of clubs: in the first it lets the seat in to draw trumps."""
    with_ace, without = (
        [tuple(map(card, text.split())) for text in deal]
        for deal in (
            ("H7 D4 CQ CJ C5", "HA HK DK CA C6", "SK S4 H5 D3 C8"),
            ("H7 D4 CA CQ C6", "HA HK DK CJ C8", "SK S4 H5 D3 C5"),
        )
    )
    objective, solver = Objective(frozenset({1}), frozenset({1})), Solver(8)
    first, second = (Position(BISMARCK, BISMARCK.contract("H"), hands, leader=2) for hands in (with_ace, without))
    for target in range(1, 6):
        solver.reaches(first, objective, target)
    assert solver.evaluate(second, objective).value == Solver(1, PLAIN).evaluate(second, objective).value == 2
    found = Solver(1).quick_claim(first, objective, 3)
    assert found is None or Card("A", "C") in found[1]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_control_holds_of_its_whole_pattern(cards: int) -> None:
    """Where the seat is not on lead and has trumps to draw, with many neighbors of each deal: 25 claims at least."""
    rng, plain = random.Random(cards), Solver(4, PLAIN.with_switch("use_table", True).with_switch("use_ordering", True))
    solver, fired = Solver(1, PLAIN.with_switch("use_control", True)), 0
    while fired < 25:
        pack = [Card(rank, suit) for suit in SUITS for rank in "AKQJT98"]
        rng.shuffle(pack)
        hands = [tuple(pack[seat * cards : (seat + 1) * cards]) for seat in range(3)]
        lone, leader = rng.sample(range(3), 2)
        trumps = [sum(each.suit == "S" for each in hand) for hand in hands]
        if not 2 <= trumps[lone] <= sum(trumps) - trumps[lone]:
            continue
        position = Position(BISMARCK, BISMARCK.contract("S"), hands, leader)
        objective = Objective(frozenset({lone}), frozenset({lone}))
        for target in range(1, cards + 1):
            found = solver.quick_claim(position, objective, target)
            if found is None:
                continue
            claim = Claim(Question(position, objective), target, found[0], frozenset(found[1]))
            fired += 1
            for other in (position, *(others_of(rng, claim) for _ in range(10))):
                assert is_true(claim, other, plain), f"{claim} {describe(Question(other, objective))}"


def card(text: str) -> Card:
    return Card(text[1], text[0])
