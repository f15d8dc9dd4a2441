"""The service: a method a call, each no more than decode, ask the library, encode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from forehand.solver.analysis import (
    Exchange,
    ExchangeProgress,
    PlayedCard,
    PostMortem,
    Table,
    TableCell,
    analyze_play,
    find_exchanges,
    score_cards,
    solve_table,
)
from forehand.solver.concepts import Solution, solve, solve_wills
from forehand.solver.search import Effort, Limits, Solver, StopFlag
from forehand.v1 import solver_pb2 as pb
from forehand.v1 import solver_pb2_grpc

from . import codec
from .admission import Admission
from .config import Config
from .guard import current_call


class _Answered(Protocol):
    @property
    def effort(self) -> Effort: ...


Answer = TypeVar("Answer", bound=_Answered)
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Means:
    """What a question is answered with."""

    solver: Solver
    limits: Limits
    stop: StopFlag


class SolverService(solver_pb2_grpc.SolverServiceServicer):
    """Answers on the event loop; all searching is done where ``admission`` puts it."""

    def __init__(self, config: Config, admission: Admission) -> None:
        self._config = config
        self._admission = admission
        self._games = codec.offered_games()

    async def Solve(self, request: pb.SolveRequest, context: Any) -> pb.SolveResponse:
        question = codec.decode_question(request, self._config)
        record, line = question.record, request.include_line

        def ask(by: Means) -> Solution:
            position, seat = record.end(), record.asked_seat
            return solve(position, seat, include_line=line, solver=by.solver, limits=by.limits, stop=by.stop)

        solution = await self._ask(question, ask)
        return codec.encode_solution(record, solution, current_call())

    async def ScoreCards(self, request: pb.ScoreCardsRequest, context: Any) -> pb.ScoreCardsResponse:
        question = codec.decode_question(request, self._config)
        record = question.record
        scores = await self._ask(
            question,
            lambda by: score_cards(record.end(), record.seat, solver=by.solver, limits=by.limits, stop=by.stop),
        )
        return codec.encode_card_scores(record, scores, current_call())

    async def AnalyzePlay(self, request: pb.AnalyzePlayRequest, context: Any) -> AsyncIterator[pb.AnalyzePlayResponse]:
        question = codec.decode_play_question(request, self._config)
        record, after = question.record, question.line_after

        def ask(by: Means, on_card: Callable[[PlayedCard], None]) -> PostMortem:
            return analyze_play(
                record, line_after=after, solver=by.solver, limits=by.limits, stop=by.stop, on_card=on_card
            )

        async with aclosing(self._stream(question, ask)) as events:
            async for event in events:
                yield codec.encode_play_event(record, event, current_call())

    async def SolveTable(self, request: pb.SolveTableRequest, context: Any) -> AsyncIterator[pb.SolveTableResponse]:
        question = codec.decode_table_question(request, self._config)
        record, contracts, seats = question.record, question.contracts, question.seats

        def ask(by: Means, on_cell: Callable[[TableCell], None]) -> Table:
            return solve_table(
                record, contracts, seats, solver=by.solver, limits=by.limits, stop=by.stop, on_cell=on_cell
            )

        async with aclosing(self._stream(question, ask)) as events:
            async for event in events:
                yield codec.encode_table_event(record, event, current_call())

    async def FindExchange(
        self, request: pb.FindExchangeRequest, context: Any
    ) -> AsyncIterator[pb.FindExchangeResponse]:
        question = codec.decode_exchange_question(request, self._config)
        record = question.record

        def ask(by: Means, on_item: Callable[[ExchangeProgress | Exchange], None]) -> codec.Exchanges:
            found = find_exchanges(
                record,
                question.contracts,
                include_values=question.include_values,
                include_ties=question.include_ties,
                solver=by.solver,
                limits=by.limits,
                stop=by.stop,
                on_progress=on_item,
                on_exchange=on_item,
            )
            return codec.Exchanges(found)

        async with aclosing(self._stream(question, ask)) as events:
            async for event in events:
                yield codec.encode_exchange_event(record, event, current_call())

    async def SolveWills(self, request: pb.SolveWillsRequest, context: Any) -> pb.SolveWillsResponse:
        question = codec.decode_wills_question(request, self._config)
        record = question.record
        wills = await self._ask(
            question,
            lambda by: solve_wills(record.end(), question.tie_rule, solver=by.solver, limits=by.limits, stop=by.stop),
        )
        return codec.encode_wills(record, wills, current_call())

    async def ListVariants(self, request: pb.ListVariantsRequest, context: Any) -> pb.ListVariantsResponse:
        return codec.encode_game_page(request, self._games)

    async def _ask(self, question: codec.Question, ask: Callable[[Means], Answer]) -> Answer:
        """The answer of ``ask``, done on a solver thread with a table of its own."""
        answer = await self._admission.run(lambda stop: ask(Means(Solver(question.memory_mib), question.limits, stop)))
        current_call().nodes = answer.effort.nodes
        return answer

    async def _stream(
        self, question: codec.Question, ask: Callable[[Means, Callable[[Item], None]], Answer]
    ) -> AsyncGenerator[Item | Answer]:
        """What ``ask`` hands out as it comes, then its answer.

        Nothing slows a search down for a slow client: what waits here is at most a message for
        each card, cell or contract of the question, and ten a second of progress. Closing the stream stops the search.
        """
        loop = asyncio.get_running_loop()
        items: asyncio.Queue[Item | None] = asyncio.Queue()

        def work(by: Means) -> Answer:
            def hand_out(item: Item) -> None:
                if not by.stop.is_set():
                    loop.call_soon_threadsafe(items.put_nowait, item)

            return ask(by, hand_out)

        answer = asyncio.create_task(self._ask(question, work))
        answer.add_done_callback(lambda _: items.put_nowait(None))
        try:
            while (item := await items.get()) is not None:
                yield item
            yield await answer
        finally:
            answer.cancel()
            await asyncio.wait([answer])
