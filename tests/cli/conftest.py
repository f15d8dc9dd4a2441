"""Fixtures of the command's tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from forehand.cli.main import cli, run
from tests.evidence import Log

from .running import EAGER, Process, Result, Run, spawn, spawn_slow, standard_input


@pytest.fixture
def forehand(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in this process: ``forehand(*args, stdin="")``."""

    def command(*args: object, stdin: str | bytes = "") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", standard_input(data))
        code = run(cli, [str(arg) for arg in args])
        captured = capfd.readouterr()
        return Result(code, captured.out, captured.err)

    return command


SERVE = ("serve", "--listen", "127.0.0.1:0", "--workers", "2", "--memory-mib", "32")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A server on a free loopback port; gives its ``host:port``."""
    with spawn(*SERVE, command=[sys.executable, "-c", EAGER]) as process, serving(process) as address:
        yield address


@dataclass(frozen=True, slots=True)
class SlowServer:
    """Where it listens, and what it logs."""

    address: str
    log: Log


@pytest.fixture(scope="session")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlowServer]:
    """One that never ends a Pass of 16 cards."""
    log = Log(tmp_path_factory.mktemp("slow") / "server.log")
    with spawn_slow(log, "forehand.server.service", *SERVE) as process, serving(process) as address:
        yield SlowServer(address, log)


@contextmanager
def serving(process: Process) -> Iterator[str]:
    """The address of a server that just started, which is stopped at the end."""
    try:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip()
    finally:
        process.end()
