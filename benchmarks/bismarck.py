"""Forehand's values on the full Bismarck deals with known values: how long they take, and that they are right.

Four sections: forehand's values under every contract, other lone seats and leaders, whole deals (every contract for
every seat, one solver a deal), and what all cards of a position or of a play cost over one value.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from forehand.solver.analysis import solve_table
from forehand.solver.rules import Contract, Record, variant
from forehand.solver.search import Effort, Solver

from . import questions
from .measure import Report, Row, command_line, listed, progress, spread
from .problems import BISMARCK_DEALS, Answer, by_group, read_demo, read_problems, solve_fresh

FOREHAND = 0
CONTRACTS = tuple(contract.name for contract in variant("bismarck").contracts)
PLAYED_DEALS = 3
"""How many of the deals are played, well and at random, for the cost of judging a whole play."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be solved, and with how large a table."""

    records: Sequence[Record]
    contracts: Sequence[Contract]
    seed: int
    memory_mib: int


Section = Callable[[Work], tuple[list[Row], list[str]]]


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


def chosen_records(names: Sequence[str], count: int) -> list[Record]:
    """The first ``count`` full deals of the file, or those named; raises ValueError for a name that is not there."""
    full = {record.id: record for record in read_problems(BISMARCK_DEALS) if "forehand_guaranteed" in record.extra}
    unknown = [name for name in names if name not in full]
    if unknown:
        raise ValueError(f"no full deal is called {', '.join(unknown)}; there are {', '.join(full)}")
    return [full[name] for name in names] or list(full.values())[:count]


def forehand_values(work: Work) -> tuple[list[Row], list[str]]:
    """Forehand leads and is alone: the values that are known."""
    return answered([(record, contract, FOREHAND, FOREHAND) for record, contract in pairs(work)], "forehand", work)


def other_values(work: Work) -> tuple[list[Row], list[str]]:
    """Every other lone seat and leader in the positive contracts."""
    seats = [(leader, lone) for leader in range(3) for lone in range(3) if (leader, lone) != (FOREHAND, FOREHAND)]
    problems = [
        (record, contract, leader, lone)
        for record, contract in pairs(work)
        if not contract.is_misere
        for leader, lone in seats
    ]
    return answered(problems, "other seats", work)


def pairs(work: Work) -> list[tuple[Record, Contract]]:
    """Every deal under every contract."""
    return [(record, contract) for record in work.records for contract in work.contracts]


def answered(
    problems: Sequence[tuple[Record, Contract, int, int]], section: str, work: Work
) -> tuple[list[Row], list[str]]:
    """A row a kind of contract, each problem (deal, contract, leader, lone seat) with a solver of its own."""
    answers = []
    for record, contract, leader, lone in progress(problems, section):
        asked = replace(record, contract=contract, leader=leader, seat=lone)
        solution = solve_fresh(asked, work.memory_mib)
        answers.append(
            Answer(
                group=kind_of(contract),
                id=f"{record.id} {contract.name}, seat {leader} leads, seat {lone} alone",
                value=solution.value,
                expected=known_value(record, contract) if (leader, lone) == (FOREHAND, FOREHAND) else None,
                nodes=solution.effort.nodes,
                seconds=solution.effort.seconds,
            )
        )
    rows: list[Row] = [
        {
            "kind": kind,
            "checked": sum(answer.expected is not None for answer in members),
            **spread(members),
            "worst": max(members, key=lambda answer: answer.seconds).id,
        }
        for kind, members in by_group(answers).items()
    ]
    return rows, [str(answer) for answer in answers if answer.is_wrong]


def whole_deals(work: Work) -> tuple[list[Row], list[str]]:
    """Every contract for every seat, the deal's problems sharing one solver."""
    efforts: list[Effort] = []
    faults: list[str] = []
    for record in progress(work.records, "whole deals"):
        table = solve_table(record, work.contracts, solver=Solver(work.memory_mib))
        efforts.append(table.effort)
        for cell in table.cells:
            known = known_value(record, cell.contract) if cell.solution.seat == FOREHAND else None
            if known not in (None, cell.solution.value):
                faults.append(
                    f"{record.id} {cell.contract.name} in a table: {cell.solution.value}, but {known} is known"
                )
    return [{"contracts": len(work.contracts), "seats": 3, **spread(efforts)}], faults


def question_costs(work: Work) -> tuple[list[Row], list[str]]:
    """Every card of the starts, of plays of the first deals and of the demonstration's play."""
    starts = [replace(record, contract=contract) for record, contract in pairs(work)]
    plays = [read_demo()]
    for number, record in enumerate(work.records[:PLAYED_DEALS]):
        start = replace(record, contract=work.contracts[(number + work.seed) % len(work.contracts)])
        plays += [questions.played_well(start, work.memory_mib), questions.played_at_random(start, work.seed)]
    return questions.rows("bismarck", starts, plays, work.memory_mib)


SECTIONS: dict[str, Section] = {
    "forehand": forehand_values,
    "others": other_values,
    "deals": whole_deals,
    "questions": question_costs,
}


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; 1 if a value differs from the known one, 2 for a deal or contract that is not there."""
    parser = command_line("bismarck", __doc__, deals=2, deals_help="the first full deals of the file; there are 16")
    parser.add_argument("--ids", type=listed(), default=[], metavar="ID,ID", help="these deals instead, by their names")
    for option, names in (("--contracts", CONTRACTS), ("--sections", tuple(SECTIONS))):
        parser.add_argument(
            option, type=listed(*names), default=list(names), metavar=",".join(names), help="these only (default: all)"
        )
    chosen = parser.parse_args(arguments)
    try:
        records = chosen_records(chosen.ids, chosen.deals)
    except ValueError as error:
        parser.error(str(error))
    contracts = [variant("bismarck").contract(name) for name in chosen.contracts]
    work = Work(records, contracts, chosen.seed, chosen.memory_mib)
    report = Report()
    for name in chosen.sections:
        report.add(name, *SECTIONS[name](work))
    return report.publish(as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
