"""JSON values, read one at a time: whatever is wrong is noted with its place, never raised."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from ..cards import SUIT_SYMBOLS, SUITS, Card, sort_hand
from ..errors import Fault
from ..rules import Contract, Variant

MAX_TEXT = 2000
"""Characters of a text of cards: more than any pack needs, and few enough to name every fault in it."""

MAX_ITEMS = 200
"""Entries of a list of cards, hands or tricks."""

_MAX_DEPTH = 20
_MAX_INTEGER_BITS = 64
_STAND_IN = "?"
_COMPASS = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
_CONTRACT_WORDS = {
    **{word: word[0] for word in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")},
    **{symbol: suit for suit, symbol in SUIT_SYMBOLS.items()},
    **dict.fromkeys(("N", "NOTRUMP", "NOTRUMPS"), "NT"),
}


class Notes:
    """The faults found so far; ``prefix`` stands before every path."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.faults: list[Fault] = []

    def add(self, path: str, code: str, message: str) -> None:
        """Note one fault."""
        self.faults.append(Fault((self.prefix + path).rstrip("."), code, message))


def shown(value: object) -> str:
    """A value as a message shows it: short, printable whatever it is."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "…")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if value.bit_length() <= _MAX_INTEGER_BITS else "a huge number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, (list, tuple)) else f"a {type(value).__name__}"


def is_text(value: str) -> bool:
    """Whether the string can be written as UTF-8: half a surrogate pair cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def note_foreign(value: object, path: str, notes: Notes, depth: int = 0) -> None:
    """Note what keeps ``value`` from being written as JSON and read back the same."""
    if isinstance(value, (list, Mapping)) and depth == _MAX_DEPTH:
        notes.add(path, "TOO_DEEP", f"nested more than {_MAX_DEPTH} deep")
    elif isinstance(value, list):
        for place, item in enumerate(value):
            note_foreign(item, f"{path}[{place}]", notes, depth + 1)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if isinstance(key, str) and is_text(key):
                note_foreign(item, f"{path}.{key}", notes, depth + 1)
            else:
                notes.add(path, "BAD_TEXT", f"{shown(key)} cannot name a field")
    else:
        _note_scalar(value, path, notes)


def _note_scalar(value: object, path: str, notes: Notes) -> None:
    if isinstance(value, str):
        if not is_text(value):
            notes.add(path, "BAD_TEXT", f"{shown(value)} is not Unicode text")
    elif isinstance(value, int):
        if value.bit_length() > _MAX_INTEGER_BITS:
            notes.add(path, "BAD_NUMBER", "the number has more than 64 bits")
    elif isinstance(value, float):
        if not math.isfinite(value):
            notes.add(path, "BAD_NUMBER", f"{value} is not a number JSON has")
    elif value is not None:
        notes.add(path, "WRONG_TYPE", f"{shown(value)} is not a JSON value")


def read_text(value: object, path: str, notes: Notes) -> str:
    """A string; "" and a fault for anything else."""
    if not isinstance(value, str):
        notes.add(path, "WRONG_TYPE", f"must be a string, not {shown(value)}")
    elif not is_text(value):
        notes.add(path, "BAD_TEXT", f"{shown(value)} is not Unicode text")
    else:
        return value
    return ""


def read_seat(value: object, path: str, variant: Variant, notes: Notes) -> int | None:
    """A seat by number or by name (either case); None and a fault if there is no such seat."""
    names = variant.seat_names
    if isinstance(value, str):
        word = _COMPASS.get(value.strip().upper(), value.strip())
        seats = [seat for seat, name in enumerate(names) if name.lower() == word.lower()]
        if seats:
            return seats[0]
    elif isinstance(value, int) and not isinstance(value, bool):
        if 0 <= value < variant.seats:
            return value
    else:
        notes.add(path, "WRONG_TYPE", f"must be a seat's number or name, not {shown(value)}")
        return None
    code = "WRONG_LEADER" if path.endswith("leader") else "UNKNOWN_SEAT"
    notes.add(path, code, f"there is no seat {shown(value)}; seats are 0 to {variant.seats - 1} or {', '.join(names)}")
    return None


