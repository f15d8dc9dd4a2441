"""max^n: where a position ends when every seat plays for itself alone and the others are known to do so too."""

from __future__ import annotations

from enum import StrEnum

from ..errors import OutOfRange
from ..objectives import objective_for
from ..rules import Position
from ..search import Meter, Solver
from . import outcomes

Outcome = tuple[int, ...]
"""What each seat's side wins from a position on, seat 0 first."""


class TieRule(StrEnum):
    """Which play a seat makes of those that are best for it; max^n has no answer without one.

    By backward induction: a seat looks at the outcome that follows each of its plays, every later play being made by
    the same rule, and keeps those that give itself the most points (in a misère the fewest). One play is better for
    another seat, or worse, in that same sense: more points are good, in a misère fewer. If the rule leaves several
    plays, they lead to outcomes it does not tell apart, and the first card is played: suits in the order spades,
    hearts, diamonds, clubs, the strongest card first.
    """

    HURT_LEADER_MOST = "hurt_leader_most"
    """The one after which the leader stands worst: the leader is whichever of the other seats ends up best, by all
    points of the deal, those won before the position included. If that is equal, the one after which the next best of
    the others stands worst, and so on."""
    HELP_LEFT = "help_left"
    """The one that is best for the seat at the left; if that is equal, for the next to the left, and so on."""
    FIRST_CARD = "first_card"
    """The first card, in the order above."""
    ALL_OUTCOMES = "all_outcomes"
    """Not one play but every one of them: the answer is all outcomes that are reached by some way of breaking ties,
    whether or not a seat breaks them alike elsewhere. So an outcome stays if it is as good for the seat as what each of
    its other plays may lead to at the worst."""


MOST_TRICKS = {
    TieRule.HURT_LEADER_MOST: {3: 11, 4: 8},
    TieRule.HELP_LEFT: {3: 12, 4: 9},
    TieRule.FIRST_CARD: {3: 12, 4: 9},
    TieRule.ALL_OUTCOMES: {3: 12, 4: 9},
}
"""The longest endings that are looked at, in tricks, by the number of seats: most take a few seconds, hardly one more
than ten. The rule that looks at the points won so far has more positions to tell apart."""


def check_range(position: Position, tie_rule: TieRule) -> None:
    """Raises OutOfRange if the ending is too long for max^n; where there are two sides none is."""
    most = MOST_TRICKS[tie_rule].get(position.variant.seats, 0)
    if len(sides(position)) > 2 and position.tricks_left > most:
        raise OutOfRange(
            f"max^n ({tie_rule}) is for endings of at most {most} tricks with {position.variant.seats} seats; "
            f"this one has {position.tricks_left}"
        )


def find_outcomes(solver: Solver, position: Position, tie_rule: TieRule, meter: Meter) -> tuple[Outcome, ...]:
    """The outcome of max^n from ``position`` on, or with ALL_OUTCOMES every one, in ascending order.

    Where there are two sides one wins what the other loses, so that no tie matters and ``solver`` is asked. Otherwise
    every ending is walked through, with a table of its own in what the solver's leaves of ``memory_mib``. Empty once
    the meter's stop flag is set. Raises OutOfRange if the ending is too long, or does not fit within the node limit or
    the memory.
    """
    check_range(position, tie_rule)
    if meter.stopped:
        return ()
    if len(sides(position)) == 2:
        return _outcome_of_two(solver, position, meter)
    found, nodes, seconds, reason = outcomes.find(
        position, tie_rule.value, meter.nodes_left, _memory_left(solver), meter.stop
    )
    meter.nodes += nodes
    meter.seconds += seconds
    if found is None and reason != "cancelled":
        raise OutOfRange(_too_much(reason, tie_rule, position, meter, solver.memory_mib))
    meter.stopped = reason
    return tuple(found or ())


def sides(position: Position) -> tuple[tuple[int, ...], ...]:
    """The seats that share a will, seat 0's first."""
    return tuple(dict.fromkeys(map(position.variant.side_of, range(position.variant.seats))))


def _outcome_of_two(solver: Solver, position: Position, meter: Meter) -> tuple[Outcome, ...]:
    bounds = solver.evaluate(position, objective_for(position.variant, position.contract, 0), meter)
    if meter.stopped == "node_limit":
        raise OutOfRange(_spent(meter))
    if not bounds.is_exact:
        return ()
    ours = position.variant.side_of(0)
    rest = position.points_left - bounds.value
    return (tuple(bounds.value if seat in ours else rest for seat in range(position.variant.seats)),)


def _memory_left(solver: Solver) -> int:
    """The bytes of the solver's memory cap that its table has not taken up yet."""
    usage = solver.table_usage()
    return usage["bytes"] - usage["blocks"] * outcomes.BLOCK_BYTES


def _too_much(reason: str, tie_rule: TieRule, position: Position, meter: Meter, memory_mib: int) -> str:
    short = f"max^n needs more memory than is left of the {memory_mib} MiB allowed"
    why = _spent(meter) if reason == "node_limit" else short
    return f"{why}: {tie_rule}, {position.tricks_left} tricks to go"


def _spent(meter: Meter) -> str:
    return f"max^n needs more nodes than the {meter.limits.nodes:,} allowed"
