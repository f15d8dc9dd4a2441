"""Three wills: what each seat is sure of, what it may hope for, and what comes out if each plays for itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..rules import Position
from ..search import NO_LIMITS, Bounds, Effort, Limits, Meter, Solver, StopFlag
from .best_case import best_case
from .guaranteed import solution_of
from .max_n import Outcome, TieRule, find_outcomes, sides


@dataclass(frozen=True, slots=True)
class Wills:
    """A position as each seat sees it, in points still to be won from there on (the tally not counted).

    ``guaranteed[seat]`` is what the seat is sure of against all others together, ``best_case[seat]`` the most it gets
    if they all help it; in a misère the most the others can force on it, and the fewest it gets if they help. Partners
    count together. ``contested`` are the points no side is sure of; in a misère how many more can be forced on the
    sides than there are. ``outcomes`` are what max^n comes to by ``tie_rule``: one outcome, or with ALL_OUTCOMES every
    one, in ascending order; none if no rule was named, or the search was stopped before.
    """

    guaranteed: tuple[Bounds, ...]
    best_case: tuple[Bounds, ...]
    contested: Bounds
    tie_rule: TieRule | None
    outcomes: tuple[Outcome, ...]
    effort: Effort

    @property
    def is_exact(self) -> bool:
        """Whether all that was asked is known."""
        known = all(bounds.is_exact for bounds in (*self.guaranteed, *self.best_case))
        return known and (self.tie_rule is None or bool(self.outcomes))


def solve_wills(
    position: Position,
    tie_rule: TieRule | str | None = None,
    *,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Wills:
    """Each seat's guaranteed value and best case in ``position``, and what max^n comes to by ``tie_rule``, if named.

    ``solver`` lends its table and its memory cap (default: a fresh one), which holds for its table and that of max^n
    together. At the node limit, or once ``stop`` is set, values are bounds. ``on_progress`` is called with how many
    values are known, and how many there will be: two a seat, and max^n before them. Raises OutOfRange if max^n is asked
    of a position it cannot work out within its limits, and ValueError for a tie rule that is none.
    """
    rule = None if tie_rule is None else TieRule(tie_rule)
    solver = solver or Solver()
    meter = Meter(limits, stop)
    seats = range(position.variant.seats)
    total = 2 * len(seats) + (rule is not None)
    outcomes: tuple[Outcome, ...] = ()
    bounds: list[Bounds] = []
    report = on_progress or (lambda known, of: None)
    report(0, total)
    if rule is not None:
        outcomes = find_outcomes(solver, position, rule, meter)
        report(1, total)
    for find in (_guaranteed, best_case):
        for seat in seats:
            bounds.append(find(solver, position, seat, meter))
            report(total - 2 * len(seats) + len(bounds), total)
    guaranteed, best = tuple(bounds[: len(seats)]), tuple(bounds[len(seats) :])
    return Wills(guaranteed, best, _contested(position, guaranteed), rule, outcomes, meter.effort)


def _guaranteed(solver: Solver, position: Position, seat: int, meter: Meter) -> Bounds:
    return solution_of(solver, position, seat, meter).bounds


def _contested(position: Position, guaranteed: tuple[Bounds, ...]) -> Bounds:
    """The points left less what the sides are sure of; in a misère what can be forced on them less the points left."""
    of_sides = [guaranteed[side[0]] for side in sides(position)]
    lower, upper = sum(bounds.lower for bounds in of_sides), sum(bounds.upper for bounds in of_sides)
    left = position.points_left
    if position.contract.is_misere:
        return Bounds(max(0, lower - left), max(0, upper - left))
    return Bounds(max(0, left - upper), max(0, left - lower))