def read_contract(value: object, path: str, variant: Variant, notes: Notes) -> Contract | None:
    """A contract by any of its names (either case); None and a fault if the variant has none such."""
    if not isinstance(value, str):
        notes.add(path, "WRONG_TYPE", f"must be a string, not {shown(value)}")
        return None
    word = _bare(value)
    word = _CONTRACT_WORDS.get(word, word)
    for contract in variant.contracts:
        if _bare(contract.name) == word:
            return contract
    names = ", ".join(contract.name for contract in variant.contracts)
    notes.add(path, "UNKNOWN_CONTRACT", f"{variant.title} has no contract {shown(value)}; it has {names}")
    return None


def _bare(name: str) -> str:
    return name.upper().translate(dict.fromkeys(map(ord, " -_\ufe0f")))


def stand_in(path: str) -> Card:
    """Fills the place of an unreadable card, so that the rest can be checked; no two paths make the same one."""
    return Card(path, _STAND_IN)


def is_stand_in(card: Card) -> bool:
    """Whether the card stands for one that could not be read."""
    return card.suit == _STAND_IN


def read_card(
    value: object, path: str, ranks: str, notes: Notes, absent: Collection[Card] = frozenset()
) -> Card | None:
    """One card; None and a fault if the value is none or not in the pack, by its rank or as one of ``absent``."""
    if not isinstance(value, str):
        notes.add(path, "WRONG_TYPE", f"must be a card such as QS, not {shown(value)}")
        return None
    try:
        card = Card.parse(value)
    except ValueError:
        notes.add(path, "UNKNOWN_CARD", f"{shown(value)} is not a card: write rank and suit, such as QS or TH")
        return None
    if card.rank not in ranks or card in absent:
        notes.add(path, "UNKNOWN_CARD", f"{card} is not in this game's pack")
        return None
    return card


def read_cards(
    value: object, path: str, ranks: str, notes: Notes, absent: Collection[Card] = frozenset()
) -> tuple[Card, ...] | None:
    """Cards in the order written: a list of cards, or a text in either form of :func:`parse_hand`.

    Unreadable cards are stand-ins; None if the value is not cards at all. Every fault is noted.
    """
    if isinstance(value, str):
        words = _card_words(value, path, notes)
        return None if words is None else _cards(words, [path] * len(words), ranks, notes, absent)
    if not isinstance(value, (list, tuple)):
        notes.add(path, "WRONG_TYPE", f"must be a string or a list of cards, not {shown(value)}")
        return None
    if is_too_long(value, path, notes):
        return None
    return _cards(value, [f"{path}[{place}]" for place in range(len(value))], ranks, notes, absent)


def is_too_long(value: Sequence[object], path: str, notes: Notes) -> bool:
    """Whether a list has more entries than are read; noted if so."""
    if len(value) > MAX_ITEMS:
        notes.add(path, "TOO_LONG", f"{len(value)} entries; at most {MAX_ITEMS} are read")
    return len(value) > MAX_ITEMS


def _cards(
    values: Sequence[object], paths: list[str], ranks: str, notes: Notes, absent: Collection[Card]
) -> tuple[Card, ...]:
    read = [read_card(value, path, ranks, notes, absent) for value, path in zip(values, paths, strict=True)]
    return tuple(
        card or stand_in(f"{path}#{place}") for place, (card, path) in enumerate(zip(read, paths, strict=True))
    )


def _card_words(text: str, path: str, notes: Notes) -> list[str] | None:
    """The text's cards as words of rank and suit, whichever form it has."""
    if len(text) > MAX_TEXT:
        notes.add(path, "TOO_LONG", f"{len(text)} characters; at most {MAX_TEXT} are read")
        return None
    if "." not in text:
        return text.replace(",", " ").split()
    suits = text.strip().split(".")
    if len(suits) != len(SUITS):
        text = f"{shown(text)} has {len(suits)} suits, not {len(SUITS)} (spades.hearts.diamonds.clubs)"
        notes.add(path, "BAD_HAND", text)
        return None
    ranks = [letters.strip().upper().replace("10", "T").replace("-", "") for letters in suits]
    return [letter + suit for suit, letters in zip(SUITS, ranks, strict=True) for letter in letters]


def sorted_hand(cards: tuple[Card, ...], ranks: str) -> tuple[Card, ...]:
    """The hand in the order of every text form, stand-ins last."""
    readable = [card for card in cards if not is_stand_in(card)]
    return sort_hand(readable, ranks) + tuple(card for card in cards if is_stand_in(card))
