"""Whose deal each deal of a session was, what could be named in it, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from ..errors import Fault
from .session import Session, SessionDeal
from .session_forms import MenuEntry


@dataclass(frozen=True, slots=True)
class DealSlot:
    """The place of a deal in the game.

    ``number`` counts the deals that stood, from 0; ``due`` is the player whose deal it is, ``forehand`` the one who
    was, ``allowed`` what that player could name. ``redoes`` is the place of the misdeal it stands for.
    ``faults`` are those of its turn and contract, with paths ``deals[i].forehand``, ``deals[i].contract`` and
    ``deals[i]``: OUT_OF_TURN, CONTRACT_USED, FORCED_CONTRACT (only one was left), WRONG_ORDER, NOT_REDONE (after a
    misdeal), WRONG_EXTRA_DEAL and TOO_MANY_DEALS.
    """

    number: int
    due: int
    forehand: int
    allowed: tuple[MenuEntry, ...]
    is_extra: bool
    redoes: int | None
    faults: tuple[Fault, ...] = ()


def slots_of(session: Session) -> tuple[DealSlot, ...]:
    """The slot of each deal, in order."""
    walk = _Walk(session)
    return tuple(walk.step(deal, place) for place, deal in enumerate(session.deals))


@dataclass(slots=True)
class _Walk:
    """How far the game is: deals that stood, who dealt last, the misdeal to be redone, and what was named how often.

    Contracts are counted by player, or under None where the table shares them.
    """

    session: Session
    number: int = 0
    last: int | None = None
    misdeal: int | None = None
    used: Counter[tuple[int | None, str]] = field(default_factory=Counter)
    named_in: dict[tuple[int | None, str], int] = field(default_factory=dict)

    def step(self, deal: SessionDeal, place: int) -> DealSlot:
        """The slot of the next deal; moves on past it."""
        session = self.session
        due = session.due_forehand(self.number)
        forehand = due if deal.forehand is None else deal.forehand
        is_extra = self.number >= session.length
        allowed = self._allowed(forehand, is_extra)
        slot = DealSlot(self.number, due, forehand, allowed, is_extra, self.misdeal)
        slot = replace(slot, faults=self._faults(deal, slot, place))
        self._count(deal, slot, place)
        return slot

    def _count(self, deal: SessionDeal, slot: DealSlot, place: int) -> None:
        if deal.misdeal:
            self.misdeal = place
            return
        self.number, self.last, self.misdeal = self.number + 1, slot.forehand, None
        is_limited = slot.number < self.session.length - self.session.form.free_last
        if deal.entry is not None and is_limited:
            key = self._key(slot.forehand, deal.entry)
            self.used[key] += 1
            self.named_in[key] = place

    def _allowed(self, forehand: int, is_extra: bool) -> tuple[MenuEntry, ...]:
        form, seats = self.session.form, len(self.session.players)
        if is_extra:
            return tuple(entry for entry in form.menu if entry.name == form.tie_break)
        if form.order or self.number >= self.session.length - form.free_last:
            return form.allowed(self.number, seats)
        limit = form.limit(seats, self.session.length)
        return tuple(entry for entry in form.menu if self.used[self._key(forehand, entry)] < limit)

    def _key(self, forehand: int, entry: MenuEntry) -> tuple[int | None, str]:
        return (None if self.session.form.is_shared else forehand), entry.name

    def _faults(self, deal: SessionDeal, slot: DealSlot, place: int) -> tuple[Fault, ...]:
        session, path = self.session, f"deals[{place}]"
        if slot.number > session.length or (slot.is_extra and not session.form.tie_break):
            return (Fault(path, "TOO_MANY_DEALS", f"the game is over after {session.length} deals"),)
        found = [self._turn_fault(slot, path)]
        if deal.entry is not None:
            found.append(self._contract_fault(deal.entry, slot, f"{path}.contract"))
        return tuple(fault for fault in found if fault is not None)

    def _turn_fault(self, slot: DealSlot, path: str) -> Fault | None:
        """One deal out of turn is one fault: those that follow on from it are in turn."""
        players = self.session.players
        follows_on = self.last is not None and slot.forehand == (self.last + 1) % len(players)
        if slot.forehand == slot.due or (follows_on and not self.session.form.stays and slot.redoes is None):
            return None
        text = f"{players[slot.forehand]} is named, but the deal is {players[slot.due]}'s"
        return Fault(f"{path}.forehand", "OUT_OF_TURN", text)

    def _contract_fault(self, entry: MenuEntry, slot: DealSlot, path: str) -> Fault | None:
        form = self.session.form
        if slot.redoes is not None:
            redone = self.session.deals[slot.redoes].entry
            if redone is not None and redone != entry:
                text = f"{entry.name} is named, but deal {slot.redoes + 1}, a misdeal, is redone with {redone.name}"
                return Fault(path, "NOT_REDONE", text)
        if entry in slot.allowed:
            return None
        if slot.is_extra:
            text = f"{entry.name} is named, but a tie is broken by {form.tie_break}"
            return Fault(path, "WRONG_EXTRA_DEAL", text)
        if form.order:
            return Fault(path, "WRONG_ORDER", f"{entry.name} is named, but it is the turn of {slot.allowed[0].name}")
        return self._used_fault(entry, slot, path)

    def _used_fault(self, entry: MenuEntry, slot: DealSlot, path: str) -> Fault:
        who = "the table" if self.session.form.is_shared else self.session.players[slot.forehand]
        before = self.named_in[self._key(slot.forehand, entry)] + 1
        left = ", ".join(allowed.name for allowed in slot.allowed)
        if len(slot.allowed) == 1:
            text = f"{entry.name} is named, but {who} has only {left} left; {entry.name} was named in deal {before}"
            return Fault(path, "FORCED_CONTRACT", text)
        text = f"{who} has used {entry.name}, in deal {before}; {'left are ' + left if left else 'nothing is left'}"
        return Fault(path, "CONTRACT_USED", text)
