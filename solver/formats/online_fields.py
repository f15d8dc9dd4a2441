"""The parts of an online server's game dump, read one at a time: whatever is wrong is noted with its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard, TypeVar

from ..cards import SUIT_SYMBOLS, SUITS, Card
from ..rules import Contract
from ..rules.variant import NO_TRUMP, PASS, SUIT_CONTRACTS
from .values import Notes, is_stand_in, is_text, is_too_long, shown, stand_in

T = TypeVar("T")

PACK = 52
_RANKS = {**{rank: rank for rank in "23456789JQKA"}, "10": "T"}
_SUITS = {symbol: suit for suit, symbol in SUIT_SYMBOLS.items()}
_SUIT_OF_NUMBER = {1: "D", 2: "C", 3: "H", 4: "S"}
_CONTRACTS = {"NoTrump": NO_TRUMP, "Misere": PASS}
_SELECTORS = "\ufe0e\ufe0f"
"""What may follow a suit symbol to make it text or an emoji."""

_TYPE_NAMES: dict[type, str] = {str: "a string", bool: "true or false", int: "a whole number"}


class DumpCard(NamedTuple):
    """A card of the pack in dealt order, and whether it was played or laid away."""

    card: Card
    is_played: bool


class TrickEntry(NamedTuple):
    """A seat's place in the trick, and its card; None if it has yet to play."""

    seat: int
    card: Card | None


