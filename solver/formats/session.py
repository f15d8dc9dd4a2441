"""Sessions as JSON objects: the form of docs/session-format.md, read with every fault named and written canonically."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..cards import format_cards, format_hand
from ..errors import Fault, InvalidInput
from ..rules import GAMES, Record, Variant, variant_of
from ..rules.session import TIES, Session, SessionDeal
from ..rules.session_forms import FORMS, SessionForm
from .fields import read_options
from .session_deal import MAX_COUNT, Frame, read_deal, read_numbers, read_player, split_known
from .values import Notes, is_too_long, read_text, shown

SESSION_FIELDS = ("id", "form", "game", "options", "players", "first", "length", "tie", "deals", "totals")
"""The fields with a meaning, in the order they are written."""
MAX_LENGTH = 100
"""The most deals that may be agreed on."""


def read_session(data: Mapping[str, Any]) -> Session:
    """The session that one JSON object holds; the fields are in docs/session-format.md.

    A deal with faults is part of the session, with what of it could be read and its faults.
    Raises InvalidInput with every fault where players, form or game cannot be told.
    """
    if not isinstance(data, Mapping):
        raise InvalidInput([Fault("", "WRONG_TYPE", f"a session is an object, not {shown(data)}")])
    return _Reading(Notes(), Notes()).session(data)


def session_to_dict(session: Session) -> dict[str, Any]:
    """The session as a JSON-ready object: fields in a fixed order, every option written, other fields last.

    ``read_session`` of it gives an equal session. Raises InvalidInput with the faults of a session that could not be
    read whole: what was not understood cannot be written.
    """
    faults = [*session.faults, *(fault for deal in session.deals for fault in deal.faults)]
    if faults:
        raise InvalidInput(faults)
    fields: dict[str, Any] = {
        "id": session.id or None,
        "form": session.form.name,
        "game": session.variant.name,
        "options": dict(session.variant.options) or None,
        "players": list(session.players),
        "first": session.players[session.first],
        "length": session.length if session.form.has_free_length else None,
        "tie": session.tie,
        "deals": [_deal_to_dict(session, deal) for deal in session.deals],
        "totals": None if session.totals is None else list(session.totals),
    }
    return {key: value for key, value in fields.items() if value is not None} | dict(session.extra)


def session_digest(data: object) -> str:
    """A short text that differs for sessions that differ, of the JSON value a session was read from."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _deal_to_dict(session: Session, deal: SessionDeal) -> dict[str, Any]:
    entry, contract = deal.entry, deal.contract
    is_free = entry is not None and len(entry.plays(session.variant)) > 1
    fields: dict[str, Any] = {
        "forehand": None if deal.forehand is None else session.players[deal.forehand],
        "contract": None if entry is None else entry.name,
        "trump": contract.name if contract is not None and is_free else None,
        "turned": None if deal.turned is None else str(deal.turned),
        **({} if deal.record is None or deal.forehand is None else _cards_to_dict(session, deal.record, deal.forehand)),
        "tricks": None if deal.tricks is None else list(deal.tricks),
        "scores": None if deal.scores is None else list(deal.scores),
        "misdeal": deal.misdeal or None,
    }
    return {key: value for key, value in fields.items() if value is not None} | dict(deal.extra)


def _cards_to_dict(session: Session, record: Record, forehand: int) -> dict[str, Any]:
    written = format_hand if session.variant.packs == 1 else format_cards
    seats = [session.seat_of(player, forehand) for player in range(len(session.players))]
    laid_away = record.laid_away or (() if record.deal.talon and session.variant.exchange == "optional" else None)
    return {
        "hands": [written(record.deal.hands[seat]) for seat in seats],
        "talon": written(record.deal.talon) if record.deal.talon else None,
        "laid_away": None if laid_away is None else format_cards(laid_away) or [],
        "play": format_cards(record.play) or None,
    }


