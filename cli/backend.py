"""Who answers: the library in this process, or a server. Both give the library's own types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from types import TracebackType
from typing import Protocol, Self, TypeVar

import click

from forehand import (
    GAMES,
    CardScores,
    Contract,
    Exchange,
    ExchangeProgress,
    ForehandError,
    Hindsight,
    Option,
    PlayedCard,
    PostMortem,
    Record,
    Solution,
    Solver,
    StopFlag,
    Table,
    TableCell,
    Variant,
    Wills,
    analyze_play,
    find_exchanges,
    hindsight_of,
    score_cards,
    solve,
    solve_table,
    solve_wills,
)
from forehand.solver.rules import variant_of
from forehand.solver.search import DEFAULT_MEMORY_MIB

from .settings import Settings

T = TypeVar("T")

OnCard = Callable[[PlayedCard], None]
OnCell = Callable[[TableCell], None]
OnProgress = Callable[[ExchangeProgress], None]
OnCount = Callable[[int, int], None]
OnExchange = Callable[[Exchange], None]

OfferedGame = tuple[Variant, tuple[Option, ...]]
"""A game with every option at its default, and the options it takes."""


class BackendError(ForehandError):
    """The one asked could not answer; ``code`` is a stable UPPER_SNAKE word, the text a sentence for people.

    With ``is_gone`` there is no use in asking it again.
    """

    def __init__(self, code: str, message: str, is_gone: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.is_gone = is_gone


class Backend(Protocol):
    """What the commands ask, from any thread.

    Questions are about the position after the record's play, a table about the deal.
    """

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def cancel(self) -> None:
        """Ends every question at once, however it may be answered, and those still to come."""

    def solve(self, record: Record, *, include_line: bool) -> Solution:
        """The value for the seat the record asks about, if asked with its best line."""

    def score_cards(self, record: Record) -> CardScores:
        """The value of every legal card."""

    def analyze_play(
        self, record: Record, on_card: OnCard, *, line_after: int | None, include_values: bool
    ) -> PostMortem:
        """The post-mortem, as ``forehand.analyze_play``; ``on_card`` is called with each card as it is known."""

    def hindsight(self, record: Record, judged: PostMortem, on_progress: OnProgress) -> Hindsight:
        """What contract and exchange cost where the play is judged; ``on_progress`` is called while it is searched."""

    def solve_table(
        self, record: Record, contracts: Sequence[Contract], seats: Sequence[int], on_cell: OnCell
    ) -> Table:
        """The table; ``on_cell`` is called with each cell as it is known."""

    def find_exchanges(
        self,
        record: Record,
        contracts: Sequence[Contract],
        *,
        include_values: bool,
        on_progress: OnProgress,
        on_exchange: OnExchange,
    ) -> tuple[Exchange, ...]:
        """What to lay away, as ``forehand.find_exchanges``."""

    def solve_wills(self, record: Record, tie_rule: str | None, on_count: OnCount) -> Wills:
        """What each seat is sure of and gets at best, and with a tie rule what max^n comes to.

        ``on_count`` is called with how many values are known and how many there will be, as far as it can be told.
        """

    def games(self) -> list[OfferedGame]:
        """The games that can be asked about."""


class LocalBackend:
    """The library, one fresh solver a question, so that nodes do not depend on the deals before."""

    def __init__(self, settings: Settings) -> None:
        self.limits = settings.limits
        self.memory_mib = settings.memory_mib or DEFAULT_MEMORY_MIB
        self.timeout = settings.timeout
        self._running: set[StopFlag] = set()
        self._is_cancelled = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held between questions."""

    def cancel(self) -> None:
        self._is_cancelled = True
        for stop in tuple(self._running):
            stop.set()

    def solve(self, record: Record, *, include_line: bool) -> Solution:
        position, seat = record.end(), record.asked_seat
        return self._run(
            lambda solver, stop: solve(
                position, seat, include_line=include_line, solver=solver, limits=self.limits, stop=stop
            )
        )

    def score_cards(self, record: Record) -> CardScores:
        position = record.end()
        return self._run(
            lambda solver, stop: score_cards(position, record.seat, solver=solver, limits=self.limits, stop=stop)
        )

    def analyze_play(
        self, record: Record, on_card: OnCard, *, line_after: int | None, include_values: bool
    ) -> PostMortem:
        return self._run(
            lambda solver, stop: analyze_play(
                record,
                line_after=line_after,
                include_values=include_values,
                solver=solver,
                limits=self.limits,
                stop=stop,
                on_card=on_card,
            )
        )

    def hindsight(self, record: Record, judged: PostMortem, on_progress: OnProgress) -> Hindsight:
        return self._run(
            lambda solver, stop: hindsight_of(
                record, judged=judged, solver=solver, limits=self.limits, stop=stop, on_progress=on_progress
            )
        )

    def solve_table(
        self, record: Record, contracts: Sequence[Contract], seats: Sequence[int], on_cell: OnCell
    ) -> Table:
        return self._run(
            lambda solver, stop: solve_table(
                record, contracts, seats, solver=solver, limits=self.limits, stop=stop, on_cell=on_cell
            )
        )

    def find_exchanges(
        self,
        record: Record,
        contracts: Sequence[Contract],
        *,
        include_values: bool,
        on_progress: OnProgress,
        on_exchange: OnExchange,
    ) -> tuple[Exchange, ...]:
        return self._run(
            lambda solver, stop: find_exchanges(
                record,
                contracts,
                include_values=include_values,
                solver=solver,
                limits=self.limits,
                stop=stop,
                on_progress=on_progress,
                on_exchange=on_exchange,
            )
        )

    def solve_wills(self, record: Record, tie_rule: str | None, on_count: OnCount) -> Wills:
        position = record.end()
        return self._run(
            lambda solver, stop: solve_wills(
                position, tie_rule, solver=solver, limits=self.limits, stop=stop, on_progress=on_count
            )
        )

    def games(self) -> list[OfferedGame]:
        return [(variant_of(game.name, {}), game.options) for game in GAMES.values()]

    def _run(self, work: Callable[[Solver, StopFlag], T]) -> T:
        """Does ``work`` until it is done, cancelled or out of time."""
        stop = StopFlag()
        self._running.add(stop)
        if self._is_cancelled:
            stop.set()
        timer = None if self.timeout is None else Timer(self.timeout, stop.set)
        try:
            if timer is not None:
                timer.start()
            return work(Solver(self.memory_mib), stop)
        finally:
            if timer is not None:
                timer.cancel()
            self._running.discard(stop)


def open_backend(settings: Settings) -> Backend:
    """The server named by ``--target``, else the library.

    Raises click.ClickException where the service is asked for and not installed.
    """
    if settings.target is None:
        return LocalBackend(settings)
    with service_needed():
        from .remote import RemoteBackend
    return RemoteBackend(settings.target, settings)


@contextmanager
def service_needed() -> Iterator[None]:
    """Says how to install what the imports inside need; raises click.ClickException for one that is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        text = f"the service is not installed ({error}): pip install 'forehand[service]'"
        raise click.ClickException(text) from error
