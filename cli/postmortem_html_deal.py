"""One deal of the page: its hands, its play with a value beside every card, and what hindsight says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from forehand import BestLine, ContractWorth, Effort, Hindsight, PlayedCard, PostMortem

from .inputs import printable
from .postmortem_html_parts import (
    bounds_html,
    card_html,
    contract_html,
    hand_html,
    layout_html,
    row_html,
    sentence_html,
    table_html,
    text_html,
)
from .postmortem_text import meaning_of_sure, verdict
from .postmortem_words import hindsight_sentence, laid_away, score_text, side_sentences, signed
from .render import reason_stopped
from .words import STOPPED, claim, common_unit, counted, unit

_AREAS = {2: ("north", "south"), 3: ("south", "west", "east"), 4: ("south", "west", "north", "east")}
_COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""Where a seat sits: by its name, or clockwise from the near side of the table."""
_LEADS, _TAKES = '<b title="leads">▸</b> ', ' <b title="takes the trick">★</b>'


class DealSection:
    """One deal as HTML, the ``number``-th of its page."""

    def __init__(self, judged: PostMortem, hindsight: Hindsight | None, number: int) -> None:
        self._judged = judged
        self._hindsight = hindsight
        self._record = judged.record
        self._names = [text_html(name) for name in judged.record.variant.seat_names]
        self._positions = list(judged.record.positions())
        self.anchor = f"deal-{number}"
        self.title = printable(judged.record.id).strip() or f"deal {number}"

    def lines(self) -> Iterator[str]:
        """All of it."""
        record = self._record
        named = contract_html(record.contract) if record.contract is not None else ""
        yield f'<section class="deal" aria-labelledby="{self.anchor}">'
        yield f'<h2 id="{self.anchor}">{text_html(self.title)}: {text_html(record.variant.title)}, {named}</h2>'
        yield from self._hands()
        yield from self._in_short()
        yield from self._turning_points()
        yield from self._play()
        if self._hindsight is not None:
            yield from self._contracts(self._hindsight)
        if self._judged.best_line is not None:
            yield from self._best_line(self._judged.best_line)
        yield from self._choices()
        yield "</section>"

    def _hands(self) -> Iterator[str]:
        record = self._record
        yield f'<div class="table seats-{record.variant.seats}">'
        for seat, (name, hand) in enumerate(zip(self._names, record.hands, strict=True)):
            leads = " <small>leads</small>" if seat == record.leader else ""
            yield f'<div class="seat {self._area(seat)}"><h3>{name}{leads}</h3>{layout_html(hand)}</div>'
        if record.deal.talon:
            away = f"<h3>laid away</h3>\n<p>{hand_html(record.laid_away)}</p>" if record.laid_away else ""
            yield f'<div class="seat middle"><h3>talon</h3>\n<p>{hand_html(record.deal.talon)}</p>{away}</div>'
        yield "</div>"

    def _area(self, seat: int) -> str:
        names = self._record.variant.seat_names
        return _COMPASS[names[seat]] if set(names) <= set(_COMPASS) else _AREAS[len(names)][seat]

    def _in_short(self) -> Iterator[str]:
        judged, variant = self._judged, self._record.variant
        yield "<h3>In short</h3>\n<ul>"
        yield from (f"<li>{sentence_html(sentence)}</li>" for sentence in side_sentences(judged))
        if self._hindsight is not None:
            yield f"<li>{sentence_html(hindsight_sentence(self._hindsight))}</li>"
        yield f"</ul>{_stopped(judged.effort)}"
        heads = ["seat", "sure of", "cost", "given", "got" if self._positions[-1].is_over else "so far"]
        heads += ["score"] if judged.scores else []
        caption = (
            f"{unit(variant, self._record.contract).capitalize()}. Sure of: {meaning_of_sure(self._record)}; "
            "cost: by its own cards; given: by the others' cards"
        )
        rows = [self._summary(seat) for seat in range(variant.seats)]
        yield table_html(heads, [rows], caption=text_html(caption))

    def _summary(self, seat: int) -> str:
        judged = self._judged
        won = sum(judged.tally[other] for other in self._record.variant.side_of(seat))
        numbers = [_known(judged.costs[seat]), _known(judged.gifts[seat]), str(won)]
        score = [text_html(signed(judged.scores[seat]))] if judged.scores else []
        return row_html([self._names[seat], bounds_html(judged.at_start[seat]), *numbers, *score])

    def _turning_points(self) -> Iterator[str]:
        yield f"<h3>{verdict(self._judged)}</h3>"
        if not self._judged.turning_points:
            return
        yield "<ol>"
        for card in self._judged.turning_points:
            change = f"({card.before.value} before, {card.after.value} after)"
            yield (
                f"<li>Trick {card.trick}, {self._names[card.seat]}: {card_html(card.card)} "
                f'<strong class="tag">cost {card.cost}</strong> {change}; free: {hand_html(card.free_cards)}</li>'
            )
        yield "</ol>"

    def _play(self) -> Iterator[str]:
        if not self._judged.cards:
            return
        yield "<h3>The play</h3>"
        caption = (
            "<b>▸</b> leads, <b>★</b> takes the trick, <b>−1</b> what the card cost; under each card its value for the "
            "seat that played it, before and after where these differ"
        )
        rows = [self._trick(trick, cards) for trick, cards in _tricks(self._judged.cards)]
        yield table_html(["trick", *self._names], [rows], caption=caption, style="play")

    def _trick(self, trick: int, cards: Sequence[PlayedCard]) -> str:
        seats = range(len(self._names))
        winner = self._positions[cards[-1].index + 1].leader if len(cards) == len(seats) else None
        cells = {card.seat: _cell(card, card is cards[0], card.seat == winner) for card in cards}
        return f'<tr><th scope="row">{trick}</th>{"".join(cells.get(seat, "<td></td>") for seat in seats)}</tr>'

    def _contracts(self, hindsight: Hindsight) -> Iterator[str]:
        name = self._names[0]
        yield f"<h3>What {name} could have named</h3>"
        caption = f"What {name} was sure of with the best exchange, or in a misère could be made to take, and its score"
        contracts = [worth.contract for worth in hindsight.contracts]
        heads = ["contract", common_unit(self._record.variant, contracts), "score", "lays away"]
        best = hindsight.best_contracts
        rows = [self._worth(worth, worth in best) for worth in hindsight.contracts]
        yield table_html(heads, [rows], caption=caption, style="contracts")
        yield _stopped(hindsight.effort)

    def _worth(self, worth: ContractWorth, is_best: bool) -> str:
        signs = ["named"] if worth.contract == self._record.contract else []
        signs += ["best"] if is_best else []
        sign = f" <small>{', '.join(signs)}</small>" if signs else ""
        values = [bounds_html(worth.bounds), text_html(score_text(worth.score)), sentence_html(laid_away(worth))]
        return row_html([contract_html(worth.contract) + sign, *values], "best" if is_best else "")

    def _best_line(self, line: BestLine) -> Iterator[str]:
        position, seats = self._positions[line.after], len(self._names)
        yield f"<h3>Best line after {counted(line.after, 'card')}</h3>"
        yield f"<p>{text_html(claim(position, line.seat, line.bounds))}.</p>"
        plays = [((position.leader + place) % seats, card) for place, card in enumerate(position.trick)]
        first = line.after // seats + 1
        for card in line.cards:
            plays.append((position.to_move, card))
            position = position.play(card)
        rows = []
        for start in range(0, len(plays), seats):
            (leader, _), *_ = trick = plays[start : start + seats]
            cells = {seat: (_LEADS if seat == leader else "") + card_html(card) for seat, card in trick}
            rows.append(row_html([str(first + start // seats), *(cells.get(seat, "") for seat in range(seats))]))
        if line.cards:
            yield table_html(["trick", *self._names], [rows], style="play")

    def _choices(self) -> Iterator[str]:
        if not any(card.values for card in self._judged.cards):
            return
        yield "<h3>Every card that could have been played</h3>"
        caption = "The cards by their value for the seat, the best first; in brackets the one that was played"
        bodies = [
            [f'<tr><th colspan="3" scope="rowgroup">Trick {trick}</th></tr>', *map(self._choice, cards)]
            for trick, cards in _tricks(self._judged.cards)
        ]
        yield table_html(["seat", "played", "could be played"], bodies, caption=caption, style="choices")

    def _choice(self, played: PlayedCard) -> str:
        cells = [self._names[played.seat], card_html(played.card) + _tag(played), _alternatives(played)]
        return row_html(cells, _style(played))


def _tricks(cards: Sequence[PlayedCard]) -> Iterator[tuple[int, list[PlayedCard]]]:
    for trick, group in groupby(cards, key=lambda card: card.trick):
        yield trick, list(group)


def _cell(played: PlayedCard, is_lead: bool, is_winner: bool) -> str:
    """A card on the table, its value under it."""
    values = dict.fromkeys((bounds_html(played.before), bounds_html(played.after)))
    style = f' class="{_style(played)}"' if _style(played) else ""
    card = f"{_LEADS if is_lead else ''}{card_html(played.card)}{_TAKES if is_winner else ''}"
    return f'<td{style}>{card}<br><span class="value">{" → ".join(values)}</span>{_tag(played)}</td>'


def _alternatives(played: PlayedCard) -> str:
    """The legal cards by value, the best for the seat first."""
    if len(played.values) == 1:
        return f"{bounds_html(played.values[0].bounds)}: no other"
    sign = 1 if played.is_misere else -1
    values = sorted({score.bounds for score in played.values}, key=lambda each: (sign * each.lower, sign * each.upper))
    groups = []
    for value in values:
        cards = [score.card for score in played.values if score.bounds == value]
        shown = (f"[{card_html(card)}]" if card == played.card else card_html(card) for card in cards)
        groups.append(f"<li><b>{bounds_html(value)}:</b> {' '.join(shown)}</li>")
    return f"<ul>{''.join(groups)}</ul>"


def _tag(played: PlayedCard) -> str:
    if not played.is_cost_known:
        return ' <strong class="tag">?</strong>'
    return f' <strong class="tag">{text_html(f"-{played.cost}")}</strong>' if played.cost else ""


def _style(played: PlayedCard) -> str:
    return "cost" if played.is_cost_known and played.cost else ""


def _stopped(effort: Effort) -> str:
    """That there is more to know; nothing where there is not."""
    if not effort.stopped:
        return ""
    return f"<p>The search {STOPPED[reason_stopped(effort)]}: what it did not reach is open.</p>"


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)
