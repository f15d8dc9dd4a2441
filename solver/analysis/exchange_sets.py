"""The ways to lay cards away, those that differ only in touching cards taken as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product

from ..cards import SUITS, Card, Hand, sort_hand
from ..rules import Contract, Record, Variant


@dataclass(frozen=True, slots=True)
class DiscardClass:
    """Sets of cards to lay away that come to the same: ``counts`` cards of each group of touching cards.

    ``laid_away`` stands for them, with the weakest cards of each group; empty keeps the hand as dealt.
    """

    counts: tuple[int, ...]
    laid_away: Hand


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be laid away; ``groups`` are all cards it may come from, touching ones together, many of one card only."""

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
    """What seat 0 may lay away under ``contract``."""
    variant = record.variant
    exchange = exchange_of(variant)
    own = record.deal.hands[0] if exchange == "none" else (*record.deal.hands[0], *record.deal.talon)
    groups = tuple(touching_groups(variant, own, record.deal.hands[1:]))
    kept = [] if exchange == "mandatory" else [DiscardClass((0,) * len(groups), ())]
    size = 0 if exchange == "none" else len(record.deal.talon)
    classes = kept + [_class_of(variant, groups, counts) for counts in _counts(groups, size) if size]
    return Choice(variant, groups, tuple(classes))


def exchange_of(variant: Variant) -> str:
    """Whether seat 0 lays cards away: "mandatory", "optional" or "none"."""
    return str(dict(variant.options).get("exchange", "none"))


def touching_groups(variant: Variant, own: Sequence[Card], others: Sequence[Hand]) -> Iterator[Hand]:
    """The cards of one seat in groups that no card of another seat separates, strongest first.

    Cards nobody holds do not separate, nor do those that will be laid away, whichever these are; cards that
    count for different points are never equal.
    """
    points = dict(variant.trick_value.by_rank)
    theirs = {card for hand in others for card in hand}
    mine = set(own)
    for suit in SUITS:
        group: list[Card] = []
        for rank in variant.ranks:
            card = Card(rank, suit)
            is_apart = bool(group) and points.get(rank, 0) != points.get(group[-1].rank, 0)
            if group and (card in theirs or (card in mine and is_apart)):
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
