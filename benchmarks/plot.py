"""Draws the cost against the cards a hand, out of what ``scaling --json`` printed: a file, or standard input."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .problems import KINDS, ROOT

PICTURE = ROOT / "benchmarks" / "scaling.svg"
LABELS = {"bridge": "bridge", "trump": "Bismarck, trump", "no trump": "Bismarck, no trump", "pass": "Bismarck, Pass"}
MARKERS = {"bridge": "s", "trump": "o", "no trump": "^", "pass": "D"}


def draw(rows: Sequence[dict[str, Any]]) -> Figure:
    """Two panels, nodes and CPU milliseconds, a line for the median of each kind of search, shaded up to the worst."""
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    nodes, seconds = figure.subplots(1, 2)
    draw_panel(nodes, rows, "nodes", 1)
    draw_panel(seconds, rows, "seconds", 1000)
    nodes.set_ylabel("nodes a value")
    seconds.set_ylabel("CPU milliseconds a value, one thread")
    nodes.legend(frameon=False)
    return figure


def draw_panel(panel: Axes, rows: Sequence[dict[str, Any]], what: str, scale: int) -> None:
    """One panel, the cost on a logarithmic axis."""
    for kind in KINDS:
        mine = [row for row in rows if row["kind"] == kind]
        cards = [row["cards"] for row in mine]
        median = [scale * row[f"median_{what}"] for row in mine]
        worst = [scale * row[f"worst_{what}"] for row in mine]
        (line,) = panel.plot(cards, median, marker=MARKERS[kind], markersize=4, label=LABELS[kind])
        panel.fill_between(cards, median, worst, color=line.get_color(), alpha=0.12, linewidth=0)
    panel.set_yscale("log")
    panel.set_xlabel("cards a hand")
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    panel.grid(alpha=0.3)
    panel.set_title("median, shaded up to the worst", fontsize="medium", loc="left")


def main(arguments: list[str] | None = None) -> int:
    """Draw the picture; 2 if the file has no such rows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plot", description=__doc__)
    parser.add_argument("figures", nargs="?", type=Path, help="what scaling --json printed (default: standard input)")
    parser.add_argument("--out", type=Path, default=PICTURE, help="an .svg or .png (default: benchmarks/scaling.svg)")
    chosen = parser.parse_args(arguments)
    text = chosen.figures.read_text(encoding="utf-8") if chosen.figures else sys.stdin.read()
    try:
        rows = json.loads(text)["cards"]
    except (ValueError, KeyError, TypeError):
        parser.error("no figures: it takes the output of python -m benchmarks.scaling --json, with the section cards")
    # Without a date and random names the same figures make the same file.
    with matplotlib.rc_context({"svg.hashsalt": "forehand"}):
        metadata = {"Date": None} if chosen.out.suffix == ".svg" else None
        draw(rows).savefig(chosen.out, metadata=metadata)
    return 0


if __name__ == "__main__":
    sys.exit(main())
