"""What each idea of the search buys: its switch off, all others on, over the same problems with all of them on."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from forehand.solver.concepts import Solution
from forehand.solver.rules import Record
from forehand.solver.search import Limits, SearchOptions

from .measure import Report, command_line, listed, progress, ratios, spread, whole
from .problems import random_records, solve_fresh

WORK = {
    "bridge": (("bridge", 13, 8),),
    "three": tuple((kind, cards, 1) for cards in range(12, 17) for kind in ("trump", "no trump")),
    "pass": (("pass", 11, 3), ("pass", 12, 3)),
}
"""The problems of each column: (kind, cards a hand, how many for each of ``--deals``)."""

LEAST_LIMIT = 100_000
"""Nodes every problem may take, however few it takes with all switches on."""


def problems(name: str, count: int, seed: int) -> list[Record]:
    """The problems of one column."""
    return [record for kind, cards, times in WORK[name] for record in random_records(kind, cards, times * count, seed)]


def all_on(records: Sequence[Record], label: str, memory_mib: int) -> list[Solution]:
    """The solutions to which all others are compared."""
    return [solve_fresh(record, memory_mib) for record in progress(records, label)]


def one_off(
    switch: str, records: Sequence[Record], full: Sequence[Solution], memory_mib: int, times: int
) -> tuple[dict[str, int | float], list[str]]:
    """Nodes and seconds without ``switch`` over those with it, and every value that changed.

    A problem is given up at ``times`` its nodes; then it counts with what it took, so the ratio is too low.
    """
    options = SearchOptions().with_switch(switch, False)
    found: list[Solution] = []
    faults: list[str] = []
    for record, before in zip(records, full, strict=True):
        limits = Limits(max(LEAST_LIMIT, times * before.effort.nodes))
        found.append(solve_fresh(record, memory_mib, options, limits))
        if found[-1].is_exact and found[-1].value != before.value:
            faults.append(f"{record.id}: {found[-1].value} without {switch}, {before.value} with it")
    costs = [(without.effort, before.effort) for without, before in zip(found, full, strict=True)]
    nodes = ratios([without.nodes for without, _ in costs], [before.nodes for _, before in costs])
    seconds = ratios([without.seconds for without, _ in costs], [before.seconds for _, before in costs])
    stopped = sum(not solution.is_exact for solution in found)
    return {"nodes": nodes["ratio_of_totals"], "seconds": seconds["ratio_of_totals"], "stopped": stopped}, faults


def main(arguments: list[str] | None = None) -> int:
    """Run the ablation; 1 if a switch changes a value."""
    switches = SearchOptions.switches()
    parser = command_line("ablate", __doc__, deals=1, deals_help="how many times 8 bridge, 10 three-hand, 6 Pass deals")
    parser.add_argument("--switches", type=listed(*switches), default=list(switches), help="these only", metavar="A,B")
    parser.add_argument("--work", type=listed(*WORK), default=list(WORK), help="these only", metavar=",".join(WORK))
    parser.add_argument(
        "--give-up", type=whole(1), default=20, metavar="TIMES", help="at so many times the nodes (default: 20)"
    )
    chosen = parser.parse_args(arguments)
    report = Report()
    columns: dict[str, tuple[list[Record], list[Solution]]] = {}
    for name in chosen.work:
        records = problems(name, chosen.deals, chosen.seed)
        full = all_on(records, f"{name}, all on", chosen.memory_mib)
        columns[name] = records, full
        report.add("all on", [{"work": name, **spread([solution.effort for solution in full])}])
    for switch in progress(chosen.switches, "switches"):
        row: dict[str, str | int | float] = {"off": switch}
        for name, (records, full) in columns.items():
            found, faults = one_off(switch, records, full, chosen.memory_mib, chosen.give_up)
            row |= {f"{name}_{what}": number for what, number in found.items()}
            report.add("off", [], faults)
        report.add("off", [row])
    return report.publish(as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
