"""Requests: questions decoded with every fault in them, and encoded for a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from forehand.solver.analysis import exchange_faults
from forehand.solver.cards import format_cards, format_hand
from forehand.solver.concepts import TieRule
from forehand.solver.errors import Fault, InvalidInput
from forehand.solver.formats import read_record
from forehand.solver.rules import GAMES, Contract, Record, Variant, variant_of
from forehand.solver.search import Limits
from forehand.v1 import solver_pb2 as pb

from ..config import Config

MAX_UINT32 = 2**32 - 1
MAX_DIGITS = 10
"""Of a number; int() raises an error of its own for thousands of them."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a request asks, decoded: a record and what its search may spend."""

    record: Record
    limits: Limits
    memory_mib: int


@dataclass(frozen=True, slots=True)
class PlayQuestion(Question):
    """The same with the point of the play a best line is asked from; None asks for none."""

    line_after: int | None


@dataclass(frozen=True, slots=True)
class TableQuestion(Question):
    """The same with the cells asked for; None means all."""

    contracts: tuple[Contract, ...] | None
    seats: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class ExchangeQuestion(Question):
    """The same with the contracts asked for, None means all, and whether every set's value and every best set are."""

    contracts: tuple[Contract, ...] | None
    include_values: bool
    include_ties: bool


@dataclass(frozen=True, slots=True)
class WillsQuestion(Question):
    """The same with the tie rule of max^n; None asks for no max^n."""

    tie_rule: TieRule | None


TIE_RULES = {
    pb.TIE_RULE_UNSPECIFIED: None,
    pb.TIE_RULE_HURT_LEADER_MOST: TieRule.HURT_LEADER_MOST,
    pb.TIE_RULE_HELP_LEFT: TieRule.HELP_LEFT,
    pb.TIE_RULE_FIRST_CARD: TieRule.FIRST_CARD,
    pb.TIE_RULE_ALL_OUTCOMES: TieRule.ALL_OUTCOMES,
}
TIE_RULE_NUMBERS = {rule: number for number, rule in TIE_RULES.items()}


def decode_question(request: pb.SolveRequest | pb.ScoreCardsRequest, config: Config) -> Question:
    """The question of a call about a position; its record names a contract."""
    record, faults = _decode_played_record(request)
    limits, memory_mib = _decode_limits(request.limits, config, faults)
    if record is None or faults:
        raise InvalidInput(faults)
    return Question(record, limits, memory_mib)


def decode_play_question(request: pb.AnalyzePlayRequest, config: Config) -> PlayQuestion:
    """The question of AnalyzePlay; its record names a contract."""
    record, faults = _decode_played_record(request)
    limits, memory_mib = _decode_limits(request.limits, config, faults)
    line_after = request.line_after if request.HasField("line_after") else None
    if line_after is not None and line_after > len(request.record.play):
        text = f"no line after card {line_after}; {len(request.record.play)} recorded"
        faults.append(Fault("line_after", "OUT_OF_RANGE", text))
    if record is None or faults:
        raise InvalidInput(faults)
    return PlayQuestion(record, limits, memory_mib, line_after)


def decode_table_question(request: pb.SolveTableRequest, config: Config) -> TableQuestion:
    """The question of SolveTable."""
    record, faults = _decode_record(request)
    limits, memory_mib = _decode_limits(request.limits, config, faults)
    variant = record.variant if record is not None else _variant_or_none(request.record)
    contracts = seats = None
    if variant is not None:
        contracts = _decode_contracts(variant, request.contracts, faults)
        faults += _choice_faults("seats", request.seats, range(variant.seats), "SEAT")
        seats = tuple(request.seats) or None
    if record is None or faults:
        raise InvalidInput(faults)
    return TableQuestion(record, limits, memory_mib, contracts, seats)


def decode_exchange_question(request: pb.FindExchangeRequest, config: Config) -> ExchangeQuestion:
    """The question of FindExchange."""
    record, faults = _decode_record(request)
    limits, memory_mib = _decode_limits(request.limits, config, faults)
    variant = record.variant if record is not None else _variant_or_none(request.record)
    contracts = None if variant is None else _decode_contracts(variant, request.contracts, faults)
    if record is not None:
        faults += exchange_faults(record, "record.")
    if record is None or faults:
        raise InvalidInput(faults)
    return ExchangeQuestion(
        record=record,
        limits=limits,
        memory_mib=memory_mib,
        contracts=contracts,
        include_values=request.include_values,
        include_ties=not request.omit_ties,
    )


def decode_wills_question(request: pb.SolveWillsRequest, config: Config) -> WillsQuestion:
    """The question of SolveWills; its record names a contract."""
    record, faults = _decode_played_record(request)
    limits, memory_mib = _decode_limits(request.limits, config, faults)
    if request.tie_rule not in TIE_RULES:
        known = ", ".join(pb.TieRule.Name(number) for number in TIE_RULES)
        faults.append(Fault("tie_rule", "UNKNOWN_TIE_RULE", f"unknown tie rule {request.tie_rule}; known are {known}"))
    if record is None or faults:
        raise InvalidInput(faults)
    return WillsQuestion(record, limits, memory_mib, TIE_RULES[request.tie_rule])


