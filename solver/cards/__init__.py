"""Floor 0: cards, hands and deals, with their text forms."""

from .card import RANKS, SUIT_SYMBOLS, SUITS, Card, Hand, format_cards, format_hand, parse_hand, sort_hand
from .deal import Deal

__all__ = [
    "RANKS",
    "SUITS",
    "SUIT_SYMBOLS",
    "Card",
    "Deal",
    "Hand",
    "format_cards",
    "format_hand",
    "parse_hand",
    "sort_hand",
]
