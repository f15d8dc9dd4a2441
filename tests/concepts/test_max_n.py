"""max^n against trying everything, and where it says that it cannot tell."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from forehand import (
    Limits,
    OutOfRange,
    Position,
    Solver,
    StopFlag,
    TieRule,
    Variant,
    parse_hand,
    solve,
    solve_wills,
)
from forehand.solver.concepts.max_n import MOST_TRICKS
from forehand.solver.rules.variant import NO_TRUMP, SUIT_CONTRACTS
from tests.deals import BEZIQUE, BISMARCK, BRIDGE, DRILLS, FINNISH, VARIANTS, play_at_random, random_hands
from tests.deals import random_positions as positions_of

from .brute import outcomes_of

ONE_RULE = tuple(rule for rule in TieRule if rule is not TieRule.ALL_OUTCOMES)
ALONE = tuple(game for game in (*VARIANTS, *DRILLS) if game.seats > 2 and not game.has_partnerships)
GAMES = pytest.mark.parametrize("game", ALONE, ids=lambda game: f"{game.name} {game.options}")


def position_of(*hands: str, contract: str, leader: int = 0) -> Position:
    return Position(BISMARCK, BISMARCK.contract(contract), [parse_hand(hand) for hand in hands], leader)


def max_n(position: Position, rule: TieRule, **limits: int | None) -> tuple[tuple[int, ...], ...]:
    return solve_wills(position, rule, solver=Solver(1), limits=Limits(**limits)).outcomes


def long_ending(tricks: int = MOST_TRICKS[TieRule.HURT_LEADER_MOST][3], seed: int = 1) -> Position:
    return Position(BISMARCK, SUIT_CONTRACTS[0], random_hands(random.Random(seed), BISMARCK, tricks, 4), 0)


def with_tally(position: Position, tally: tuple[int, ...]) -> Position:
    hands = list(position.hands)
    return Position(position.variant, position.contract, hands, position.leader, position.trick, tally=tally)


@pytest.mark.parametrize(
    ("hands", "contract", "outcomes"),
    [
        (
            ("H6 D7 C2", "SQ SK C3", "S2 H3 H8"),
            "NT",
            ((1, 0, 2), (1, 1, 1), (1, 2, 0), (2, 0, 1), (2, 1, 0)),
        ),
        (("H6 D7 C2", "SQ SK C3", "S2 H3 H8"), "S", ((0, 2, 1), (0, 3, 0))),
        (("H9 D3 C3", "S2 SK CQ", "D9 CT CJ"), "pass", ((0, 0, 3), (0, 3, 0))),
    ],
)
def test_the_known_positions_have_all_their_outcomes(
    hands: tuple[str, ...], contract: str, outcomes: tuple[tuple[int, ...], ...]
) -> None:
    position = position_of(*hands, contract=contract)
    assert max_n(position, TieRule.ALL_OUTCOMES) == outcomes
    for rule in ONE_RULE:
        assert set(max_n(position, rule)) < set(outcomes)


@GAMES
@pytest.mark.parametrize("rule", TieRule)
def test_max_n_is_what_trying_everything_finds(game: Variant, rule: TieRule) -> None:
    size, count = (3, 25) if game.seats == 3 else (2, 25)
    for seed, position in enumerate(positions_of(60, game, size, count)):
        rng = random.Random(seed)
        ahead = with_tally(position, tuple(rng.randrange(4) for _ in range(game.seats)))
        assert set(max_n(ahead, rule)) == outcomes_of(ahead, rule), ahead


@pytest.mark.parametrize("rule", ONE_RULE)
@pytest.mark.parametrize("game", [BISMARCK, FINNISH[0], DRILLS[2]], ids=["open", "club", "last trick"])
def test_longer_endings_agree_too(game: Variant, rule: TieRule) -> None:
    for position in positions_of(61, game, 4, 4):
        assert set(max_n(position, rule)) == outcomes_of(position, rule), position


@pytest.mark.parametrize("game", [BISMARCK, *FINNISH], ids=lambda game: f"{game.name} {game.options}")
def test_one_outcome_is_among_all(game: Variant) -> None:
    for position in positions_of(62, game, 6, 12):
        every = max_n(position, TieRule.ALL_OUTCOMES)
        assert every == tuple(sorted(set(every)))
        assert all(sum(outcome) == position.points_left for outcome in every)
        for rule in ONE_RULE:
            (outcome,) = max_n(position, rule)
            assert outcome in every


def test_points_won_before_tell_who_leads() -> None:
    changed = 0
    for position in positions_of(63, BISMARCK, 4, 40):
        tallies = [tuple(9 * (seat == leader) for seat in range(3)) for leader in range(3)]
        ahead = [with_tally(position, tally) for tally in tallies]
        found = {max_n(each, TieRule.HURT_LEADER_MOST) for each in ahead}
        changed += len(found) > 1
        assert len({max_n(each, TieRule.HELP_LEFT) for each in ahead}) == 1
    assert changed


@pytest.mark.parametrize("game", [BRIDGE, BEZIQUE[1]], ids=lambda game: game.name)
def test_two_sides_have_one_outcome_and_no_limit(game: Variant) -> None:
    for position in positions_of(64, game, 6, 5):
        found = {rule: max_n(position, rule) for rule in TieRule}
        (outcomes,) = set(found.values())
        wills = solve_wills(position, solver=Solver(1))
        assert outcomes == (tuple(bounds.value for bounds in wills.guaranteed),)


@pytest.mark.parametrize("rule", TieRule)
@pytest.mark.parametrize("game", [BISMARCK, replace(BRIDGE, has_partnerships=False)], ids=lambda game: game.name)
def test_an_ending_too_long_is_out_of_range(game: Variant, rule: TieRule) -> None:
    most = MOST_TRICKS[rule][game.seats]
    hands = random_hands(random.Random(2), game, most + 1, 4)
    with pytest.raises(OutOfRange, match=f"at most {most} tricks with {game.seats} seats; this one has {most + 1}"):
        max_n(Position(game, NO_TRUMP, hands, 0), rule)


def test_an_ending_not_too_long_is_looked_at() -> None:
    position = long_ending(MOST_TRICKS[TieRule.FIRST_CARD][3])
    while position.tricks_left > 6:
        position = play_at_random(random.Random(3), position, 3)
    assert len(max_n(position, TieRule.FIRST_CARD)) == 1


@pytest.mark.parametrize("position", [long_ending(8), position_of("SA SK", "SQ SJ", "ST S9", contract="NT")])
def test_a_node_limit_in_the_way_is_out_of_range(position: Position) -> None:
    with pytest.raises(OutOfRange, match="more nodes than the 1 allowed") as caught:
        max_n(position, TieRule.ALL_OUTCOMES, nodes=1)
    (fault,) = caught.value.faults
    assert (fault.path, fault.code) == ("", "OUT_OF_RANGE")


def test_a_node_limit_counts_all_that_is_asked() -> None:
    position = long_ending(7)
    free = solve_wills(position, "first_card", solver=Solver(1))
    again = solve_wills(position, "first_card", solver=Solver(1), limits=Limits(free.effort.nodes))
    assert replace(free, effort=again.effort) == again
    less = solve_wills(position, "first_card", solver=Solver(1), limits=Limits(free.effort.nodes - 1))
    assert less.outcomes == free.outcomes
    assert (less.is_exact, less.effort.stopped) == (False, "node_limit")


def test_too_little_memory_is_out_of_range() -> None:
    with pytest.raises(OutOfRange, match="more memory than is left of the 1 MiB allowed"):
        max_n(long_ending(10), TieRule.HURT_LEADER_MOST)


def test_the_memory_cap_holds_for_the_table_of_max_n_and_the_solvers_together() -> None:
    lent, position = Solver(1), long_ending(5)
    (outcome,) = solve_wills(position, TieRule.FIRST_CARD, solver=lent).outcomes
    assert sum(outcome) == position.points_left
    for seed in range(9):
        if not lent.table_usage()["replaced_shapes"]:
            solve(long_ending(16, seed), solver=lent)
    assert lent.table_usage()["replaced_shapes"]  # nothing is left of it
    with pytest.raises(OutOfRange, match="more memory than is left of the 1 MiB allowed"):
        solve_wills(position, TieRule.FIRST_CARD, solver=lent)


def after_its_start(act: Callable[[], object], told: list[int]) -> Callable[[int, int], None]:
    """An ``on_progress`` that has ``act`` done soon after the first value is begun, and notes how many are known."""

    def tell(done: int, _total: int) -> None:
        if not told:
            threading.Timer(0.1, act).start()
        told.append(done)

    return tell


def test_a_stop_ends_it_before_the_first_value_is_known() -> None:
    stop, told = StopFlag(), list[int]()
    began = after_its_start(stop.set, told)
    wills = solve_wills(long_ending(), TieRule.HURT_LEADER_MOST, stop=stop, on_progress=began)
    assert (wills.outcomes, wills.effort.stopped, wills.is_exact) == ((), "cancelled", False)


def test_control_c_ends_it_in_the_main_thread() -> None:
    told: list[int] = []
    began = after_its_start(lambda: os.kill(os.getpid(), signal.SIGINT), told)
    with pytest.raises(KeyboardInterrupt):
        solve_wills(long_ending(), TieRule.HURT_LEADER_MOST, on_progress=began)
    assert told == [0]


def test_the_play_being_over_is_an_outcome() -> None:
    last = play_at_random(random.Random(4), position_of("SA", "SQ", "ST", contract="NT"), 3)
    assert last.is_over
    for rule in TieRule:
        assert max_n(last, rule) == ((0, 0, 0),)
