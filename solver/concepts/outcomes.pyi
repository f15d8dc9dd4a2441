from ..rules import Position
from ..search import StopFlag

BLOCK_BYTES: int
"""What each block of a solver's table takes."""

def find(
    position: Position, tie_rule: str, nodes_left: int | None, memory_bytes: int, stop: StopFlag
) -> tuple[list[tuple[int, ...]] | None, int, float, str]:
    """(outcomes in ascending order, nodes, CPU seconds, "") of a position in which every seat has a will of its own.

    (None, nodes, seconds, "node_limit", "cancelled" or "memory") if that came first.
    """
