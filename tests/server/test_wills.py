"""SolveWills: what the library finds, and a clear refusal of what is too long for max^n."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status

import forehand
from forehand import Limits, Record
from forehand.server import codec
from forehand.server.client import Client
from forehand.server.errors import ServiceError
from forehand.solver.concepts import TieRule, Wills, solve_wills
from forehand.solver.errors import OutOfRange
from forehand.v1 import solver_pb2 as pb
from forehand.v1 import solver_pb2_grpc
from tests.evidence import DEADLINES
from tests.server.running import RunningServer, long, small
from tests.server.test_answers import RECORDS
from tests.server.test_faults import SMALL, faults_of
from tests.server.test_stopping import search_stopped
from tests.slow import ENDLESS

Stub = solver_pb2_grpc.SolverServiceStub


def timeless(wills: Wills) -> Wills:
    """Everything in an answer that is the same in every run."""
    return replace(wills, effort=replace(wills.effort, seconds=0))


@pytest.mark.parametrize("rule", [None, *TieRule])
@pytest.mark.parametrize("record", RECORDS[::4])
def test_it_is_what_the_library_finds(client: Client, record: Record, rule: TieRule | None) -> None:
    assert timeless(client.solve_wills(record, rule)) == timeless(solve_wills(record.end(), rule))


def test_a_rule_by_its_name(client: Client) -> None:
    wills = client.solve_wills(small(), "help_left")
    assert wills.tie_rule is TieRule.HELP_LEFT
    assert len(wills.outcomes) == 1
    with pytest.raises(ValueError, match="toss"):
        client.solve_wills(small(), "toss")


def test_out_of_nodes_there_are_bounds_without_max_n(client: Client) -> None:
    wills = client.solve_wills(small(), limits=Limits(1))
    assert not wills.is_exact
    assert timeless(wills) == timeless(solve_wills(small().end(), limits=Limits(1)))


@pytest.mark.parametrize(("record", "limits"), [(long(), Limits()), (small(), Limits(1))], ids=["long", "no nodes"])
def test_what_max_n_cannot_work_out_is_out_of_range(client: Client, record: Record, limits: Limits) -> None:
    with pytest.raises(OutOfRange) as theirs:
        solve_wills(record.end(), "first_card", limits=limits)
    with pytest.raises(OutOfRange, match=r"max\^n") as ours:
        client.solve_wills(record, "first_card", limits=limits)
    assert ours.value.faults == theirs.value.faults


def test_the_status_of_what_is_out_of_range(stub: Stub) -> None:
    request = pb.SolveWillsRequest(record=codec.encode_record(long()), tie_rule=pb.TIE_RULE_HELP_LEFT)
    with pytest.raises(grpc.RpcError) as caught:
        stub.SolveWills(request)
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.OUT_OF_RANGE
    status = rpc_status.from_call(error)
    info, bad = ErrorInfo(), BadRequest()
    assert status is not None and status.details[0].Unpack(info) and status.details[1].Unpack(bad)
    assert info.reason == "OUT_OF_RANGE"
    assert "16" in bad.field_violations[0].description


def test_every_fault_is_told(stub: Stub) -> None:
    request = pb.SolveWillsRequest(record=pb.Record(**{**SMALL, "contract": ""}, leader=0))
    request.tie_rule = 77  # type: ignore[assignment]
    assert faults_of(stub.SolveWills, request) == [
        ("record.contract", "MISSING_CONTRACT"),
        ("tie_rule", "UNKNOWN_TIE_RULE"),
    ]


def test_a_deadline_ends_it(own_server: RunningServer) -> None:
    def is_reached(seconds: float) -> bool:
        with Client(own_server.address, timeout=seconds) as client, pytest.raises(ServiceError) as caught:
            client.solve_wills(long())
        assert caught.value.code == "DEADLINE_EXCEEDED"
        return ENDLESS in own_server.log()

    assert any(map(is_reached, DEADLINES))
    search_stopped(own_server)


def test_forehand_is_the_same_library() -> None:
    assert forehand.solve_wills is solve_wills
