"""The ``forehand`` command: what it understands, and what its exit codes mean."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import click

from .batch import FAILED, FINE, INTERRUPTED
from .commands import COMMANDS

EPILOG = """\b
Exit codes: 0 fine, 1 failed, 2 bad usage or a bad deal, 3 some deals of a batch failed, 130 interrupted."""


@click.group(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="forehand")
def cli() -> None:
    """Open-hand solver for trick-taking card games.

    FILE holds deals: .jsonl (one a line), .json or .pbn; `-` is standard input. Each command searches in this process,
    or, with --target, asks a server that `forehand serve` runs.
    """


for _command in COMMANDS:
    cli.add_command(_command)


def run(command: click.Command, args: Sequence[str] | None = None) -> int:
    """Runs a command with ``args`` (default: those of the process); returns the exit code, whatever happened."""
    if sys.stderr is None:  # closed
        sys.stderr = io.StringIO()
    if sys.stdout is None:
        print("forehand: standard output is closed", file=sys.stderr)
        return FAILED
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # so that a sign its encoding lacks does not end the command
    try:
        code = command.main(args, prog_name="forehand", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except MemoryError as error:
        print(f"forehand: out of memory: {error}", file=sys.stderr)
        return FAILED
    except OSError as error:
        _drop_output()
        print(f"forehand: cannot write standard output: {error.strerror or error}", file=sys.stderr)
        return FAILED
    return code if isinstance(code, int) else FINE


def _drop_output() -> None:
    """Sends what could not be written nowhere, else the interpreter tries once more when it leaves, and complains."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def main() -> int:
    """The ``forehand`` command."""
    return run(cli)
