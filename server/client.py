"""The service as if it were the library: the same questions, the same types."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

import grpc
from google.protobuf.message import Message

from forehand.solver.analysis import (
    CardScores,
    Exchange,
    ExchangeProgress,
    PlayedCard,
    PostMortem,
    Table,
    TableCell,
)
from forehand.solver.concepts import Solution, TieRule, Wills
from forehand.solver.errors import Fault, InvalidInput
from forehand.solver.rules import Contract, Record
from forehand.solver.search import NO_LIMITS, Limits
from forehand.v1 import solver_pb2 as pb
from forehand.v1 import solver_pb2_grpc

from . import codec
from .config import MAX_MESSAGE_BYTES, MAX_TIMEOUT
from .errors import ServiceError
from .status import error_of

RETRIES = {
    "methodConfig": [
        {
            "name": [{"service": "forehand.v1.SolverService"}],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.1s",
                "maxBackoff": "2s",
                "backoffMultiplier": 3,
                "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"],
            },
        }
    ]
}
"""A busy server is asked again when it said so, one that went away three times within a second or so."""

CHANNEL_OPTIONS = (
    ("grpc.service_config", json.dumps(RETRIES)),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 500),
)
"""By default a channel waits up to two minutes for a server that was away, longer than all attempts of a call."""


class Client:
    """A connection to the server at ``target`` (``host:port``); a context manager, for any number of threads.

    ``timeout`` bounds each call, in seconds, above 0 and at most 1e9 (thirty years); None is no bound. Raises TypeError
    for one that is no number, ValueError for another number. Every call raises InvalidInput where the server finds
    faults in the question (paths begin with ``record.``), and ServiceError where it does not answer.
    """

    def __init__(self, target: str, timeout: float | None = None) -> None:
        _check_timeout(timeout)
        self.target = target
        self._timeout = timeout
        self._channel = grpc.insecure_channel(target, options=CHANNEL_OPTIONS)
        self._stub = solver_pb2_grpc.SolverServiceStub(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection; calls that run are cancelled."""
        self._channel.close()

    def solve(
        self,
        record: Record,
        *,
        include_line: bool = False,
        limits: Limits = NO_LIMITS,
        memory_mib: int | None = None,
    ) -> Solution:
        """As ``forehand.solve`` of the position after the record's play, for ``record.asked_seat``."""
        request = pb.SolveRequest(
            record=codec.encode_record(record),
            limits=codec.encode_limits(limits, memory_mib),
            include_line=include_line,
        )
        return codec.decode_solution(self._call(self._stub.Solve, request))

    def score_cards(self, record: Record, *, limits: Limits = NO_LIMITS, memory_mib: int | None = None) -> CardScores:
        """As ``forehand.score_cards`` of the position after the record's play, for ``record.seat``."""
        request = pb.ScoreCardsRequest(
            record=codec.encode_record(record), limits=codec.encode_limits(limits, memory_mib)
        )
        return codec.decode_card_scores(self._call(self._stub.ScoreCards, request))

    def analyze_play(
        self,
        record: Record,
        *,
        line_after: int | None = None,
        limits: Limits = NO_LIMITS,
        memory_mib: int | None = None,
        on_card: Callable[[PlayedCard], None] | None = None,
    ) -> PostMortem:
        """As ``forehand.analyze_play``."""
        request = pb.AnalyzePlayRequest(
            record=codec.encode_record(record),
            limits=codec.encode_limits(limits, memory_mib),
            line_after=line_after,
        )
        cards: list[PlayedCard] = []
        for event in self._messages(self._stub.AnalyzePlay, request):
            if event.HasField("summary"):
                return codec.decode_post_mortem(event.summary, record, cards)
            cards.append(codec.decode_played_card(event.card, record))
            if on_card is not None:
                on_card(cards[-1])
        raise ServiceError("DATA_LOSS", "the post-mortem came without its summary")

    def solve_table(
        self,
        record: Record,
        contracts: Sequence[Contract] | None = None,
        seats: Sequence[int] | None = None,
        *,
        limits: Limits = NO_LIMITS,
        memory_mib: int | None = None,
        on_cell: Callable[[TableCell], None] | None = None,
    ) -> Table:
        """As ``forehand.solve_table``; every contract and seat may be named once."""
        request = pb.SolveTableRequest(
            record=codec.encode_record(record),
            contracts=[contract.name for contract in contracts or ()],
            seats=seats,
            limits=codec.encode_limits(limits, memory_mib),
        )
        cells: list[TableCell] = []
        for event in self._messages(self._stub.SolveTable, request):
            if event.HasField("summary"):
                return codec.decode_table(event.summary, cells)
            cells.append(codec.decode_table_cell(event.cell, record.variant))
            if on_cell is not None:
                on_cell(cells[-1])
        raise ServiceError("DATA_LOSS", "the table came without its summary")

    def find_exchanges(
        self,
        record: Record,
        contracts: Sequence[Contract] | None = None,
        *,
        include_values: bool = False,
        include_ties: bool = True,
        limits: Limits = NO_LIMITS,
        memory_mib: int | None = None,
        on_progress: Callable[[ExchangeProgress], None] | None = None,
        on_exchange: Callable[[Exchange], None] | None = None,
    ) -> tuple[Exchange, ...]:
        """As ``forehand.find_exchanges``; every contract may be named once."""
        request = pb.FindExchangeRequest(
            record=codec.encode_record(record),
            contracts=[contract.name for contract in contracts or ()],
            include_values=include_values,
            omit_ties=not include_ties,
            limits=codec.encode_limits(limits, memory_mib),
        )
        found: list[Exchange] = []
        for event in self._messages(self._stub.FindExchange, request):
            if event.HasField("summary"):
                return tuple(found)
            if event.HasField("exchange"):
                found.append(codec.decode_exchange(event.exchange, record.variant))
                if on_exchange is not None:
                    on_exchange(found[-1])
            elif on_progress is not None:
                on_progress(codec.decode_exchange_progress(event.progress, record.variant))
        raise ServiceError("DATA_LOSS", "the exchanges came without their summary")

    def solve_wills(
        self,
        record: Record,
        tie_rule: TieRule | str | None = None,
        *,
        limits: Limits = NO_LIMITS,
        memory_mib: int | None = None,
    ) -> Wills:
        """As ``forehand.solve_wills`` of the position after the record's play; raises OutOfRange like it."""
        request = pb.SolveWillsRequest(
            record=codec.encode_record(record),
            tie_rule=codec.TIE_RULE_NUMBERS[None if tie_rule is None else TieRule(tie_rule)],
            limits=codec.encode_limits(limits, memory_mib),
        )
        return codec.decode_wills(self._call(self._stub.SolveWills, request))

    def list_variants(self) -> tuple[codec.OfferedGame, ...]:
        """The games the server solves, all pages of them."""
        games: list[codec.OfferedGame] = []
        request = pb.ListVariantsRequest()
        while True:
            page = self._call(self._stub.ListVariants, request)
            games += map(codec.decode_game, page.variants)
            if not page.next_page_token:
                return tuple(games)
            request.page_token = page.next_page_token

    def _call(self, method: Any, request: Message) -> Any:
        _check_size(request)
        with _errors():
            answer = method.future(request, timeout=self._timeout)
            with _cancelled_after(answer):
                return answer.result()

    def _messages(self, method: Any, request: Message) -> Iterator[Any]:
        _check_size(request)
        with _errors():
            answer = method(request, timeout=self._timeout)
            with _cancelled_after(answer):
                yield from answer


@contextmanager
def _cancelled_after(call: Any) -> Iterator[None]:
    """Whatever ends the wait (Ctrl-C, an error in a callback) ends the search too; a call that is over stays so."""
    try:
        yield
    finally:
        call.cancel()


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except grpc.RpcError as error:
        raise error_of(error) from None
    except grpc.FutureCancelledError:
        raise ServiceError("CANCELLED", "the connection was closed") from None


def _check_timeout(timeout: object) -> None:
    if timeout is None:
        return
    if isinstance(timeout, bool) or not isinstance(timeout, int | float):
        raise TypeError(f"timeout must be seconds or None, not {timeout!r}")
    if not 0 < timeout <= MAX_TIMEOUT:
        raise ValueError(f"timeout must be above 0 and at most {MAX_TIMEOUT:.0f} seconds, not {timeout!r}")


def _check_size(request: Message) -> None:
    """The server refuses what is too large with a status that also means busy, and would be asked again."""
    size = request.ByteSize()
    if size > MAX_MESSAGE_BYTES:
        raise InvalidInput([Fault("record", "TOO_LARGE", f"{size} bytes; a server takes at most {MAX_MESSAGE_BYTES}")])
