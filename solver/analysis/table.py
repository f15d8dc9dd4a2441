"""All play problems of a deal: every contract for every seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..concepts.guaranteed import Solution
from ..objectives import objective_for
from ..rules import Contract, Record
from ..search import NO_LIMITS, Effort, Limits, Meter, Solver, StopFlag


@dataclass(frozen=True, slots=True)
class TableCell:
    """The value of one contract for one seat, from the start of the play."""

    contract: Contract
    solution: Solution


@dataclass(frozen=True, slots=True)
class Table:
    """The cells asked for, contract by contract in the order asked, seat by seat in each."""

    cells: tuple[TableCell, ...]
    effort: Effort

    @property
    def is_exact(self) -> bool:
        """Whether every value is known."""
        return all(cell.solution.is_exact for cell in self.cells)


def solve_table(
    record: Record,
    contracts: Sequence[Contract] | None = None,
    seats: Sequence[int] | None = None,
    *,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
    on_cell: Callable[[TableCell], None] | None = None,
) -> Table:
    """The value of ``contracts`` (default: all of the variant) for ``seats`` (default: all).

    The record's leader leads; in bridge, the seat at the left of the one asked about, which is declarer.
    ``on_cell`` is called with each cell as it is known. At the node limit, or once ``stop`` is set, the rest
    are bounds.
    Raises ValueError for a seat that is not there.
    """
    variant = record.variant
    asked = tuple(range(variant.seats) if seats is None else seats)
    for seat in asked:
        if not 0 <= seat < variant.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {variant.seats - 1}")
    meter = Meter(limits, stop)
    solver = solver or Solver()
    cells: list[TableCell] = []
    for contract in variant.contracts if contracts is None else contracts:
        for seat in asked:
            leader = (seat + 1) % variant.seats if variant.declarer_left_leads else record.leader
            position = record.start(contract, leader)
            since = meter.effort
            bounds = solver.evaluate(position, objective_for(variant, contract, seat), meter)
            cells.append(TableCell(contract, Solution(seat, bounds, meter.lap(since))))
            if on_cell is not None:
                on_cell(cells[-1])
    return Table(tuple(cells), meter.effort)
