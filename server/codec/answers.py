"""Answers: what the library found, for the wire, and read back from it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version

from forehand.solver.analysis import BestLine, CardScore, CardScores, PlayedCard, PostMortem, Table, TableCell
from forehand.solver.cards import Card
from forehand.solver.concepts import Solution
from forehand.solver.rules import Record, Variant
from forehand.solver.search import Bounds, Effort
from forehand.v1 import solver_pb2 as pb

from ..guard import Call

SOLVER_VERSION = version("forehand")

STOPPED = {"": pb.STOPPED_REASON_FINISHED, "node_limit": pb.STOPPED_REASON_NODE_LIMIT}
STOPPED_WORDS = {number: word for word, number in STOPPED.items()}


def encode_bounds(bounds: Bounds) -> pb.Bounds:
    """Bounds for the wire."""
    return pb.Bounds(lower=bounds.lower, upper=bounds.upper)


def decode_bounds(wire: pb.Bounds) -> Bounds:
    """Bounds from the wire."""
    return Bounds(wire.lower, wire.upper)


def encode_effort(effort: Effort) -> pb.Effort:
    """An effort for the wire."""
    return pb.Effort(nodes=effort.nodes, cpu_seconds=effort.seconds, stopped=STOPPED[effort.stopped])


def decode_effort(wire: pb.Effort) -> Effort:
    """An effort from the wire."""
    return Effort(int(wire.nodes), wire.cpu_seconds, STOPPED_WORDS.get(wire.stopped, ""))


def encode_info(record: Record, effort: Effort, call: Call) -> pb.AnswerInfo:
    """How the answer to ``call`` came about."""
    return pb.AnswerInfo(
        solver_version=SOLVER_VERSION,
        id=record.id,
        game=record.variant.name,
        options={name: str(value) for name, value in record.variant.options},
        effort=encode_effort(effort),
        elapsed_seconds=call.elapsed_seconds,
        queue_seconds=call.queue_seconds,
    )


def encode_solution(record: Record, solution: Solution, call: Call) -> pb.SolveResponse:
    """The answer to Solve."""
    return pb.SolveResponse(
        seat=solution.seat,
        bounds=encode_bounds(solution.bounds),
        exact=solution.is_exact,
        info=encode_info(record, solution.effort, call),
        line=map(str, solution.line),
    )


def decode_solution(wire: pb.SolveResponse) -> Solution:
    """The answer to Solve."""
    line = tuple(map(Card.parse, wire.line))
    return Solution(wire.seat, decode_bounds(wire.bounds), decode_effort(wire.info.effort), line)


def encode_card_scores(record: Record, scores: CardScores, call: Call) -> pb.ScoreCardsResponse:
    """The answer to ScoreCards."""
    return pb.ScoreCardsResponse(
        seat=scores.seat,
        cards=[pb.CardScore(card=str(score.card), bounds=encode_bounds(score.bounds)) for score in scores.cards],
        exact=scores.is_exact,
        info=encode_info(record, scores.effort, call),
    )


def decode_card_scores(wire: pb.ScoreCardsResponse) -> CardScores:
    """The answer to ScoreCards."""
    cards = tuple(CardScore(Card.parse(score.card), decode_bounds(score.bounds)) for score in wire.cards)
    return CardScores(wire.seat, cards, decode_effort(wire.info.effort))


def encode_play_event(record: Record, event: PlayedCard | PostMortem, call: Call) -> pb.AnalyzePlayResponse:
    """One message of the answer to AnalyzePlay."""
    if isinstance(event, PlayedCard):
        return pb.AnalyzePlayResponse(card=_encode_played_card(event))
    summary = pb.PostMortemSummary(
        at_start=map(encode_bounds, event.at_start),
        tally=event.tally,
        costs=_known_costs(event),
        costs_complete=[cost is not None for cost in event.costs],
        exact=event.is_exact,
        info=encode_info(record, event.effort, call),
        best_line=None if event.best_line is None else _encode_best_line(event.best_line),
    )
    return pb.AnalyzePlayResponse(summary=summary)


def _known_costs(post_mortem: PostMortem) -> list[int]:
    """By seat, what its cards are known to have cost."""
    costs = [0] * len(post_mortem.tally)
    for card in post_mortem.turning_points:
        costs[card.seat] += card.cost
    return costs


def _encode_played_card(played: PlayedCard) -> pb.PlayedCard:
    return pb.PlayedCard(
        index=played.index,
        trick=played.trick,
        seat=played.seat,
        card=str(played.card),
        before=encode_bounds(played.before),
        after=encode_bounds(played.after),
        cost=played.cost if played.is_cost_known else None,
        free_cards=map(str, played.free_cards),
        exact=played.is_exact,
        effort=encode_effort(played.effort),
    )


def _encode_best_line(line: BestLine) -> pb.BestLine:
    return pb.BestLine(
        after=line.after,
        seat=line.seat,
        bounds=encode_bounds(line.bounds),
        exact=line.bounds.is_exact,
        cards=map(str, line.cards),
    )


def _decode_best_line(wire: pb.BestLine) -> BestLine:
    return BestLine(wire.after, wire.seat, decode_bounds(wire.bounds), tuple(map(Card.parse, wire.cards)))


def decode_played_card(wire: pb.PlayedCard, record: Record) -> PlayedCard:
    """One card of the answer to AnalyzePlay."""
    return PlayedCard(
        index=wire.index,
        trick=wire.trick,
        seat=wire.seat,
        card=Card.parse(wire.card),
        before=decode_bounds(wire.before),
        after=decode_bounds(wire.after),
        free_cards=tuple(map(Card.parse, wire.free_cards)),
        is_misere=record.contract is not None and record.contract.is_misere,
        effort=decode_effort(wire.effort),
    )


def decode_post_mortem(wire: pb.PostMortemSummary, record: Record, cards: Iterable[PlayedCard]) -> PostMortem:
    """The whole answer to AnalyzePlay."""
    return PostMortem(
        record=record,
        cards=tuple(cards),
        at_start=tuple(map(decode_bounds, wire.at_start)),
        tally=tuple(wire.tally),
        effort=decode_effort(wire.info.effort),
        best_line=_decode_best_line(wire.best_line) if wire.HasField("best_line") else None,
    )


def encode_table_event(record: Record, event: TableCell | Table, call: Call) -> pb.SolveTableResponse:
    """One message of the answer to SolveTable."""
    if isinstance(event, TableCell):
        solution = event.solution
        cell = pb.TableCell(
            contract=event.contract.name,
            seat=solution.seat,
            bounds=encode_bounds(solution.bounds),
            exact=solution.is_exact,
            effort=encode_effort(solution.effort),
        )
        return pb.SolveTableResponse(cell=cell)
    summary = pb.TableSummary(exact=event.is_exact, info=encode_info(record, event.effort, call))
    return pb.SolveTableResponse(summary=summary)


def decode_table_cell(wire: pb.TableCell, variant: Variant) -> TableCell:
    """One cell of the answer to SolveTable."""
    solution = Solution(wire.seat, decode_bounds(wire.bounds), decode_effort(wire.effort))
    return TableCell(variant.contract(wire.contract), solution)


def decode_table(wire: pb.TableSummary, cells: Iterable[TableCell]) -> Table:
    """The whole answer to SolveTable."""
    return Table(tuple(cells), decode_effort(wire.info.effort))
