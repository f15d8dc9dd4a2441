"""The signature of the search: one node total over a fixed set of problems in every variant.

The same on every machine and in every run, so a commit that was not meant to change the search
can be seen not to have changed it, and one that was says by how much.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

from forehand.solver.concepts import solve
from forehand.solver.rules import Record
from forehand.solver.search import Solver

from .problems import BENCH_DEALS, Answer, by_group, read_problems

MEMORY_MIB = 64
"""The table is large enough for each problem, so its cap plays no part in the total."""


def group_of(record: Record) -> str:
    """The line of the report a problem counts in: its game, and what makes it another kind of search."""
    variant, position = record.variant, record.start()
    words = [variant.name]
    if position.contract.is_misere:
        words.append("pass")
    elif not variant.has_partnerships and variant.packs == 1:
        words.append("trump" if position.contract.trump else "no trump")
    if variant.packs > 1:
        words.append(variant.follow.value)
    return " ".join(words)


def run(records: Iterable[Record]) -> list[Answer]:
    """Solve each problem with a solver of its own."""
    answers = []
    for record in records:
        solution = solve(record.end(), record.asked_seat, solver=Solver(MEMORY_MIB))
        effort = solution.effort
        expected = record.extra["value"]
        answers.append(
            Answer(group_of(record), record.id, solution.value, expected, effort.nodes, effort.seconds),
        )
    return answers


def total_nodes(answers: Iterable[Answer]) -> int:
    """The signature."""
    return sum(answer.nodes for answer in answers)


def report(answers: list[Answer]) -> str:
    """A line a variant, and the signature."""
    lines = []
    for group, members in by_group(answers).items():
        seconds = sum(answer.seconds for answer in members)
        lines.append(f"{group:<26} {len(members):>3} problems {total_nodes(members):>12} nodes {seconds:>7.2f} s")
    return "\n".join([*lines, "", f"Bench: {total_nodes(answers)}"])


def as_json(answers: list[Answer]) -> str:
    """The same as one JSON object."""
    groups = {
        group: {
            "problems": len(members),
            "nodes": total_nodes(members),
            "seconds": round(sum(answer.seconds for answer in members), 3),
        }
        for group, members in by_group(answers).items()
    }
    return json.dumps({"bench": total_nodes(answers), "groups": groups})


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; 1 if a value is wrong or the total is not the expected one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench", description=__doc__)
    parser.add_argument("--expect", type=int, metavar="N", help="fail unless the node total is N")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    answers = run(read_problems(BENCH_DEALS))
    print(as_json(answers) if chosen.json else report(answers))
    wrong = [answer for answer in answers if answer.is_wrong]
    for answer in wrong:
        print(f"wrong value: {answer}", file=sys.stderr)
    if chosen.expect not in (None, total_nodes(answers)):
        print(f"the signature is {total_nodes(answers)}, but {chosen.expect} was expected", file=sys.stderr)
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