@dataclass(frozen=True, slots=True)
class _Reading:
    """One session being read: the faults that leave no session, and those that hinder nothing."""

    fatal: Notes
    mild: Notes

    def session(self, data: Mapping[Any, Any]) -> Session:
        """The session; raises InvalidInput with every fault where it has no frame."""
        known, extra = split_known(data, SESSION_FIELDS, (), self.mild)
        identity = read_text(known.get("id", ""), "id", self.mild)
        frame = self._frame(known)
        if frame is None:
            raise InvalidInput([*self.fatal.faults, *self.mild.faults])
        first = read_player(known["first"], "first", frame.players, self.fatal) if "first" in known else 0
        totals = read_numbers(known["totals"], "totals", frame, self.mild, -MAX_COUNT) if "totals" in known else None
        session = Session(
            variant=frame.variant,
            form=frame.form,
            players=frame.players,
            deals=(),
            first=first or 0,
            length=self._length(known, frame),
            tie=self._tie(known, frame.form),
            id=identity,
            totals=totals,
            extra=extra,
        )
        deals = self._deals(known, session, frame)
        if self.fatal.faults:
            faults = [fault for deal in deals for fault in deal.faults]
            raise InvalidInput([*self.fatal.faults, *self.mild.faults, *faults])
        return replace(session, deals=deals, faults=tuple(self.mild.faults))

    def _frame(self, known: Mapping[str, Any]) -> Frame | None:
        form = self._form(known)
        players = self._players(known)
        if form is None:
            return None
        variant = self._variant(known, form, len(players))
        if variant is None or not players:
            return None
        if len(players) != variant.seats:
            text = f"{len(players)} players, but {variant.title} has {variant.seats} seats"
            self.fatal.add("players", "WRONG_SEATS", text)
        if not form.fits(variant):
            text = f"the form {form.name} cannot be played with {variant.title}: it is for {form.game}"
            self.fatal.add("form", "WRONG_FORM", text)
        return None if self.fatal.faults else Frame(variant, form, players)

    def _form(self, known: Mapping[str, Any]) -> SessionForm | None:
        before = len(self.fatal.faults)
        name = read_text(known.get("form", "standard"), "form", self.fatal)
        form = FORMS.get(name.strip().lower())
        if form is None and len(self.fatal.faults) == before:
            self.fatal.add("form", "UNKNOWN_FORM", f"unknown form {shown(name)}; known are {', '.join(FORMS)}")
        return form

    def _players(self, known: Mapping[str, Any]) -> tuple[str, ...]:
        names = known.get("players")
        if not isinstance(names, (list, tuple)):
            code = "MISSING_FIELD" if names is None else "WRONG_TYPE"
            self.fatal.add("players", code, f"must be a list of the players' names, not {shown(names)}")
            return ()
        if is_too_long(names, "players", self.fatal):
            return ()
        before = len(self.fatal.faults)
        players = tuple(read_text(name, f"players[{number}]", self.fatal) for number, name in enumerate(names))
        for number, name in enumerate(players if len(self.fatal.faults) == before else ()):
            if not name.strip():
                self.fatal.add(f"players[{number}]", "BAD_TEXT", "the player has no name")
            elif name in players[:number]:
                self.fatal.add(f"players[{number}]", "DUPLICATE_PLAYER", f"two players are called {shown(name)}")
        if not players:
            self.fatal.add("players", "WRONG_SEATS", "there are no players")
        return players

    def _variant(self, known: Mapping[str, Any], form: SessionForm, players: int) -> Variant | None:
        before = len(self.fatal.faults)
        name = read_text(known.get("game", form.game), "game", self.fatal).strip().lower()
        game = GAMES.get(name)
        if game is None:
            if len(self.fatal.faults) == before:
                self.fatal.add("game", "UNKNOWN_GAME", f"unknown game {shown(name)}; known are {', '.join(GAMES)}")
            return None
        options = read_options(known, game, self.fatal)
        by_players = next((option for option in game.options if option.name == "players"), None)
        if by_players is not None and "players" not in options and by_players.accepts(str(players)):
            options["players"] = str(players)
        try:
            return None if len(self.fatal.faults) > before else variant_of(name, options)
        except InvalidInput as error:
            self.fatal.faults += error.faults
            return None

    def _length(self, known: Mapping[str, Any], frame: Frame) -> int:
        usual = frame.form.length(frame.variant.seats)
        length = known.get("length", usual)
        if not isinstance(length, int) or isinstance(length, bool):
            self.fatal.add("length", "WRONG_TYPE", f"must be a number of deals, not {shown(length)}")
        elif not 1 <= length <= MAX_LENGTH:
            self.fatal.add("length", "OUT_OF_RANGE", f"cannot be {shown(length)}; a game has 1 to {MAX_LENGTH} deals")
        elif length != usual and not frame.form.has_free_length:
            self.fatal.add("length", "WRONG_LENGTH", f"{length} deals, but the form {frame.form.name} has {usual}")
        else:
            return length
        return usual

    def _tie(self, known: Mapping[str, Any], form: SessionForm) -> str:
        usual = TIES[0] if form.tie_break else TIES[1]
        tie = known.get("tie", usual)
        if tie not in TIES:
            self.fatal.add("tie", "BAD_OPTION", f"cannot be {shown(tie)}; a tie is one of {', '.join(TIES)}")
        elif tie == TIES[0] != usual:
            self.fatal.add("tie", "BAD_OPTION", f"the form {form.name} has no extra deal")
        else:
            return str(tie)
        return usual

    def _deals(self, known: Mapping[str, Any], session: Session, frame: Frame) -> tuple[SessionDeal, ...]:
        listed = known.get("deals")
        if not isinstance(listed, (list, tuple)):
            code = "MISSING_FIELD" if listed is None else "WRONG_TYPE"
            self.fatal.add("deals", code, f"must be a list of deals, not {shown(listed)}")
            return ()
        if is_too_long(listed, "deals", self.fatal):
            return ()
        deals: list[SessionDeal] = []
        number, is_redone = 0, False
        for place, data in enumerate(listed):
            deals.append(read_deal(data, place, frame, session.due_forehand(number), is_redone))
            is_redone = bool(deals[-1].misdeal)
            number += not is_redone
        return tuple(deals)
