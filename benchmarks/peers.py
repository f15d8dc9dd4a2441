"""Other solvers to be compared with, each behind the same two functions, and Forehand behind them too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from forehand.solver.analysis import solve_table
from forehand.solver.concepts import solve
from forehand.solver.rules import Record
from forehand.solver.search import NO_LIMITS, Limits, Solver

Cells = dict[tuple[str, int], int]
"""Tricks by contract name and seat."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a solver said of a deal and the CPU seconds it took; ``nodes`` is 0 where it does not tell."""

    cells: Cells
    seconds: float
    nodes: int = 0


class Peer(Protocol):
    """A bridge solver: ``single`` finds the tricks of the leader's side under the record's contract, ``table``
    the tricks of every declarer in every strain. The conversion of the record is no part of the seconds."""

    @property
    def NAME(self) -> str: ...
    def single(self, record: Record) -> Found: ...
    def table(self, record: Record) -> Found: ...


def load_dds() -> Peer:
    """DDS; raises ImportError if ``endplay`` is not installed."""
    from . import dds

    return dds


PEERS: dict[str, Callable[[], Peer]] = {"dds": load_dds}


class Forehand:
    """Forehand as a peer of itself: one solver, cleared before each deal, as others clear theirs."""

    NAME = "Forehand"

    def __init__(self, memory_mib: int) -> None:
        self.memory_mib = memory_mib
        self.solver = Solver(memory_mib)

    def single(self, record: Record) -> Found:
        """The tricks of the leader's side."""
        self.solver.clear()
        solution = solve(record.start(), record.asked_seat, solver=self.solver)
        cells: Cells = {(record.start().contract.name, record.leader): solution.value}
        return Found(cells, solution.effort.seconds, solution.effort.nodes)

    def table(self, record: Record, limits: Limits = NO_LIMITS) -> Found:
        """All twenty values of the deal, or those that are known within the limits."""
        found = solve_table(record, solver=Solver(self.memory_mib), limits=limits)
        cells: Cells = {
            (cell.contract.name, cell.solution.seat): cell.solution.value
            for cell in found.cells
            if cell.solution.is_exact
        }
        return Found(cells, found.effort.seconds, found.effort.nodes)
