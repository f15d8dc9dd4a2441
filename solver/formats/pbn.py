"""PBN 2.1, the text form of bridge deals: read in its free import form, written with every mandatory tag in order.

A record of PBN keeps in ``extra["pbn"]`` the tags that say nothing to the rules, so that they are written back. What
a record knows and PBN has no place for goes into a tag of its own, ``[Forehand "{...}"]``, as fields of the JSON form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import Fault, InvalidInput
from ..rules import Record
from .deals import COMPASS
from .fields import FIELDS
from .pbn_play import format_play, read_play_section
from .pbn_text import Tag, format_tag, split_games
from .record import read_record, record_to_dict
from .values import shown

MANDATORY = (
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
)
"""The tags every exported game has, in this order; ``?`` where the value is not known."""

_READ = ("Board", "Deal", "Declarer", "Play", "Forehand")
"""Tags whose meaning is in the record itself; the others are kept."""

_OWN = ("id", "contract", "leader", "seat")
"""Fields with a meaning that the Forehand tag may give, each where the other tags tell it otherwise."""

_TAG_OF_FIELD = {"deal": "Deal", "hands": "Deal", "contract": "Contract", "leader": "Declarer", "id": "Board"}
_UNKNOWN = ("", "?")
_HEADER = "% PBN 2.1\n% EXPORT\n"
_CONTRACT = re.compile(r"[1-7](NT|[SHDC])X{0,2}")


def read_pbn(text: str) -> list[Record]:
    """The bridge deals of a PBN file.

    The lead is with the seat at declarer's left; where there is no declarer, with the seat of the Play
    section, else at the dealer's left (North deals if nobody is named). Raises InvalidInput with every fault, each path
    beginning with ``line <number>``.
    """
    records: list[Record] = []
    faults: list[Fault] = []
    before: dict[str, Tag] = {}
    for game in split_games(text):
        try:
            before = _by_name(game, before)
            records.append(_read_game(before, game[0].line))
        except InvalidInput as error:
            faults += error.faults
    if faults:
        raise InvalidInput(faults)
    return records


def write_pbn(records: Iterable[Record]) -> str:
    """The records as PBN; ``read_pbn`` of it gives equal records.

    Raises InvalidInput (path ``records[place]``) for records of other games.
    """
    games: list[str] = []
    faults: list[Fault] = []
    for place, record in enumerate(records):
        if record.variant.name == "bridge":
            games.append(_write_game(record))
        else:
            text = f"PBN holds bridge deals, not {record.variant.title}"
            faults.append(Fault(f"records[{place}]", "UNKNOWN_GAME", text))
    if faults:
        raise InvalidInput(faults)
    return _HEADER + "\n".join(game + "\n" for game in games)


def _by_name(game: list[Tag], before: Mapping[str, Tag]) -> dict[str, Tag]:
    """The tags of a game by name; the value ``#`` is that of the game before."""
    tags: dict[str, Tag] = {}
    faults: list[Fault] = []
    for tag in game:
        if tag.value == "#" and tag.name in before:
            tag.value = before[tag.name].value
        if tag.name in tags:
            if (tag.value, tag.section) != (tags[tag.name].value, tags[tag.name].section):
                text = f"a second {tag.name} in one game: empty lines separate games"
                faults.append(Fault(f"line {tag.line}", "DUPLICATE_FIELD", text))
        elif tag.words and tag.name in (*MANDATORY, "Forehand"):
            line, word = tag.words[0]
            text = f"{shown(word)} is no tag pair, and {tag.name} has no section"
            faults.append(Fault(f"line {line}", "BAD_PBN", text))
        tags.setdefault(tag.name, tag)
    if faults:
        raise InvalidInput(faults)
    return tags


def _read_game(tags: Mapping[str, Tag], line: int) -> Record:
    """The record of one game; fault paths name the lines."""
    fields, faults = _fields(tags)
    lines: list[int] = []
    try:
        record = read_record(fields)
        if "Play" in tags and not faults:
            faults += _play_seat_faults(tags["Play"], COMPASS[record.leader])
            section = read_play_section(tags["Play"], record)
            faults += section.faults
            lines = section.lines
            record = read_record({**fields, "play": section.cards})
    except InvalidInput as error:
        faults += (
            Fault(_line_path(fault.path, tags, lines, line), fault.code, fault.message) for fault in error.faults
        )
    if faults:
        raise InvalidInput(faults)
    return record


def _fields(tags: Mapping[str, Tag]) -> tuple[dict[str, Any], list[Fault]]:
    """The fields of the JSON form that the tags tell, all but the play."""
    faults: list[Fault] = []
    fields: dict[str, Any] = {"game": "bridge"} | _roles(tags, faults)
    for name, field in (("Deal", "deal"), ("Board", "id")):
        if name in tags and tags[name].value not in _UNKNOWN:
            fields[field] = tags[name].value
    contract = tags["Contract"].value.upper().replace(" ", "") if "Contract" in tags else "?"
    if _CONTRACT.fullmatch(contract):
        fields["contract"] = contract[1:].rstrip("X")
    elif contract not in ("PASS", *_UNKNOWN):
        text = f"{shown(tags['Contract'].value)} is no contract such as 4S, 3NTX or Pass"
        faults.append(Fault(f"line {tags['Contract'].line}", "UNKNOWN_CONTRACT", text))
    kept = {name: "\n".join([tag.value, *tag.section]) for name, tag in tags.items() if _is_kept(name, tag.value)}
    if kept:
        fields["pbn"] = kept
    if "Forehand" in tags:
        fields |= _own_fields(tags["Forehand"], faults)
    return fields, faults


