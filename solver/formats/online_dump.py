"""The game dump of the open-source online Bismarck server (github.com/alkukampela/bismarck): a position in play.

Only the hand in play is read, under that club's rules: `cards`, `handStatute` and `trick`. What was played in earlier
tricks is marked, but not in which order, so the record begins with the trick in progress.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..cards import Card, Deal, sort_hand
from ..errors import Fault, InvalidInput
from ..rules import Contract, Record, Variant, variant
from .online_fields import DumpCard, TrickEntry, read_dump_cards, read_hand_type, read_players, read_trick
from .values import Notes, shown

TABLE_CARDS = 4
"""The last cards of the pack, dealt to the first player."""


def read_online_dump(data: Mapping[str, Any]) -> Record:
    """The position in play as a record: the hands when the trick in progress began, and the cards of that trick.

    After a full trick it is the taker's turn. ``extra["players"]`` are the players' names, seat 0 first. Raises
    InvalidInput with every fault; paths are those of the dump, such as ``cards[3].card.rank``.
    """
    notes = Notes()
    if not isinstance(data, Mapping):
        raise InvalidInput([Fault("", "WRONG_TYPE", f"a dump is an object, not {shown(data)}")])
    players = read_players(data, notes)
    cards = read_dump_cards(data, notes)
    game = variant("bismarck-finnish", players=str(len(players))) if players else None
    contract = read_hand_type(data, cards, notes)
    trick = read_trick(data, players, contract, notes)
    if notes.faults or game is None or contract is None:
        raise InvalidInput(notes.faults)
    return _Table(game, contract, players, cards, trick, notes).record()


@dataclass(frozen=True, slots=True)
class _Table:
    """A dump whose every part was readable: do the parts fit together?"""

    game: Variant
    contract: Contract
    players: tuple[str, ...]
    cards: tuple[DumpCard, ...]
    trick: tuple[TrickEntry, ...]
    notes: Notes

    def record(self) -> Record:
        """The record; raises InvalidInput with every fault."""
        self._note_trick()
        hands = [self._hand(seat) for seat in range(self.game.seats)]
        if not self.notes.faults:
            self._note_counts(hands)
        if self.notes.faults:
            raise InvalidInput(self.notes.faults)
        leader = self.trick[0].seat if self.trick else 0
        play = tuple(entry.card for entry in self.trick if entry.card is not None)
        deal = Deal(tuple(sort_hand(hand, self.game.ranks) for hand in hands))
        try:
            return Record(
                self.game, deal, leader, contract=self.contract, play=play, extra={"players": list(self.players)}
            )
        except InvalidInput as error:
            raise InvalidInput(map(_in_dump, error.faults)) from error

    def _seat_of(self, place: int) -> int:
        """To whom the card at this place of the pack was dealt."""
        return 0 if place >= len(self.cards) - TABLE_CARDS else place // self.game.hand_size

    def _hand(self, seat: int) -> list[Card]:
        """What the seat held when the trick began."""
        laid = [entry.card for entry in self.trick if entry.seat == seat and entry.card is not None]
        own = (dealt for place, dealt in enumerate(self.cards) if self._seat_of(place) == seat)
        return laid + [dealt.card for dealt in own if not dealt.is_played and dealt.card not in laid]

    def _note_trick(self) -> None:
        """Notes cards of the trick that another player was dealt, or that are not marked played."""
        places = {dealt.card: place for place, dealt in enumerate(self.cards)}
        for number, entry in enumerate(self.trick):
            if entry.card is None:
                continue
            place = places[entry.card]
            owner = self._seat_of(place)
            if owner != entry.seat:
                text = f"{entry.card.symbol} was dealt to {self._name(owner)}, not to {self._name(entry.seat)}"
                self.notes.add(f"trick.trickCards[{number}].card", "CARD_NOT_HELD", text)
            if not self.cards[place].is_played:
                text = f"{entry.card.symbol} is in the trick, but not marked played"
                self.notes.add(f"cards[{place}].isPlayed", "NOT_PLAYED", text)

    def _note_counts(self, hands: list[list[Card]]) -> None:
        """Notes hands that had more or fewer cards than the others when the trick began."""
        counts = [len(hand) for hand in hands]
        full = self.game.hand_size
        usual = max(counts[1:] if counts[0] > full else counts, key=lambda count: (counts.count(count), count))
        if counts[0] > full:
            text = f"{self._name(0)} has {counts[0]} unplayed cards: the exchange is not finished"
            self.notes.add("cards", "EXCHANGE_NOT_FINISHED", text)
            counts[0] = usual
        for seat, count in enumerate(counts):
            if count != usual:
                text = f"{self._name(seat)} had {count} unplayed cards when this trick began, others had {usual}"
                self.notes.add("cards", "WRONG_COUNT", f"{text}: cards are wrongly marked, or missing from the trick")
        if not self.trick and usual < full:
            text = f"no trick is given, but only {usual} of {full} cards a player are unplayed: who leads?"
            self.notes.add("trick", "MISSING_FIELD", text)
        elif self.trick and usual == full and self.trick[0].seat != 0:
            text = f"{self._name(self.trick[0].seat)} is named, but {self._name(0)} leads to the first trick"
            self.notes.add("trick.trickCards[0].player.name", "WRONG_LEADER", text)

    def _name(self, seat: int) -> str:
        return shown(self.players[seat])


def _in_dump(fault: Fault) -> Fault:
    """What the rules say of the record, where the dump has it: they count tricks from the one in progress."""
    is_play = fault.path.startswith("play[")
    path = f"trick.trickCards{fault.path.removeprefix('play')}.card" if is_play else "cards"
    return Fault(path, fault.code, fault.message.removeprefix("trick 1: "))
