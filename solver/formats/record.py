"""Records as JSON objects: the one documented form, read with every fault named and written canonically."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..cards import RANKS, Deal, Hand, format_cards, format_hand
from ..errors import Fault, InvalidInput
from ..rules import Contract, Game, Record, Variant, variant_of
from .deals import COMPASS, format_pbn_deal, read_deal, read_pile
from .fields import note_extra, read_game, read_options, split_fields
from .play import Play, note_leaders, read_play
from .values import Notes, is_stand_in, read_cards, read_contract, read_seat, read_text, shown


def read_record(data: Mapping[str, Any], path: str = "") -> Record:
    """The record that one JSON object holds; the fields are in docs/record-format.md.

    Raises InvalidInput with every fault, of the fields and of the rules; ``path`` (such as
    ``record.``) stands before the path of each.
    """
    notes = Notes(path)
    if not isinstance(data, Mapping):
        raise InvalidInput([Fault(path.rstrip("."), "WRONG_TYPE", f"a record is an object, not {shown(data)}")])
    known, extra = split_fields(data, notes)
    identity = read_text(known.get("id", ""), "id", notes)
    game = read_game(known, notes)
    if game is None:
        _note_cards(known, notes)
        raise InvalidInput(notes.faults)
    record = _Reading(known, game, notes).record(identity, extra)
    if notes.faults or record is None:
        raise InvalidInput(notes.faults)
    return record


def record_to_dict(record: Record) -> dict[str, Any]:
    """The record as a JSON-ready object: fields in a fixed order, every option written, the extra fields last.

    ``read_record`` of it gives an equal record. Raises InvalidInput if an extra field has the name
    of a field with a meaning, or one like it, or a value that JSON has not.
    """
    notes = Notes()
    note_extra(record.extra, notes)
    if notes.faults:
        raise InvalidInput(notes.faults)
    variant = record.variant
    written = format_hand if variant.packs == 1 else format_cards
    has_compass = "".join(variant.seat_names) == COMPASS
    fields: dict[str, Any] = {
        "id": record.id,
        "game": variant.name,
        "options": dict(variant.options),
        "hands": None if has_compass else [written(hand) for hand in record.deal.hands],
        "deal": format_pbn_deal(record.deal.hands) if has_compass else None,
        "talon": written(record.deal.talon) if record.deal.talon else None,
        "laid_away": written(record.laid_away) if record.laid_away else None,
        "contract": record.contract.name if record.contract is not None else None,
        "leader": _seat_name(variant, record.leader),
        "seat": _seat_name(variant, record.seat),
        "play": [str(card) for card in record.play],
    }
    return {key: value for key, value in fields.items() if value not in (None, "", {}, [])} | dict(record.extra)


def _seat_name(variant: Variant, seat: int | None) -> int | str | None:
    has_compass = "".join(variant.seat_names) == COMPASS
    return seat if seat is None or not has_compass else variant.seat_names[seat]


def _note_cards(known: Mapping[str, Any], notes: Notes) -> None:
    """Of a record whose game is unknown, at least the cards can be checked."""
    hands = known.get("hands")
    for seat, hand in enumerate(hands[:4] if isinstance(hands, list) else ()):
        read_cards(hand, f"hands[{seat}]", RANKS, notes)


@dataclass
class _Reading:
    """One record being read: its fields, its game, and the faults so far."""

    known: Mapping[str, Any]
    game: Game
    notes: Notes

    def record(self, identity: str, extra: Mapping[str, Any]) -> Record | None:
        """The record, or None; in any case every fault is noted."""
        before = len(self.notes.faults)
        options = read_options(self.known, self.game, self.notes)
        variant = self._variant(options)
        deal = read_deal(self.known, variant, self.notes)
        leader, declarer = self._leader(variant)
        if leader is not None and "leader" in self.known and "leader" not in options:
            variant = _led_by(self.game, variant, deal, leader)
        seat = declarer
        if "seat" in self.known:
            seat = read_seat(self.known["seat"], "seat", variant, self.notes)
        contract = self._contract(variant)
        laid_away = read_pile(self.known, "laid_away", variant, self.notes)
        is_certain = len(self.notes.faults) == before
        play = read_play(self.known.get("play", ()), variant, self.notes)
        make = partial(Record, variant, deal, leader or 0, identity, contract, laid_away, seat, extra=extra)
        if not is_certain:
            play = Play()
        return self._checked(make, play, lambda fault: _is_noise(fault, deal, laid_away))

    def _variant(self, options: Mapping[str, str | int]) -> Variant:
        """The game with these options, or, if they cannot go together, with none."""
        try:
            return variant_of(self.game.name, options)
        except InvalidInput as error:
            for fault in error.faults:
                self.notes.add(fault.path, fault.code, fault.message)
            return variant_of(self.game.name, {})

    def _checked(self, make: partial[Record], play: Play, is_noise: Callable[[Fault], bool]) -> Record | None:
        """The record with its play up to the first thing wrong with it; what the rules object to is noted."""
        cards = play.readable()
        if play.leaders:
            with suppress(InvalidInput):
                cards = cards[: note_leaders(play, make(play=()), self.notes)]
        try:
            return make(play=cards)
        except InvalidInput as error:
            for fault in error.faults:
                if not is_noise(fault):
                    self.notes.add(self._path(fault.path, play), fault.code, fault.message)
        return None

    def _path(self, path: str, play: Play) -> str:
        """Where in this record the thing stands that the rules call ``path``."""
        if path.startswith("play["):
            return play.path_of(path)
        if path.startswith("hands") and "deal" in self.known and "hands" not in self.known:
            return f"deal.{path}"
        if path == "contract" and "trump" in self.known and "contract" not in self.known:
            return "trump"
        return path

    def _leader(self, variant: Variant) -> tuple[int | None, int | None]:
        """The seat that leads and the declarer, as far as they are given and can be read."""
        known, notes = self.known, self.notes
        leader = read_seat(known["leader"], "leader", variant, notes) if "leader" in known else variant.leader
        if "declarer" not in known:
            if leader is None and "leader" not in known:
                notes.add("leader", "MISSING_LEADER", f"{variant.title} has no usual leader: name one")
            return leader, None
        if not variant.has_partnerships:
            notes.add("declarer", "UNKNOWN_FIELD", f"{variant.title} has no declarer: name the leader")
            return leader, None
        declarer = read_seat(known["declarer"], "declarer", variant, notes)
        if declarer is None:
            return leader, None
        due = (declarer + 1) % variant.seats
        if leader not in (None, due):
            names = variant.seat_names
            text = f"{names[leader]} is named, but {names[due]}, at the left of {names[declarer]}, leads"
            notes.add("leader", "WRONG_LEADER", text)
        return due, declarer

    def _contract(self, variant: Variant) -> Contract | None:
        known, notes = self.known, self.notes
        contract = read_contract(known["contract"], "contract", variant, notes) if "contract" in known else None
        if "trump" not in known:
            return contract
        named = "NT" if known["trump"] is None else known["trump"]
        trump = read_contract(named, "trump", variant, notes)
        if trump is not None and trump.is_misere:
            notes.add("trump", "UNKNOWN_CONTRACT", f"{shown(named)} is no trump suit: write it as contract")
        elif trump is not None and contract is not None and trump.trump != contract.trump:
            text = f"trump is {shown(known['trump'])}, but the contract is {contract.name}"
            notes.add("trump", "CONTRADICTION", text)
        return contract or trump


def _led_by(game: Game, variant: Variant, deal: Deal, leader: int) -> Variant:
    """Of a full deal the seat named as leader tells which rule was played, where that is an option."""
    is_full = all(len(hand) == variant.hand_size for hand in deal.hands)
    for option in game.options:
        if is_full and option.name == "leader":
            variants = (game.build(dict(variant.options) | {option.name: choice}) for choice in option.choices)
            return next((built for built in variants if built.leader == leader), variant)
    return variant


def _is_noise(fault: Fault, deal: Deal, laid_away: Hand) -> bool:
    """Whether the rules only object to stand-ins, whose own faults are noted already."""
    if fault.code == "MISSING_CARD":
        return any(map(is_stand_in, deal.cards))
    if fault.code == "CARD_NOT_HELD" and fault.path == "laid_away":
        return any(map(is_stand_in, (*deal.hands[0], *deal.talon, *laid_away) if deal.hands else laid_away))
    return fault.code == "UNKNOWN_CARD"
