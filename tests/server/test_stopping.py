"""Whatever ends a call ends its search: cancel, deadline, a client that goes away, SIGTERM."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest

from forehand.server import codec
from forehand.server.client import Client
from forehand.server.config import Config
from forehand.server.errors import ServiceError
from forehand.server.guard import Guard
from forehand.v1 import solver_pb2 as pb
from forehand.v1 import solver_pb2_grpc
from tests.evidence import DEADLINES, STOP_SECONDS, WAIT_SECONDS, LogLine, cpu_seconds
from tests.server.running import ASKED, SLOW_IN_PASS, RunningServer, long, small
from tests.slow import ENDLESS


def long_request() -> pb.SolveRequest:
    return pb.SolveRequest(record=codec.encode_record(long()))


def long_table() -> pb.SolveTableRequest:
    """A first cell in a moment, a second never."""
    return pb.SolveTableRequest(record=codec.encode_record(long()), contracts=["NT", "pass"], seats=[0])


def status_of(wait: Callable[[], object]) -> grpc.StatusCode:
    """The code with which waiting for an answer ends."""
    with pytest.raises(grpc.RpcError) as caught:
        wait()
    error: Any = caught.value
    code: grpc.StatusCode = error.code()
    return code


@pytest.fixture
def own_stub(own_server: RunningServer) -> Any:
    with grpc.insecure_channel(own_server.address) as channel:
        yield solver_pb2_grpc.SolverServiceStub(channel)


def search_stopped(server: RunningServer) -> LogLine:
    """The line that says that the search has ended."""
    line = server.wait_for("search stopped")
    assert line.number("stop_ms") < STOP_SECONDS * 1000
    return line


def test_cancel_reaches_the_search(
    own_server: RunningServer, own_stub: Any, record_property: Callable[[str, object], None]
) -> None:
    call = own_stub.Solve.future(long_request())
    own_server.wait_for(ENDLESS)
    cancelled, spent = time.time(), cpu_seconds(own_server.process.pid)
    call.cancel()
    seconds = search_stopped(own_server).time - cancelled
    record_property("cancel_to_stop_ms", round(seconds * 1000, 1))
    assert seconds < STOP_SECONDS
    assert cpu_seconds(own_server.process.pid) - spent < 1
    assert "status=CANCELLED" in own_server.wait_for("method=Solve").text


def test_a_deadline_reaches_the_search(own_server: RunningServer, own_stub: Any) -> None:
    def is_reached(seconds: float) -> bool:
        code = status_of(lambda: own_stub.Solve(long_request(), timeout=seconds))
        assert code is grpc.StatusCode.DEADLINE_EXCEEDED
        return ENDLESS in own_server.log()

    assert any(map(is_reached, DEADLINES))
    answered = time.time()
    assert search_stopped(own_server).time - answered < STOP_SECONDS
    assert "status=DEADLINE_EXCEEDED" in own_server.wait_for("method=Solve").text


@pytest.mark.parametrize(
    ("left", "status"),
    [(None, "CANCELLED"), (0.5, "CANCELLED"), (0.01, "DEADLINE_EXCEEDED"), (-0.5, "DEADLINE_EXCEEDED")],
)
def test_a_call_cut_off_is_logged_as_what_it_was(
    caplog: pytest.LogCaptureFixture, left: float | None, status: str
) -> None:
    async def answer(*_: object) -> None:
        raise asyncio.CancelledError

    async def handler_of(_: object) -> Any:
        return grpc.unary_unary_rpc_method_handler(answer, request_deserializer=bytes)

    async def call() -> None:
        details = SimpleNamespace(method="/some.Service/Solve")
        handler = await Guard("some.Service").intercept_service(handler_of, details)
        await handler.unary_unary(b"", SimpleNamespace(time_remaining=lambda: left))

    with caplog.at_level(logging.INFO), pytest.raises(asyncio.CancelledError):
        asyncio.run(call())
    assert f"method=Solve status={status} " in caplog.text


def test_cancelling_a_stream_stops_its_search(own_server: RunningServer, own_stub: Any) -> None:
    events = own_stub.SolveTable(long_table())
    assert next(events).cell.contract == "NT"
    cancelled = time.time()
    events.cancel()
    assert search_stopped(own_server).time - cancelled < STOP_SECONDS


def test_a_deadline_in_a_stream_comes_after_what_was_known(own_server: RunningServer, own_stub: Any) -> None:
    known: list[pb.SolveTableResponse] = []

    def is_known(seconds: float) -> bool:
        events = own_stub.SolveTable(long_table(), timeout=seconds)
        assert status_of(lambda: known.extend(events)) is grpc.StatusCode.DEADLINE_EXCEEDED
        return bool(known)

    assert any(map(is_known, DEADLINES))
    assert [event.cell.contract for event in known] == ["NT"]
    assert known[0].cell.exact
    search_stopped(own_server)
    assert "status=DEADLINE_EXCEEDED" in own_server.wait_for("method=SolveTable").text


def test_a_client_that_is_killed_stops_its_search(own_server: RunningServer) -> None:
    program = (
        "import sys\n"
        "from forehand.server.client import Client\n"
        "from tests.server.running import long\n"
        "Client(sys.argv[1]).solve_table(long(), [long().variant.contract(name) for name in ('NT', 'pass')], [0],"
        " on_cell=lambda cell: print(cell.contract.name, flush=True))\n"
    )
    with subprocess.Popen([sys.executable, "-c", program, own_server.address], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"NT\n"
        killed = time.time()
        process.kill()
    assert search_stopped(own_server).time - killed < STOP_SECONDS


def test_ctrl_c_in_a_client_stops_the_search(own_server: RunningServer) -> None:
    program = (
        "import sys, time\n"
        "from forehand.server.client import Client\n"
        "from tests.server.running import long\n"
        "question = long()\n"
        "print('asking', flush=True)\n"
        "try:\n"
        "    Client(sys.argv[1]).solve(question)\n"
        "except KeyboardInterrupt:\n"
        "    time.sleep(1000)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program, own_server.address], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"asking\n"
        own_server.wait_for(ENDLESS)
        interrupted = time.time()
        process.send_signal(signal.SIGINT)
        try:
            assert search_stopped(own_server).time - interrupted < STOP_SECONDS
        finally:
            process.kill()


def test_the_timeout_of_the_client(own_server: RunningServer) -> None:
    def is_reached(seconds: float) -> bool:
        with Client(own_server.address, timeout=seconds) as client, pytest.raises(ServiceError) as caught:
            client.solve(long())
        assert caught.value.code == "DEADLINE_EXCEEDED"
        return ENDLESS in own_server.log()

    assert any(map(is_reached, DEADLINES))
    search_stopped(own_server)


def test_a_callback_that_fails_stops_the_search(own_server: RunningServer) -> None:
    def fail(_: object) -> None:
        raise LookupError("not for the server")

    variant = long().variant
    with Client(own_server.address) as client, pytest.raises(LookupError):
        client.solve_table(long(), [variant.contract("NT"), variant.contract("pass")], [0], on_cell=fail)
    search_stopped(own_server)


def test_the_server_answers_on_after_a_cancel(own_server: RunningServer, own_stub: Any) -> None:
    calls = [own_stub.Solve.future(long_request()) for _ in range(6)]
    own_server.wait_for(ASKED, count=6)
    own_server.wait_for(ENDLESS, count=2)
    for call in calls:
        call.cancel()
    own_server.wait_for("status=CANCELLED", count=6)
    own_server.wait_for("search stopped", count=2)
    with Client(own_server.address, timeout=WAIT_SECONDS) as client:
        assert client.solve(small()).value == 2


def test_sigterm_with_nothing_to_do_is_prompt(tmp_path: Path) -> None:
    config = Config(listen="127.0.0.1:0", workers=1, memory_mib=32, grace_seconds=2 * WAIT_SECONDS)
    with RunningServer(tmp_path, config) as running:
        assert running.terminate() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_in_mid_solve_tells_every_client(tmp_path: Path, number: int) -> None:
    config = Config(listen="127.0.0.1:0", workers=1, memory_mib=32, grace_seconds=0.5, niceness=0)
    with RunningServer(tmp_path, config, SLOW_IN_PASS) as running, grpc.insecure_channel(running.address) as channel:
        stub = solver_pb2_grpc.SolverServiceStub(channel)
        first, table, last = (
            stub.Solve.future(long_request()),
            stub.SolveTable(long_table()),
            stub.Solve.future(long_request()),
        )
        running.wait_for(ASKED, count=3)
        running.wait_for(ENDLESS)
        signalled = time.monotonic()
        running.process.send_signal(number)
        for wait in (first.result, lambda: list(table), last.result):
            assert status_of(wait) is grpc.StatusCode.UNAVAILABLE
        assert running.process.wait(WAIT_SECONDS) == 0
        assert time.monotonic() - signalled < 0.5 + STOP_SECONDS
    assert running.log().count("status=UNAVAILABLE") == 3


SOLVES_WHEN_DRAINING = """
import threading, forehand.server.service as service
draining, solve = threading.Event(), service.solve

