"""One deal of a session, read: the cards through the record format, the rest here; whatever is wrong is noted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from ..cards import Card
from ..errors import Fault, InvalidInput
from ..rules import Contract, Record, Variant, variant_of
from ..rules.session import SessionDeal
from ..rules.session_forms import MenuEntry, SessionForm
from .record import read_record
from .values import Notes, is_text, note_foreign, read_card, read_contract, read_text, shown

CARD_FIELDS = ("hands", "talon", "laid_away", "play")
DEAL_FIELDS = ("forehand", "contract", "trump", "turned", *CARD_FIELDS, "tricks", "scores", "misdeal")
"""The fields of a deal with a meaning, in the order they are written."""
MISDEAL_FIELDS = ("forehand", "contract", "trump", "turned", "tricks", "scores", "misdeal")
"""Those that are read of a misdeal; the others are kept as they are."""
MAX_COUNT = 100_000
"""The largest number of tricks or points that is read."""
_LIKENESS = 0.78


@dataclass(frozen=True, slots=True)
class Frame:
    """What the deals of a session have in common."""

    variant: Variant
    form: SessionForm
    players: tuple[str, ...]

    @property
    def draws_trumps(self) -> bool:
        """Whether a card names the trumps of some contract."""
        return any(entry.drawn for entry in self.form.menu)


def read_deal(data: object, place: int, frame: Frame, due: int, is_redone: bool) -> SessionDeal:
    """The deal at ``place`` with its faults; ``due`` is forehand where none is named.

    In one that is redone after a misdeal forehand leads, where the rules have a choice of leader.
    """
    notes = Notes(f"deals[{place}].")
    if not isinstance(data, Mapping):
        notes.add("", "WRONG_TYPE", f"a deal is an object, not {shown(data)}")
        return SessionDeal(None, faults=tuple(notes.faults))
    return _Reading(frame, notes, place, is_redone).deal(data, due)


def split_known(
    data: Mapping[Any, Any], fields: tuple[str, ...], others: tuple[str, ...], notes: Notes
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The ``fields`` that are given and not null, and the rest, which is kept.

    A slip of the pen for one of the fields is noted; ``others`` are none.
    """
    known: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for key, value in data.items():
        if not isinstance(key, str) or not is_text(key):
            notes.add("", "BAD_TEXT", f"{shown(key)} cannot name a field")
        elif key in fields:
            if value is not None:
                known[key] = value
        elif key not in others and (near := get_close_matches(key.strip().lower(), fields, 1, _LIKENESS)):
            notes.add(key, "UNKNOWN_FIELD", f"unknown field {shown(key)}: did you mean {near[0]}?")
        else:
            extra[key] = value
            note_foreign(value, key, notes)
    return known, extra


