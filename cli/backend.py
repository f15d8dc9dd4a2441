"""Who answers: the library in this process, or a server. Both give the library's own types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Protocol, Self, TypeVar

import click

from forehand import (
    GAMES,
    CardScores,
    Contract,
    ForehandError,
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
    analyze_play,
    score_cards,
    solve,
    solve_table,
)
from forehand.solver.rules import variant_of
from forehand.solver.search import DEFAULT_MEMORY_MIB

from .settings import Settings

T = TypeVar("T")

OnCard = Callable[[PlayedCard], None]
OnCell = Callable[[TableCell], None]

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
    """What the commands ask. Questions are about the position after the record's play, a table about the deal."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def solve(self, record: Record) -> Solution:
        """The value for the seat the record asks about."""

    def score_cards(self, record: Record) -> CardScores:
        """The value of every legal card."""

    def analyze_play(self, record: Record, on_card: OnCard) -> PostMortem:
        """The post-mortem; ``on_card`` is called with each card as it is known."""

    def solve_table(
        self, record: Record, contracts: Sequence[Contract], seats: Sequence[int], on_cell: OnCell
    ) -> Table:
        """The table; ``on_cell`` is called with each cell as it is known."""

    def games(self) -> list[OfferedGame]:
        """The games that can be asked about."""


class LocalBackend:
    """The library, one fresh solver a question, so that nodes do not depend on the deals before."""

    def __init__(self, settings: Settings) -> None:
        self.limits = settings.limits
        self.memory_mib = settings.memory_mib or DEFAULT_MEMORY_MIB
        self.timeout = settings.timeout

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held between questions."""

    def solve(self, record: Record) -> Solution:
        position, seat = record.end(), record.asked_seat
        return self._run(lambda solver, stop: solve(position, seat, solver=solver, limits=self.limits, stop=stop))

    def score_cards(self, record: Record) -> CardScores:
        position = record.end()
        return self._run(
            lambda solver, stop: score_cards(position, record.seat, solver=solver, limits=self.limits, stop=stop)
        )

    def analyze_play(self, record: Record, on_card: OnCard) -> PostMortem:
        return self._run(
            lambda solver, stop: analyze_play(record, solver=solver, limits=self.limits, stop=stop, on_card=on_card)
        )

    def solve_table(
        self, record: Record, contracts: Sequence[Contract], seats: Sequence[int], on_cell: OnCell
    ) -> Table:
        return self._run(
            lambda solver, stop: solve_table(
                record, contracts, seats, solver=solver, limits=self.limits, stop=stop, on_cell=on_cell
            )
        )

    def games(self) -> list[OfferedGame]:
        return [(variant_of(game.name, {}), game.options) for game in GAMES.values()]

    def _run(self, work: Callable[[Solver, StopFlag], T]) -> T:
        """Does ``work`` in a thread of its own, so that time and Ctrl-C, which reach the main thread, can stop it."""
        stop = StopFlag()
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(lambda: work(Solver(self.memory_mib), stop))
            try:
                return future.result(self.timeout)
            except TimeoutError:
                stop.set()
                return future.result()
            except KeyboardInterrupt:
                stop.set()
                raise


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
