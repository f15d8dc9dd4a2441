"""What a game is, as data: adding one to the family must need no change in the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum


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
    """What a trick is worth to its winner; every number is at least 0.

    ``by_rank`` adds points for each card of a rank in the trick, ``last_trick`` for the last one.
    """

    per_trick: int = 1
    by_rank: tuple[tuple[str, int], ...] = ()
    last_trick: int = 0


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
    asks about lead.
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
    options: tuple[tuple[str, str | int], ...] = ()
    source: str = field(default="", compare=False)

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
        """The contract called ``name``; KeyError if this variant has none such."""
        return {contract.name: contract for contract in self.contracts}[name]


@dataclass(frozen=True, slots=True)
class Game:
    """A game and the options it takes; ``build`` makes the Variant of a full choice of options."""

    name: str
    title: str
    options: tuple[Option, ...]
    build: Callable[[dict[str, str | int]], Variant] = field(repr=False)
