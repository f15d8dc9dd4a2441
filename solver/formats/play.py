"""The play of a record: cards in order, or trick by trick with the seat that led."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile

from ..cards import Card
from ..rules import Record, Variant
from .values import MAX_TEXT, Notes, is_stand_in, is_too_long, read_card, read_seat, shown, stand_in


@dataclass(slots=True)
class Play:
    """The cards read, where each stands in the record, and the leaders named: (place of the card led, seat, path)."""

    cards: list[Card] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    leaders: list[tuple[int, int, str]] = field(default_factory=list)

    def break_off(self, path: str) -> None:
        """Marks that cards are missing or too many at ``path``, so that the turn of the next ones is unknown."""
        self.cards.append(stand_in(path))
        self.paths.append(path)

    def readable(self) -> tuple[Card, ...]:
        """The cards before the first that could not be read."""
        return tuple(takewhile(lambda card: not is_stand_in(card), self.cards))

    def path_of(self, path: str) -> str:
        """Where the card stands that the rules call ``play[place]``."""
        return self.paths[int(path[len("play[") : -1])]


def read_play(value: object, game: Variant, notes: Notes) -> Play:
    """A list or text of cards, or a list of tricks; every fault is noted."""
    play = Play()
    if isinstance(value, (list, tuple)) and any(isinstance(item, Mapping) for item in value):
        if not is_too_long(value, "play", notes):
            for number, trick in enumerate(value):
                is_last = number == len(value) - 1
                _read_trick(play, (trick, f"play[{number}]", is_last), game, notes)
    else:
        _read_cards(play, value, "play", game, notes)
    return play


def _read_cards(play: Play, value: object, path: str, game: Variant, notes: Notes) -> int:
    """Adds the cards of a list or a text, and tells how many there are."""
    if isinstance(value, str) and len(value) > MAX_TEXT:
        notes.add(path, "TOO_LONG", f"{len(value)} characters; at most {MAX_TEXT} are read")
        return 0
    items = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)):
        notes.add(path, "WRONG_TYPE", f"must be a string or a list of cards, not {shown(value)}")
        return 0
    if is_too_long(items, path, notes):
        return 0
    for place, item in enumerate(items):
        where = f"{path}[{place}]"
        play.cards.append(read_card(item, where, game.ranks, notes, game.absent) or stand_in(where))
        play.paths.append(where)
    return len(items)


def _read_trick(play: Play, trick: tuple[object, str, bool], game: Variant, notes: Notes) -> None:
    value, path, is_last = trick
    if not isinstance(value, Mapping):
        notes.add(path, "WRONG_TYPE", f"must be a trick like the others, not {shown(value)}")
        play.break_off(path)
        return
    for key in value:
        if key not in ("leader", "cards"):
            notes.add(path, "UNKNOWN_FIELD", f"a trick has leader and cards, no {shown(key)}")
    start = len(play.cards)
    if value.get("leader") is not None:
        leader = read_seat(value["leader"], f"{path}.leader", game, notes)
        if leader is not None:
            play.leaders.append((start, leader, f"{path}.leader"))
    if value.get("cards") is None:
        notes.add(path, "MISSING_FIELD", "the trick has no cards")
        play.break_off(path)
        return
    before = len(notes.faults)
    count = _read_cards(play, value["cards"], f"{path}.cards", game, notes)
    is_whole = count == game.seats or (is_last and 0 < count < game.seats)
    if not is_whole:
        play.break_off(path)
    if not is_whole and len(notes.faults) == before:
        notes.add(f"{path}.cards", "WRONG_COUNT", f"{count} cards in a trick of {game.seats}")


def note_leaders(play: Play, base: Record, notes: Notes) -> int | None:
    """Notes the first trick whose named leader does not have the lead, and tells the place of the card led.

    ``base`` is the record without its play.
    """
    position = base.start()
    named = {place: (seat, path) for place, seat, path in play.leaders}
    names = base.variant.seat_names
    for place, card in enumerate(play.readable()):
        due = position.to_move
        seat, path = named.get(place, (due, ""))
        if seat != due:
            trick = place // base.variant.seats + 1
            text = (
                f"trick {trick}: seat {seat} ({names[seat]}) is named, but the lead is with seat {due} ({names[due]})"
            )
            notes.add(path, "WRONG_LEADER", text)
            return place
        fault = position.play_fault(card)
        if fault is not None and fault[0] != "REVOKE":
            return None
        position = position.play(card, force=True)
    return None
