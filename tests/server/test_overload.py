"""A full queue says so and when to come back; what waits is bounded and can be taken back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from grpc_status import rpc_status

from forehand import InvalidInput, Limits
from forehand.server.client import Client
from forehand.server.config import Config
from forehand.v1 import solver_pb2_grpc
from tests.evidence import WAIT_SECONDS
from tests.server.running import ASKED, SLOW_IN_PASS, RunningServer, long, small
from tests.server.test_stopping import long_request
from tests.slow import ENDLESS


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[tuple[RunningServer, list[Any]]]:
    """A server of one worker and one place to wait, and the two calls that take them."""
    config = Config(listen="127.0.0.1:0", workers=1, queue_size=1, memory_mib=32)
    with RunningServer(tmp_path, config, SLOW_IN_PASS) as running, grpc.insecure_channel(running.address) as channel:
        stub = solver_pb2_grpc.SolverServiceStub(channel)
        runs = stub.Solve.future(long_request())
        running.wait_for(ENDLESS)
        waits = stub.Solve.future(long_request())
        running.wait_for(ASKED, count=2)
        yield running, [runs, waits]


def test_one_more_is_told_when_to_come_back(busy: tuple[RunningServer, list[Any]]) -> None:
    with grpc.insecure_channel(busy[0].address) as channel, pytest.raises(grpc.RpcError) as caught:
        solver_pb2_grpc.SolverServiceStub(channel).Solve(long_request())
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert dict(error.trailing_metadata())["grpc-retry-pushback-ms"] == "1000"
    status = rpc_status.from_call(error)
    assert status is not None
    info, retry = ErrorInfo(), RetryInfo()
    assert status.details[0].Unpack(info)
    assert status.details[1].Unpack(retry)
    assert info.reason == "QUEUE_FULL"
    assert retry.retry_delay.seconds == 1


def test_our_client_comes_back_by_itself(busy: tuple[RunningServer, list[Any]]) -> None:
    running, calls = busy
    with Client(running.address, timeout=WAIT_SECONDS) as client, ThreadPoolExecutor(1) as pool:
        asked = pool.submit(client.solve, small())
        running.wait_for("status=RESOURCE_EXHAUSTED")
        for call in calls:
            call.cancel()
        assert asked.result(WAIT_SECONDS).value == 2


def test_a_cancelled_call_that_waits_never_starts(busy: tuple[RunningServer, list[Any]]) -> None:
    running, (first, waiting) = busy
    waiting.cancel()
    assert running.wait_for("status=CANCELLED").number("solve_ms") == 0
    first.cancel()
    with Client(running.address, timeout=WAIT_SECONDS) as client:
        assert client.solve(small()).value == 2
    assert running.log().count("search stopped") == 1


def test_the_node_cap_of_the_server(tmp_path: Path) -> None:
    config = Config(listen="127.0.0.1:0", workers=1, memory_mib=32, max_nodes=500)
    with RunningServer(tmp_path, config) as running, Client(running.address, timeout=WAIT_SECONDS) as client:
        capped = client.solve(long())
        assert (capped.is_exact, capped.effort.stopped) == (False, "node_limit")
        assert client.solve(long(), limits=Limits(nodes=500)).bounds == capped.bounds
        with pytest.raises(InvalidInput) as caught:
            client.solve(long(), limits=Limits(nodes=501))
    (fault,) = caught.value.faults
    assert (fault.path, fault.code) == ("limits.limit_nodes", "OUT_OF_RANGE")


def test_what_waited_says_how_long(busy: tuple[RunningServer, list[Any]]) -> None:
    running, (first, waiting) = busy
    time.sleep(0.2)
    first.cancel()
    running.wait_for(ENDLESS, count=2)
    waiting.cancel()
    line = running.wait_for("status=CANCELLED", count=2)
    assert line.number("queue_ms") > 100
