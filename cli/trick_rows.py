"""A play for people: a trick a row, a seat a column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from forehand import Bounds, Card, Position, Variant

from .words import Words, join

_CELL = 9
"""Columns of a card in a row: lead sign, card, winner sign, cost."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table; ``cost`` is what stands beside it."""

    seat: int
    card: Card
    cost: str = ""


class TrickRows:
    """Writes the rows of one play."""

    def __init__(self, variant: Variant, words: Words) -> None:
        self._names = variant.seat_names
        self._words = words
        self._width = max(_CELL, *map(len, self._names)) + 2

    def head(self) -> Text:
        """The names over the columns."""
        return Text("  trick  " + "".join(f"{name:{self._width}}" for name in self._names), style="bold")

    def row(self, trick: int, plays: Sequence[Played], winner: int | None) -> Text:
        """A trick, from the lead on; an unfinished one has no winner."""
        row = Text(f"  {trick:>5}  ")
        by_seat = {played.seat: played for played in plays}
        for seat in range(len(self._names)):
            cell = Text()
            if seat in by_seat:
                cell = self._cell(by_seat[seat], seat == plays[0].seat, seat == winner)
            cell.pad_right(self._width - len(cell))
            row.append_text(cell)
        return row

    def line(self, position: Position, trick: int, bounds: Bounds, cards: Sequence[Card]) -> Iterator[Text]:
        """A best line from ``position`` in this trick on, and why there is none or not all of it.

        ``bounds`` are the position's; the first row has what lies on the table too.
        """
        if cards:
            yield self.head()
            yield from self._tricks(position, trick, cards)
        if position.is_over:
            yield Text("  the play is over")
        elif not bounds.is_exact:
            yield Text("  no line, for the value is not known")
        elif len(cards) < position.cards_left:
            yield Text("  the line ends where the limit came first")

    def _tricks(self, position: Position, trick: int, cards: Sequence[Card]) -> Iterator[Text]:
        seats = len(self._names)
        plays = [Played((position.leader + place) % seats, card) for place, card in enumerate(position.trick)]
        for card in cards:
            plays.append(Played(position.to_move, card))
            position = position.play(card)
            if len(plays) == seats:
                yield self.row(trick, plays, position.leader)
                plays = []
                trick += 1
        if plays:
            yield self.row(trick, plays, None)

    def _cell(self, played: Played, is_lead: bool, is_winner: bool) -> Text:
        signs = Text(">" if is_lead else " ", style="dim")
        card = self._words.card(played.card, width=3)
        return join(signs, card, Text("* " if is_winner else "  "), Text(played.cost, style="bold red"))
