"""The value of every card a seat may play."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Card
from ..concepts.guaranteed import points_won, seat_or_mover
from ..objectives import objective_for
from ..rules import Position
from ..search import NO_LIMITS, Bounds, Effort, Limits, Meter, Solver, StopFlag


@dataclass(frozen=True, slots=True)
class CardScore:
    """What ``seat`` gets from the position on if this card is played now and all do their best after it."""

    card: Card
    bounds: Bounds

    @property
    def value(self) -> int:
        """The exact value; raises LimitReached if there are only bounds."""
        return self.bounds.value


@dataclass(frozen=True, slots=True)
class CardScores:
    """The score of every legal card, in the order of ``Position.legal_plays``, for ``seat``."""

    seat: int
    cards: tuple[CardScore, ...]
    effort: Effort

    @property
    def is_exact(self) -> bool:
        """Whether every card's value is known."""
        return all(score.bounds.is_exact for score in self.cards)


def score_cards(
    position: Position,
    seat: int | None = None,
    *,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
) -> CardScores:
    """The value, for ``seat`` (default: the seat to move), of every card the seat to move may play.

    Touching cards are listed too, each with its own value. At the node limit, or once ``stop`` is set, the
    values not yet known are bounds. Raises ValueError for a seat that is not there.
    """
    seat = seat_or_mover(position, seat)
    meter = Meter(limits, stop)
    solver = solver or Solver()
    objective = objective_for(position.variant, position.contract, seat)
    scores: list[CardScore] = []
    guess: int | None = None
    for card in position.legal_plays():
        after = position.play(card)
        won = points_won(position, after, objective)
        bounds = solver.evaluate(after, objective, meter, None if guess is None else guess - won) + won
        if bounds.is_exact:
            guess = bounds.value
        scores.append(CardScore(card, bounds))
    return CardScores(seat, tuple(scores), meter.effort)
