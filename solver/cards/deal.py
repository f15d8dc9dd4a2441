"""A deal: every seat's cards and the talon, as they were dealt."""

from __future__ import annotations

from dataclasses import dataclass

from .card import Card, Hand


@dataclass(frozen=True, slots=True)
class Deal:
    """``hands[seat]`` clockwise from seat 0, and the cards left over."""

    hands: tuple[Hand, ...]
    talon: Hand = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deal, hands first."""
        return tuple(card for hand in (*self.hands, self.talon) for card in hand)
