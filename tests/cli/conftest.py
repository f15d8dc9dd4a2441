"""Fixtures of the command's tests."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from forehand.cli.main import cli, run

from .running import WAIT_SECONDS, Result, Run, spawn, spawn_slow, standard_input


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
    with spawn(*SERVE) as process, serving(process) as address:
        yield address


@pytest.fixture(scope="session")
def slow_server() -> Iterator[str]:
    """One that never ends a Pass of 16 cards."""
    with spawn_slow("forehand.server.service", *SERVE) as process, serving(process) as address:
        yield address


@contextmanager
def serving(process: subprocess.Popen[str]) -> Iterator[str]:
    """The address of a server that just started, which is stopped at the end."""
    try:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip()
    finally:
        process.terminate()
        try:
            process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