def read_player(value: object, path: str, players: tuple[str, ...], notes: Notes) -> int | None:
    """A player by name or number (from 0); None and a fault if there is none such."""
    if isinstance(value, str):
        if value in players:
            return players.index(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        if 0 <= value < len(players):
            return value
    else:
        notes.add(path, "WRONG_TYPE", f"must be a player's name or number, not {shown(value)}")
        return None
    names = ", ".join(map(shown, players))
    text = f"there is no player {shown(value)}; players are {names}, or 0 to {len(players) - 1}"
    notes.add(path, "UNKNOWN_PLAYER", text)
    return None


def read_numbers(value: object, path: str, frame: Frame, notes: Notes, lowest: int) -> tuple[int, ...] | None:
    """Whole numbers, one a player; None and a fault for anything else."""
    players = len(frame.players)
    if not isinstance(value, (list, tuple)):
        notes.add(path, "WRONG_TYPE", f"must be a list of numbers, one a player, not {shown(value)}")
        return None
    before = len(notes.faults)
    if len(value) != players:
        notes.add(path, "WRONG_COUNT", f"{len(value)} numbers; there must be one for each of {players} players")
        return None
    for player, number in enumerate(value):
        if not isinstance(number, int) or isinstance(number, bool):
            notes.add(f"{path}[{player}]", "WRONG_TYPE", f"must be a whole number, not {shown(number)}")
        elif not lowest <= number <= MAX_COUNT:
            notes.add(f"{path}[{player}]", "OUT_OF_RANGE", f"cannot be {shown(number)}")
    return None if len(notes.faults) > before else tuple(value)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One deal being read, and the faults so far."""

    frame: Frame
    notes: Notes
    place: int
    is_redone: bool

    def deal(self, data: Mapping[Any, Any], due: int) -> SessionDeal:
        """The deal; in any case every fault is noted."""
        notes, frame = self.notes, self.frame
        is_misdeal = data.get("misdeal") not in (None, False)
        kept = CARD_FIELDS if is_misdeal else ()
        known, extra = split_known(data, MISDEAL_FIELDS if is_misdeal else DEAL_FIELDS, kept, notes)
        forehand: int | None = due
        if "forehand" in known:
            forehand = read_player(known["forehand"], "forehand", frame.players, notes)
        entry = self._entry(known)
        turned = self._turned(known)
        contract = self._contract(known, entry, turned, is_misdeal)
        record = None if is_misdeal else self._record(known, forehand, contract)
        if record is not None and not self._can_be_turned(turned, entry, record):
            record = None
        return SessionDeal(
            forehand=forehand,
            entry=entry,
            contract=contract,
            turned=turned,
            record=record,
            tricks=self._numbers(known, "tricks", is_misdeal, 0),
            scores=self._numbers(known, "scores", is_misdeal, -MAX_COUNT),
            misdeal=self._misdeal(known) if is_misdeal else "",
            faults=tuple(notes.faults),
            extra=extra,
        )

    def _misdeal(self, known: Mapping[str, Any]) -> str:
        if known["misdeal"] is True:
            return "not told why"
        return read_text(known["misdeal"], "misdeal", self.notes) or "not told why"

    def _numbers(self, known: Mapping[str, Any], field: str, is_misdeal: bool, lowest: int) -> tuple[int, ...] | None:
        if field not in known:
            return None
        if is_misdeal:
            self.notes.add(field, "MISDEAL_SCORED", "a misdeal scores nothing: it is redone with the same contract")
            return None
        return read_numbers(known[field], field, self.frame, self.notes, lowest)

    def _entry(self, known: Mapping[str, Any]) -> MenuEntry | None:
        form = self.frame.form
        if "contract" not in known:
            if "misdeal" not in known:
                self.notes.add("contract", "MISSING_CONTRACT", "no contract is named")
            return None
        value = known["contract"]
        if not isinstance(value, str):
            self.notes.add("contract", "WRONG_TYPE", f"must be a string, not {shown(value)}")
            return None
        entry = form.entry(value)
        if entry is None:
            names = ", ".join(each.name for each in form.menu)
            text = f"the form {form.name} has no contract {shown(value)}; it has {names}"
            self.notes.add("contract", "UNKNOWN_CONTRACT", text)
        return entry

    def _turned(self, known: Mapping[str, Any]) -> Card | None:
        if "turned" not in known:
            return None
        if not self.frame.draws_trumps:
            self.notes.add("turned", "UNKNOWN_FIELD", f"no card names trumps in the form {self.frame.form.name}")
            return None
        variant = self.frame.variant
        card = read_card(known["turned"], "turned", variant.ranks, self.notes)
        if card is not None and not variant.has_card(card):
            self.notes.add("turned", "UNKNOWN_CARD", f"{card} is not in the pack of {variant.title}")
            return None
        return card

    def _contract(
        self, known: Mapping[str, Any], entry: MenuEntry | None, turned: Card | None, is_misdeal: bool
    ) -> Contract | None:
        """What was played: told by the contract alone, by the card turned, or by ``trump``."""
        notes, variant = self.notes, self.frame.variant
        trump = None
        if "trump" in known:
            trump = read_contract(known["trump"], "trump", variant, notes)
            if trump is None:
                return None
        if entry is None:
            return None
        plays = entry.plays(variant)
        if trump is not None and trump not in plays:
            text = f"{entry.name} cannot be played as {trump.name}; as {', '.join(each.name for each in plays)}"
            notes.add("trump", "WRONG_TRUMP", text)
            return None
        if entry.drawn and turned is not None:
            drawn = next(each for each in plays if each.trump == turned.suit)
            if trump not in (None, drawn):
                notes.add("trump", "WRONG_TRUMP", f"{turned} was turned, so trumps are {drawn.name}")
                return None
            return drawn
        if trump is None and len(plays) > 1 and not is_misdeal:
            how = "turned or trump" if entry.drawn else "trump"
            notes.add("trump", "MISSING_TRUMP", f"{entry.name} is named without {how}: what were trumps?")
        return trump if len(plays) > 1 else plays[0]

    def _record(self, known: Mapping[str, Any], forehand: int | None, contract: Contract | None) -> Record | None:
        """The cards as a record whose seat 0 is forehand; None where there are none, or with faults."""
        given = {field: known[field] for field in CARD_FIELDS if field in known}
        if not given:
            return None
        fields = {**given, **self._rules(), "id": f"deal {self.place + 1}"}
        if forehand is not None:
            fields = self._seated(fields, forehand)
        if contract is None or not self._is_hand_told(known):
            fields.pop("play", None)
        if contract is not None:
            fields["contract"] = contract.name
        before = len(self.notes.faults)
        try:
            record = read_record(fields)
        except InvalidInput as error:
            for fault in error.faults:
                self._note(fault, forehand or 0)
            record = None
        self._check(known, record)
        return None if len(self.notes.faults) > before or contract is None or forehand is None else record

    def _rules(self) -> dict[str, Any]:
        variant = self.frame.variant
        options = dict(variant.options)
        if self.is_redone and "leader" in options:
            options["leader"] = "forehand"
        return {"game": variant.name, "options": options, "leader": variant_of(variant.name, options).leader}

    def _seated(self, fields: dict[str, Any], forehand: int) -> dict[str, Any]:
        """Hands and leaders by seat, which come by player."""
        players = len(self.frame.players)
        hands, play = fields.get("hands"), fields.get("play")
        if isinstance(hands, (list, tuple)) and len(hands) == players:
            fields["hands"] = [hands[(forehand + seat) % players] for seat in range(players)]
        if isinstance(play, (list, tuple)):
            fields["play"] = [self._trick(trick, number, forehand) for number, trick in enumerate(play)]
        return fields

    def _trick(self, trick: object, number: int, forehand: int) -> object:
        if not isinstance(trick, Mapping) or trick.get("leader") is None:
            return trick
        leader = read_player(trick["leader"], f"play[{number}].leader", self.frame.players, self.notes)
        return {**trick, "leader": None if leader is None else (leader - forehand) % len(self.frame.players)}

    def _note(self, fault: Fault, forehand: int) -> None:
        """Notes a fault of the record, whose hands are by seat, with hands by player."""

        def by_player(text: str) -> str:
            players = len(self.frame.players)
            return re.sub(r"\bhands\[(\d+)\]", lambda found: f"hands[{(int(found[1]) + forehand) % players}]", text)

        self.notes.add(by_player(fault.path), fault.code, by_player(fault.message))

    def _check(self, known: Mapping[str, Any], record: Record | None) -> None:
        """Notes what a session asks beyond a record: full hands, and what was laid away."""
        variant, notes = self.frame.variant, self.notes
        if record is not None and len(record.deal.hands[0]) != variant.hand_size:
            text = f"{len(record.deal.hands[0])} cards in each hand; a deal of a session has {variant.hand_size}"
            notes.add("hands", "WRONG_COUNT", text)
        if not self._has_exchange(known):
            return
        if "laid_away" not in known:
            text = "which cards were laid away for the talon is not told"
            notes.add("laid_away", "MISSING_FIELD", f"{text}: [] if the hand was kept" if self._may_keep else text)
        elif self._is_kept(known) and not self._may_keep:
            text = f"no cards laid away; it must be {variant.talon_size}, else it was a misdeal"
            notes.add("laid_away", "WRONG_COUNT", text)

    def _can_be_turned(self, turned: Card | None, entry: MenuEntry | None, record: Record) -> bool:
        """Whether the first of the talon can be ``turned``, or, if that is not told, of the trumps; noted if not."""
        talon, before = record.deal.talon, len(self.notes.faults)
        is_from_talon = any(each.drawn == "talon" for each in self.frame.form.menu)
        if not talon or not is_from_talon or entry is None or record.contract is None:
            return True
        if turned is not None and turned not in talon:
            self.notes.add("turned", "CARD_NOT_HELD", f"{turned} is not in the talon")
        elif turned is None and entry.drawn and record.contract.trump not in {card.suit for card in talon}:
            text = f"the first of the talon names trumps, and no card of it is {record.contract.name}"
            self.notes.add("trump", "WRONG_TRUMP", text)
        return len(self.notes.faults) == before

    def _has_exchange(self, known: Mapping[str, Any]) -> bool:
        return "talon" in known and self.frame.variant.exchange != "none"

    def _is_hand_told(self, known: Mapping[str, Any]) -> bool:
        """Whether it can be told which cards forehand played with; if not, nothing can be said of its play."""
        if not self._has_exchange(known):
            return True
        return "laid_away" in known and (self._may_keep or not self._is_kept(known))

    @staticmethod
    def _is_kept(known: Mapping[str, Any]) -> bool:
        """Whether it is said that nothing was laid away."""
        laid_away = known.get("laid_away")
        return isinstance(laid_away, (str, list, tuple)) and not laid_away

    @property
    def _may_keep(self) -> bool:
        return self.frame.variant.exchange == "optional"
