"""The ways to lay cards away: those that differ only in touching cards taken as one, the likely best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product

from ..cards import SUITS, Card, Hand, sort_hand
from ..rules import Contract, Record, TrickValue, Variant


@dataclass(frozen=True, slots=True)
class DiscardClass:
    """Sets of cards to lay away that come to the same: ``counts`` cards of each group of touching cards.

    ``laid_away`` stands for them, with the weakest cards of each group; empty keeps the hand as dealt.
    """

    counts: tuple[int, ...]
    laid_away: Hand


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be laid away; ``groups`` are all cards it may come from, touching ones together."""

    variant: Variant
    groups: tuple[Hand, ...]
    classes: tuple[DiscardClass, ...]

    @property
    def touching(self) -> tuple[Hand, ...]:
        """The groups of two and more."""
        return tuple(group for group in self.groups if len(group) > 1)

    def members(self, discards: DiscardClass) -> Iterator[Hand]:
        """Every set of the class."""
        parts = [combinations(group, count) for group, count in zip(self.groups, discards.counts, strict=True)]
        for chosen in product(*parts):
            yield sort_hand(list(chain(*chosen)), self.variant.ranks)


def choice_of(record: Record, contract: Contract) -> Choice:
    """What seat 0 may lay away under ``contract``, the likely best first."""
    variant = record.variant
    hand, *others = record.deal.hands
    own = hand if variant.exchange == "none" else (*hand, *record.deal.talon)
    groups = tuple(touching_groups(variant, variant.value_of(contract), own, others))
    classes = [] if variant.exchange == "mandatory" else [DiscardClass((0,) * len(groups), ())]
    if variant.exchange != "none":
        classes += [_class_of(variant, groups, counts) for counts in _counts(groups, len(record.deal.talon))]
    promise = _Promise(variant, contract, own, others)
    return Choice(variant, groups, tuple(sorted(classes, key=promise.of, reverse=True)))


def touching_groups(variant: Variant, value: TrickValue, own: Sequence[Card], others: Sequence[Hand]) -> Iterator[Hand]:
    """The cards of one seat in groups that no card of another seat separates, strongest first.

    Cards nobody holds do not separate, nor do those that will be laid away, whichever these are; cards that
    count for different points are never equal.
    """
    mine, theirs = set(own), {card for hand in others for card in hand}
    for suit in SUITS:
        group: list[Card] = []
        for card in (Card(rank, suit) for rank in variant.ranks):
            is_like = not group or value.card_points(card) == value.card_points(group[-1])
            if group and (card in theirs or (card in mine and not is_like)):
                yield tuple(group)
                group = []
            if card in mine:
                group.append(card)
        if group:
            yield tuple(group)


def _counts(groups: Sequence[Hand], size: int) -> Iterator[tuple[int, ...]]:
    """Every way to take ``size`` cards out of the groups, as how many of each."""
    if not groups:
        if size == 0:
            yield ()
        return
    first, *rest = groups
    for count in range(min(size, len(first)) + 1):
        for counts in _counts(rest, size - count):
            yield (count, *counts)


def _class_of(variant: Variant, groups: Sequence[Hand], counts: tuple[int, ...]) -> DiscardClass:
    weakest = [card for group, count in zip(groups, counts, strict=True) for card in group[len(group) - count :]]
    return DiscardClass(counts, sort_hand(weakest, variant.ranks))


class _Promise:
    """How good a set looks at a glance. It is an order and no proof: a higher card is not always better.

    Weights in fiftieths of a trick, found on random deals of ten cards.
    """

    def __init__(self, variant: Variant, contract: Contract, own: Sequence[Card], others: Sequence[Hand]) -> None:
        self.contract = contract
        self.own = own
        self.strength = {rank: strength for strength, rank in enumerate(reversed(variant.ranks))}
        self.theirs = {suit: self._in_suit([card for hand in others for card in hand], suit) for suit in SUITS}
        self.longest = {suit: max(len(self._in_suit(hand, suit)) for hand in others) for suit in SUITS}

    def of(self, discards: DiscardClass) -> int:
        """The promise of laying these cards away."""
        kept = set(self.own) - set(discards.laid_away)
        judge = self._losing if self.contract.is_misere else self._winning
        strengths = sum(self.strength[card.rank] for card in kept)
        return sum(judge(suit, self._in_suit(kept, suit)) for suit in SUITS) + (
            -strengths if self.contract.is_misere else strengths
        )

    def _in_suit(self, cards: Sequence[Card] | set[Card], suit: str) -> list[int]:
        """The strengths of the cards of a suit, highest first."""
        return sorted((self.strength[card.rank] for card in cards if card.suit == suit), reverse=True)

    def _winning(self, suit: str, held: Sequence[int]) -> int:
        """Cards above the others' card of the same place, length, trumps, and ruffs."""
        theirs = self.theirs[suit]
        promise = 50 * sum(place >= len(theirs) or card > theirs[place] for place, card in enumerate(held))
        if suit == self.contract.trump:
            return promise + 60 * len(held)
        ruffs = 30 if self.contract.trump is not None and not held else 0
        return promise + 30 * max(0, len(held) - self.longest[suit]) + ruffs

    def _losing(self, suit: str, held: Sequence[int]) -> int:
        """The fewer cards above the others' card of the same place from below, and of twice the place, the better."""
        theirs = self.theirs[suit][::-1]
        danger = 0
        for place, card in enumerate(reversed(held)):
            danger += 50 * (place < len(theirs) and card > theirs[place])
            danger += 25 * (2 * place + 1 < len(theirs) and card > theirs[2 * place + 1])
        return -danger
