"""Bad questions: INVALID_ARGUMENT with every fault, each with its place and a stable word."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status

from forehand.v1 import solver_pb2 as pb
from forehand.v1 import solver_pb2_grpc

Stub = solver_pb2_grpc.SolverServiceStub

FULL: dict[str, Any] = {
    "game": "bismarck",
    "contract": "NT",
    "hands": ["AKQJT98765432.432..", "..AKQJT98765432.432", ".AKQJT98765..AKQJT9"],
    "talon": "...8765",
}
"""A whole deal."""

SMALL: dict[str, Any] = {"game": "bismarck", "contract": "NT", "hands": ["AK2.Q..", "QJT.K..", "987.A.."]}


def faults_of(call: Any, request: Any) -> list[tuple[str, str]]:
    """Field and reason of every fault the call ends with."""
    with pytest.raises(grpc.RpcError) as caught:
        list(answer) if hasattr(answer := call(request), "__next__") else None
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT, error
    status = rpc_status.from_call(error)
    assert status is not None
    info, bad = ErrorInfo(), BadRequest()
    assert status.details[0].Unpack(info)
    assert status.details[1].Unpack(bad)
    assert (info.domain, info.reason) == ("forehand", "INVALID_INPUT")
    assert info.metadata["request_id"]
    assert all(found.description for found in bad.field_violations)
    return [(found.field, found.reason) for found in bad.field_violations]


ONE_FAULT = {
    "a hand too short": ({"hands": ["AK2...", "QJT.K..", "987.A.."]}, "record.hands[0]", "WRONG_COUNT"),
    "an empty hand": ({"hands": ["AK2.Q..", "", "987.A.."]}, "record.hands[1]", "EMPTY_HAND"),
    "two hands": ({"hands": ["AK2.Q..", "QJT.K.."]}, "record.hands", "WRONG_SEATS"),
    "a card twice": ({"hands": ["AK2.Q..", "QJT.Q..", "987.A.."]}, "record.hands[1]", "DUPLICATE_CARD"),
    "an unknown rank": ({"hands": ["AK1.Q..", "QJT.K..", "987.A.."]}, "record.hands[0]", "UNKNOWN_CARD"),
    "an unknown suit": ({"play": ["AX"]}, "record.play[0]", "UNKNOWN_CARD"),
    "an unknown game": ({"game": "skat"}, "record.game", "UNKNOWN_GAME"),
    "an unknown option": ({"options": {"follow": "must_beat"}}, "record.options.follow", "UNKNOWN_OPTION"),
    "an option that cannot be": ({"options": {"leader": "dealer"}}, "record.options.leader", "BAD_OPTION"),
    "an unknown contract": ({"contract": "clubs!"}, "record.contract", "UNKNOWN_CONTRACT"),
    "no contract": ({"contract": ""}, "record.contract", "MISSING_CONTRACT"),
    "an unknown leader": ({"leader": 3}, "record.leader", "WRONG_LEADER"),
    "an unknown seat": ({"seat": 4000000000}, "record.seat", "UNKNOWN_SEAT"),
    "a revoke": ({"play": ["AS", "KH"]}, "record.play[1]", "REVOKE"),
    "a card not held": ({"play": ["AS", "2D"]}, "record.play[1]", "CARD_NOT_HELD"),
    "a wrong leader": ({"play": ["AS", "TS", "7S", "QS"]}, "record.play[3]", "WRONG_LEADER"),
}


@pytest.mark.parametrize(("change", "field", "reason"), ONE_FAULT.values(), ids=ONE_FAULT.keys())
def test_one_fault(stub: Stub, change: dict[str, Any], field: str, reason: str) -> None:
    record = pb.Record(**{"leader": 0, **SMALL, **change})
    assert faults_of(stub.Solve, pb.SolveRequest(record=record)) == [(field, reason)]


def test_every_call_about_a_record_checks_it(stub: Stub) -> None:
    record = pb.Record(**{**SMALL, "leader": 0, "game": "skat"})
    expected = [("record.game", "UNKNOWN_GAME")]
    assert faults_of(stub.Solve, pb.SolveRequest(record=record)) == expected
    assert faults_of(stub.ScoreCards, pb.ScoreCardsRequest(record=record)) == expected
    assert faults_of(stub.AnalyzePlay, pb.AnalyzePlayRequest(record=record)) == expected
    assert faults_of(stub.SolveTable, pb.SolveTableRequest(record=record)) == expected


def test_no_record(stub: Stub) -> None:
    assert ("record", "MISSING_FIELD") in faults_of(stub.Solve, pb.SolveRequest())


def test_53_cards(stub: Stub) -> None:
    record = pb.Record(**{**FULL, "talon": "...87652"})
    found = faults_of(stub.Solve, pb.SolveRequest(record=record))
    assert ("record.talon", "WRONG_COUNT") in found
    assert ("record.talon", "DUPLICATE_CARD") in found


def test_51_cards(stub: Stub) -> None:
    record = pb.Record(**{**FULL, "talon": "...876"})
    assert ("record.talon", "WRONG_COUNT") in faults_of(stub.Solve, pb.SolveRequest(record=record))


def test_a_missing_card(stub: Stub) -> None:
    record = pb.Record(**{**FULL, "talon": "...8766"})
    found = faults_of(stub.Solve, pb.SolveRequest(record=record))
    assert found == [("record.talon", "DUPLICATE_CARD"), ("record.hands", "MISSING_CARD")]


def test_a_record_that_goes_on_after_the_last_trick(stub: Stub) -> None:
    hands = ["A...", "K...", "Q..."]
    record = pb.Record(game="bismarck", contract="NT", hands=hands, play=["AS", "KS", "QS", "2S"])
    assert faults_of(stub.AnalyzePlay, pb.AnalyzePlayRequest(record=record)) == [("record.play[3]", "PLAY_AFTER_END")]


def test_a_line_after_more_cards_than_are_recorded(stub: Stub) -> None:
    record = pb.Record(**SMALL, play=["AS", "TS"])
    request = pb.AnalyzePlayRequest(record=record, line_after=3)
    assert faults_of(stub.AnalyzePlay, request) == [("line_after", "OUT_OF_RANGE")]
    request = pb.AnalyzePlayRequest(record=pb.Record(**{**SMALL, "game": "skat"}), line_after=2**32 - 1)
    assert faults_of(stub.AnalyzePlay, request) == [("record.game", "UNKNOWN_GAME"), ("line_after", "OUT_OF_RANGE")]


@pytest.mark.parametrize("points", ["1" * 5000, "99999999999", "-1", "ten", "٣"])
def test_an_option_that_is_no_such_number(stub: Stub, points: str) -> None:
    hands = ["QS 7S", "KS 8S"]
    record = pb.Record(game="bezique", contract="C", hands=hands, leader=0, options={"last_trick": points})
    expected = [("record.options.last_trick", "BAD_OPTION")]
    assert faults_of(stub.Solve, pb.SolveRequest(record=record)) == expected
    assert faults_of(stub.SolveTable, pb.SolveTableRequest(record=record)) == expected


def test_all_faults_at_once(stub: Stub) -> None:
    record = pb.Record(**{**SMALL, "hands": ["AK2.Q..", "QJT...", ""], "leader": 7, "seat": 9, "contract": "Z"})
    request = pb.SolveRequest(record=record, limits=pb.SearchLimits(memory_mib=10**6))
    found = faults_of(stub.Solve, request)
    assert {
        ("record.hands[1]", "WRONG_COUNT"),
        ("record.hands[2]", "EMPTY_HAND"),
        ("record.leader", "WRONG_LEADER"),
        ("record.seat", "UNKNOWN_SEAT"),
        ("record.contract", "UNKNOWN_CONTRACT"),
        ("limits.memory_mib", "OUT_OF_RANGE"),
    } <= set(found)


def test_faults_of_a_table(stub: Stub) -> None:
    record = pb.Record(**{**SMALL, "leader": 9})
    request = pb.SolveTableRequest(record=record, contracts=["S", "X", "S"], seats=[0, 3, 0])
    assert set(faults_of(stub.SolveTable, request)) == {
        ("record.leader", "WRONG_LEADER"),
        ("contracts[1]", "UNKNOWN_CONTRACT"),
        ("contracts[2]", "DUPLICATE_CONTRACT"),
        ("seats[1]", "UNKNOWN_SEAT"),
        ("seats[2]", "DUPLICATE_SEAT"),
    }


def test_faults_of_a_page(stub: Stub) -> None:
    request = pb.ListVariantsRequest(page_size=1001, page_token="nowhere")
    assert faults_of(stub.ListVariants, request) == [
        ("page_size", "OUT_OF_RANGE"),
        ("page_token", "UNKNOWN_PAGE_TOKEN"),
    ]


def test_no_memory_is_no_table(stub: Stub) -> None:
    request = pb.SolveRequest(record=pb.Record(**SMALL), limits=pb.SearchLimits(memory_mib=0))
    assert faults_of(stub.Solve, request) == [("limits.memory_mib", "OUT_OF_RANGE")]


def test_very_many_faults_still_arrive(stub: Stub) -> None:
    record = pb.Record(**SMALL, play=[f"{'wrong' * 20}{place}" for place in range(190)])
    found = faults_of(stub.Solve, pb.SolveRequest(record=record))
    assert found[0] == ("record.play[0]", "UNKNOWN_CARD")
    assert found[-1] == ("", "MORE_FAULTS")
