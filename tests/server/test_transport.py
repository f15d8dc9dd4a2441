"""The server as a neighbor: health, reflection, and what does not belong on its port."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from forehand import InvalidInput, Record
from forehand.server import codec
from forehand.server.app import SERVICE
from forehand.server.client import Client
from forehand.server.config import MAX_MESSAGE_BYTES, Config
from forehand.server.errors import ServiceError
from forehand.v1 import solver_pb2 as pb
from forehand.v1 import solver_pb2_grpc
from tests.evidence import WAIT_SECONDS, unheard_address
from tests.server.running import PROGRAM, SLOW_IN_PASS, RunningServer, long, small
from tests.slow import ENDLESS

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.mark.parametrize("name", ["", SERVICE])
def test_health(channel: grpc.Channel, name: str) -> None:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    assert stub.Check(health_pb2.HealthCheckRequest(service=name)).status == SERVING


def test_health_tells_that_the_server_drains(tmp_path: Path) -> None:
    config = Config(listen="127.0.0.1:0", workers=1, memory_mib=32, grace_seconds=2 * WAIT_SECONDS)
    with RunningServer(tmp_path, config, SLOW_IN_PASS) as running, grpc.insecure_channel(running.address) as channel:
        call = solver_pb2_grpc.SolverServiceStub(channel).Solve.future(
            pb.SolveRequest(record=codec.encode_record(long()))
        )
        running.wait_for(ENDLESS)
        health: Any = health_pb2_grpc.HealthStub(channel)
        changes = health.Watch(health_pb2.HealthCheckRequest(service=SERVICE), timeout=WAIT_SECONDS)
        assert next(changes).status == SERVING
        running.process.send_signal(signal.SIGTERM)
        assert next(changes).status == NOT_SERVING
        assert not call.done()
        call.cancel()
        changes.cancel()
        assert running.process.wait(WAIT_SECONDS) == 0


def test_reflection_lists_the_service(channel: grpc.Channel) -> None:
    database = ProtoReflectionDescriptorDatabase(channel)
    assert {SERVICE, "grpc.health.v1.Health"} <= set(database.get_services())
    assert database.FindFileContainingSymbol(SERVICE).package == "forehand.v1"


def test_an_oversized_message(channel: grpc.Channel, client: Client) -> None:
    request = pb.SolveRequest(record=pb.Record(id="x" * MAX_MESSAGE_BYTES))
    with pytest.raises(grpc.RpcError) as caught:
        solver_pb2_grpc.SolverServiceStub(channel).Solve(request)
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert client.solve(small()).value == 2


def test_the_client_sends_no_oversized_message(client: Client) -> None:
    record = small()
    huge = Record(record.variant, record.deal, 0, "x" * MAX_MESSAGE_BYTES, record.contract)
    with pytest.raises(InvalidInput, match="bytes"):
        client.solve(huge)


@pytest.mark.parametrize("method", ["Solve", "AnalyzePlay"])
def test_a_message_that_is_none(channel: grpc.Channel, method: str) -> None:
    call: Any = channel.unary_stream(f"/{SERVICE}/{method}")
    with pytest.raises(grpc.RpcError) as caught:
        list(call(b"\xff\xff\xff"))
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "not a message" in error.details()


def test_an_unknown_method(channel: grpc.Channel) -> None:
    call: Any = channel.unary_unary(f"/{SERVICE}/Guess")
    with pytest.raises(grpc.RpcError) as caught:
        call(b"")
    error: Any = caught.value
    assert error.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize(
    "words",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        random.Random(1).randbytes(4096),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff",
    ],
)
def test_garbage_on_the_port(server: RunningServer, client: Client, words: bytes) -> None:
    host, port = server.address.split(":")
    with socket.create_connection((host, int(port)), timeout=5) as connection:
        connection.sendall(words)
        time.sleep(0.05)
    assert client.solve(small()).value == 2
    assert server.process.poll() is None


def test_a_bug_is_named_by_its_request_only(tmp_path: Path) -> None:
    prelude = (
        "import forehand.server.service as service\n"
        "def solve(*args, **means): raise RuntimeError('the secret of the house')\n"
        "service.solve = solve\n"
    )
    with RunningServer(tmp_path, prelude=prelude) as running, Client(running.address, timeout=WAIT_SECONDS) as client:
        with pytest.raises(ServiceError) as caught:
            client.solve(small())
        error = caught.value
        assert (error.code, error.reason) == ("INTERNAL", "INTERNAL")
        assert "secret" not in str(error)
        assert error.request_id in running.wait_for("status=INTERNAL").text
        assert "the secret of the house" in running.log()


def test_no_memory_for_a_table_is_no_bug(tmp_path: Path) -> None:
    prelude = (
        "import forehand.server.service as service\n"
        "def solver(memory_mib): raise MemoryError\n"
        "service.Solver = solver\n"
    )
    with RunningServer(tmp_path, prelude=prelude) as running, grpc.insecure_channel(running.address) as channel:
        with pytest.raises(grpc.RpcError) as caught:
            solver_pb2_grpc.SolverServiceStub(channel).Solve(pb.SolveRequest(record=codec.encode_record(small())))
        error: Any = caught.value
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "grpc-retry-pushback-ms" in dict(error.trailing_metadata())


@pytest.mark.parametrize("listen", ["taken", "203.0.113.1:0", "no.such.host.invalid:0"])
def test_an_address_that_cannot_be_had(server: RunningServer, listen: str) -> None:
    address = server.address if listen == "taken" else listen
    config = f'{{"listen": "{address}", "workers": 1}}'
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(prelude=""), config], capture_output=True, text=True, check=False
    )
    assert found.returncode == 2
    assert f"cannot listen on {address}" in found.stderr
    assert found.stdout == ""
    assert "Traceback" not in found.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no niceness of its own")
def test_solver_threads_stand_back(tmp_path: Path) -> None:
    config = Config(listen="127.0.0.1:0", workers=1, memory_mib=32, niceness=19)
    with RunningServer(tmp_path, config) as running, Client(running.address, timeout=WAIT_SECONDS) as client:
        client.solve(small())
        niceness = []
        for task in Path(f"/proc/{running.process.pid}/task").iterdir():
            with suppress(ProcessLookupError):  # a thread of gRPC may just have ended
                niceness.append(os.getpriority(os.PRIO_PROCESS, int(task.name)))
        assert niceness.count(19) == 1 or os.getpriority(os.PRIO_PROCESS, 0) == 19


def test_nobody_there() -> None:
    with unheard_address() as address, Client(address) as client, pytest.raises(ServiceError) as caught:
        client.list_variants()
    assert caught.value.code == "UNAVAILABLE"


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), 1e300, 10**400])
def test_a_timeout_no_clock_can_wait_is_refused(timeout: float) -> None:
    with pytest.raises(ValueError, match=r"^timeout must be above 0 and at most 1000000000 seconds, not "):
        Client("127.0.0.1:1", timeout)


@pytest.mark.parametrize("timeout", ["x", True, [1]])
def test_a_timeout_that_is_no_number_is_refused(timeout: Any) -> None:
    with pytest.raises(TypeError, match=r"^timeout must be seconds or None, not "):
        Client("127.0.0.1:1", timeout)
