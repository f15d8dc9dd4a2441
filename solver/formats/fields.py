"""Which fields a record has, and which game they make it."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from ..errors import InvalidInput
from ..rules import GAMES, Game, variant_of
from .values import Notes, is_text, note_foreign, read_text, shown

FIELDS = (
    "id",
    "game",
    "options",
    "hands",
    "deal",
    "talon",
    "laid_away",
    "contract",
    "trump",
    "leader",
    "declarer",
    "seat",
    "play",
)
"""The fields with a meaning, in the order they are written."""

TOP_LEVEL_OPTIONS = ("last_trick", "follow")
"""Options that may also stand beside the other fields."""

KEPT = ("guaranteed", "pass_forced", "forehand_guaranteed", "forehand_pass_forced", "dealer", "players", "pbn")
"""Fields that are kept though they look like nothing, a slip of the pen, or an option (``players``: their names)."""

_OTHER_OPTIONS = {option.name for game in GAMES.values() for option in game.options} - {*FIELDS, *TOP_LEVEL_OPTIONS}
_GAME_OF_HANDS = {2: "bezique", 3: "bismarck", 4: "bridge"}
_LIKENESS = 0.78
"""Finds ``leadr``, ``hand`` and ``trumps``, and leaves ``name``, ``date`` and ``players`` alone; of short names, as
``plya``, that two letters changed places is told by :func:`_is_swapped`."""


def split_fields(data: Mapping[Any, Any], notes: Notes) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields with a meaning (without those that are null, but for ``trump``), and the rest, which is kept."""
    known: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for key, value in data.items():
        if not isinstance(key, str) or not is_text(key):
            notes.add("", "BAD_TEXT", f"{shown(key)} cannot name a field")
        elif key in FIELDS or key in TOP_LEVEL_OPTIONS:
            if value is not None or key == "trump":
                known[key] = value
        else:
            extra[key] = value
    note_extra(extra, notes)
    return known, extra


def note_extra(extra: Mapping[str, Any], notes: Notes) -> None:
    """Note what cannot be kept: near misses of the fields with a meaning, and values that JSON has not."""
    for key, value in extra.items():
        likely = _meant(key)
        if likely is not None:
            notes.add(key, "UNKNOWN_FIELD", f"unknown field {shown(key)}: did you mean {likely}?")
        else:
            note_foreign(value, key, notes)


def _meant(key: str) -> str | None:
    if key in KEPT:
        return None
    if key in _OTHER_OPTIONS:
        return f"options.{key}"
    word = key.strip().lower()
    names = (*FIELDS, *TOP_LEVEL_OPTIONS)
    if word in names:
        return word
    near = get_close_matches(word, names, 1, _LIKENESS) if 3 < len(word) < 20 else []
    near += [name for name in names if _is_swapped(word, name)]
    return near[0] if near else None


def _is_swapped(word: str, name: str) -> bool:
    """Whether the word is the name with two neighboring letters in each other's place."""
    apart = [place for place, letters in enumerate(zip(word, name, strict=False)) if letters[0] != letters[1]]
    if len(word) != len(name) or len(apart) != 2 or apart[1] != apart[0] + 1:
        return False
    first, second = apart
    return (word[first], word[second]) == (name[second], name[first])


def read_game(known: Mapping[str, Any], notes: Notes) -> Game | None:
    """The game named, or the one the hands are for; None and a fault if there is none."""
    if "game" in known:
        before = len(notes.faults)
        name = read_text(known["game"], "game", notes)
        game = GAMES.get(name.strip().lower())
        if game is None and len(notes.faults) == before:
            notes.add("game", "UNKNOWN_GAME", f"unknown game {shown(name)}; known are {', '.join(GAMES)}")
        return game
    if "deal" in known:
        return GAMES["bridge"]
    hands = known.get("hands")
    if isinstance(hands, (list, tuple)) and len(hands) in _GAME_OF_HANDS:
        return GAMES[_GAME_OF_HANDS[len(hands)]]
    notes.add("game", "MISSING_FIELD", f"no game is named (one of {', '.join(GAMES)}) and the hands do not tell it")
    return None


def read_options(known: Mapping[str, Any], game: Game, notes: Notes) -> dict[str, str | int]:
    """The options given, wherever they stand, those with faults left out."""
    options = known.get("options", {})
    if not isinstance(options, Mapping):
        notes.add("options", "WRONG_TYPE", f"must be an object, not {shown(options)}")
        options = {}
    given = [(key, value, f"options.{key}") for key, value in options.items() if value is not None]
    for key in TOP_LEVEL_OPTIONS:
        if key in known and options.get(key) not in (None, known[key]):
            notes.add(key, "CONTRADICTION", f"{shown(known[key])} here, {shown(options[key])} in options")
        elif key in known:
            given.append((key, known[key], key))
    return {key: value for key, value, path in given if _is_option(game, (key, value), path, notes)}


def _is_option(game: Game, option: tuple[object, object], path: str, notes: Notes) -> bool:
    key, value = option
    if not isinstance(key, str) or not is_text(key):
        notes.add("options", "BAD_TEXT", f"{shown(key)} cannot name an option")
    elif isinstance(value, bool) or not isinstance(value, (str, int)):
        notes.add(path, "WRONG_TYPE", f"must be a string or a whole number, not {shown(value)}")
    elif isinstance(value, int) and value.bit_length() > 64:
        notes.add(path, "BAD_OPTION", f"{key} cannot be a huge number")
    else:
        try:
            variant_of(game.name, {key: value})
            return True
        except InvalidInput as error:
            for fault in error.faults:
                notes.add(path, fault.code, fault.message)
    return False
