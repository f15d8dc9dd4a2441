"""The post-mortem of a recorded play: what each card cost the seat that played it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..cards import Card
from ..concepts.guaranteed import solution_of
from ..errors import Fault, InvalidInput
from ..objectives import score_deal
from ..rules import Position, Record
from ..search import NO_LIMITS, Bounds, Effort, Limits, Meter, Solver, StopFlag
from .cards import CardScore
from .totals import Totals


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card of the record, judged for the seat that played it.

    ``before`` and ``after`` are the totals (tally and all) the seat's side is sure of just before and just after
    the card; in a misère the most that can be forced on it. ``free_cards`` are the legal cards that would have
    cost nothing: of a limited search those that are known to, a forced card always. ``values``, if asked for, are
    the totals every legal card would have left, in the order of ``Position.legal_plays``.
    """

    index: int
    trick: int
    seat: int
    card: Card
    before: Bounds
    after: Bounds
    free_cards: tuple[Card, ...]
    is_misere: bool
    effort: Effort
    values: tuple[CardScore, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether both values are known."""
        return self.before.is_exact and self.after.is_exact

    @property
    def is_cost_known(self) -> bool:
        """Whether the cost is known; that of a free card is, whatever the values are."""
        return self.is_exact or self.card in self.free_cards

    @property
    def cost(self) -> int:
        """The tricks (points) the card gave away, at least 0; raises LimitReached if it is not known."""
        if self.card in self.free_cards:
            return 0
        loss = self.before.value - self.after.value
        return -loss if self.is_misere else loss


@dataclass(frozen=True, slots=True)
class BestLine:
    """How the play could have gone on ``after`` so many cards of the record.

    ``seat`` is the one to move then, ``bounds`` what its side is sure of from there on (in a misère the most that can
    be forced on it), and ``cards`` a line to the end in which all do their best for or against it; none
    if the value is not known, and cut short if a limit came first.
    """

    after: int
    seat: int
    bounds: Bounds
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PostMortem:
    """The judgement of a whole record.

    ``at_start[seat]`` is what each seat was sure of before trick 1, ``tally`` the points won by the
    end of the record, ``best_line`` the line that was asked for.
    """

    record: Record
    cards: tuple[PlayedCard, ...]
    at_start: tuple[Bounds, ...]
    tally: tuple[int, ...]
    effort: Effort
    best_line: BestLine | None = None

    @property
    def is_exact(self) -> bool:
        """Whether every value in it is known."""
        values = [*self.at_start, *(score.bounds for card in self.cards for score in card.values)]
        values += [] if self.best_line is None else [self.best_line.bounds]
        return all(card.is_exact for card in self.cards) and all(bounds.is_exact for bounds in values)

    @property
    def costs(self) -> tuple[int | None, ...]:
        """By seat, the sum of its cards' costs; None where one of them is not known."""
        by_seat = [[card for card in self.cards if card.seat == seat] for seat in range(self.record.variant.seats)]
        return tuple(
            sum(card.cost for card in cards) if all(card.is_cost_known for card in cards) else None for cards in by_seat
        )

    @property
    def scores(self) -> tuple[int, ...] | None:
        """By seat, what the deal scored; None where deals like it have no score, and while the play is not over."""
        contract = self.record.contract
        if contract is None or not has_score(self.record) or not self._is_over:
            return None
        return score_deal(self.record.variant, contract, self.tally)

    @property
    def gifts(self) -> tuple[int | None, ...]:
        """By seat, what the cards of the other sides gave its side; None where that is not known, or not yet.

        What a side was sure of, less what its own cards cost, plus this, is what it got.
        """
        if not self._is_over:
            return (None,) * self.record.variant.seats
        return tuple(self._gift(seat) for seat in range(self.record.variant.seats))

    @property
    def _is_over(self) -> bool:
        return len(self.cards) == sum(map(len, self.record.hands))

    def _gift(self, seat: int) -> int | None:
        side = self.record.variant.side_of(seat)
        costs = [self.costs[other] for other in side]
        start = self.at_start[seat]
        if not start.is_exact or None in costs:
            return None
        gain = sum(self.tally[other] for other in side) - start.value
        contract = self.record.contract
        is_misere = contract is not None and contract.is_misere
        return (-gain if is_misere else gain) + sum(cost for cost in costs if cost is not None)

    @property
    def turning_points(self) -> tuple[PlayedCard, ...]:
        """The cards known to have cost something, in order."""
        return tuple(card for card in self.cards if card.is_cost_known and card.cost)


def analyze_play(
    record: Record,
    *,
    line_after: int | None = None,
    include_values: bool = False,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
    on_card: Callable[[PlayedCard], None] | None = None,
) -> PostMortem:
    """Walk the recorded play and judge every card; ``on_card`` is called with each as it is known.

    ``line_after`` asks for the best line after so many cards of the play too (0: from the start), ``include_values``
    for the values of all cards that could have been played; these are searched last, so ``on_card`` is without them.
    At the node limit, or once ``stop`` is set, values not yet known are bounds, and costs that hang on them unknown.
    Raises InvalidInput (MISSING_CONTRACT) without a contract, and (OUT_OF_RANGE) if there are not so many cards.
    """
    faults = _faults(record, line_after)
    if faults:
        raise InvalidInput(faults)
    meter = Meter(limits, stop)
    solver = solver or Solver()
    positions = list(record.positions())
    totals = Totals(solver, positions[0], meter)
    at_start = tuple(totals.known[seat] for seat in range(record.variant.seats))
    cards: list[PlayedCard] = []
    for index, card in enumerate(record.play):
        judged = _judge(totals, positions[index], card, index)
        totals.note(judged.seat, judged.after)
        cards.append(judged)
        if on_card is not None:
            on_card(judged)
    line = None if line_after is None else _line_after(solver, line_after, positions[line_after], meter)
    if include_values:
        cards = _with_values(totals, positions, cards)
    return PostMortem(record, tuple(cards), at_start, positions[-1].tally, meter.effort, line)


def has_score(record: Record) -> bool:
    """Whether the deal is a full one of a game with quotas, so that a finished play scores."""
    return bool(record.variant.quotas) and all(len(hand) == record.variant.hand_size for hand in record.hands)


def _faults(record: Record, line_after: int | None) -> list[Fault]:
    faults = []
    if record.contract is None:
        faults.append(Fault("contract", "MISSING_CONTRACT", "no contract is named"))
    if line_after is not None and not 0 <= line_after <= len(record.play):
        text = f"no line after card {line_after}; {len(record.play)} recorded"
        faults.append(Fault("line_after", "OUT_OF_RANGE", text))
    return faults


def _line_after(solver: Solver, after: int, position: Position, meter: Meter) -> BestLine:
    found = solution_of(solver, position, position.to_move, meter, include_line=True)
    return BestLine(after, found.seat, found.bounds, found.line)


def _judge(totals: Totals, position: Position, card: Card, index: int) -> PlayedCard:
    since = totals.meter.effort
    before = totals.before(position)
    free = totals.free_cards(position, before)
    return PlayedCard(
        index=index,
        trick=index // position.variant.seats + 1,
        seat=position.to_move,
        card=card,
        before=before,
        after=totals.after(position, card, before, free),
        free_cards=free,
        is_misere=position.contract.is_misere,
        effort=totals.meter.lap(since),
    )


def _with_values(totals: Totals, positions: list[Position], cards: list[PlayedCard]) -> list[PlayedCard]:
    """The cards with the values of all legal ones, found from the end of the play on, where they come cheapest."""
    valued = [
        replace(card, values=tuple(_legal_values(totals, position, card)))
        for position, card in zip(reversed(positions[:-1]), reversed(cards), strict=True)
    ]
    return valued[::-1]


def _legal_values(totals: Totals, position: Position, played: PlayedCard) -> Iterator[CardScore]:
    for card in position.legal_plays():
        is_played = card == played.card
        found = played.after if is_played else totals.after(position, card, played.before, played.free_cards)
        yield CardScore(card, found)
