"""The post-mortem for people, trick by trick as it becomes known."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from forehand import BestLine, Card, Contract, ContractWorth, Hindsight, PlayedCard, PostMortem, Record

from .postmortem_words import Sentence, hindsight_sentence, laid_away, score_text, side_sentences, signed
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

    def closing(self, judged: PostMortem, hindsight: Hindsight | None) -> Iterator[Text]:
        """An unfinished trick, the turning points, the summary, hindsight and the line asked for, if any."""
        if self._trick:
            yield self._row()
        yield Text()
        yield Text(f"  {verdict(judged)}", style="bold")
        for card in judged.turning_points:
            yield self._turning_point(card)
        yield Text()
        yield from self._summary(judged)
        yield Text()
        yield from (join(Text("  "), self._sentence(sentence)) for sentence in side_sentences(judged))
        if hindsight is not None:
            yield Text()
            yield from self._hindsight(hindsight)
        if judged.best_line is not None:
            yield Text()
            yield from self._best_line(judged.best_line)

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

    def _summary(self, judged: PostMortem) -> Iterator[Text]:
        variant = self._record.variant
        what = unit(variant, self._record.contract)
        width = max(map(len, (what, *variant.seat_names)))
        got = "got" if self._positions[-1].is_over else "so far"
        scored = f"{'score':>7}" if judged.scores else ""
        yield Text(f"  {what:{width}}  {'sure of':>9}{'cost':>7}{'given':>7}{got:>8}{scored}", style="bold")
        for seat, name in enumerate(variant.seat_names):
            won = sum(judged.tally[other] for other in variant.side_of(seat))
            sure, cost, gift = bounds_text(judged.at_start[seat]), judged.costs[seat], judged.gifts[seat]
            score = f"{signed(judged.scores[seat]):>7}" if judged.scores else ""
            yield Text(f"  {name:{width}}  {sure:>9}{_known(cost):>7}{_known(gift):>7}{won:>8}{score}")
        yield Text(f"  sure of: {meaning_of_sure(self._record)}; given: by the others' cards", style="dim")

    def _hindsight(self, hindsight: Hindsight) -> Iterator[Text]:
        name = self._record.variant.seat_names[0]
        yield Text(f"  {f'{name} with hindsight':24}{'takes':>8}{'score':>10}  lays away", style="bold")
        best = hindsight.best_contracts
        for worth in hindsight.contracts:
            yield self._worth(worth, worth in best)
        yield join(Text("  "), self._sentence(hindsight_sentence(hindsight)))

    def _worth(self, worth: ContractWorth, is_best: bool) -> Text:
        signs = ("named" if worth.contract == self._record.contract else "", "best" if is_best else "")
        head = join(Text("    "), self._words.contract(worth.contract), Text(f"  {', '.join(filter(None, signs))}"))
        head.pad_right(26 - len(head))
        numbers = f"{bounds_text(worth.bounds):>8}{score_text(worth.score):>10}  "
        return join(head, Text(numbers, style="bold green" if is_best else ""), self._sentence(laid_away(worth)))

    def _sentence(self, sentence: Sentence) -> Text:
        return join(*map(self._part, sentence))

    def _part(self, part: str | Card | Contract | tuple[Card, ...]) -> Text:
        if isinstance(part, str):
            return Text(part)
        if isinstance(part, Contract):
            return self._words.contract(part)
        return self._words.card(part) if isinstance(part, Card) else self._words.hand(part)


def meaning_of_sure(record: Record) -> str:
    """What the values at the start say."""
    if record.contract is not None and record.contract.is_misere:
        return "the most the others could force on the seat before trick 1"
    return "what the seat was sure of before trick 1"


def verdict(judged: PostMortem) -> str:
    """The head of the turning points; it does not claim more than is known."""
    if not judged.cards:
        return "No play is recorded"
    unknown = sum(not card.is_cost_known for card in judged.cards)
    but = f" ({unknown} of {len(judged.cards)} costs {'is' if unknown == 1 else 'are'} not known)" if unknown else ""
    if judged.turning_points:
        return f"Turning points{but}"
    return f"No card is known to have cost anything{but}" if unknown else "No card cost anything"


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)


def _cost(card: PlayedCard) -> str:
    if not card.is_cost_known:
        return "?"
    return f"-{card.cost}" if card.cost else ""
