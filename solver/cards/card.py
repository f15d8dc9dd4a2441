"""A playing card and its text forms; no game is known here."""

from __future__ import annotations

from typing import NamedTuple

SUITS = "SHDC"
"""Suit letters in the order of every text form: spades, hearts, diamonds, clubs."""

RANKS = "AKQJT98765432"
"""Rank letters; their strength is a matter of the variant."""

SUIT_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SUIT_OF_SYMBOL = {symbol: suit for suit, symbol in SUIT_SYMBOLS.items()}


class Card(NamedTuple):
    """One card: ``rank`` is one of :data:`RANKS`, ``suit`` one of :data:`SUITS`.

    Two packs hold each card twice; such cards are equal, so a hand is a tuple of cards, not a set.
    """

    rank: str
    suit: str

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read ``QS``, ``SQ``, ``TH``, ``10H`` or ``♥10`` (letters in either case).

        Raises ValueError naming the text when it is no card.
        """
        letters = text.strip().upper().replace("10", "T").replace("\ufe0f", "")
        letters = "".join(_SUIT_OF_SYMBOL.get(letter, letter) for letter in letters)
        if len(letters) == 2:
            for rank, suit in ((letters[0], letters[1]), (letters[1], letters[0])):
                if rank in RANKS and suit in SUITS:
                    return cls(rank, suit)
        raise ValueError(f"{text!r} is not a card: write rank and suit, such as QS or TH")

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def symbol(self) -> str:
        """The card for people, suit symbol first: ``♠Q``, ``♥10``."""
        return SUIT_SYMBOLS[self.suit] + ("10" if self.rank == "T" else self.rank)


Hand = tuple[Card, ...]
"""One seat's cards (or the talon): suits in the order of SUITS, strongest first."""


def sort_hand(cards: Hand | list[Card], ranks: str = RANKS) -> Hand:
    """The cards in the order of every text form; ``ranks`` is the strength order, strongest first."""
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card.suit), ranks.index(card.rank))))


def parse_hand(text: str, ranks: str = RANKS) -> Hand:
    """Read ``AKT.Q9..J82`` (PBN: spades.hearts.diamonds.clubs) or a card list such as ``QS 7S TH``.

    A text with dots is the first form, any other the second (blanks or commas between cards); an
    empty text is an empty hand. Raises ValueError with every fault in the text, joined by ``; ``.
    """
    faults: list[str] = []
    cards: list[Card] = []
    if "." in text:
        suits = text.strip().split(".")
        if len(suits) != 4:
            raise ValueError(f"{text!r} has {len(suits)} suits, not 4 (spades.hearts.diamonds.clubs)")
        for suit, letters in zip(SUITS, suits, strict=True):
            for letter in letters.strip().upper().replace("10", "T").replace("-", ""):
                if letter in RANKS:
                    cards.append(Card(letter, suit))
                else:
                    faults.append(f"unknown rank {letter!r} in {text!r}")
    else:
        for word in text.replace(",", " ").split():
            try:
                cards.append(Card.parse(word))
            except ValueError as error:
                faults.append(str(error))
    faults += [f"{card} is not in this game's pack" for card in cards if card.rank not in ranks]
    if faults:
        raise ValueError("; ".join(faults))
    return sort_hand(cards, ranks)


def format_hand(hand: Hand) -> str:
    """The hand as PBN writes it, ``AKT.Q9..J82``, in the order the cards have."""
    return ".".join("".join(card.rank for card in hand if card.suit == suit) for suit in SUITS)


def format_cards(cards: Hand | list[Card]) -> str:
    """The cards as a list, ``QS 7S TH``."""
    return " ".join(map(str, cards))
