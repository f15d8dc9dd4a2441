"""How the cost grows: with the cards a hand, with threads on a batch, and with the memory of the table."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from forehand.solver.concepts import solve
from forehand.solver.rules import Record
from forehand.solver.search import Solver

from .measure import Report, Row, command_line, listed, progress, spread, whole
from .problems import KINDS, random_records, solve_fresh

MEMORIES_MIB = (16, 32, 64, 128, 256, 512, 1024)
BATCH_CARDS = 15
BATCH_TIMES = 8
"""A batch has so many deals of each kind for each of ``--deals``."""
ROUNDS = 3
"""How often a batch is solved with each number of threads, taking turns; the fastest counts."""
MOST_TIMES = 16
"""Rows of easy deals have up to so many times ``--deals``."""


@dataclass(frozen=True, slots=True)
class Work:
    """How many deals a row, dealt how, up to how many cards a hand, and with how large a table."""

    deals: int
    seed: int
    least_cards: int
    most_cards: int
    memory_mib: int


Section = Callable[[Work], tuple[list[Row], list[str]]]


def by_cards(work: Work) -> tuple[list[Row], list[str]]:
    """A row a kind of search and number of cards a hand; easier deals are more, so that a row costs about the same."""
    rows: list[Row] = []
    for name, kind in KINDS.items():
        most_cards = min(work.most_cards, kind.most_cards)
        for cards in range(work.least_cards, most_cards + 1):
            times = min(MOST_TIMES, 2 ** (most_cards - cards))
            records = random_records(name, cards, times * work.deals, work.seed)
            solved = progress(records, f"{name}, {cards} cards")
            efforts = [solve_fresh(record, work.memory_mib).effort for record in solved]
            rows.append({"kind": name, "cards": cards, **spread(efforts)})
    return rows, []


def by_threads(work: Work) -> tuple[list[Row], list[str]]:
    """Deals a second (of the clock on the wall) with one thread and with two; and values that are not the same."""
    cards = min(BATCH_CARDS, work.most_cards)
    records = [
        record
        for name in ("trump", "no trump")
        for record in random_records(name, cards, BATCH_TIMES * work.deals, work.seed)
    ]
    batches = [
        solve_batch(records, threads, work.memory_mib) for _ in progress(range(ROUNDS), "batches") for threads in (1, 2)
    ]
    faults = [
        f"{record.id}: {values} with one thread and two, in turns"
        for record, *values in zip(records, *(batch.values for batch in batches), strict=True)
        if len(set(values)) > 1
    ]
    one, two = (
        min((batch for batch in batches if batch.threads == threads), key=lambda batch: batch.wall_seconds)
        for threads in (1, 2)
    )
    rows: list[Row] = [
        {
            "threads": batch.threads,
            "deals": len(records),
            "wall_seconds": round(batch.wall_seconds, 4),
            "cpu_seconds": round(batch.cpu_seconds, 4),
            "deals_per_second": round(len(records) / batch.wall_seconds, 1),
            "over_one_thread": round(one.wall_seconds / batch.wall_seconds, 3),
        }
        for batch in (one, two)
    ]
    return rows, faults


@dataclass(frozen=True, slots=True)
class Batch:
    """How a batch went; ``cpu_seconds`` are those of all threads together."""

    threads: int
    values: tuple[int, ...]
    wall_seconds: float
    cpu_seconds: float


def solve_batch(records: Sequence[Record], threads: int, memory_mib: int) -> Batch:
    """Solve the records on so many threads, each with one solver for all the deals it gets."""
    own = threading.local()

    def prepare() -> None:
        own.solver = Solver(memory_mib)

    def ask(record: Record) -> int:
        return solve(record.start(), record.asked_seat, solver=own.solver).value

    with ThreadPoolExecutor(threads, initializer=prepare) as pool:
        wall, cpu = time.perf_counter(), time.process_time()
        values = tuple(pool.map(ask, records))
        return Batch(threads, values, time.perf_counter() - wall, time.process_time() - cpu)


def by_memory(work: Work) -> tuple[list[Row], list[str]]:
    """Pass, the search that fills a table first, with small tables and large ones; and values that are not the same."""
    records = random_records("pass", work.most_cards, max(1, work.deals // 2), work.seed)
    rows: list[Row] = []
    values: dict[str, int] = {}
    faults: list[str] = []
    for memory_mib in progress(MEMORIES_MIB, "table sizes"):
        found = [solve_fresh(record, memory_mib) for record in records]
        for record, solution in zip(records, found, strict=True):
            known = values.setdefault(record.id, solution.value)
            if solution.value != known:
                faults.append(f"{record.id}: {solution.value} with {memory_mib} MiB, {known} with less")
        rows.append({"memory_mib": memory_mib, **spread([solution.effort for solution in found])})
    return rows, faults


SECTIONS: dict[str, Section] = {"cards": by_cards, "threads": by_threads, "memory": by_memory}


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; 1 if a value changes with the threads or the memory."""
    parser = command_line("scaling", __doc__, deals=4, deals_help="deals a row")
    parser.add_argument("--least-cards", type=whole(1), default=8, metavar="N", help="a hand (default: 8)")
    parser.add_argument("--most-cards", type=whole(1), default=16, metavar="N", help="a hand (default: 16)")
    parser.add_argument(
        "--sections", type=listed(*SECTIONS), default=list(SECTIONS), metavar=",".join(SECTIONS), help="these only"
    )
    chosen = parser.parse_args(arguments)
    if not chosen.least_cards <= chosen.most_cards <= 16:
        parser.error("it takes --least-cards <= --most-cards <= 16")
    work = Work(chosen.deals, chosen.seed, chosen.least_cards, chosen.most_cards, chosen.memory_mib)
    report = Report()
    for name in chosen.sections:
        report.add(name, *SECTIONS[name](work))
    return report.publish(as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
