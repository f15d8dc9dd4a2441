"""The post-mortem for people, trick by trick as it becomes known."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from forehand import BestLine, PlayedCard, PostMortem, Record

from .trick_rows import Played, TrickRows
from .words import Words, bounds_text, claim, counted, join, unit


class PostMortemText:
    """The lines of one post-mortem. Raises InvalidInput (MISSING_CONTRACT) for a record without a contract."""

    def __init__(self, record: Record, words: Words) -> None:
        self._record = record
        self._words = words
        self._rows = TrickRows(record.variant, words)
        self._positions = list(record.positions())
        self._trick: list[PlayedCard] = []

    def opening(self) -> Iterator[Text]:
        """The hands, the talon, what was laid away, and the head of the tricks."""
        record, names = self._record, self._record.variant.seat_names
        parts = list(zip(names, record.hands, strict=True))
        parts += [("talon", record.deal.talon)] if record.deal.talon else []
        parts += [("laid away", record.laid_away)] if record.laid_away else []
        width = max(len(name) for name, _ in parts)
        for name, cards in parts:
            yield join(Text(f"  {name:{width}}  "), self._words.hand(cards))
        yield Text()
        yield Text("  > leads   * takes the trick   -n what the card cost", style="dim")
        yield self._rows.head()

    def played(self, card: PlayedCard) -> Iterator[Text]:
        """The trick's row, once its last card is there."""
        self._trick.append(card)
        if len(self._trick) == self._record.variant.seats:
            yield self._row()

    def closing(self, post_mortem: PostMortem) -> Iterator[Text]:
        """An unfinished trick, the turning points, the summary, and the line asked for."""
        if self._trick:
            yield self._row()
        yield Text()
        yield Text(f"  {_verdict(post_mortem)}", style="bold")
        for card in post_mortem.turning_points:
            yield self._turning_point(card)
        yield Text()
        yield from self._summary(post_mortem)
        if post_mortem.best_line is not None:
            yield Text()
            yield from self._best_line(post_mortem.best_line)

    def _row(self) -> Text:
        trick, self._trick = self._trick, []
        is_whole = len(trick) == self._record.variant.seats
        winner = self._positions[trick[-1].index + 1].leader if is_whole else None
        return self._rows.row(trick[0].trick, [Played(card.seat, card.card, _cost(card)) for card in trick], winner)

    def _best_line(self, line: BestLine) -> Iterator[Text]:
        position = self._positions[line.after]
        after = counted(line.after, "card")
        yield Text(f"  Best line after {after}: {claim(position, line.seat, line.bounds)}", style="bold")
        yield from self._rows.line(position, line.after // self._record.variant.seats + 1, line.bounds, line.cards)

    def _turning_point(self, card: PlayedCard) -> Text:
        name = self._record.variant.seat_names[card.seat]
        cost = Text(f" cost {card.cost}", style="bold red")
        change = Text(f" ({card.before.value} before, {card.after.value} after); free: ")
        where = Text(f"    trick {card.trick}, {name}: ")
        return join(where, self._words.card(card.card), cost, change, self._words.cards(card.free_cards))

    def _summary(self, post_mortem: PostMortem) -> Iterator[Text]:
        variant = self._record.variant
        width = max(map(len, variant.seat_names))
        got = "got" if self._positions[-1].is_over else "so far"
        yield Text(f"  {unit(variant):{width}}  {'had':>7}{got:>8}{'cost':>7}", style="bold")
        for seat, name in enumerate(variant.seat_names):
            won = sum(post_mortem.tally[other] for other in variant.side_of(seat))
            had = bounds_text(post_mortem.at_start[seat])
            cost = post_mortem.costs[seat]
            yield Text(f"  {name:{width}}  {had:>7}{won:>8}{'?' if cost is None else cost:>7}")
        yield Text(f"  had: {self._meaning_of_had()}", style="dim")

    def _meaning_of_had(self) -> str:
        contract = self._record.contract
        if contract is not None and contract.is_misere:
            return "the most the others could force on the seat before trick 1"
        return "what the seat was sure of before trick 1"


def _cost(card: PlayedCard) -> str:
    if not card.is_cost_known:
        return "?"
    return f"-{card.cost}" if card.cost else ""


def _verdict(post_mortem: PostMortem) -> str:
    """The head of the turning points; it does not claim more than is known."""
    if not post_mortem.cards:
        return "No play is recorded"
    unknown = sum(not card.is_cost_known for card in post_mortem.cards)
    but = (
        f" ({unknown} of {len(post_mortem.cards)} costs {'is' if unknown == 1 else 'are'} not known)" if unknown else ""
    )
    if post_mortem.turning_points:
        return f"Turning points{but}"
    return f"No card is known to have cost anything{but}" if unknown else "No card cost anything"
