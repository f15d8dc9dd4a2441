"""One server for the tests that leave it as it was, and ways to talk to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from forehand.server.client import Client
from forehand.v1 import solver_pb2_grpc
from tests.evidence import WAIT_SECONDS
from tests.server.running import SLOW_IN_PASS, RunningServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with two workers."""
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def client(server: RunningServer) -> Iterator[Client]:
    """A client of it."""
    with Client(server.address, timeout=WAIT_SECONDS) as connected:
        yield connected


@pytest.fixture
def channel(server: RunningServer) -> Iterator[grpc.Channel]:
    """A bare channel to it, as any client in any language has."""
    with grpc.insecure_channel(server.address) as opened:
        yield opened


@pytest.fixture
def stub(channel: grpc.Channel) -> solver_pb2_grpc.SolverServiceStub:
    """The bare calls."""
    return solver_pb2_grpc.SolverServiceStub(channel)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server that is slow in Pass, whose log is all about one test."""
    with RunningServer(tmp_path, prelude=SLOW_IN_PASS) as running:
        yield running
