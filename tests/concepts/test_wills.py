"""What every seat is sure of and may hope for, and that max^n lies between."""

from __future__ import annotations

import random

import pytest

from forehand import Limits, OutOfRange, Position, Solver, StopFlag, TieRule, Variant, parse_hand, solve, solve_wills
from tests.deals import BISMARCK, BRIDGE, DRILLS, VARIANTS, random_hands, random_positions

GAMES = pytest.mark.parametrize("game", (*VARIANTS, *DRILLS), ids=lambda game: f"{game.name} {game.options}")


def known(*hands: str, contract: str) -> Position:
    return Position(BISMARCK, BISMARCK.contract(contract), [parse_hand(hand) for hand in hands], 0)


@pytest.mark.parametrize(
    ("hands", "contract", "guaranteed", "contested"),
    [
        (("H6 D7 C2", "SQ SK C3", "S2 H3 H8"), "NT", [1, 0, 0], 2),
        (("H6 D7 C2", "SQ SK C3", "S2 H3 H8"), "S", [0, 2, 0], 1),
        (("H9 D3 C3", "S2 SK CQ", "D9 CT CJ"), "pass", [0, 3, 3], 3),
    ],
)
def test_the_known_positions(hands: tuple[str, ...], contract: str, guaranteed: list[int], contested: int) -> None:
    wills = solve_wills(known(*hands, contract=contract))
    assert [bounds.value for bounds in wills.guaranteed] == guaranteed
    assert wills.contested.value == contested
    assert (wills.tie_rule, wills.outcomes, wills.is_exact) == (None, (), True)


@GAMES
def test_every_outcome_lies_between_what_is_sure_and_the_best_case(game: Variant) -> None:
    for position in random_positions(80, game, 5, 8):
        wills = solve_wills(position, TieRule.ALL_OUTCOMES, solver=Solver(1))
        assert wills.outcomes
        for seat in range(game.seats):
            sure, best = wills.guaranteed[seat].value, wills.best_case[seat].value
            assert sure == solve(position, seat, solver=Solver(1)).value
            low, high = (best, sure) if position.contract.is_misere else (sure, best)
            assert all(low <= outcome[seat] <= high for outcome in wills.outcomes)


@GAMES
def test_what_is_sure_and_what_is_contested_make_up_the_rest(game: Variant) -> None:
    sides = {game.side_of(seat)[0] for seat in range(game.seats)}
    for position in random_positions(81, game, 5, 8):
        wills = solve_wills(position, TieRule.FIRST_CARD, solver=Solver(1))
        sure = sum(wills.guaranteed[seat].value for seat in sides)
        sign = -1 if position.contract.is_misere else 1
        assert sure + sign * wills.contested.value == position.points_left
        assert sum(wills.outcomes[0][seat] for seat in sides) == position.points_left
        if wills.contested.value == 0:
            assert wills.outcomes == (tuple(bounds.value for bounds in wills.guaranteed),)


def test_a_rule_may_be_named_by_its_word() -> None:
    position = known("H6 D7 C2", "SQ SK C3", "S2 H3 H8", contract="NT")
    for rule in TieRule:
        wills = solve_wills(position, rule.value)
        assert wills.tie_rule is rule
        assert wills.outcomes == solve_wills(position, rule).outcomes
    with pytest.raises(ValueError, match="best_of_all"):
        solve_wills(position, "best_of_all")


@pytest.mark.parametrize(("rule", "total"), [(None, 6), (TieRule.HELP_LEFT, 7)])
def test_progress_counts_the_values(rule: TieRule | None, total: int) -> None:
    counted: list[tuple[int, int]] = []
    position = known("H6 D7 C2", "SQ SK C3", "S2 H3 H8", contract="NT")
    solve_wills(position, rule, on_progress=lambda done, of: counted.append((done, of)))
    assert counted == [(done, total) for done in range(total + 1)]


def test_bounds_at_a_limit() -> None:
    hands = random_hands(random.Random(1), BISMARCK, 12, 4)
    position = Position(BISMARCK, BISMARCK.contract("S"), hands, 0)
    wills = solve_wills(position, limits=Limits(500))
    whole = solve_wills(position)
    assert (wills.effort.nodes, wills.effort.stopped, wills.is_exact) == (500, "node_limit", False)
    assert wills.contested.lower <= whole.contested.value <= wills.contested.upper
    for found, exact in zip(wills.guaranteed + wills.best_case, whole.guaranteed + whole.best_case, strict=True):
        assert found.lower <= exact.value <= found.upper


def test_a_set_stop_flag_leaves_nothing_but_bounds() -> None:
    stop = StopFlag()
    stop.set()
    for game in (BISMARCK, BRIDGE):
        for position in random_positions(82, game, 5, 2):
            wills = solve_wills(position, TieRule.HELP_LEFT, stop=stop)
            assert (wills.outcomes, wills.effort.stopped, wills.effort.nodes) == ((), "cancelled", 0)
            assert all(bounds.lower == 0 for bounds in wills.guaranteed)


def test_out_of_range_costs_no_search() -> None:
    stop = StopFlag()
    stop.set()
    position = Position(BISMARCK, BISMARCK.contract("S"), random_hands(random.Random(1), BISMARCK, 16, 4), 0)
    with pytest.raises(OutOfRange, match="endings"):
        solve_wills(position, TieRule.FIRST_CARD, stop=stop)
