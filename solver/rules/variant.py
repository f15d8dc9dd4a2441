"""What a game is, as data: adding one to the family must need no change in the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from ..cards import RANKS
from ..errors import Fault, InvalidInput

MAX_POINTS = 2**15 - 1
"""The most a whole deal may be worth: the search counts in 16 bits."""


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

    ``by_rank`` adds points for each card of a rank in the trick, ``last_trick`` for the last one.
    Raises ValueError for a number below 0 or above MAX_POINTS.
    """

    per_trick: int = 1
    by_rank: tuple[tuple[str, int], ...] = ()
    last_trick: int = 0

    def __post_init__(self) -> None:
        for points in (self.per_trick, self.last_trick, *(points for _, points in self.by_rank)):
            if not 0 <= points <= MAX_POINTS:
                raise ValueError(f"a trick cannot be worth {points}: points are from 0 to {MAX_POINTS}")


@dataclass(frozen=True, slots=True)
class Contract:
    """One play problem of a deal: the trumps, and whether tricks are won or avoided (misère)."""

    name: str
    trump: str | None
    is_misere: bool = False


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
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.maximum


@dataclass(frozen=True, slots=True)
class Variant:
    """One game with its options chosen.

    ``ranks`` is the strength order, strongest first; ``hand_size`` the cards of each seat in a full deal (play may
    start from fewer, the same number each); ``leader`` the seat that leads to trick 1 of a full
    deal, or None where the record says; ``declarer_left_leads`` has the seat at the left of the one a table
    asks about lead. ``quotas`` are the tricks each seat owes in a full deal, ``misere_quotas`` those it may take in a
    misère; both empty where the game has none.
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
        }
        value = self.trick_value
        worth = value.per_trick * self.hand_size + value.last_trick
        worth += 4 * self.packs * sum(points for _, points in value.by_rank)
        limits[f"a deal worth {worth} points: at most {MAX_POINTS}"] = worth <= MAX_POINTS
        faults = [text for text, holds in limits.items() if not holds]
        if faults:
            raise ValueError(f"{self.name}: " + "; ".join(faults))

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.seat_names)

    @property
    def deck_size(self) -> int:
        """How many cards the whole pack has."""
        return self.packs * len(self.ranks) * 4

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
    """A game and the options it takes; ``build`` makes the Variant of a full choice of options."""

    name: str
    title: str
    options: tuple[Option, ...]
    build: Callable[[dict[str, str | int]], Variant] = field(repr=False)
