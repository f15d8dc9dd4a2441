from typing import Self

from ..cards import Card
from ..objectives import Objective
from ..rules import Position
from .options import SearchOptions
from .stop import StopFlag

MAX_MEMORY_MIB: int

def has_x86_64_v3() -> bool:
    """Whether this machine runs code built for x86-64-v3."""

class Search:
    """One transposition table and what goes with it; the driver's Solver is its Python face."""

    def __new__(cls, memory_mib: int, options: SearchOptions, fork_at: int) -> Self: ...
    def clear(self) -> None:
        """Forget all that was found, keeping the memory."""
    def ask(
        self, position: Position, objective: Objective, target: int, nodes_left: int | None, stop: StopFlag
    ) -> tuple[tuple[int, int] | None, int, str]:
        """((lower, upper), nodes, "") for "do the counted seats win at least target points?".

        (None, nodes, "node_limit" or "cancelled") if a limit came first.
        """
    def quick_claim(
        self, position: Position, objective: Objective, target: int
    ) -> tuple[tuple[int, int], tuple[Card, ...]] | None:
        """What the quick bounds say of "at least target?" at the start of a trick: ((lower, upper), relevant cards).

        Raises ValueError in mid-trick.
        """
    def first_guess(self, position: Position, objective: Objective) -> int:
        """Where to begin looking for the value."""
    def get_weights(self) -> list[list[int]]:
        """The numbers of the ordering, a list a role."""
    def set_weights(self, weights: list[list[int]]) -> None:
        """Replace the numbers of the ordering; for tuning."""
    def table_usage(self) -> dict[str, int]:
        """Bytes and counters of the table."""
