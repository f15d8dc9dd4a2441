"""JSON Lines: one record a line; a bad line is told, and the others are read all the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from ..errors import Fault, InvalidInput
from ..rules import Record
from .record import read_record
from .values import is_text, shown

_MAX_DIGITS = 4000
"""Of a whole number: fewer than Python stops at, and far more than any field takes."""


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
    faults: list[Fault] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for key, value in pairs:
            if key in fields:
                faults.append(Fault(shown(key)[1:-1], "DUPLICATE_FIELD", f"field {shown(key)} is given twice"))
            fields[key] = value
        return fields

    try:
        data = json.loads(text, object_pairs_hook=unique, parse_constant=_refuse, parse_int=_whole)
    except RecursionError:
        return RecordLine(number, "", None, (Fault("", "TOO_DEEP", "nested too deep to be read"),))
    except json.JSONDecodeError as error:
        fault = Fault("", "BAD_JSON", f"no JSON: {error.msg} at character {error.pos + 1}")
        return RecordLine(number, "", None, (fault,))
    except ValueError as error:
        return RecordLine(number, "", None, (Fault("", "BAD_NUMBER", str(error)),))
    identity = data.get("id") if isinstance(data, dict) else None
    known_as = identity if isinstance(identity, str) and is_text(identity) else ""
    try:
        record = read_record(data)
    except InvalidInput as error:
        faults += error.faults
    return RecordLine(number, known_as, None, tuple(faults)) if faults else RecordLine(number, known_as, record)


def _whole(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits is too long to be read")
    return int(digits)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number JSON has")
