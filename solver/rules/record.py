"""A record: a deal with everything that is known of it, checked when it is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..cards import Card, Deal, Hand, sort_hand
from ..errors import Fault, InvalidInput
from .position import Position
from .variant import Contract, Variant


@dataclass(frozen=True, slots=True)
class Record:
    """A deal, and as far as they are known what was laid away, the contract and the play.

    ``deal.hands`` are as dealt when ``laid_away`` is given, otherwise as played. ``leader`` leads to
    trick 1; ``play`` is the cards in order of play, possibly fewer than all; ``seat`` is the seat
    a question is about (None: the game's usual one); ``extra`` keeps fields that came with the
    record and mean nothing to the rules, such as known values.

    Raises InvalidInput with every fault, paths ``hands[seat]``, ``talon``, ``laid_away``, ``leader``,
    ``seat``, ``contract`` and ``play[place]``.
    """

    variant: Variant
    deal: Deal
    leader: int
    id: str = ""
    contract: Contract | None = None
    laid_away: Hand = ()
    seat: int | None = None
    play: tuple[Card, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        faults = record_faults(self)
        if faults:
            raise InvalidInput(faults)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands as the play starts from them: forehand's after the exchange, if there was one."""
        return _hands_played(self)

    @property
    def asked_seat(self) -> int:
        """The seat a question is about: ``seat``, else the leader in partnership games and seat 0 in others."""
        if self.seat is not None:
            return self.seat
        return self.leader if self.variant.has_partnerships else 0

    def start(self, contract: Contract | None = None, leader: int | None = None) -> Position:
        """The position before trick 1 under ``contract`` and ``leader`` (default: the record's own).

        Raises InvalidInput (MISSING_CONTRACT) if no contract is named.
        """
        chosen = contract or self.contract
        if chosen is None:
            raise InvalidInput([Fault("contract", "MISSING_CONTRACT", "no contract is named")])
        return Position(self.variant, chosen, self.hands, self.leader if leader is None else leader)

    def end(self) -> Position:
        """The position after the recorded play: the one a question about the record means."""
        *_, last = self.positions()
        return last

    def positions(self) -> Iterator[Position]:
        """The position before each card of the play, then the one after the last."""
        position = self.start()
        yield position
        for card in self.play:
            position = position.play(card)
            yield position


def record_faults(record: Record) -> list[Fault]:
    """Everything wrong with the record's parts; empty if it is sound."""
    faults = _deal_faults(record.variant, record.deal)
    faults += _seat_faults(record)
    faults += _laid_away_faults(record)
    if record.contract is not None and record.contract not in record.variant.contracts:
        faults.append(
            Fault("contract", "UNKNOWN_CONTRACT", f"{record.variant.title} has no contract {record.contract.name}")
        )
    if record.play and record.contract is None:
        faults.append(Fault("contract", "MISSING_CONTRACT", "the play is recorded but no contract is named"))
    if record.play and not faults:
        faults += _play_faults(record)
    return faults


def _deal_faults(variant: Variant, deal: Deal) -> list[Fault]:
    faults: list[Fault] = []
    if len(deal.hands) != variant.seats:
        text = f"{len(deal.hands)} hands, but {variant.title} has {variant.seats} seats"
        faults.append(Fault("hands", "WRONG_SEATS", text))
    usual = max((len(hand) for hand in deal.hands), key=[len(hand) for hand in deal.hands].count, default=0)
    for seat, hand in enumerate(deal.hands):
        path = f"hands[{seat}]"
        if not hand:
            faults.append(Fault(path, "EMPTY_HAND", "the hand is empty"))
        elif len(hand) > variant.hand_size:
            faults.append(
                Fault(path, "WRONG_COUNT", f"{_count(hand)}; {variant.title} has at most {variant.hand_size}")
            )
        elif len(hand) != usual:
            faults.append(Fault(path, "WRONG_COUNT", f"{_count(hand)}, but other hands have {usual}"))
    if deal.talon and len(deal.talon) != variant.talon_size:
        text = f"{_count(deal.talon)}; the talon of {variant.title} has {variant.talon_size}"
        faults.append(Fault("talon", "WRONG_COUNT", text))
    return faults + _pack_faults(variant, deal)


def _count(cards: Sequence[Card]) -> str:
    return "1 card" if len(cards) == 1 else f"{len(cards)} cards"


def _pack_faults(variant: Variant, deal: Deal) -> list[Fault]:
    """Cards that are not in the pack, are there too often, or are missing from a full deal."""
    faults: list[Fault] = []
    places: dict[Card, list[str]] = {}
    parts = [(f"hands[{seat}]", hand) for seat, hand in enumerate(deal.hands)] + [("talon", deal.talon)]
    for path, cards in parts:
        for card in cards:
            if not variant.has_card(card):
                faults.append(Fault(path, "UNKNOWN_CARD", f"{card} is not in the pack of {variant.title}"))
            places.setdefault(card, []).append(path)
    for card, paths in places.items():
        if len(paths) > variant.packs:
            text = f"{card} is there {len(paths)} times ({', '.join(paths)}); the pack has {variant.packs}"
            faults.append(Fault(paths[variant.packs], "DUPLICATE_CARD", text))
    if variant.packs == 1 and len(deal.cards) == variant.deck_size:
        missing = [str(card) for card in variant.pack if card not in places]
        if missing:
            faults.append(Fault("hands", "MISSING_CARD", f"missing from the deal: {' '.join(missing)}"))
    return faults


def _seat_faults(record: Record) -> list[Fault]:
    last = record.variant.seats - 1
    faults = []
    if not 0 <= record.leader <= last:
        faults.append(Fault("leader", "WRONG_LEADER", f"there is no seat {record.leader}; seats are 0 to {last}"))
    elif record.play and _is_full(record) and record.variant.leader not in (None, record.leader):
        names, due = record.variant.seat_names, record.variant.leader or 0
        text = f"seat {record.leader} ({names[record.leader]}) is named, but seat {due} ({names[due]}) leads to trick 1"
        faults.append(Fault("leader", "WRONG_LEADER", text))
    if record.seat is not None and not 0 <= record.seat <= last:
        faults.append(Fault("seat", "UNKNOWN_SEAT", f"there is no seat {record.seat}; seats are 0 to {last}"))
    return faults


def _is_full(record: Record) -> bool:
    return all(len(hand) == record.variant.hand_size for hand in record.deal.hands)


def _laid_away_faults(record: Record) -> list[Fault]:
    variant, deal, laid_away = record.variant, record.deal, record.laid_away
    if not laid_away:
        return []
    path = "laid_away"
    if variant.exchange == "none":
        return [Fault(path, "NO_EXCHANGE", "cards are laid away, but these rules have no exchange")]
    if not deal.talon:
        return [Fault(path, "MISSING_TALON", "cards are laid away, but no talon is given")]
    faults = []
    if len(laid_away) != variant.talon_size:
        faults.append(Fault(path, "WRONG_COUNT", f"{_count(laid_away)} laid away; it must be {variant.talon_size}"))
    available = [*(deal.hands[0] if deal.hands else ()), *deal.talon]
    for card in laid_away:
        if card in available:
            available.remove(card)
        else:
            text = f"{card} is neither in {variant.seat_names[0]}'s hand nor in the talon, or is named twice"
            faults.append(Fault(path, "CARD_NOT_HELD", text))
    return faults


def _hands_played(record: Record) -> tuple[Hand, ...]:
    if not record.laid_away:
        return record.deal.hands
    first, *others = record.deal.hands
    kept = [*first, *record.deal.talon]
    for card in record.laid_away:
        kept.remove(card)
    return (sort_hand(kept, record.variant.ranks), *others)


def _play_faults(record: Record) -> list[Fault]:
    """Replays the record; a revoke is noted and played on, a card not held ends the check."""
    faults: list[Fault] = []
    position = record.start()
    for place, card in enumerate(record.play):
        fault = position.play_fault(card)
        if fault is not None:
            code, message = fault
            trick = place // record.variant.seats + 1
            if code == "CARD_NOT_HELD" and not position.trick:
                code, message = _wrong_leader(position, card, message)
            faults.append(Fault(f"play[{place}]", code, f"trick {trick}: {message}"))
            if code != "REVOKE":
                break
        position = position.play(card, force=True)
    return faults


def _wrong_leader(position: Position, card: Card, message: str) -> tuple[str, str]:
    """Names the seat that led out of turn, if the card led is another's."""
    for seat, hand in enumerate(position.hands):
        if card in hand:
            names = position.variant.seat_names
            due = f"the lead is with seat {position.to_move} ({names[position.to_move]})"
            return "WRONG_LEADER", f"{card} is led by seat {seat} ({names[seat]}), but {due}"
    return "CARD_NOT_HELD", message
