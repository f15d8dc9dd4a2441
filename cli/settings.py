"""The options most commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any

import click

from forehand import Limits, Record
from forehand.server.config import MAX_TIMEOUT
from forehand.solver.search import DEFAULT_MEMORY_MIB, MAX_MEMORY_MIB
from forehand.solver.search.limits import MAX_NODES

ONLINE_DUMP = "online-dump"
FORMATS = ("jsonl", "json", "pbn", ONLINE_DUMP)
MAX_THREADS = 1024
MAX_CARDS = 1000
"""More than any game has."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the shared options say; ``timeout`` is in seconds, ``target`` is ``host:port``."""

    files: tuple[str, ...] = ()
    as_json: bool = False
    file_format: str | None = None
    target: str | None = None
    limit_nodes: int | None = None
    memory_mib: int | None = None
    timeout: float | None = None

    @property
    def limits(self) -> Limits:
        """The limits of one question."""
        return Limits(self.limit_nodes)

    def players(self, record: Record) -> Sequence[str]:
        """The players' names, seat 0 first, where the form of input has them."""
        return record.extra["players"] if self.file_format == ONLINE_DUMP else ()


class WholeNumber(click.IntRange):
    """A range of whole numbers that says what it takes."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; fails for a text that is none, and for one no range holds."""
        try:
            int(value)
        except ValueError:
            shown = value if len(value) <= 40 else value[:40] + "…"
            self.fail(f"{shown!r} is not a whole number in digits, such as 100000", param, ctx)
        return super().convert(value, param, ctx)


TARGET = click.option(
    "--target",
    metavar="HOST:PORT",
    callback=lambda context, option, value: _checked_target(value),
    help="Ask the server there; by default this process searches.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON, one line a deal.")
THREADS = click.option(
    "--threads",
    metavar="N",
    type=WholeNumber(1, MAX_THREADS),
    default=1,
    show_default=True,
    help="Solve N deals at a time; with more than one, some deals are read ahead.",
)
SHARED = (
    click.argument(
        "files",
        metavar="FILE...",
        nargs=-1,
        required=True,
        type=click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True),
    ),
    JSON,
    TARGET,
    click.option(
        "--from",
        "--format",
        "file_format",
        type=click.Choice(FORMATS),
        help="Form of the input; by default the file's extension tells, and stdin holds jsonl or one json; "
        "online-dump is a hand in play as the open-source online Bismarck server dumps it.",
    ),
    click.option(
        "--limit-nodes",
        metavar="N",
        type=WholeNumber(0, MAX_NODES),
        help="Search at most N nodes a deal (with --target 4294967295 at most); values not known by then are bounds.",
    ),
    click.option(
        "--memory-mib",
        metavar="N",
        type=WholeNumber(1, MAX_MEMORY_MIB),
        help=f"Memory cap of one search's table (default: {DEFAULT_MEMORY_MIB}, or the server's).",
    ),
    click.option(
        "--timeout",
        metavar="SECONDS",
        type=float,
        callback=lambda context, option, value: _checked_timeout(value),
        help="Search at most this long a deal; values not known by then are bounds (with --target the deal fails).",
    ),
)


def _checked_target(target: str | None) -> str | None:
    """The target; click.BadParameter for what is no ``host:port``."""
    if target is None:
        return None
    host, _, port = target.rpartition(":")
    is_port = port.isascii() and port.isdecimal() and len(port) <= 5 and 0 < int(port) < 65536
    if not host.strip() or not is_port:
        raise click.BadParameter(f"{target!r} is not HOST:PORT with a port from 1 to 65535")
    return target


def _checked_timeout(seconds: float | None) -> float | None:
    """The timeout; click.BadParameter for what no clock can wait, "nan" among it."""
    if seconds is not None and not 0 < seconds <= MAX_TIMEOUT:
        raise click.BadParameter(f"{seconds} is not above 0 and at most {MAX_TIMEOUT:.0f}")
    return seconds


def shared_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the shared arguments, bundled as its first one."""
    names = [field.name for field in fields(Settings)]

    @wraps(command)
    def bundled(**given: Any) -> None:
        settings = Settings(**{name: given.pop(name) for name in names})
        command(settings, **given)

    wrapped: Callable[..., None] = bundled
    for option in reversed(SHARED):
        wrapped = option(wrapped)
    return wrapped
