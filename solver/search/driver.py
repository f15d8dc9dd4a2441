"""The one question, and the loop that turns it into a value."""

from __future__ import annotations

import time
from functools import lru_cache
from types import ModuleType

from ..cards import Card
from ..objectives import Objective
from ..rules import Position
from . import core
from .limits import DEFAULT_MEMORY_MIB, Bounds, Meter
from .options import SearchOptions


def _pick_core() -> ModuleType:
    """The fastest build of the core this machine can run."""
    if core.has_x86_64_v3():
        try:
            from . import core_bmi2
        except ImportError:  # not built on this platform
            return core
        return core_bmi2
    return core


CORE = _pick_core()
MAX_MEMORY_MIB = core.MAX_MEMORY_MIB
"""The largest table there may be."""
FORK_AT = 24
"""Entries in a list of the table; fewer are read through as fast as a fork is followed."""


class Solver:
    """A search with a transposition table of its own, kept between questions.

    Use one per thread: a solver answers one question at a time, any number of solvers live side by side.
    ``memory_mib`` caps the table; when it is full old entries make way and values stay exact. ``fork_at`` is how many
    entries of a shape make a list worth an index; like ``options`` it changes the effort, never an answer.
    Raises ValueError for a cap below 1 MiB or above MAX_MEMORY_MIB, MemoryError if the table cannot be had.
    """

    def __init__(
        self, memory_mib: int = DEFAULT_MEMORY_MIB, options: SearchOptions | None = None, *, fork_at: int = FORK_AT
    ) -> None:
        self.memory_mib = memory_mib
        self.options = options or SearchOptions()
        self._search = CORE.Search(memory_mib, self.options, fork_at)

    def reaches(self, position: Position, objective: Objective, target: int, meter: Meter | None = None) -> bool | None:
        """Whether the counted seats win at least ``target`` points from here; None if a limit came first."""
        bounds = self._ask(position, objective, target, meter or Meter())
        return None if bounds is None else bounds.lower >= target

    def evaluate(
        self,
        position: Position,
        objective: Objective,
        meter: Meter | None = None,
        guess: int | None = None,
        within: Bounds | None = None,
    ) -> Bounds:
        """How many points the counted seats win from here; wider bounds if a limit came first.

        ``guess`` is where to start; it changes the nodes, never the answer. ``within`` is what is known of the value
        already, and not asked again: it must be true.
        """
        meter = meter or Meter()
        left = position.points_left
        bounds = Bounds(0, left) if within is None else Bounds(max(within.lower, 0), min(within.upper, left))
        target = self._search.first_guess(position, objective) if guess is None else guess
        while bounds.lower < bounds.upper:
            target = min(max(target, bounds.lower + 1), bounds.upper)
            found = self._ask(position, objective, target, meter)
            if found is None:
                break
            bounds = Bounds(max(bounds.lower, found.lower), min(bounds.upper, found.upper))
            target = bounds.lower + 1 if found.lower >= target else bounds.upper
        if bounds.lower > bounds.upper:
            raise RuntimeError(f"the search contradicts itself: at least {bounds.lower}, at most {bounds.upper}")
        return bounds

    def clear(self) -> None:
        """Forgets all that was found, but keeps the memory: as good as a new solver, node for node, and sooner at work.

        Raises RuntimeError while the solver answers a question.
        """
        self._search.clear()

    def quick_claim(
        self, position: Position, objective: Objective, target: int
    ) -> tuple[Bounds, tuple[Card, ...]] | None:
        """What the quick bounds alone say of ``target`` at the start of a trick, and the cards that make it so.

        In every position of the same lengths in which these cards, and none besides above them, are held as here, the
        same holds. None if no bound decides. Raises ValueError in mid-trick.
        """
        found = self._search.quick_claim(position, objective, target)
        return None if found is None else (Bounds(*found[0]), found[1])

    def table_usage(self) -> dict[str, int]:
        """Counters of the transposition table: bytes, blocks, entries made and blocks replaced."""
        usage: dict[str, int] = self._search.table_usage()
        return usage

    def get_weights(self) -> list[list[int]]:
        """The numbers of the ordering, a list a role, as in tunables.pxd."""
        weights: list[list[int]] = self._search.get_weights()
        return weights

    def set_weights(self, weights: list[list[int]]) -> None:
        """Replaces them, for tuning: the nodes change, never an answer."""
        self._search.set_weights(weights)

    def _ask(self, position: Position, objective: Objective, target: int, meter: Meter) -> Bounds | None:
        if meter.stopped:
            return None
        other = _other_side(position.variant.seats, objective) if self.options.use_one_side else None
        if other is not None:
            left = position.points_left
            found = self._search_for(position, other, left - target + 1, meter)
            return None if found is None else Bounds(left - found.upper, left - found.lower)
        return self._search_for(position, objective, target, meter)

    def _search_for(self, position: Position, objective: Objective, target: int, meter: Meter) -> Bounds | None:
        started = time.thread_time()
        found, nodes, stopped = self._search.ask(position, objective, target, meter.nodes_left, meter.stop)
        meter.seconds += time.thread_time() - started
        meter.nodes += nodes
        meter.stopped = stopped
        return None if found is None else Bounds(*found)


@lru_cache(maxsize=64)
def _other_side(seats: int, objective: Objective) -> Objective | None:
    """Of two equal sides that of seat 0, if it is the other that counts.

    What one side wins the other does not: its questions are the same game seen from the other end, and
    asked so they share the entries of the table.
    """
    everyone = frozenset(range(seats))
    if 0 in objective.counts or 2 * len(objective.counts) != len(everyone):
        return None
    return Objective(everyone - objective.counts, everyone - objective.wants)
