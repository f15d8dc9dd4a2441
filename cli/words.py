"""The words and signs the readable form is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from forehand import Bounds, Card, Contract, Position, Variant
from forehand.solver.cards import SUIT_SYMBOLS, SUITS, Hand

from .render import difference

STOPPED = {
    "node_limit": "stopped at the node limit",
    "timeout": "stopped when the time was up",
    "interrupted": "was interrupted",
}
_SUIT_STYLES = {"S": "", "H": "red", "D": "red", "C": ""}


class Words:
    """Cards, hands and contracts as people write them; suit letters where ``encoding`` has no suit symbols."""

    def __init__(self, encoding: str) -> None:
        symbols = "".join(SUIT_SYMBOLS.values())
        has_symbols = symbols.encode(encoding, "replace") != b"?" * len(symbols)
        self._signs = SUIT_SYMBOLS if has_symbols else {suit: suit for suit in SUITS}

    def card(self, card: Card, width: int = 0) -> Text:
        """``♠Q``, padded on the right."""
        return Text(f"{self._signs[card.suit] + _rank(card):{width}}", style=_SUIT_STYLES[card.suit])

    def cards(self, cards: Sequence[Card]) -> Text:
        """``♠Q ♥10``."""
        return Text(" ").join(self.card(card) for card in cards)

    def hand(self, hand: Hand) -> Text:
        """``♠AK10 ♥Q9 ♣J``: the suits the hand has, each with its ranks."""
        suits = []
        for suit in SUITS:
            ranks = "".join(_rank(card) for card in hand if card.suit == suit)
            if ranks:
                suits.append(Text(self._signs[suit] + ranks, style=_SUIT_STYLES[suit]))
        return Text(" ").join(suits)

    def contract(self, contract: Contract, width: int = 0) -> Text:
        """``♥``, ``NT``, ``pass`` or ``no hearts``, padded on the left."""
        if contract.trump is None:
            return Text(f"{contract.name.replace('_', ' '):>{width}}")
        return Text(f"{self._signs[contract.trump]:>{width}}", style=_SUIT_STYLES[contract.trump])


def _rank(card: Card) -> str:
    return "10" if card.rank == "T" else card.rank


def join(*parts: Text) -> Text:
    """One text of several, each in its own style."""
    return Text.assemble(*parts)


def side_name(variant: Variant, seat: int) -> str:
    """The seat's name, or its partnership's: ``N-S``."""
    return "-".join(variant.seat_names[other] for other in variant.side_of(seat))


def is_are(side: str) -> str:
    """The verb that goes with a side."""
    return "are" if "-" in side else "is"


def unit(variant: Variant, contract: Contract | None = None) -> str:
    """What is counted, under this contract or as a rule."""
    value = variant.trick_value if contract is None else variant.value_of(contract)
    return "points" if value.has_card_points or not value.per_trick else "tricks"


def common_unit(variant: Variant, contracts: Iterable[Contract]) -> str:
    """What is counted under all of these contracts; ``value`` where it is not the same."""
    units = {unit(variant, contract) for contract in contracts}
    return units.pop() if len(units) == 1 else "value"


def counted(number: int, word: str) -> str:
    """``1 card``, ``12,000 cards``."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def claim(position: Position, seat: int, bounds: Bounds) -> str:
    """What ``seat``'s side gets from here on: ``N-S are sure of 2 of 3 tricks``."""
    side = side_name(position.variant, seat)
    verb = "can be forced to take" if position.contract.is_misere else f"{is_are(side)} sure of"
    return f"{side} {verb} {bounds_text(bounds)} of {position.points_left} {unit(position.variant, position.contract)}"


def bounds_text(bounds: Bounds) -> str:
    """``5``, or ``3-7`` while the value is open."""
    return str(bounds.lower) if bounds.is_exact else f"{bounds.lower}-{bounds.upper}"


def signed_bounds(bounds: Bounds, points: int, seat: int) -> str:
    """Seat 0's points less seat 1's: ``+10``, or ``-70 to +30`` while the value is open."""
    shown = difference(bounds, points, seat)
    return f"{shown.lower:+}" if shown.is_exact else f"{shown.lower:+} to {shown.upper:+}"
