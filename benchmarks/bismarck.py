"""Forehand's values on the full Bismarck deals with known values: how long they take, and that they are right."""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence

from forehand.solver.concepts import solve
from forehand.solver.rules import Contract, Record
from forehand.solver.search import DEFAULT_MEMORY_MIB, Solver

from .problems import BISMARCK_DEALS, Answer, by_group, read_problems

FOREHAND = 0


def kind_of(contract: Contract) -> str:
    """What the times of a contract are reported under."""
    if contract.is_misere:
        return "pass"
    return "trump" if contract.trump else "no trump"


def known_value(record: Record, contract: Contract) -> int | None:
    """Forehand's value as the file gives it, if it does."""
    if contract.is_misere:
        return record.extra.get("forehand_pass_forced")
    values: dict[str, int] = record.extra["forehand_guaranteed"]
    return values[contract.name]


def chosen_records(names: Sequence[str]) -> list[Record]:
    """The full deals of the file, or those named; raises ValueError for a name that is not there."""
    full = {record.id: record for record in read_problems(BISMARCK_DEALS) if "forehand_guaranteed" in record.extra}
    unknown = [name for name in names if name not in full]
    if unknown:
        raise ValueError(f"no full deal is called {', '.join(unknown)}; there are {', '.join(full)}")
    return [full[name] for name in names or full]


def run(
    records: Iterable[Record],
    contracts: Sequence[str],
    memory_mib: int = DEFAULT_MEMORY_MIB,
    on_answer: Callable[[Answer], None] | None = None,
) -> list[Answer]:
    """Solve every contract of every record, each with a solver of its own."""
    answers = []
    for record in records:
        for name in contracts:
            contract = record.variant.contract(name)
            solution = solve(record.start(contract), FOREHAND, solver=Solver(memory_mib))
            answer = Answer(
                group=kind_of(contract),
                id=f"{record.id} {name}",
                value=solution.value,
                expected=known_value(record, contract),
                nodes=solution.effort.nodes,
                seconds=solution.effort.seconds,
            )
            answers.append(answer)
            if on_answer is not None:
                on_answer(answer)
    return answers


def summary(answers: list[Answer]) -> dict[str, object]:
    """Median and worst of each kind of contract, and the speed over all."""
    seconds = sum(answer.seconds for answer in answers)
    nodes = sum(answer.nodes for answer in answers)
    return {
        "kinds": {
            kind: {
                "problems": len(members),
                "checked": sum(answer.expected is not None for answer in members),
                "median_seconds": round(statistics.median(answer.seconds for answer in members), 3),
                "worst_seconds": round(max(answer.seconds for answer in members), 3),
                "worst": max(members, key=lambda answer: answer.seconds).id,
                "median_nodes": int(statistics.median(answer.nodes for answer in members)),
                "worst_nodes": max(answer.nodes for answer in members),
            }
            for kind, members in by_group(answers).items()
        },
        "nodes_per_second": int(nodes / seconds) if seconds else None,
        "wrong": [str(answer) for answer in answers if answer.is_wrong],
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def names(text: str) -> list[str]:
    """A comma list of names."""
    return [name for name in text.split(",") if name]


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; 1 if a value differs from the known one, 2 for a deal or contract that is not there."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bismarck", description=__doc__)
    parser.add_argument("--deals", type=names, default=[], metavar="ID,ID", help="these deals only")
    parser.add_argument("--contracts", type=names, default=["NT", "S", "H", "D", "C", "pass"], metavar="NT,S,pass")
    parser.add_argument("--memory-mib", type=int, default=DEFAULT_MEMORY_MIB, help="cap of the table")
    parser.add_argument("--json", action="store_true", help="print one JSON object at the end, and no progress")
    chosen = parser.parse_args(arguments)
    try:
        records = chosen_records(chosen.deals)
    except ValueError as error:
        parser.error(str(error))
    unknown = set(chosen.contracts) - {contract.name for contract in records[0].variant.contracts}
    if unknown:
        parser.error(f"there is no contract {', '.join(sorted(unknown))}")
    answers = run(records, chosen.contracts, chosen.memory_mib, None if chosen.json else print_answer)
    print(json.dumps(summary(answers), indent=None if chosen.json else 2))
    return 1 if any(answer.is_wrong for answer in answers) else 0


def print_answer(answer: Answer) -> None:
    """A line of progress."""
    known = "" if answer.expected is None else f" (known: {answer.expected})"
    print(f"{answer.id:<12} {answer.value:>3}{known:<12} {answer.nodes:>11} nodes {answer.seconds:>8.2f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
