"""What bounds a search, and what it answers: plain values."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import LimitReached
from .stop import StopFlag

DEFAULT_MEMORY_MIB = 256
"""Memory cap of a solver's transposition table where none is named."""

MAX_NODES = 2**63 - 1
"""The highest node limit there may be."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proved of a value: ``lower`` <= value <= ``upper``, in tricks or points."""

    lower: int
    upper: int

    @property
    def is_exact(self) -> bool:
        """Whether the bounds leave one value."""
        return self.lower == self.upper

    @property
    def value(self) -> int:
        """The exact value; raises LimitReached if there are only bounds."""
        if not self.is_exact:
            raise LimitReached(f"only bounds are known: {self.lower} to {self.upper}")
        return self.lower

    def __add__(self, points: int) -> Bounds:
        return Bounds(self.lower + points, self.upper + points)


@dataclass(frozen=True, slots=True)
class Limits:
    """``nodes`` bounds the whole question asked, all searches of it together; None is no limit.

    A node is a position at the start of a trick, or in one at the root. At the limit the answer is bounds.
    """

    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.nodes is not None and (not isinstance(self.nodes, int) or isinstance(self.nodes, bool)):
            raise TypeError(f"limit of {self.nodes!r} nodes: it must be a whole number or None")
        if self.nodes is not None and not 0 <= self.nodes <= MAX_NODES:
            raise ValueError(f"limit of {self.nodes} nodes: it must be from 0 to {MAX_NODES}")


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Effort:
    """What an answer cost: ``nodes`` searched, CPU ``seconds`` of the solving thread, and why it
    ended early: ``stopped`` is "" (it did not), "node_limit" or "cancelled"."""

    nodes: int = 0
    seconds: float = 0.0
    stopped: str = ""


class Meter:
    """Keeps one question, however many searches it takes, within its limits, and adds up what it cost."""

    def __init__(self, limits: Limits = NO_LIMITS, stop: StopFlag | None = None) -> None:
        self.limits = limits
        self.stop = stop or StopFlag()
        self.nodes = 0
        self.seconds = 0.0
        self.stopped = ""

    @property
    def nodes_left(self) -> int | None:
        """Nodes the limit still allows; None without a limit."""
        return None if self.limits.nodes is None else max(0, self.limits.nodes - self.nodes)

    @property
    def effort(self) -> Effort:
        """What was spent so far."""
        return Effort(self.nodes, self.seconds, self.stopped)

    def lap(self, since: Effort) -> Effort:
        """What was spent after ``since``, an earlier :attr:`effort`."""
        return Effort(self.nodes - since.nodes, self.seconds - since.seconds, self.stopped)
