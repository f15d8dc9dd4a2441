"""The server as backend; the only file of the command that needs gRPC, besides ``serve``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self, TypeVar

from forehand import CardScores, Contract, Fault, InvalidInput, PostMortem, Record, Solution, Table
from forehand.server.client import Client
from forehand.server.errors import ServiceError

from .backend import BackendError, OfferedGame, OnCard, OnCell
from .settings import Settings

T = TypeVar("T")

_RECORD_PATH = "record."
"""What the wire puts before the paths that a record of ours has."""


class RemoteBackend:
    """The server at the target; the timeout is the deadline of a call."""

    def __init__(self, target: str, settings: Settings) -> None:
        self._client = Client(target, settings.timeout)
        self._limits = settings.limits
        self._memory_mib = settings.memory_mib

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def cancel(self) -> None:
        self._client.close()

    def solve(self, record: Record, *, include_line: bool) -> Solution:
        return _call(
            lambda: self._client.solve(
                record, include_line=include_line, limits=self._limits, memory_mib=self._memory_mib
            )
        )

    def score_cards(self, record: Record) -> CardScores:
        return _call(lambda: self._client.score_cards(record, limits=self._limits, memory_mib=self._memory_mib))

    def analyze_play(self, record: Record, on_card: OnCard, line_after: int | None) -> PostMortem:
        return _call(
            lambda: self._client.analyze_play(
                record, line_after=line_after, limits=self._limits, memory_mib=self._memory_mib, on_card=on_card
            )
        )

    def solve_table(
        self, record: Record, contracts: Sequence[Contract], seats: Sequence[int], on_cell: OnCell
    ) -> Table:
        return _call(
            lambda: self._client.solve_table(
                record, contracts, seats, limits=self._limits, memory_mib=self._memory_mib, on_cell=on_cell
            )
        )

    def games(self) -> list[OfferedGame]:
        return [(game.variant, game.options) for game in _call(self._client.list_variants)]


def _call(ask: Callable[[], T]) -> T:
    """Asks, with the server's errors as the command knows them: paths as in the record, failures as BackendError."""
    try:
        return ask()
    except InvalidInput as error:
        raise InvalidInput(
            Fault(fault.path.removeprefix(_RECORD_PATH), fault.code, fault.message) for fault in error.faults
        ) from error
    except ServiceError as error:
        raise BackendError(error.reason or error.code, str(error), error.code == "UNAVAILABLE") from error