def read_players(data: Mapping[str, Any], notes: Notes) -> tuple[str, ...]:
    """The players' names, the eldest hand first; none if they cannot be read or are too few or too many."""
    before = len(notes.faults)
    statute = read_object(data, "handStatute", "", notes)
    if statute is None:
        return ()
    path = "handStatute.playerOrder"
    entries = read_list(statute, "playerOrder", "handStatute", notes)
    if entries is None:
        return ()
    names = [_read_name(entry, f"{path}[{place}]", notes) for place, entry in enumerate(entries)]
    if len(names) not in (3, 4):
        notes.add(path, "WRONG_COUNT", f"{len(names)} players; there are three or four")
    for place, name in enumerate(names):
        if name is not None and name in names[:place]:
            notes.add(f"{path}[{place}].name", "DUPLICATE_PLAYER", f"{shown(name)} is there twice")
    eldest = _read_player(statute, "eldestHand", "handStatute", notes)
    if eldest is not None and names and names[0] is not None and eldest != names[0]:
        text = f"{shown(eldest)} is named, but {shown(names[0])} comes first in playerOrder"
        notes.add("handStatute.eldestHand.name", "CONTRADICTION", text)
    due = {"playersInGame": len(names), "tricksInHand": (PACK - 4) // len(names) if names else 0}
    for key, number in due.items():
        given = read_field(statute, key, int, "handStatute", notes) if statute.get(key) is not None else None
        if given is not None and given != number and len(names) in (3, 4):
            notes.add(f"handStatute.{key}", "CONTRADICTION", f"{shown(given)}, but {len(names)} players make {number}")
    return tuple(name for name in names if name is not None) if len(notes.faults) == before else ()


def read_dump_cards(data: Mapping[str, Any], notes: Notes) -> tuple[DumpCard, ...]:
    """The pack in dealt order; unreadable cards are stand-ins. Faults are noted, cards that are there twice too."""
    entries = read_list(data, "cards", "", notes)
    if entries is None:
        return ()
    if len(entries) != PACK:
        notes.add("cards", "WRONG_COUNT", f"{len(entries)} cards; the pack has {PACK}")
    places: dict[Card, str] = {}
    read = []
    for place, entry in enumerate(entries):
        path = f"cards[{place}]"
        card = is_played = None
        if is_object(entry, path, notes):
            card = _read_card(entry, path, notes)
            is_played = read_field(entry, "isPlayed", bool, path, notes)
        if card is not None and places.setdefault(card, path) != path:
            notes.add(path, "DUPLICATE_CARD", f"{card.symbol} is there twice: it is {places[card]} too")
        read.append(DumpCard(card or stand_in(path), bool(is_played)))
    return tuple(read)


def read_hand_type(data: Mapping[str, Any], cards: Sequence[DumpCard], notes: Notes) -> Contract | None:
    """The contract; None and a fault if it was not chosen yet, or cannot be read."""
    statute = data.get("handStatute")
    if not isinstance(statute, Mapping):
        return None
    hand_type = read_object(statute, "handType", "handStatute", notes)
    if hand_type is None:
        return None
    path = "handStatute.handType"
    is_choice = read_field(hand_type, "isChoice", bool, path, notes)
    if is_choice and hand_type.get("gameType") is None:
        notes.add(f"{path}.gameType", "MISSING_CONTRACT", "the eldest hand has not chosen the contract yet")
        return None
    game_type = read_object(hand_type, "gameType", path, notes)
    value = read_field(game_type, "value", str, f"{path}.gameType", notes) if game_type is not None else None
    if game_type is None or value is None:
        return None
    if value == "Trump":
        return _read_trump(game_type, f"{path}.gameType", None if is_choice else _suit_turned(cards), notes)
    if value not in _CONTRACTS:
        text = f"{shown(value)} is no contract; there are Trump, NoTrump and Misere"
        notes.add(f"{path}.gameType.value", "UNKNOWN_CONTRACT", text)
    return _CONTRACTS.get(value)


def read_trick(
    data: Mapping[str, Any], players: tuple[str, ...], contract: Contract | None, notes: Notes
) -> tuple[TrickEntry, ...]:
    """The trick in progress, or the last one, in order of play; empty before the first, or if it cannot be read."""
    if data.get("trick") is None:
        return ()
    trick = read_object(data, "trick", "", notes)
    entries = None if trick is None else read_list(trick, "trickCards", "trick", notes)
    if trick is None or not entries:
        return ()
    before = len(notes.faults)
    path = "trick.trickCards"
    if players and len(entries) != len(players):
        notes.add(path, "WRONG_COUNT", f"{len(entries)} places in a trick of {len(players)} players")
    read = [_read_entry(entry, f"{path}[{place}]", players, notes) for place, entry in enumerate(entries)]
    if len(notes.faults) > before or not players:
        return ()
    whole = tuple(entry for entry in read if entry is not None)
    _note_order(whole, players, notes)
    if whole[0].card is not None:
        _note_suit(trick, "trickSuit", (whole[0].card.suit, "is led"), notes)
    if contract is not None and contract.trump is not None:
        _note_suit(trick, "trumpSuit", (contract.trump, "is trumps"), notes)
    return whole


def _note_order(whole: Sequence[TrickEntry], players: tuple[str, ...], notes: Notes) -> None:
    """Notes places out of order, and cards after a player who has yet to play."""
    path = "trick.trickCards"
    for place, entry in enumerate(whole):
        due = (whole[0].seat + place) % len(players)
        if entry.seat != due:
            text = f"{shown(players[entry.seat])} is named, but it is {shown(players[due])}'s place"
            notes.add(f"{path}[{place}].player.name", "WRONG_PLAYER", text)
        if place and entry.card is not None and whole[place - 1].card is None:
            text = f"{entry.card.symbol} is played, but the player before has yet to play"
            notes.add(f"{path}[{place}].card", "OUT_OF_TURN", text)


def _note_suit(trick: Mapping[str, Any], key: str, due: tuple[str, str], notes: Notes) -> None:
    """Notes a suit that is given and is another than the one due, of which the second word says why."""
    number = None if trick.get(key) is None else read_field(trick, key, int, "trick", notes)
    suit, why = due
    if number is not None and _SUIT_OF_NUMBER.get(number) != suit:
        notes.add(f"trick.{key}", "CONTRADICTION", f"{_suit_text(number)}, but {SUIT_SYMBOLS[suit]} {why}")


def read_field(data: Mapping[str, Any], key: str, kind: type[T], path: str, notes: Notes) -> T | None:
    """The value of a field that must be there and of this type; None and a fault if it is not."""
    where, value = f"{path}.{key}".lstrip("."), data.get(key)
    if value is None:
        _note_missing(data, key, where, notes)
    elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        notes.add(where, "WRONG_TYPE", f"must be {_TYPE_NAMES[kind]}, not {shown(value)}")
    else:
        return value
    return None


def read_list(data: Mapping[str, Any], key: str, path: str, notes: Notes) -> Sequence[object] | None:
    """The same for a list, which may not be longer than is read."""
    where, value = f"{path}.{key}".lstrip("."), data.get(key)
    if value is None:
        _note_missing(data, key, where, notes)
    elif not isinstance(value, (list, tuple)):
        notes.add(where, "WRONG_TYPE", f"must be a list, not {shown(value)}")
    elif not is_too_long(value, where, notes):
        return value
    return None


def read_object(data: Mapping[str, Any], key: str, path: str, notes: Notes) -> Mapping[str, Any] | None:
    """The same for an object."""
    where, value = f"{path}.{key}".lstrip("."), data.get(key)
    if value is None:
        _note_missing(data, key, where, notes)
        return None
    return value if is_object(value, where, notes) else None


def is_object(value: object, path: str, notes: Notes) -> TypeGuard[Mapping[str, Any]]:
    """Whether the value is an object; noted if not."""
    if not isinstance(value, Mapping):
        notes.add(path, "WRONG_TYPE", f"must be an object, not {shown(value)}")
    return isinstance(value, Mapping)


def _note_missing(data: Mapping[str, Any], key: str, where: str, notes: Notes) -> None:
    notes.add(where, "MISSING_FIELD", "it is null" if key in data else "it is missing")


def _read_name(value: object, path: str, notes: Notes) -> str | None:
    """The name of a player object."""
    if not is_object(value, path, notes):
        return None
    name = read_field(value, "name", str, path, notes)
    if name is not None and not is_text(name):
        notes.add(f"{path}.name", "BAD_TEXT", f"{shown(name)} is not Unicode text")
        return None
    return name


def _read_player(data: Mapping[str, Any], key: str, path: str, notes: Notes) -> str | None:
    """The name of the player in a field."""
    player = read_object(data, key, path, notes)
    return None if player is None else _read_name(player, f"{path}.{key}", notes)


def _read_card(data: Mapping[str, Any], path: str, notes: Notes) -> Card | None:
    """The card in a field ``card``; None and a fault for what is none."""
    value = read_object(data, "card", path, notes)
    if value is None:
        return None
    path = f"{path}.card"
    rank = read_field(value, "rank", str, path, notes)
    suit = read_field(value, "suit", str, path, notes)
    if rank is not None and rank not in _RANKS:
        notes.add(f"{path}.rank", "UNKNOWN_CARD", f"{shown(rank)} is no rank; ranks are 2 to 10, J, Q, K and A")
    letter = None if suit is None else _SUITS.get(suit.rstrip(_SELECTORS))
    if suit is not None and letter is None:
        notes.add(f"{path}.suit", "UNKNOWN_CARD", f"{shown(suit)} is no suit; suits are {' '.join(_SUITS)}")
    return Card(_RANKS[rank], letter) if rank in _RANKS and letter is not None else None


def _read_entry(value: object, path: str, players: tuple[str, ...], notes: Notes) -> TrickEntry | None:
    """One place of the trick; None and a fault if it cannot be read."""
    if not is_object(value, path, notes):
        return None
    name = _read_player(value, "player", path, notes)
    if name is not None and players and name not in players:
        notes.add(f"{path}.player.name", "UNKNOWN_PLAYER", f"{shown(name)} is not in playerOrder")
    card = None if value.get("card") is None else _read_card(value, path, notes)
    return TrickEntry(players.index(name), card) if name in players else None


def _suit_turned(cards: Sequence[DumpCard]) -> str | None:
    """The suit of the first table card; None if it cannot be read."""
    if len(cards) != PACK or is_stand_in(cards[PACK - 4].card):
        return None
    return cards[PACK - 4].card.suit


def _read_trump(game_type: Mapping[str, Any], path: str, turned: str | None, notes: Notes) -> Contract | None:
    """The trump contract: the suit given, which without a choice is the one ``turned``."""
    number = game_type.get("trumpSuit")
    if number is None and turned is not None:
        return _contract_of(turned)
    number = read_field(game_type, "trumpSuit", int, path, notes)
    if number is None:
        return None
    suit = _SUIT_OF_NUMBER.get(number)
    if suit is None:
        notes.add(f"{path}.trumpSuit", "UNKNOWN_SUIT", _suit_text(number))
        return None
    if turned is not None and turned != suit:
        text = f"{_suit_text(number)}, but without a choice the first table card makes {SUIT_SYMBOLS[turned]} trumps"
        notes.add(f"{path}.trumpSuit", "CONTRADICTION", text)
    return _contract_of(suit)


def _contract_of(suit: str) -> Contract:
    return SUIT_CONTRACTS[SUITS.index(suit)]


def _suit_text(number: int) -> str:
    suit = _SUIT_OF_NUMBER.get(number)
    if suit is None:
        return f"{shown(number)} is no suit: 1 is diamonds, 2 clubs, 3 hearts, 4 spades"
    return f"{number} is {SUIT_SYMBOLS[suit]}"
