"""The options most commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any

import click

from forehand import Limits
from forehand.solver.search import DEFAULT_MEMORY_MIB

FORMATS = ("jsonl", "json", "pbn")


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


TARGET = click.option("--target", metavar="HOST:PORT", help="Ask the server there; by default this process searches.")
JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON, one line a deal.")
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
        "--format",
        "file_format",
        type=click.Choice(FORMATS),
        help="Form of the input; by default the file's extension tells, and jsonl is read from stdin.",
    ),
    click.option(
        "--limit-nodes",
        metavar="N",
        type=click.IntRange(min=0),
        help="Search at most N nodes a deal; values not known by then are bounds.",
    ),
    click.option(
        "--memory-mib",
        metavar="N",
        type=click.IntRange(min=1),
        help=f"Memory cap of the search's table (default: {DEFAULT_MEMORY_MIB}, or the server's).",
    ),
    click.option(
        "--timeout",
        metavar="SECONDS",
        type=click.FloatRange(min=0, min_open=True),
        help="Search at most this long a deal; values not known by then are bounds (with --target the deal fails).",
    ),
)


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
