"""The elements a page is made of: cards, hands, sentences and tables, all text escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from forehand import Bounds, Card, Contract
from forehand.solver.cards import SUIT_SYMBOLS, SUITS, Hand

from .inputs import printable
from .postmortem_words import Sentence
from .words import bounds_text

_SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_CONTRACT_NAMES = {"NT": "no trump", "pass": "Pass"}
_AS_TEXT = "\N{VARIATION SELECTOR-15}"
"""Keeps suit symbols from being shown as pictures."""
_DASH, _MINUS, _THIN = "\N{EN DASH}", "\N{MINUS SIGN}", "\N{THIN SPACE}"


def text_html(text: str) -> str:
    """The text escaped, with the dash of a range (``3-7``) and the minus of a number in print."""
    ranged = re.sub(r"(?<=\d)-(?=\d)", _DASH, escape(printable(text)))
    return re.sub(r"-(?=\d)", _MINUS, ranged)


def bounds_html(bounds: Bounds) -> str:
    """``5``, or a range while it is open."""
    return text_html(bounds_text(bounds))


def sentence_html(sentence: Sentence) -> str:
    """The sentence with its cards, contracts and hands."""
    return "".join(map(_part_html, sentence))


def _part_html(part: str | Card | Contract | Hand) -> str:
    if isinstance(part, str):
        return text_html(part)
    if isinstance(part, Contract):
        return contract_html(part)
    return card_html(part) if isinstance(part, Card) else hand_html(part)


def contract_html(contract: Contract) -> str:
    """The trump suit's symbol, or what is played without one."""
    if contract.trump is not None:
        return _suit_html(contract.trump)
    return escape(_CONTRACT_NAMES.get(contract.name, contract.name.replace("_", " ")))


def card_html(card: Card) -> str:
    """``♠10``, kept in one line."""
    return f'<span class="card">{_suit_html(card.suit)}{_rank(card)}</span>'


def hand_html(hand: Sequence[Card]) -> str:
    """The hand in a line: ``♠AK10 ♥Q9``."""
    return " ".join(
        f'<span class="card">{_suit_html(suit)}{_THIN.join(map(_rank, cards))}</span>'
        for suit, cards in _by_suit(hand)
        if cards
    )


def layout_html(hand: Sequence[Card]) -> str:
    """The hand as players lay it out, a suit a line."""
    lines = [f"<li>{_suit_html(suit)} {' '.join(map(_rank, cards)) or '—'}</li>" for suit, cards in _by_suit(hand)]
    return f'<ul class="hand">{"".join(lines)}</ul>'


def table_html(heads: Sequence[str], bodies: Iterable[Iterable[str]], *, caption: str = "", style: str = "") -> str:
    """A table of rows, in as many groups as there are bodies."""
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    named = f"<caption>{caption}</caption>\n" if caption else ""
    groups = "\n".join("\n".join(("<tbody>", *rows, "</tbody>")) for rows in bodies)
    return f"<table{_styled(style)}>\n{named}<thead><tr>{head}</tr></thead>\n{groups}\n</table>"


def row_html(cells: Sequence[str], style: str = "") -> str:
    """A row whose first cell is its head."""
    first, *others = cells
    rest = "".join(f"<td>{cell}</td>" for cell in others)
    return f'<tr{_styled(style)}><th scope="row">{first}</th>{rest}</tr>'


def _styled(style: str) -> str:
    return f' class="{style}"' if style else ""


def _by_suit(hand: Sequence[Card]) -> list[tuple[str, list[Card]]]:
    return [(suit, [card for card in hand if card.suit == suit]) for suit in SUITS]


def _suit_html(suit: str) -> str:
    name = _SUIT_NAMES[suit]
    return f'<span class="{name}" role="img" aria-label="{name}">{SUIT_SYMBOLS[suit]}{_AS_TEXT}</span>'


def _rank(card: Card) -> str:
    return card.symbol[1:]
