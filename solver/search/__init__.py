"""Floor 3: can this side reach this target? No game is named here."""

from .driver import MAX_MEMORY_MIB, Solver
from .limits import DEFAULT_MEMORY_MIB, NO_LIMITS, Bounds, Effort, Limits, Meter
from .options import SearchOptions
from .stop import StopFlag

__all__ = [
    "DEFAULT_MEMORY_MIB",
    "MAX_MEMORY_MIB",
    "NO_LIMITS",
    "Bounds",
    "Effort",
    "Limits",
    "Meter",
    "SearchOptions",
    "Solver",
    "StopFlag",
]
