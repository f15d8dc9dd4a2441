"""The demonstration: a real server, a recorded deal sent to it over gRPC, and the post-mortem as it comes in."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click

from .main import cli, run

RECORD = Path(__file__).parent / "data" / "demo.json"
STOP_SECONDS = 10
"""How long the server may take to leave before it is killed."""


@contextmanager
def running_server() -> Iterator[str]:
    """A server of its own on a free loopback port, as long as the block runs; gives its ``host:port``.

    Raises click.ClickException if it does not come up.
    """
    command = [sys.executable, "-m", "forehand.cli", "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip().rpartition(" ")[2]
            if not address:
                raise click.ClickException("the server did not start")
            yield address
        finally:
            server.terminate()
            try:
                server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()


@click.command()
def demo() -> None:
    """Start a server, have it analyze a recorded deal, and stop it whatever happened."""
    signal.signal(signal.SIGTERM, _leave)
    with running_server() as address:
        click.echo(f"A server listens on {address}; it is sent a recorded deal of Bismarck.\n")
        code = run(cli, ["postmortem", "--target", address, str(RECORD)])
    click.echo("\nThe server has stopped.")
    click.get_current_context().exit(code)


def _leave(number: int, frame: FrameType | None) -> None:
    """SIGTERM must stop the server too, so it leaves through the block's end."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(run(demo))
