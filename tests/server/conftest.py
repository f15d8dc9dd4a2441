"""One server for the tests that leave it as it was, and ways to talk to it."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from forehand.server.client import Client
from forehand.v1 import solver_pb2_grpc
from tests.server.running import RunningServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with two workers."""
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def client(server: RunningServer) -> Iterator[Client]:
    """A client of it."""
    with Client(server.address, timeout=60) as connected:
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
