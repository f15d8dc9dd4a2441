"""Deals: the hands of a record, and PBN's one-line form of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..cards import Card, Deal, Hand, format_hand
from ..errors import InvalidInput
from ..rules import Variant, variant
from .values import MAX_TEXT, Notes, is_too_long, read_cards, shown, sorted_hand, stand_in

COMPASS = "NESW"


def parse_pbn_deal(text: str) -> tuple[Hand, ...]:
    """The hands of ``N:AKQ.JT9.. 5432.. ... ...`` in the order N, E, S, W, whichever seat comes first.

    Raises InvalidInput with every fault; paths are "" and ``hands[seat]``.
    """
    notes = Notes()
    hands = _pbn_hands(text, "", variant("bridge").ranks, notes)
    if notes.faults or hands is None:
        raise InvalidInput(notes.faults)
    return tuple(hand for hand in hands if hand is not None)


def format_pbn_deal(hands: Sequence[Hand], first: str = "N") -> str:
    """Four hands (N, E, S, W) as PBN writes them, ``first`` being the seat to begin with.

    Raises ValueError for another number of hands or another seat.
    """
    if len(hands) != len(COMPASS) or len(first) != 1 or first not in COMPASS:
        raise ValueError(f"PBN has four hands, from one of {COMPASS}; not {len(hands)} from {first!r}")
    start = COMPASS.index(first)
    return f"{first}:" + " ".join(format_hand(hands[(start + place) % 4]) for place in range(4))


def read_deal(known: Mapping[str, Any], game: Variant, notes: Notes) -> Deal:
    """The deal of a record's fields; whatever cannot be read is stand-ins, as many as make it even."""
    hands = _read_hands(known, game, notes)
    usual = max((len(hand) for hand in hands if hand), key=[len(hand or ()) for hand in hands].count, default=1)
    filled = (_unread(f"hands[{seat}]", usual) if hand is None else hand for seat, hand in enumerate(hands))
    return Deal(tuple(filled), read_pile(known, "talon", game, notes))


def read_pile(known: Mapping[str, Any], field: str, game: Variant, notes: Notes) -> Hand:
    """The talon or what was laid away; empty if the record does not say."""
    if field not in known:
        return ()
    cards = read_cards(known[field], field, game.ranks, notes, game.absent)
    return _unread(field, game.talon_size) if cards is None else sorted_hand(cards, game.ranks)


def _unread(path: str, count: int) -> Hand:
    return tuple(stand_in(f"{path}#{place}") for place in range(count))


def _read_hands(known: Mapping[str, Any], game: Variant, notes: Notes) -> list[Hand | None]:
    unread: list[Hand | None] = [None] * game.seats
    if "deal" in known and "hands" in known:
        notes.add("deal", "CONTRADICTION", "both deal and hands are given; one is enough")
    if "hands" in known:
        hands = known["hands"]
        if not isinstance(hands, (list, tuple)):
            notes.add("hands", "WRONG_TYPE", f"must be a list of hands, not {shown(hands)}")
        elif not is_too_long(hands, "hands", notes):
            return [
                _read_hand(hand, f"hands[{seat}]", game.ranks, notes, game.absent) for seat, hand in enumerate(hands)
            ]
    elif "deal" not in known:
        notes.add("hands", "MISSING_FIELD", "no hands are given")
    elif "".join(game.seat_names) != COMPASS:
        notes.add(
            "deal", "WRONG_SEATS", f"a PBN deal is for N, E, S and W; {game.title} has {game.seats} seats: use hands"
        )
    else:
        return _pbn_hands(known["deal"], "deal", game.ranks, notes) or unread
    return unread


def _read_hand(
    value: object, path: str, ranks: str, notes: Notes, absent: Collection[Card] = frozenset()
) -> Hand | None:
    cards = read_cards(value, path, ranks, notes, absent)
    return None if cards is None else sorted_hand(cards, ranks)


def _pbn_hands(text: object, path: str, ranks: str, notes: Notes) -> list[Hand | None] | None:
    if not isinstance(text, str):
        notes.add(path, "WRONG_TYPE", f"must be a PBN deal such as N:..., not {shown(text)}")
        return None
    if len(text) > MAX_TEXT:
        notes.add(path, "TOO_LONG", f"{len(text)} characters; at most {MAX_TEXT} are read")
        return None
    first, colon, rest = text.strip().partition(":")
    first = first.strip().upper()
    if not colon or len(first) != 1 or first not in COMPASS:
        notes.add(path, "BAD_DEAL", f"a PBN deal begins with its first seat, such as N:; {shown(text)} does not")
        return None
    words = rest.split()
    if len(words) != len(COMPASS):
        notes.add(path, "WRONG_SEATS", f"{len(words)} hands, but a PBN deal has four")
        return None
    hands: list[Hand | None] = [None] * len(COMPASS)
    for place, word in enumerate(words):
        seat = (COMPASS.index(first) + place) % len(COMPASS)
        hands[seat] = _pbn_hand(word, f"{path}.hands[{seat}]".lstrip("."), ranks, notes)
    return hands


def _pbn_hand(word: str, path: str, ranks: str, notes: Notes) -> Hand | None:
    if word == "-":
        notes.add(path, "HIDDEN_HAND", "the hand is hidden (-); every hand must be known")
    elif "." not in word:
        notes.add(path, "BAD_HAND", f"{shown(word)} is not a hand such as AKT.Q9..J82")
    else:
        return _read_hand(word, path, ranks, notes)
    return None
