"""Deals with known values, from files in the record format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from forehand.solver.formats import read_records
from forehand.solver.rules import Record

ROOT = Path(__file__).parent.parent
BENCH_DEALS = ROOT / "benchmarks" / "deals" / "bench.jsonl"
BISMARCK_DEALS = ROOT / "tests" / "data" / "bismarck.jsonl"


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


def by_group(answers: list[Answer]) -> dict[str, list[Answer]]:
    """The answers of each group, groups in the order of their first answer."""
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(answer.group, []).append(answer)
    return groups
