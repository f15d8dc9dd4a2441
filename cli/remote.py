"""The server as backend; the only file of the command that needs gRPC, besides ``serve``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self, TypeVar

from forehand import (
    CardScore,
    CardScores,
    Contract,
    Effort,
    Exchange,
    Fault,
    Hindsight,
    InvalidInput,
    Limits,
    PlayedCard,
    PostMortem,
    Record,
    Solution,
    Table,
    Wills,
    hindsight_of,
)
from forehand.server.client import Client
from forehand.server.codec import Exchanges
from forehand.server.errors import ServiceError
from forehand.solver.analysis.hindsight import has_exchange

from .backend import BackendError, OfferedGame, OnCard, OnCell, OnCount, OnExchange, OnProgress
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

    def analyze_play(
        self, record: Record, on_card: OnCard, *, line_after: int | None, include_values: bool
    ) -> PostMortem:
        judged = _call(
            lambda: self._client.analyze_play(
                record, line_after=line_after, limits=self._limits, memory_mib=self._memory_mib, on_card=on_card
            )
        )
        return self._with_values(judged) if include_values else judged

    def _with_values(self, judged: PostMortem) -> PostMortem:
        """The post-mortem with the values of all cards, which the wire gives one position at a time."""
        cards, effort = [], judged.effort
        for played in judged.cards:
            scores = self._scores(judged.record, played, effort)
            cards.append(replace(played, values=scores.cards))
            spent, seconds = effort.nodes + scores.effort.nodes, effort.seconds + scores.effort.seconds
            effort = Effort(spent, seconds, effort.stopped or scores.effort.stopped)
        return replace(judged, cards=tuple(cards), effort=effort)

    def _scores(self, record: Record, played: PlayedCard, spent: Effort) -> CardScores:
        """The totals of all cards that could have been played, within what ``spent`` leaves of the limits."""
        before = replace(record, play=record.play[: played.index], seat=None)
        position = before.end()
        if position.legal_plays() == (played.card,):
            return CardScores(played.seat, (CardScore(played.card, played.before),), Effort())
        left = self._limits if self._limits.nodes is None else Limits(max(0, self._limits.nodes - spent.nodes))
        found = _call(lambda: self._client.score_cards(before, limits=left, memory_mib=self._memory_mib))
        won = sum(position.tally[seat] for seat in record.variant.side_of(played.seat))
        return replace(found, cards=tuple(CardScore(score.card, score.bounds + won) for score in found.cards))

    def hindsight(self, record: Record, judged: PostMortem, on_progress: OnProgress) -> Hindsight:
        exchanges = self._best_of_each(record, on_progress) if has_exchange(record) else self._as_played(record)
        found = hindsight_of(record, exchanges=exchanges, judged=judged)
        return replace(found, effort=Exchanges(exchanges).effort)

    def _best_of_each(self, record: Record, on_progress: OnProgress) -> tuple[Exchange, ...]:
        return _call(
            lambda: self._client.find_exchanges(
                record,
                include_ties=False,
                limits=self._limits,
                memory_mib=self._memory_mib,
                on_progress=on_progress,
            )
        )

    def _as_played(self, record: Record) -> tuple[Exchange, ...]:
        """Every contract with the hand as it is, where there is nothing to exchange."""
        table = self.solve_table(record, record.variant.contracts, [0], lambda _: None)
        return tuple(
            Exchange(cell.contract, cell.solution.bounds, (), (), (), cell.solution.effort) for cell in table.cells
        )

    def solve_table(
        self, record: Record, contracts: Sequence[Contract], seats: Sequence[int], on_cell: OnCell
    ) -> Table:
        return _call(
            lambda: self._client.solve_table(
                record, contracts, seats, limits=self._limits, memory_mib=self._memory_mib, on_cell=on_cell
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
        return _call(
            lambda: self._client.find_exchanges(
                record,
                contracts,
                include_values=include_values,
                limits=self._limits,
                memory_mib=self._memory_mib,
                on_progress=on_progress,
                on_exchange=on_exchange,
            )
        )

    def solve_wills(self, record: Record, tie_rule: str | None, on_count: OnCount) -> Wills:
        return _call(
            lambda: self._client.solve_wills(record, tie_rule, limits=self._limits, memory_mib=self._memory_mib)
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
