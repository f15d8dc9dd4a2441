"""What a seat is sure of against all others together: the value Forehand means when it says no more."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Card
from ..objectives import Objective, objective_for
from ..rules import Position
from ..search import NO_LIMITS, Bounds, Effort, Limits, Meter, Solver, StopFlag


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position for ``seat``: points still to be won from there on (the tally not counted).

    Tricks, or card points where cards count, and the whole partnership's where there are two. Against any
    play of the others the seat gets this many; in a misère it is the most the others can force on it.
    ``line`` is a best line, if one was asked for and the value is known: see :func:`best_line`.
    """

    seat: int
    bounds: Bounds
    effort: Effort
    line: tuple[Card, ...] = ()

    @property
    def value(self) -> int:
        """The exact value; raises LimitReached if the search stopped before it was known."""
        return self.bounds.value

    @property
    def is_exact(self) -> bool:
        """Whether the value is known."""
        return self.bounds.is_exact


def solve(
    position: Position,
    seat: int | None = None,
    *,
    include_line: bool = False,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
) -> Solution:
    """The guaranteed value of ``position`` for ``seat`` (default: the seat to move), if asked with a best line.

    ``solver`` lends its transposition table (default: a fresh one). At the node limit, or once ``stop`` is
    set, the answer is bounds, and a line is cut short. Raises ValueError for a seat that is not there.
    """
    seat = seat_or_mover(position, seat)
    return solution_of(solver or Solver(), position, seat, Meter(limits, stop), include_line=include_line)


def best_line(
    position: Position,
    seat: int | None = None,
    *,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
) -> tuple[Card, ...]:
    """A line of play to the end in which ``seat``'s side and the others all do their best for or against it.

    Of cards that are as good the weakest is taken, in the order of ``legal_plays`` reversed. The
    line is shorter than the play if the node limit or ``stop`` came first.
    """
    return solve(position, seat, include_line=True, solver=solver, limits=limits, stop=stop).line


def solution_of(
    solver: Solver,
    position: Position,
    seat: int,
    meter: Meter,
    *,
    guess: int | None = None,
    include_line: bool = False,
) -> Solution:
    """As :func:`solve`, within what ``meter`` still allows; ``guess`` is where to start."""
    since = meter.effort
    objective = objective_for(position.variant, position.contract, seat)
    bounds = solver.evaluate(position, objective, meter, guess)
    line = _line_from(solver, position, objective, bounds, meter) if include_line else ()
    return Solution(seat, bounds, meter.lap(since), line)


def _line_from(
    solver: Solver, position: Position, objective: Objective, known: Bounds, meter: Meter
) -> tuple[Card, ...]:
    """The line from a position of this value; none if it is not known."""
    line: list[Card] = []
    while known.is_exact and not position.is_over:
        for card in reversed(position.legal_plays()):
            if keeps_value(solver, position, card, objective, value=known.value, meter=meter):
                break
        if meter.stopped:
            break
        after = position.play(card)
        known += -points_won(position, after, objective)
        position = after
        line.append(card)
    return tuple(line)


def keeps_value(
    solver: Solver, position: Position, card: Card, objective: Objective, *, value: int, meter: Meter
) -> bool:
    """Whether ``card`` is a best play for the seat to move, where ``value`` is the position's value.

    One question: for a seat that wants many points, does the rest still reach what is
    missing; for one that wants few, does it fail to reach one more. False if a limit came first.
    """
    after = position.play(card)
    needed = value - points_won(position, after, objective)
    if position.to_move in objective.wants:
        return solver.reaches(after, objective, needed, meter) is True
    return solver.reaches(after, objective, needed + 1, meter) is False


def points_won(before: Position, after: Position, objective: Objective) -> int:
    """The points the counted seats won between two positions of one play."""
    return sum(after.tally[seat] - before.tally[seat] for seat in objective.counts)


def seat_or_mover(position: Position, seat: int | None) -> int:
    """``seat``, or the seat to move for None; raises ValueError for no such seat, TypeError for no number."""
    if seat is None:
        return position.to_move
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise TypeError(f"seat {seat!r}: it must be a whole number")
    if not 0 <= seat < position.variant.seats:
        raise ValueError(f"there is no seat {seat}; seats are 0 to {position.variant.seats - 1}")
    return seat
