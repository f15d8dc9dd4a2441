"""All play problems of a deal."""

from __future__ import annotations

import random

import pytest

from forehand.solver.analysis import TableCell, solve_table
from forehand.solver.objectives import objective_for
from forehand.solver.rules import Position, Variant
from forehand.solver.search import Limits, Solver, StopFlag

from ..deals import BEZIQUE, BISMARCK, BRIDGE, WHIST, Question, random_record, referee_value


@pytest.mark.parametrize(
    "game", [BISMARCK, BRIDGE, WHIST, *BEZIQUE[1::2]], ids=lambda game: f"{game.name} {game.follow}"
)
def test_every_cell_is_what_the_referee_says(game: Variant) -> None:
    rng = random.Random(f"table {game.name}")
    for _ in range(6):
        record = random_record(rng, game, 4, suits=rng.randint(2, 4))
        table = solve_table(record, solver=Solver(1))
        assert table.is_exact
        cells = [(cell.contract, cell.solution.seat) for cell in table.cells]
        assert cells == [(contract, seat) for contract in game.contracts for seat in range(game.seats)]
        for cell in table.cells:
            seat = cell.solution.seat
            leader = (seat + 1) % 4 if game.name == "bridge" else record.leader
            position = Position(game, cell.contract, record.hands, leader)
            asked = Question(position, objective_for(game, cell.contract, seat))
            assert cell.solution.value == referee_value(asked)


def test_contracts_and_seats_are_those_asked_for() -> None:
    record = random_record(random.Random(1), BISMARCK, 4)
    contracts = [BISMARCK.contract("pass"), BISMARCK.contract("H")]
    told: list[TableCell] = []
    table = solve_table(record, contracts, [2, 0], solver=Solver(1), on_cell=told.append)
    assert [(cell.contract.name, cell.solution.seat) for cell in table.cells] == [
        ("pass", 2),
        ("pass", 0),
        ("H", 2),
        ("H", 0),
    ]
    assert tuple(told) == table.cells
    assert table.effort.nodes == sum(cell.solution.effort.nodes for cell in table.cells)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no seat 3"):
        solve_table(random_record(random.Random(2), BISMARCK, 3), seats=[0, 3])


def test_at_a_limit_the_rest_are_bounds() -> None:
    record = random_record(random.Random(3), BISMARCK, 6)
    exact = solve_table(record, solver=Solver(1))
    table = solve_table(record, solver=Solver(1), limits=Limits(exact.effort.nodes // 2))
    assert table.effort.stopped == "node_limit"
    assert not table.is_exact
    assert len(table.cells) == len(exact.cells)
    for cell, known in zip(table.cells, exact.cells, strict=True):
        assert cell.solution.bounds.lower <= known.solution.value <= cell.solution.bounds.upper


def test_a_flag_set_beforehand() -> None:
    stop = StopFlag()
    stop.set()
    table = solve_table(random_record(random.Random(4), BRIDGE, 6), solver=Solver(1), stop=stop)
    assert table.effort.stopped == "cancelled"
    assert len(table.cells) == 20