def _roles(tags: Mapping[str, Tag], faults: list[Fault]) -> dict[str, Any]:
    """Who leads, and declarer as the seat a question is about."""
    declarer = _seat(tags, "Declarer", faults)
    if declarer is not None:
        return {"leader": _left_of(declarer), "seat": COMPASS[declarer]}
    if "Play" in tags and tags["Play"].value.upper() in tuple(COMPASS):
        return {"leader": tags["Play"].value.upper()}
    return {"leader": _left_of(_seat(tags, "Dealer", faults) or 0)}


def _left_of(seat: int) -> str:
    return COMPASS[(seat + 1) % len(COMPASS)]


def _is_kept(name: str, value: str) -> bool:
    return name not in _READ and not (name in MANDATORY and value == "?")


def _seat(tags: Mapping[str, Tag], name: str, faults: list[Fault]) -> int | None:
    """The seat a tag names (``^`` before it marks an irregularity), or None."""
    value = tags[name].value.strip().upper().removeprefix("^") if name in tags else "?"
    if value in _UNKNOWN:
        return None
    if value in tuple(COMPASS):
        return COMPASS.index(value)
    text = f"{name} is {shown(tags[name].value)}, not one of {', '.join(COMPASS)}"
    faults.append(Fault(f"line {tags[name].line}", "UNKNOWN_SEAT", text))
    return None


def _play_seat_faults(tag: Tag, leader: str) -> list[Fault]:
    if tag.value.upper() == leader or (tag.value in _UNKNOWN and not tag.words):
        return []
    text = f"the play begins with {shown(tag.value)}, but {leader} leads to trick 1"
    return [Fault(f"line {tag.line}", "WRONG_LEADER", text)]


def _own_fields(tag: Tag, faults: list[Fault]) -> dict[str, Any]:
    """What the Forehand tag adds to the others."""
    try:
        fields = json.loads(tag.value)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        faults.append(Fault(f"line {tag.line}", "BAD_JSON", "the value of Forehand is not a JSON object"))
        return {}
    for name in sorted(fields.keys() & set(FIELDS) - set(_OWN)):
        faults.append(Fault(f"line {tag.line}", "UNKNOWN_FIELD", f"Forehand has {name}, which has tags of its own"))
        del fields[name]
    return fields


def _line_path(path: str, tags: Mapping[str, Tag], play_lines: list[int], line: int) -> str:
    """The line that the part of the record at ``path`` came from, and the path."""
    place = re.match(r"play\[(\d+)\]", path)
    if place:
        return f"line {play_lines[int(place[1])]}, {path}"
    field = re.split(r"\W", path)[0]
    name = _TAG_OF_FIELD.get(field, "Forehand")
    return f"line {tags[name].line if name in tags else line}, {path}"


def _write_game(record: Record) -> str:
    fields = record_to_dict(record)
    extra = dict(record.extra)
    kept: dict[str, str] = {}
    if _can_be_tags(extra.get("pbn")):
        kept = extra.pop("pbn")
    declarer = (record.leader - 1) % len(COMPASS)
    has_declarer = record.contract is not None or record.seat == declarer
    values = {name: kept.get(name, "?") for name in MANDATORY} | {
        "Board": record.id if _is_tag("Board", record.id) else "?",
        "Deal": fields["deal"],
        "Declarer": COMPASS[declarer] if has_declarer else "?",
    }
    told, _ = _fields({name: Tag(name, value, 0) for name, value in values.items()})
    own = {name: fields.get(name) for name in _OWN if fields.get(name) != told.get(name)} | extra
    others = {name: value.split("\n") for name, value in kept.items() if name not in MANDATORY}
    if own:
        others["Forehand"] = [json.dumps(own)]
    if record.play:
        others["Play"] = [COMPASS[record.leader], *format_play(record)]
    order = sorted(others, key=lambda name: (len(others[name]) > 1, name != "Auction", name != "Play", name))
    texts = [format_tag(name, value) for name, value in values.items()]
    return "\n".join(texts + [format_tag(name, others[name][0], others[name][1:]) for name in order])


def _can_be_tags(kept: object) -> bool:
    return isinstance(kept, Mapping) and bool(kept) and all(_is_tag(name, value) for name, value in kept.items())


def _is_tag(name: object, value: object) -> bool:
    """Whether a tag of this name can hold the value, so that it is read back the same."""
    if not isinstance(name, str) or not isinstance(value, str) or name == "Note":
        return False
    if not (_is_kept(name, value) or (name == "Board" and value not in _UNKNOWN)) or value == "#":
        return False
    first, *section = value.split("\n")
    if section and name in MANDATORY:
        return False
    try:
        games = split_games(format_tag(name, first, section))
    except InvalidInput:
        return False
    if [[(tag.name, tag.value, tag.section) for tag in game] for game in games] != [[(name, first, section)]]:
        return False
    return not _fields({name: games[0][0]})[1]
