"""Reads the deals a command is given, each with the place it came from; a bad one never ends the reading."""

from __future__ import annotations

import io
import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath
from typing import Any

import click

from forehand import Fault, InvalidInput, Record
from forehand.solver.formats import read_online_dump, read_pbn, read_records
from forehand.solver.formats.json_text import parse_json

from .settings import ONLINE_DUMP


@dataclass(frozen=True, slots=True)
class Problem:
    """A deal as it was read: its file and line (from 1), and either the record or the faults it has."""

    source: str
    line: int
    id: str
    record: Record | None
    faults: tuple[Fault, ...] = ()

    def describe(self, faults: Sequence[Fault]) -> list[str]:
        """The faults for people, ``FILE:line: path: message``."""
        return [printable(f"{self.source}:{self.line}: {fault}") for fault in faults]


def printable(text: str) -> str:
    """The text with signs that would move the cursor or worse, such as escapes and line ends, replaced."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def read_problems(files: Sequence[str], file_format: str | None) -> Iterator[Problem]:
    """The deals of all files in order; ``-`` is standard input.

    Raises click.FileError if a file cannot be read.
    """
    for name in files:
        read = READERS.get(file_format or PurePath(name).suffix.lower().lstrip("."), _read_any)
        source = "<stdin>" if name == "-" else name
        if name == "-" and sys.stdin is None:
            raise click.FileError(source, "it is closed")
        try:
            with click.open_file(name, "rb") as stream:
                yield from read(source, stream)
        except OSError as error:
            raise click.FileError(source, error.strerror or str(error)) from error


def _read_any(source: str, stream: Any) -> Iterator[Problem]:
    """JSON Lines; or JSON laid out over several lines, the first of which ends in the middle of it."""
    head: list[bytes] = []
    for line in stream:
        head.append(line)
        if line.strip():
            break
    if not head or not _is_cut_short(head[-1]):
        yield from _read_jsonl(source, chain(head, stream))
        return
    data = b"".join(head) + stream.read()
    yield from (_read_jsonl if _has_whole_line(data) else _read_json)(source, io.BytesIO(data))


def _is_cut_short(line: bytes) -> bool:
    """Whether the line is the beginning of JSON, but not all of it."""
    error = _json_fault(line)
    return isinstance(error, json.JSONDecodeError) and 0 < len(error.doc.rstrip()) <= error.pos


def _has_whole_line(data: bytes) -> bool:
    """Whether the data is no JSON, but one of its lines is an object."""
    lines = data.splitlines() if _json_fault(data) else ()
    return any(line.startswith(b"{") and _json_fault(line) is None for line in lines)


def _json_fault(data: bytes) -> Exception | None:
    """Why the data is no JSON; None if it is."""
    try:
        list(_items(data.decode("utf-8-sig")))
    except (ValueError, RecursionError) as error:
        return error
    return None


def _read_jsonl(source: str, lines: Iterable[bytes]) -> Iterator[Problem]:
    """One record a line, read as it comes, so that a pipe is answered line by line."""
    for number, line in enumerate(lines, 1):
        try:
            text = line.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            yield Problem(source, number, "", None, (_not_utf8(error),))
            continue
        for entry in read_records([text]):
            yield Problem(source, number, entry.id, entry.record, entry.faults)


def _read_json(source: str, stream: Any) -> Iterator[Problem]:
    """One record, or a list of them, laid out over as many lines as you like; a record is at its first line."""
    try:
        items = list(_items(stream.read().decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        yield Problem(source, 1, "", None, (_not_utf8(error),))
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        yield Problem(source, line, "", None, (Fault("", "BAD_JSON", f"no JSON: {error}"),))
    else:
        for line, text in items:
            for entry in read_records([text]):
                yield Problem(source, line, entry.id, entry.record, entry.faults)


def _items(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of the record, or of each in the list; raises ValueError or RecursionError for what is no JSON."""
    decoder = json.JSONDecoder(parse_int=str)  # whose numbers may have any length
    data = decoder.decode(text)
    if not isinstance(data, list):
        yield 1, text
        return
    place = text.index("[") + 1
    for _ in data:
        while text[place] in ", \t\r\n":
            place += 1
        end = decoder.raw_decode(text, place)[1]
        yield text.count("\n", 0, place) + 1, text[place:end]
        place = end


def _read_pbn(source: str, stream: Any) -> Iterator[Problem]:
    """The deals of a PBN file: ISO 8859-1, as PBN asks, or UTF-8 if it begins with a byte-order mark.

    A fault anywhere spoils the whole file.
    """
    data = stream.read()
    try:
        records = read_pbn(data.decode("utf-8-sig" if data.startswith(BOM_UTF8) else "latin-1"))
    except UnicodeDecodeError as error:
        yield Problem(source, 1, "", None, (_not_utf8(error),))
    except InvalidInput as error:
        yield Problem(source, 1, "", None, error.faults)
    else:
        for record in records:
            yield Problem(source, 1, record.id, record)


def _read_online_dump(source: str, stream: Any) -> Iterator[Problem]:
    """The hand in play of one dump of the online server."""
    try:
        record = read_online_dump(parse_json(stream.read().decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        yield Problem(source, 1, "", None, (_not_utf8(error),))
    except InvalidInput as error:
        yield Problem(source, 1, "", None, error.faults)
    else:
        yield Problem(source, 1, record.id, record)


def _not_utf8(error: UnicodeDecodeError) -> Fault:
    return Fault("", "BAD_TEXT", f"not UTF-8 text: byte {error.start + 1} is {error.object[error.start]:#04x}")


READERS: dict[str, Callable[[str, Any], Iterator[Problem]]] = {
    "jsonl": _read_jsonl,
    "json": _read_json,
    "pbn": _read_pbn,
    ONLINE_DUMP: _read_online_dump,
}
