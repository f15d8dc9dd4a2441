"""What SolveWills answers, for the wire, and read back from it."""

from __future__ import annotations

from forehand.solver.concepts import Wills
from forehand.solver.rules import Record
from forehand.v1 import solver_pb2 as pb

from ..guard import Call
from .answers import decode_bounds, decode_effort, encode_bounds, encode_info
from .requests import TIE_RULE_NUMBERS, TIE_RULES


def encode_wills(record: Record, wills: Wills, call: Call) -> pb.SolveWillsResponse:
    """The answer to SolveWills."""
    return pb.SolveWillsResponse(
        guaranteed=map(encode_bounds, wills.guaranteed),
        best_case=map(encode_bounds, wills.best_case),
        contested=encode_bounds(wills.contested),
        tie_rule=TIE_RULE_NUMBERS[wills.tie_rule],
        outcomes=[pb.Outcome(points=outcome) for outcome in wills.outcomes],
        exact=wills.is_exact,
        info=encode_info(record, wills.effort, call),
    )


def decode_wills(wire: pb.SolveWillsResponse) -> Wills:
    """The answer to SolveWills."""
    return Wills(
        guaranteed=tuple(map(decode_bounds, wire.guaranteed)),
        best_case=tuple(map(decode_bounds, wire.best_case)),
        contested=decode_bounds(wire.contested),
        tie_rule=TIE_RULES[wire.tie_rule],
        outcomes=tuple(tuple(outcome.points) for outcome in wire.outcomes),
        effort=decode_effort(wire.info.effort),
    )