def solve_when_draining(*args, **means):
    logging.info("it runs")
    assert draining.wait(200)
    return solve(*args, **means)

service.solve = solve_when_draining
logging.getLogger("forehand.server.app").addFilter(lambda line: line.msg != "draining" or draining.set() or True)
"""
"""The prelude of a server that answers nothing before it has been told to stop."""


def test_what_runs_may_end_within_the_grace(tmp_path: Path) -> None:
    config = Config(listen="127.0.0.1:0", workers=1, memory_mib=32, grace_seconds=2 * WAIT_SECONDS)
    with (
        RunningServer(tmp_path, config, SOLVES_WHEN_DRAINING) as running,
        grpc.insecure_channel(running.address) as channel,
    ):
        stub = solver_pb2_grpc.SolverServiceStub(channel)
        call = stub.Solve.future(pb.SolveRequest(record=codec.encode_record(small())))
        running.wait_for("it runs")
        running.process.send_signal(signal.SIGTERM)
        assert call.result().bounds.lower == 2
        assert running.process.wait(WAIT_SECONDS) == 0


def test_a_server_that_is_killed_and_one_after_it(tmp_path: Path) -> None:
    with (
        RunningServer(tmp_path, prelude=SLOW_IN_PASS) as running,
        Client(running.address) as client,
        ThreadPoolExecutor(1) as pool,
    ):
        asked = pool.submit(client.solve, long())
        running.wait_for(ENDLESS)
        os.kill(running.process.pid, signal.SIGKILL)
        with pytest.raises(ServiceError) as caught:
            asked.result(WAIT_SECONDS)
        assert caught.value.code == "UNAVAILABLE"
        running.process.wait()
        with RunningServer(tmp_path, Config(listen=running.address, workers=1, memory_mib=32)) as again:
            assert again.address == running.address
            assert client.solve(small()).value == 2
