"""What the benchmarks share: their options, costs summed up, and the report each of them ends with."""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Protocol, TypeVar

from forehand.solver.search import DEFAULT_MEMORY_MIB
from forehand.solver.search.driver import CORE

T = TypeVar("T")
Row = Mapping[str, str | int | float]
"""One line of a report, by column; every row of a section has the same columns."""

PROGRESS_SECONDS = 2.0


class Cost(Protocol):
    """What something cost: nodes searched and CPU seconds."""

    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...


@dataclass(slots=True)
class Report:
    """The sections of a benchmark, each a list of rows, and everything found wrong on the way."""

    sections: dict[str, list[Row]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, section: str, rows: Sequence[Row], faults: Sequence[str] = ()) -> None:
        """Adds rows to a section, and faults."""
        self.sections.setdefault(section, []).extend(rows)
        self.faults.extend(faults)

    def publish(self, *, as_json: bool) -> int:
        """Prints the report, faults on stderr; returns the exit code, 1 if there is a fault."""
        print(self.as_json() if as_json else self.as_text())
        for fault in self.faults:
            print(fault, file=sys.stderr)
        return 1 if self.faults else 0

    def as_json(self) -> str:
        """One JSON object: the sections, the faults, and where it was run."""
        return json.dumps({**self.sections, "faults": self.faults, "machine": machine()})

    def as_text(self) -> str:
        """The sections as aligned tables."""
        return "\n\n".join(f"{title}\n{aligned(rows)}" for title, rows in self.sections.items() if rows)


def machine() -> dict[str, str]:
    """What the seconds depend on."""
    build = CORE.__name__.rpartition(".")[2]
    return {
        "forehand": version("forehand"),
        "core": build,
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def aligned(rows: Sequence[Row]) -> str:
    """The rows as a table: a line of column names, texts to the left, numbers to the right."""
    cells = [
        [name.replace("_", " ") for name in rows[0]],
        *([written(value) for value in row.values()] for row in rows),
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    is_text = [isinstance(value, str) for value in rows[0].values()]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(line, widths, is_text, strict=True)
        ).rstrip()
        for line in cells
    )


def written(value: str | int | float) -> str:
    """A cell: whole numbers with thousands set off, others to three places, to five if they are small."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3f}" if value >= 0.1 else f"{value:.5f}"


def spread(costs: Sequence[Cost]) -> dict[str, int | float]:
    """How costs are spread; there must be one at least."""
    nodes, seconds = [cost.nodes for cost in costs], [cost.seconds for cost in costs]
    return {
        "problems": len(costs),
        "median_seconds": round(statistics.median(seconds), 5),
        "mean_seconds": round(statistics.mean(seconds), 5),
        "worst_seconds": round(max(seconds), 5),
        "median_nodes": int(statistics.median(nodes)),
        "mean_nodes": int(statistics.mean(nodes)),
        "worst_nodes": max(nodes),
    }


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> dict[str, float]:
    """``ours`` over ``theirs``: of the totals, and the median of all pairs. Their 0 counts as next to nothing."""
    pairs = [(mine, max(other, 1e-9)) for mine, other in zip(ours, theirs, strict=True)]
    return {
        "ratio_of_totals": round(sum(mine for mine, _ in pairs) / sum(other for _, other in pairs), 3),
        "median_of_ratios": round(statistics.median(mine / other for mine, other in pairs), 3),
    }


def progress(items: Sequence[T], label: str) -> Iterator[T]:
    """The items, with a line on stderr every few seconds that says how many are done."""
    told = time.monotonic()
    for number, item in enumerate(items, 1):
        yield item
        now = time.monotonic()
        if now - told >= PROGRESS_SECONDS or number == len(items):
            print(f"{label}: {number} of {len(items)}", file=sys.stderr, flush=True)
            told = now


def command_line(
    name: str, description: str | None, *, deals: int, deals_help: str, least_deals: int = 1
) -> argparse.ArgumentParser:
    """The options that every benchmark takes."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=description)
    parser.add_argument(
        "--deals", type=whole(least_deals), default=deals, metavar="N", help=f"{deals_help} (default: {deals})"
    )
    parser.add_argument("--seed", type=int, default=1, help="another seed deals other cards (default: 1)")
    parser.add_argument(
        "--memory-mib",
        type=whole(1),
        default=DEFAULT_MEMORY_MIB,
        metavar="MIB",
        help=f"cap of each solver's table (default: {DEFAULT_MEMORY_MIB})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def whole(least: int) -> Callable[[str], int]:
    """An option's type: a whole number of at least ``least``."""

    def read(text: str) -> int:
        number = int(text)
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is less than {least}")
        return number

    read.__name__ = "whole number"
    return read


def listed(*choices: str) -> Callable[[str], list[str]]:
    """An option's type: a comma list of these names, or of any if none are given."""

    def read(text: str) -> list[str]:
        names = [name for name in text.split(",") if name]
        unknown = [name for name in names if choices and name not in choices]
        if unknown or not names:
            raise argparse.ArgumentTypeError(f"{', '.join(unknown) or 'nothing'} named; there are {', '.join(choices)}")
        return names

    return read
