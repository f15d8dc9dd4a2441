"""JSON as it stands in a file: read strictly, whatever is wrong told with its place."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ..errors import Fault, InvalidInput
from .values import Notes, shown

_MAX_DIGITS = 4000
"""Of a whole number: fewer than Python stops at, and far more than any field takes."""


def parse_json(text: str) -> Any:
    """The value of a JSON text; raises InvalidInput (BAD_JSON, BAD_NUMBER, TOO_DEEP, DUPLICATE_FIELD)."""
    notes = Notes()

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for key, value in pairs:
            if key in fields:
                notes.add(shown(key)[1:-1], "DUPLICATE_FIELD", f"field {shown(key)} is given twice")
            fields[key] = value
        return fields

    try:
        data = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=unique, parse_constant=_refuse, parse_int=_whole
        )
    except RecursionError as error:
        raise InvalidInput([Fault("", "TOO_DEEP", "nested too deep to be read")]) from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, character {error.colno}"
        raise InvalidInput([Fault("", "BAD_JSON", f"no JSON: {error.msg} in {place}")]) from error
    except ValueError as error:
        raise InvalidInput([Fault("", "BAD_NUMBER", str(error))]) from error
    if notes.faults:
        raise InvalidInput(notes.faults)
    return data


def _whole(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits is too long to be read")
    return int(digits)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number JSON has")
