"""What FindExchange answers, for the wire, and read back from it."""

from __future__ import annotations

from dataclasses import dataclass

from forehand.solver.analysis import DiscardValue, Exchange, ExchangeProgress, score_bounds
from forehand.solver.cards import Hand, format_cards, parse_hand
from forehand.solver.rules import Record, Variant
from forehand.solver.search import Effort
from forehand.v1 import solver_pb2 as pb

from ..guard import Call
from .answers import decode_bounds, decode_effort, encode_bounds, encode_effort, encode_info


@dataclass(frozen=True, slots=True)
class Exchanges:
    """All of an answer: the exchange under each contract asked for."""

    exchanges: tuple[Exchange, ...]

    @property
    def effort(self) -> Effort:
        """What they cost together; it is stopped if one of them is."""
        efforts = [exchange.effort for exchange in self.exchanges]
        stopped = next((effort.stopped for effort in efforts if effort.stopped), "")
        return Effort(sum(effort.nodes for effort in efforts), sum(effort.seconds for effort in efforts), stopped)


def encode_exchange_event(
    record: Record, event: ExchangeProgress | Exchange | Exchanges, call: Call
) -> pb.FindExchangeResponse:
    """One message of the answer to FindExchange."""
    if isinstance(event, ExchangeProgress):
        return pb.FindExchangeResponse(progress=_encode_progress(event))
    if isinstance(event, Exchange):
        return pb.FindExchangeResponse(exchange=_encode_exchange(record, event))
    is_exact = all(exchange.is_exact for exchange in event.exchanges)
    info = encode_info(record, event.effort, call)
    return pb.FindExchangeResponse(summary=pb.ExchangeSummary(exact=is_exact, info=info))


def _encode_progress(progress: ExchangeProgress) -> pb.ExchangeProgress:
    return pb.ExchangeProgress(
        contract=progress.contract.name,
        done=progress.done,
        total=progress.total,
        best=encode_bounds(progress.best),
        laid_away=format_cards(progress.laid_away),
    )


def _encode_exchange(record: Record, exchange: Exchange) -> pb.Exchange:
    score = score_bounds(record, exchange.contract, exchange.bounds)
    return pb.Exchange(
        contract=exchange.contract.name,
        bounds=encode_bounds(exchange.bounds),
        exact=exchange.is_exact,
        complete=exchange.is_complete,
        score=score.value if score is not None and score.is_exact else None,
        discards=map(format_cards, exchange.discards),
        touching=map(format_cards, exchange.touching),
        values=[
            pb.DiscardValue(laid_away=format_cards(each.laid_away), bounds=encode_bounds(each.bounds))
            for each in exchange.values
        ],
        effort=encode_effort(exchange.effort),
    )


def decode_exchange_progress(wire: pb.ExchangeProgress, variant: Variant) -> ExchangeProgress:
    """How far a search is."""
    contract, laid_away = variant.contract(wire.contract), _decode_cards(wire.laid_away, variant)
    return ExchangeProgress(contract, wire.done, wire.total, decode_bounds(wire.best), laid_away)


def decode_exchange(wire: pb.Exchange, variant: Variant) -> Exchange:
    """The exchange under one contract."""
    return Exchange(
        contract=variant.contract(wire.contract),
        bounds=decode_bounds(wire.bounds),
        discards=tuple(_decode_cards(text, variant) for text in wire.discards),
        touching=tuple(_decode_cards(text, variant) for text in wire.touching),
        values=tuple(
            DiscardValue(_decode_cards(each.laid_away, variant), decode_bounds(each.bounds)) for each in wire.values
        ),
        effort=decode_effort(wire.effort),
    )


def _decode_cards(text: str, variant: Variant) -> Hand:
    return parse_hand(text, variant.ranks)
