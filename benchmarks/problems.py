"""Deals to solve: with known values, from files in the record format, or dealt at random."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from forehand.solver.cards import RANKS, SUITS, Card, Deal, sort_hand
from forehand.solver.concepts import Solution, solve
from forehand.solver.formats import read_record, read_records
from forehand.solver.rules import Record, variant
from forehand.solver.search import NO_LIMITS, Limits, SearchOptions, Solver

ROOT = Path(__file__).parent.parent
BENCH_DEALS = ROOT / "benchmarks" / "deals" / "bench.jsonl"
BISMARCK_DEALS = ROOT / "tests" / "data" / "bismarck.jsonl"
DEMO_DEAL = ROOT / "cli" / "data" / "demo.json"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of search that is measured apart: a game under some of its contracts, up to ``most_cards`` a hand."""

    game: str
    contracts: tuple[str, ...]
    most_cards: int


KINDS = {
    "bridge": Kind("bridge", ("NT", "S", "H", "D", "C"), 13),
    "trump": Kind("bismarck", ("S", "H", "D", "C"), 16),
    "no trump": Kind("bismarck", ("NT",), 16),
    "pass": Kind("bismarck", ("pass",), 16),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search said of one problem: ``expected`` is None where no value is known."""

    group: str
    id: str
    value: int
    expected: int | None
    nodes: int
    seconds: float

    @property
    def is_wrong(self) -> bool:
        """Whether a known value was missed."""
        return self.expected is not None and self.value != self.expected

    def __str__(self) -> str:
        return f"{self.id}: {self.value}, but {self.expected} is known"


def read_problems(path: Path) -> Iterator[Record]:
    """The records of a file; raises ValueError naming the file, the line and every fault of a bad one."""
    with path.open(encoding="utf-8") as lines:
        for line in read_records(lines):
            if line.record is None:
                faults = "; ".join(map(str, line.faults))
                raise ValueError(f"{path.name}, line {line.number}: {faults}")
            yield line.record


def read_demo() -> Record:
    """The Bismarck deal of the demonstration, played to the end."""
    return read_record(json.loads(DEMO_DEAL.read_text(encoding="utf-8")))


def by_group(answers: list[Answer]) -> dict[str, list[Answer]]:
    """The answers of each group, groups in the order of their first answer."""
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(answer.group, []).append(answer)
    return groups


def random_records(name: str, cards: int, count: int, seed: int) -> list[Record]:
    """``count`` problems of a kind, ``cards`` a hand: hands, contract, leader and, without partnerships, lone seat
    at random. The same for the same arguments, and the first of a longer list those of a shorter one."""
    kind = KINDS[name]
    game = variant(kind.game)
    rng = random.Random(f"{name} {cards} {seed}")
    pack = [Card(rank, suit) for suit in SUITS for rank in RANKS]
    records = []
    for number in range(count):
        dealt = rng.sample(pack, cards * game.seats)
        hands = tuple(sort_hand(dealt[seat :: game.seats]) for seat in range(game.seats))
        contract = game.contract(rng.choice(kind.contracts))
        leader, lone = rng.randrange(game.seats), rng.randrange(game.seats)
        seat = leader if game.has_partnerships else lone
        name_ = f"{name} {cards} {seed}-{number}"
        records.append(Record(game, Deal(hands), leader, id=name_, contract=contract, seat=seat))
    return records


def solve_fresh(
    record: Record, memory_mib: int, options: SearchOptions | None = None, limits: Limits = NO_LIMITS
) -> Solution:
    """The value of a record before its play, for the seat it asks about, with a solver of its own."""
    return solve(record.start(), record.asked_seat, solver=Solver(memory_mib, options), limits=limits)
