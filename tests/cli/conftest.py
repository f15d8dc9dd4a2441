"""Fixtures of the command's tests."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from forehand.cli.main import cli, run

from .running import WAIT_SECONDS, Result, Run, spawn, standard_input


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


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A server on a free loopback port; gives its ``host:port``."""
    with spawn("serve", "--listen", "127.0.0.1:0", "--workers", "2", "--memory-mib", "32") as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().removeprefix("listening on ").strip()
        finally:
            process.terminate()
            try:
                process.wait(WAIT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
