"""What a game is, as data: adding one to the family must need no change in the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from ..cards import RANKS, SUITS, Card
from ..errors import Fault, InvalidInput

MAX_POINTS = 2**15 - 1
"""The most a whole deal may be worth: the search counts in 16 bits."""

EXCHANGES = ("mandatory", "optional", "none")
"""Whether the seat that gets the talon must take it, may, or does not."""


class FollowRule(StrEnum):
    """What a seat that did not lead must play."""

    FOLLOW_ONLY = "follow_only"
    """Follow suit if able; otherwise anything."""
    FOLLOW_OR_TRUMP = "follow_or_trump"
    """Follow suit if able; otherwise trump if able; otherwise anything."""
    MUST_BEAT = "must_beat"
    """Follow suit and beat the best card so far if able; otherwise trump (and beat) if able; otherwise anything."""


@dataclass(frozen=True, slots=True)
class TrickValue:
    """What a trick is worth to its winner.

    ``by_rank``, ``by_suit`` and ``by_card`` (cards as text, ``QS``) add points for each such card in the trick,
    ``last_trick`` for the last one. Raises ValueError for a number below 0 or above MAX_POINTS, and for what names no
    rank, suit or card.
    """

    per_trick: int = 1
    by_rank: tuple[tuple[str, int], ...] = ()
    last_trick: int = 0
    by_suit: tuple[tuple[str, int], ...] = ()
    by_card: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        by_name = (*self.by_rank, *self.by_suit, *self.by_card)
        for points in (self.per_trick, self.last_trick, *(points for _, points in by_name)):
            if not 0 <= points <= MAX_POINTS:
                raise ValueError(f"a trick cannot be worth {points}: points are from 0 to {MAX_POINTS}")
        cards = {rank + suit for rank in RANKS for suit in SUITS}
        named = ((self.by_rank, set(RANKS)), (self.by_suit, set(SUITS)), (self.by_card, cards))
        unknown = [name for table, known in named for name, _ in table if name not in known]
        if unknown:
            raise ValueError(f"no such rank, suit or card: {', '.join(map(repr, unknown))}")

    @property
    def has_card_points(self) -> bool:
        """Whether any card is worth more than nothing, so that points are counted and not just tricks."""
        return any(points for _, points in (*self.by_rank, *self.by_suit, *self.by_card))

    def card_points(self, card: Card) -> int:
        """What ``card`` adds to the trick it falls in."""
        named = ((card.rank, self.by_rank), (card.suit, self.by_suit), (str(card), self.by_card))
        return sum(points for key, table in named for name, points in table if name == key)


@dataclass(frozen=True, slots=True)
class Contract:
    """One play problem of a deal: the trumps, and whether tricks are won or avoided (misère).

    ``value`` is what a trick is worth under this contract; None: what it is worth in the variant.
    """

    name: str
    trump: str | None
    is_misere: bool = False
    value: TrickValue | None = None


SUIT_CONTRACTS = tuple(Contract(suit, suit) for suit in "SHDC")
NO_TRUMP = Contract("NT", None)
PASS = Contract("pass", None, is_misere=True)


@dataclass(frozen=True, slots=True)
class Option:
    """A rule option: its name, what it may be, its default, and the source of each choice.

    ``choices`` is empty for a whole number from 0 to ``maximum``.
    """

    name: str
    default: str | int
    choices: tuple[str, ...] = ()
    maximum: int = 0
    meaning: str = ""

    def accepts(self, value: object) -> bool:
        """Whether ``value`` is one this option may take."""
        return self.read(value) is not None

    def read(self, value: object) -> str | int | None:
        """``value`` as this option has it, None if it cannot take it; a choice that is a number may come as one."""
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return None
        if self.choices:
            numbers = {int(choice): choice for choice in self.choices if choice.isdecimal()}
            return numbers.get(value) if isinstance(value, int) else value if value in self.choices else None
        return value if isinstance(value, int) and 0 <= value <= self.maximum else None


@dataclass(frozen=True, slots=True)
class Variant:
    """One game with its options chosen.

    ``ranks`` is the strength order, strongest first; ``hand_size`` the cards of each seat in a full deal (play may
    start from fewer, the same number each); ``leader`` the seat that leads to trick 1 of a full
    deal, or None where the record says; ``declarer_left_leads`` has the seat at the left of the one a table
    asks about lead. ``quotas`` are the tricks each seat owes in a full deal, ``misere_quotas`` those it may take in a
    misère; both empty where the game has none. ``absent`` are cards the pack lacks though it has their suit and rank;
    ``exchange`` says whether seat 0 takes the talon and lays as many cards away: one of EXCHANGES.
    """

    name: str
    title: str
    seat_names: tuple[str, ...]
    ranks: str
    packs: int
    hand_size: int
    talon_size: int
    has_partnerships: bool
    leader: int | None
    follow: FollowRule
    trick_value: TrickValue
    contracts: tuple[Contract, ...]
    declarer_left_leads: bool = False
    quotas: tuple[int, ...] = ()
    misere_quotas: tuple[int, ...] = ()
    options: tuple[tuple[str, str | int], ...] = ()
    absent: frozenset[Card] = frozenset()
    exchange: str = "none"
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        in_suit = len(self.ranks) * self.packs
        limits = {
            f"{self.seats} seats: it must be from 2 to 4": 2 <= self.seats <= 4,
            f"{self.packs} packs: it must be 1 or 2": self.packs in (1, 2),
            f"ranks {self.ranks!r}: each must be another of {RANKS}": set(self.ranks) <= set(RANKS)
            and len(set(self.ranks)) == len(self.ranks) > 0,
            f"{in_suit} cards in a suit: at most 16": in_suit <= 16,
            f"{self.hand_size} cards in a hand: it must be from 1 to {15 if in_suit == 16 else 16}": 1
            <= self.hand_size
            <= (15 if in_suit == 16 else 16),
            f"exchange {self.exchange!r}: it must be one of {', '.join(EXCHANGES)}": self.exchange in EXCHANGES,
        }
        for worth in map(self._worth, {self.trick_value, *map(self.value_of, self.contracts)}):
            limits[f"a deal worth {worth} points: at most {MAX_POINTS}"] = worth <= MAX_POINTS
        faults = [text for text, holds in limits.items() if not holds]
        if faults:
            raise ValueError(f"{self.name}: " + "; ".join(faults))

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.seat_names)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards of one pack: suits in the order of SUITS, strongest first."""
        cards = (Card(rank, suit) for suit in SUITS for rank in self.ranks)
        return tuple(card for card in cards if card not in self.absent)

    @property
    def deck_size(self) -> int:
        """How many cards all packs have together."""
        return self.packs * len(self.pack)

    def has_card(self, card: Card) -> bool:
        """Whether ``card`` is in the pack."""
        return card.rank in self.ranks and card.suit in SUITS and card not in self.absent

    def value_of(self, contract: Contract) -> TrickValue:
        """What a trick is worth under ``contract``."""
        return self.trick_value if contract.value is None else contract.value

    def worth_of(self, contract: Contract) -> int:
        """What the seats share in a full deal under ``contract``, if no card worth points is left out of play."""
        return self._worth(self.value_of(contract))

    def _worth(self, value: TrickValue) -> int:
        cards = self.packs * sum(map(value.card_points, self.pack)) if value.has_card_points else 0
        return value.per_trick * self.hand_size + value.last_trick + cards

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats whose tricks count together with ``seat``'s: its partnership, or itself."""
        if not self.has_partnerships:
            return (seat,)
        return tuple(other for other in range(self.seats) if (other - seat) % 2 == 0)

    def contract(self, name: str) -> Contract:
        """The contract called ``name``; raises InvalidInput (UNKNOWN_CONTRACT) if this variant has none such."""
        for contract in self.contracts:
            if contract.name == name:
                return contract
        names = ", ".join(contract.name for contract in self.contracts)
        raise InvalidInput(
            [Fault("contract", "UNKNOWN_CONTRACT", f"{self.title} has no contract {name!r}; it has {names}")]
        )


@dataclass(frozen=True, slots=True)
class Game:
    """A game and the options it takes; ``build`` makes the Variant of a full choice of options.

    ``clashes`` are pairs of choices that cannot go together, each as name and value.
    """

    name: str
    title: str
    options: tuple[Option, ...]
    build: Callable[[dict[str, str | int]], Variant] = field(repr=False)
    clashes: tuple[tuple[tuple[str, str], tuple[str, str]], ...] = ()
