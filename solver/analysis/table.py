"""All play problems of a deal: every contract for every seat."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from queue import SimpleQueue

from ..concepts.guaranteed import Solution, solution_of
from ..rules import Contract, Position, Record
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
    threads: int = 1,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
    on_cell: Callable[[TableCell], None] | None = None,
) -> Table:
    """The value of ``contracts`` (default: all of the variant) for ``seats`` (default: all).

    The record's leader leads; in bridge, the seat at the left of the one asked about, which is declarer.
    ``on_cell`` is called with each cell in the order of the table, as soon as it is known.

    ``threads`` contracts are searched at a time, each as by a new solver like ``solver`` (default: a usual one),
    whose own table stays unused, and with an even share of the node limit. So the answer, nodes included, does not
    depend on ``threads``; the memory does, there are as many solvers, and each may take its cap. At the limit, or once
    ``stop`` is set, the rest are bounds. Where ``on_cell`` raises, ``stop`` is set to end the other threads.

    Raises ValueError for a seat that is not there, or for less than one thread.
    """
    variant = record.variant
    asked = tuple(range(variant.seats) if seats is None else seats)
    for seat in asked:
        if not 0 <= seat < variant.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {variant.seats - 1}")
    if threads < 1:
        raise ValueError(f"{threads} threads: it must be at least 1")
    chosen = variant.contracts if contracts is None else tuple(contracts)
    stop = stop or StopFlag()
    like = solver or Solver()
    columns = [
        _Column(record, contract, asked, Meter(share, stop))
        for contract, share in zip(chosen, _shares(limits, len(chosen)), strict=True)
    ]
    cells: list[TableCell] = []
    solvers = [Solver(like.memory_mib, like.options) for _ in range(max(1, min(threads, len(columns))))]
    with closing(_solve_all(columns, solvers, stop)) as solved:
        for cell in solved:
            cells.append(cell)
            if on_cell is not None:
                on_cell(cell)
    return Table(tuple(cells), _sum(column.meter.effort for column in columns))


@dataclass(frozen=True, slots=True)
class _Column:
    """One contract for every seat asked about, with what its search is kept within."""

    record: Record
    contract: Contract
    seats: tuple[int, ...]
    meter: Meter

    def solve(self, solver: Solver) -> Iterator[TableCell]:
        """The cells, each when it is known, found as if by a solver of their own."""
        variant = self.record.variant
        solver.clear()
        values: dict[int, int] = {}
        for seat in self.seats:
            leader = (seat + 1) % variant.seats if variant.declarer_left_leads else self.record.leader
            position = self.record.start(self.contract, leader)
            solution = solution_of(solver, position, seat, self.meter, guess=_guess(position, seat, values))
            if solution.is_exact:
                values[seat] = solution.value
            yield TableCell(self.contract, solution)


def _guess(position: Position, seat: int, values: Mapping[int, int]) -> int | None:
    """Of two sides, what the partner gets or the other side leaves: whoever leads, it is seldom far off."""
    side = position.variant.side_of(seat)
    if not values or 2 * len(side) != position.variant.seats:
        return None
    own = [values[other] for other in side if other in values]
    return own[0] if own else position.points_left - next(iter(values.values()))


def _solve_all(columns: Sequence[_Column], solvers: Sequence[Solver], stop: StopFlag) -> Generator[TableCell]:
    """The cells in order, as many columns at a time as there are solvers; closing it early ends all searches."""
    if len(solvers) == 1:
        for column in columns:
            yield from column.solve(solvers[0])
        return
    idle: SimpleQueue[Solver] = SimpleQueue()
    for solver in solvers:
        idle.put(solver)

    def solve(column: _Column) -> list[TableCell]:
        mine = idle.get()
        try:
            return list(column.solve(mine))
        finally:
            idle.put(mine)

    # A misère takes longest by far: begun last, it would keep one thread busy while the others have nothing to do.
    order = sorted(range(len(columns)), key=lambda place: not columns[place].contract.is_misere)
    with ThreadPoolExecutor(len(solvers), "table") as pool:
        try:
            found = {place: pool.submit(solve, columns[place]) for place in order}
            for place in range(len(columns)):
                yield from found[place].result()
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _shares(limits: Limits, count: int) -> list[Limits]:
    """The limits shared out evenly, the first ones getting what is left over."""
    if limits.nodes is None:
        return [limits] * count
    return [Limits(limits.nodes // count + (place < limits.nodes % count)) for place in range(count)]


def _sum(efforts: Iterable[Effort]) -> Effort:
    """All efforts as one; where a search was cancelled, that is why it ended early, whatever else ran out."""
    spent = list(efforts)
    reasons = {effort.stopped for effort in spent if effort.stopped}
    stopped = "cancelled" if "cancelled" in reasons else "".join(reasons)
    return Effort(sum(effort.nodes for effort in spent), sum(effort.seconds for effort in spent), stopped)
