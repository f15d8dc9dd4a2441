"""What a seat gets if all others help it: the most there is in the cards for it."""

from __future__ import annotations

from ..objectives import Objective, objective_for
from ..rules import Position
from ..search import Bounds, Meter, Solver


def best_case(solver: Solver, position: Position, seat: int, meter: Meter) -> Bounds:
    """The most points ``seat``'s side can win from ``position`` on, all seats together; in a misère the fewest.

    Exact, within what ``meter`` still allows; wider bounds if a limit comes first.
    """
    counts = objective_for(position.variant, position.contract, seat).counts
    everyone = frozenset(range(position.variant.seats))
    wants = frozenset[int]() if position.contract.is_misere else everyone
    return solver.evaluate(position, Objective(counts, wants), meter)