def _decode_contracts(variant: Variant, names: Sequence[str], faults: list[Fault]) -> tuple[Contract, ...] | None:
    """The contracts named, None for none; what is wrong with them is added to ``faults``."""
    known = {contract.name: contract for contract in variant.contracts}
    faults += _choice_faults("contracts", names, known, "CONTRACT")
    return tuple(known[name] for name in names if name in known) or None


def _decode_played_record(
    request: pb.SolveRequest | pb.ScoreCardsRequest | pb.AnalyzePlayRequest | pb.SolveWillsRequest,
) -> tuple[Record | None, list[Fault]]:
    record, faults = _decode_record(request)
    if not request.record.contract and all(fault.code != "MISSING_CONTRACT" for fault in faults):
        faults.append(Fault("record.contract", "MISSING_CONTRACT", "no contract is named"))
    return record, faults


def _decode_record(
    request: pb.SolveRequest
    | pb.ScoreCardsRequest
    | pb.AnalyzePlayRequest
    | pb.SolveTableRequest
    | pb.FindExchangeRequest
    | pb.SolveWillsRequest,
) -> tuple[Record | None, list[Fault]]:
    if not request.HasField("record"):
        return None, [Fault("record", "MISSING_FIELD", "there is no record")]
    try:
        return read_record(_record_fields(request.record), "record."), []
    except InvalidInput as error:
        return None, list(error.faults)


def _record_fields(wire: pb.Record) -> dict[str, Any]:
    """The record as its JSON form has it: fields that are not set are left out."""
    fields: dict[str, Any] = {}
    for descriptor, value in wire.ListFields():
        fields[descriptor.name] = list(value) if descriptor.name in ("hands", "play") else value
    if wire.options:
        fields["options"] = _option_values(wire)
    return fields


def _option_values(wire: pb.Record) -> dict[str, str | int]:
    """The options, those that are whole numbers as such; a text that is no number stays for the rules to refuse."""
    game = GAMES.get(wire.game)
    numbers = {option.name for option in game.options if not option.choices} if game is not None else set()
    return {name: int(text) if name in numbers and _is_number(text) else text for name, text in wire.options.items()}


def _is_number(text: str) -> bool:
    """Whether the text is a whole number that an option might take."""
    return text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS


def _variant_or_none(wire: pb.Record) -> Variant | None:
    try:
        return variant_of(wire.game, _option_values(wire))
    except InvalidInput:
        return None


def _decode_limits(wire: pb.SearchLimits, config: Config, faults: list[Fault]) -> tuple[Limits, int]:
    """The limits of the request within the server's; what does not fit is added to ``faults``."""
    nodes, memory_mib = config.max_nodes, config.memory_mib
    if wire.HasField("limit_nodes"):
        if config.max_nodes is not None and wire.limit_nodes > config.max_nodes:
            text = f"{wire.limit_nodes} nodes; this server allows at most {config.max_nodes}"
            faults.append(Fault("limits.limit_nodes", "OUT_OF_RANGE", text))
        nodes = wire.limit_nodes
    if wire.HasField("memory_mib"):
        if not 1 <= wire.memory_mib <= config.memory_mib:
            text = f"{wire.memory_mib} MiB; this server allows 1 to {config.memory_mib}"
            faults.append(Fault("limits.memory_mib", "OUT_OF_RANGE", text))
        memory_mib = wire.memory_mib
    return Limits(nodes), memory_mib


def _choice_faults(path: str, chosen: Sequence[Any], known: Iterable[Any], what: str) -> list[Fault]:
    faults = []
    allowed = list(known)
    for place, choice in enumerate(chosen):
        if choice not in allowed:
            text = f"unknown {what.lower()} {choice}; known are {', '.join(map(str, allowed))}"
            faults.append(Fault(f"{path}[{place}]", f"UNKNOWN_{what}", text))
        elif choice in chosen[:place]:
            faults.append(Fault(f"{path}[{place}]", f"DUPLICATE_{what}", f"{what.lower()} {choice} is asked for twice"))
    return faults


def encode_record(record: Record) -> pb.Record:
    """The record for the wire; what the rules do not know (``extra``) stays behind."""
    written = format_hand if record.variant.packs == 1 else format_cards
    return pb.Record(
        id=record.id,
        game=record.variant.name,
        options={name: str(value) for name, value in record.variant.options},
        hands=map(written, record.deal.hands),
        talon=written(record.deal.talon) if record.deal.talon else "",
        laid_away=written(record.laid_away) if record.laid_away else "",
        contract=record.contract.name if record.contract is not None else "",
        leader=record.leader,
        seat=record.seat,
        play=map(str, record.play),
    )


def encode_limits(limits: Limits, memory_mib: int | None) -> pb.SearchLimits:
    """The limits for the wire; None is the server's own. Raises InvalidInput for more nodes than the wire can say."""
    if limits.nodes is not None and limits.nodes > MAX_UINT32:
        text = f"{limits.nodes} nodes; the wire can say at most {MAX_UINT32}"
        raise InvalidInput([Fault("limits.limit_nodes", "OUT_OF_RANGE", text)])
    return pb.SearchLimits(limit_nodes=limits.nodes, memory_mib=memory_mib)
