"""JSON as it stands in a file or a line: read strictly, whatever is wrong told with its place."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ..errors import Fault, InvalidInput
from .values import shown

_MAX_DIGITS = 4000
"""Of a whole number: fewer than Python stops at, and far more than any field takes."""


def parse_json(text: str) -> Any:
    """The value of a JSON text; raises InvalidInput (BAD_JSON, BAD_NUMBER, TOO_DEEP, DUPLICATE_FIELD)."""
    data, repeated = parse_repeated(text)
    if repeated:
        raise InvalidInput(repeated)
    return data


def parse_repeated(text: str) -> tuple[Any, list[Fault]]:
    """The value of a JSON text, the last of fields given twice, each a fault (DUPLICATE_FIELD).

    Raises InvalidInput (BAD_JSON, BAD_NUMBER, TOO_DEEP).
    """
    repeated: list[Fault] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for key, value in pairs:
            if key in fields:
                repeated.append(Fault(shown(key)[1:-1], "DUPLICATE_FIELD", f"field {shown(key)} is given twice"))
            fields[key] = value
        return fields

    text = text.removeprefix("\ufeff")
    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=_refuse, parse_int=_whole), repeated
    except RecursionError as error:
        raise InvalidInput([Fault("", "TOO_DEEP", "nested too deep to be read")]) from error
    except json.JSONDecodeError as error:
        line = f" of line {error.lineno}" if "\n" in text else ""
        fault = Fault("", "BAD_JSON", f"no JSON: {error.msg} at character {error.colno}{line}")
        raise InvalidInput([fault]) from error
    except ValueError as error:
        raise InvalidInput([Fault("", "BAD_NUMBER", str(error))]) from error


def _whole(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits is too long to be read")
    return int(digits)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number JSON has")
