"""The most a seat can get, against every line of play there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from forehand import Position, Solver, Variant
from forehand.solver.concepts.best_case import best_case
from forehand.solver.rules.referee import Referee, State
from forehand.solver.search import Limits, Meter
from tests.deals import DRILLS, VARIANTS, random_positions, referee_state

GAMES = pytest.mark.parametrize("game", (*VARIANTS, *DRILLS), ids=lambda game: f"{game.name} {game.options}")


def tallies(referee: Referee, state: State) -> Iterator[tuple[int, ...]]:
    """How every line of play ends."""
    if state.is_over:
        yield state.tally
    for card in referee.legal_plays(state):
        yield from tallies(referee, referee.play(state, card))


def best_of_all_lines(position: Position, seat: int) -> int:
    """The best the seat's side does in any line, from the position on."""
    side = position.variant.side_of(seat)
    before = sum(position.tally[other] for other in side)
    won = [sum(tally[other] for other in side) - before for tally in tallies(*referee_state(position))]
    return min(won) if position.contract.is_misere else max(won)


@GAMES
def test_the_best_case_is_the_best_of_all_lines(game: Variant) -> None:
    for position in random_positions(70, game, 3, 8):
        for seat in range(game.seats):
            assert best_case(Solver(1), position, seat, Meter()).value == best_of_all_lines(position, seat)


@GAMES
def test_one_solver_serves_every_seat(game: Variant) -> None:
    solver = Solver(1)
    for position in random_positions(71, game, 5, 5):
        seats = range(game.seats)
        together = [best_case(solver, position, seat, Meter()) for seat in seats]
        assert together == [best_case(Solver(1), position, seat, Meter()) for seat in seats]


def test_bounds_at_a_limit() -> None:
    for position in random_positions(72, VARIANTS[0], 8, 5):
        meter = Meter(Limits(2))
        found, value = best_case(Solver(1), position, 0, meter), best_case(Solver(1), position, 0, Meter()).value
        assert found.lower <= value <= found.upper
        assert meter.nodes <= 2
