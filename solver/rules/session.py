"""A session: a whole game, deal by deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..cards import Card
from ..errors import Fault, InvalidInput
from .record import Record
from .session_forms import MenuEntry, SessionForm
from .variant import Contract, Variant

TIES = ("extra_deal", "shared")
"""What may become of a tie: an extra deal breaks it, or the win is shared."""


@dataclass(frozen=True, slots=True)
class SessionDeal:
    """One deal of a session, as far as it is known and could be read.

    ``forehand`` is a player's number, ``entry`` the contract of the menu and ``contract`` what was played under it;
    each None where it could not be read. ``turned`` is the card that names trumps where the form draws them.
    ``record`` has the cards, seat 0 being forehand; None where there are none, or with faults.
    ``tricks`` and ``scores`` are what the score sheet says, by player. ``misdeal`` is why the deal did
    not count; "" if it did. ``faults`` are those found in reading it, ``extra`` the fields without a meaning.
    """

    forehand: int | None
    entry: MenuEntry | None = None
    contract: Contract | None = None
    turned: Card | None = None
    record: Record | None = None
    tricks: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    misdeal: str = ""
    faults: tuple[Fault, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Session:
    """A whole game or as much of it as was played.

    ``players`` are in clockwise order, ``first`` is forehand in the first deal, ``length`` how many deals the game
    has without misdeals and the extra one, ``tie`` one of TIES. ``totals`` is the final score that was written
    down. Deals with faults are part of it; ``faults`` are those found in reading the rest, which hinder nothing.

    Raises InvalidInput where the players, the form and the game do not go together, with paths
    ``players``, ``form``, ``first``, ``length`` and ``tie``.
    """

    variant: Variant
    form: SessionForm
    players: tuple[str, ...]
    deals: tuple[SessionDeal, ...]
    first: int = 0
    length: int = 0
    tie: str = TIES[0]
    id: str = ""
    totals: tuple[int, ...] | None = None
    faults: tuple[Fault, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        faults = _frame_faults(self)
        if faults:
            raise InvalidInput(faults)

    def seat_of(self, player: int, forehand: int) -> int:
        """The seat of ``player`` in a deal of ``forehand``'s."""
        return (player - forehand) % len(self.players)

    def by_player(self, by_seat: tuple[int, ...], forehand: int) -> tuple[int, ...]:
        """Numbers one a seat of a deal of ``forehand``'s, as one a player."""
        return tuple(by_seat[self.seat_of(player, forehand)] for player in range(len(self.players)))

    def due_forehand(self, number: int) -> int:
        """The player whose deal the one of this number (from 0) is."""
        players = len(self.players)
        return (self.first + self.form.forehand(number, players)) % players


def _frame_faults(session: Session) -> list[Fault]:
    variant, players = session.variant, session.players
    faults = []
    if len(players) != variant.seats:
        text = f"{len(players)} players, but {variant.title} has {variant.seats} seats"
        faults.append(Fault("players", "WRONG_SEATS", text))
    if len(set(players)) != len(players):
        faults.append(Fault("players", "DUPLICATE_PLAYER", "two players have the same name"))
    if not session.form.fits(variant):
        text = f"the form {session.form.name} cannot be played with {variant.title}: it is for {session.form.game}"
        faults.append(Fault("form", "WRONG_FORM", text))
    if not 0 <= session.first < max(1, len(players)):
        faults.append(Fault("first", "UNKNOWN_PLAYER", f"there is no player {session.first}"))
    usual = session.form.length(variant.seats, session.length)
    if session.length != usual or session.length < 1:
        text = f"{session.length} deals, but the form {session.form.name} has {usual}"
        faults.append(Fault("length", "WRONG_LENGTH", text))
    if session.tie not in TIES:
        faults.append(Fault("tie", "BAD_OPTION", f"a tie is one of {', '.join(TIES)}"))
    return faults
