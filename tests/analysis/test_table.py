"""All play problems of a deal."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from forehand.solver.analysis import Table, TableCell, solve_table
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


def timeless(table: Table) -> list[object]:
    """Everything in a table that is the same in every run."""
    cells = [replace(cell.solution, effort=replace(cell.solution.effort, seconds=0)) for cell in table.cells]
    return [[cell.contract for cell in table.cells], cells, replace(table.effort, seconds=0)]


@pytest.mark.parametrize("game", [BISMARCK, BRIDGE], ids=lambda game: game.name)
@pytest.mark.parametrize("limits", [Limits(), Limits(1001)], ids=["unlimited", "limited"])
def test_threads_change_nothing(game: Variant, limits: Limits) -> None:
    for seed in range(4):
        record = random_record(random.Random(f"threads {seed}"), game, 8)
        told: list[TableCell] = []
        alone = solve_table(record, solver=Solver(1), limits=limits)
        together = solve_table(record, solver=Solver(1), limits=limits, threads=3, on_cell=told.append)
        assert timeless(together) == timeless(alone)
        assert tuple(told) == together.cells
        assert limits.nodes is None or together.effort.nodes <= limits.nodes


def test_the_order_of_contracts_changes_no_answer() -> None:
    record = random_record(random.Random(5), BISMARCK, 8)
    cells = {cell.contract: cell for cell in solve_table(record, seats=[1]).cells}
    for cell in solve_table(record, list(reversed(BISMARCK.contracts)), [1], threads=2).cells:
        assert cell.solution.bounds == cells[cell.contract].solution.bounds
        assert cell.solution.effort.nodes == cells[cell.contract].solution.effort.nodes


def test_a_limit_is_shared_out_evenly() -> None:
    record = random_record(random.Random(6), BISMARCK, 12)
    table = solve_table(record, solver=Solver(1), limits=Limits(603))
    for contract, most in zip(BISMARCK.contracts, (101, 101, 101, 100, 100, 100), strict=True):
        spent = sum(cell.solution.effort.nodes for cell in table.cells if cell.contract == contract)
        assert spent <= most


def test_a_flag_stops_every_thread() -> None:
    stop = StopFlag()
    record = random_record(random.Random(7), BISMARCK, 12)
    whole = solve_table(record, solver=Solver(1))

    def end(_: TableCell) -> None:
        stop.set()

    table = solve_table(record, solver=Solver(1), threads=2, stop=stop, on_cell=end)
    assert len(table.cells) == len(whole.cells)
    for cell, known in zip(table.cells, whole.cells, strict=True):
        assert cell.solution.bounds.lower <= known.solution.value <= cell.solution.bounds.upper


@pytest.mark.parametrize("threads", [1, 2])
def test_a_callback_that_fails_ends_the_table(threads: int) -> None:
    def fail(_: TableCell) -> None:
        raise LookupError("of the caller")

    with pytest.raises(LookupError, match="of the caller"):
        solve_table(random_record(random.Random(8), BISMARCK, 8), threads=threads, on_cell=fail)


def test_less_than_one_thread_is_refused() -> None:
    with pytest.raises(ValueError, match="0 threads"):
        solve_table(random_record(random.Random(9), BISMARCK, 3), threads=0)


def test_a_table_of_no_cells() -> None:
    record = random_record(random.Random(10), BISMARCK, 3)
    for threads in (1, 2):
        assert solve_table(record, [], threads=threads, limits=Limits(5)).cells == ()
        assert solve_table(record, seats=[], threads=threads).cells == ()
