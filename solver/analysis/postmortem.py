"""The post-mortem of a recorded play: what each card cost the seat that played it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..cards import Card
from ..concepts.guaranteed import keeps_value, solution_of
from ..errors import Fault, InvalidInput
from ..objectives import objective_for, score_deal
from ..rules import Position, Record
from ..search import NO_LIMITS, Bounds, Effort, Limits, Meter, Solver, StopFlag
from .cards import CardScore


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
    at_start = tuple(total_for(solver, positions[0], seat, meter) for seat in range(record.variant.seats))
    latest = dict(enumerate(at_start))
    cards: list[PlayedCard] = []
    for index, card in enumerate(record.play):
        position = positions[index]
        judged = _judge(
            solver, position, card, positions[index + 1], latest[position.to_move], index=index, meter=meter
        )
        latest[judged.seat] = judged.after
        cards.append(judged)
        if on_card is not None:
            on_card(judged)
    line = None if line_after is None else _line_after(solver, line_after, positions[line_after], meter)
    if include_values:
        cards = _with_values(solver, positions, cards, meter)
    return PostMortem(record, tuple(cards), at_start, positions[-1].tally, meter.effort, line)


def has_score(record: Record) -> bool:
    """Whether the deal is a full one of a game with quotas, so that a finished play scores."""
    return bool(record.variant.quotas) and all(len(hand) == record.variant.hand_size for hand in record.hands)


def total_for(solver: Solver, position: Position, seat: int, meter: Meter, guess: int | None = None) -> Bounds:
    """What ``seat``'s side is sure of in the whole deal: its tally and the value of the rest."""
    objective = objective_for(position.variant, position.contract, seat)
    won = sum(position.tally[other] for other in objective.counts)
    return solver.evaluate(position, objective, meter, None if guess is None else guess - won) + won


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


def _judge(
    solver: Solver,
    position: Position,
    card: Card,
    after: Position,
    known: Bounds,
    *,
    index: int,
    meter: Meter,
) -> PlayedCard:
    seat = position.to_move
    since = meter.effort
    objective = objective_for(position.variant, position.contract, seat)
    guess = known.value if known.is_exact else None
    total = total_for(solver, position, seat, meter, guess)
    legal = position.legal_plays()
    free = list(legal) if len(legal) == 1 else []
    total_after = total if free else total_for(solver, after, seat, meter, total.value if total.is_exact else None)
    if total.is_exact and not free:
        rest = total.value - sum(position.tally[other] for other in objective.counts)
        free = [other for other in legal if keeps_value(solver, position, other, objective, value=rest, meter=meter)]
    return PlayedCard(
        index=index,
        trick=index // position.variant.seats + 1,
        seat=seat,
        card=card,
        before=total,
        after=total_after,
        free_cards=tuple(free),
        is_misere=position.contract.is_misere,
        effort=meter.lap(since),
    )


def _with_values(solver: Solver, positions: list[Position], cards: list[PlayedCard], meter: Meter) -> list[PlayedCard]:
    """The cards with the values of all legal ones, found from the end of the play on, where they come cheapest."""
    valued = [
        replace(card, values=tuple(_legal_values(solver, position, card, meter)))
        for position, card in zip(reversed(positions[:-1]), reversed(cards), strict=True)
    ]
    return valued[::-1]


def _legal_values(solver: Solver, position: Position, played: PlayedCard, meter: Meter) -> Iterator[CardScore]:
    before = played.before
    for card in position.legal_plays():
        if card in played.free_cards:
            found = before
        elif card == played.card:
            found = played.after
        else:
            guess = before.value if before.is_exact else None
            found = total_for(solver, position.play(card), played.seat, meter, guess)
        if played.is_misere:  # no card is better than the best of them
            yield CardScore(card, Bounds(max(found.lower, before.lower), max(found.upper, before.lower)))
        else:
            yield CardScore(card, Bounds(min(found.lower, before.upper), min(found.upper, before.upper)))
