"""The exception tree.

ForehandError
├── InvalidInput        what was asked cannot be answered; also a ValueError; carries every fault
│   └── OutOfRange      it is sound, but too much to work out
└── LimitReached        an exact value was asked of a result that is only bounds
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an input.

    ``path`` names the place (``deal.hands[2]``, ``play[17]``), ``code`` is a stable UPPER_SNAKE
    word for programs, ``message`` a sentence for people.
    """

    path: str
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class ForehandError(Exception):
    """Base of every error Forehand raises on purpose."""


class InvalidInput(ForehandError, ValueError):
    """An input with faults; ``faults`` lists every one of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))

    def __reduce__(self) -> tuple[type[InvalidInput], tuple[tuple[Fault, ...]]]:
        return type(self), (self.faults,)


class OutOfRange(InvalidInput):
    """A sound question that is too large to be answered, even by bounds; its fault has the code OUT_OF_RANGE."""

    def __init__(self, faults: Iterable[Fault] | str) -> None:
        super().__init__([Fault("", "OUT_OF_RANGE", faults)] if isinstance(faults, str) else faults)


class LimitReached(ForehandError):
    """The search stopped at a limit: there are bounds, but no exact value."""
