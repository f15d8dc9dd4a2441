"""JSON Lines: one record a line; a bad line is told, and the others are read all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..errors import Fault, InvalidInput
from ..rules import Record
from .json_text import parse_repeated
from .record import read_record
from .values import is_text


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of a file: its number (from 1), the id it gives ("" if none) and the record, or None and its faults."""

    number: int
    id: str
    record: Record | None
    faults: tuple[Fault, ...] = ()


def read_records(lines: Iterable[str]) -> Iterator[RecordLine]:
    """The records of JSON Lines, blank lines skipped; never raises for what a line holds."""
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("\ufeff").strip()
        if text:
            yield _read_line(number, text)


def _read_line(number: int, text: str) -> RecordLine:
    try:
        data, faults = parse_repeated(text)
    except InvalidInput as error:
        return RecordLine(number, "", None, error.faults)
    identity = data.get("id") if isinstance(data, dict) else None
    known_as = identity if isinstance(identity, str) and is_text(identity) else ""
    try:
        record = read_record(data)
    except InvalidInput as error:
        faults += error.faults
    return RecordLine(number, known_as, None, tuple(faults)) if faults else RecordLine(number, known_as, record)
