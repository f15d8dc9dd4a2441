"""What every side is sure of while a play goes on, each card asking only what the cards before it left open."""

from __future__ import annotations

from ..cards import Card
from ..concepts.guaranteed import keeps_value
from ..objectives import objective_for
from ..rules import Position
from ..search import Bounds, Meter, Solver


class Totals:
    """The totals (tally and all) the seats' sides are sure of; in a misère the most that can be forced on them.

    They follow one play from ``start`` on, told of each card by :meth:`note`. Cards of the others only ever better a
    total and cards of its own side worsen it, and of two sides the one's total is what the other's leaves of the deal.
    """

    def __init__(self, solver: Solver, start: Position, meter: Meter) -> None:
        variant = start.variant
        self.solver = solver
        self.meter = meter
        self.is_misere = start.contract.is_misere
        self.objectives = [objective_for(variant, start.contract, seat) for seat in range(variant.seats)]
        self.has_two_sides = 2 * len(variant.side_of(0)) == variant.seats
        self.worth = start.points_left + sum(start.tally)
        self.last_mover: int | None = None
        self.known: dict[int, Bounds] = {}
        for seat in range(variant.seats):
            if seat not in self.known:
                self._learn(seat, self.find(start, seat))

    def find(self, position: Position, seat: int, guess: int | None = None, within: Bounds | None = None) -> Bounds:
        """The total of ``seat``'s side in ``position``, known to be ``within`` these."""
        objective = self.objectives[seat]
        won = sum([position.tally[other] for other in objective.counts])
        first = None if guess is None else guess - won
        rest = None if within is None else within + -won
        return self.solver.evaluate(position, objective, self.meter, first, rest) + won

    def before(self, position: Position) -> Bounds:
        """The total of the side to move."""
        seat = position.to_move
        known = self.known[seat]
        if self.has_two_sides or self.last_mover in (None, seat):
            return known
        if self.is_misere:
            return self.find(position, seat, known.upper, Bounds(0, known.upper))
        return self.find(position, seat, known.lower + 1, Bounds(known.lower, self.worth))

    def free_cards(self, position: Position, before: Bounds) -> tuple[Card, ...]:
        """The legal cards that keep the total ``before``: those known to, where that is not known or a limit comes."""
        seat, legal = position.to_move, position.legal_plays()
        if len(legal) == 1 or not before.is_exact:
            return legal if len(legal) == 1 else ()
        objective = self.objectives[seat]
        rest = before.value - sum([position.tally[other] for other in objective.counts])
        solver, meter = self.solver, self.meter
        return tuple(
            [card for card in legal if keeps_value(solver, position, card, objective, value=rest, meter=meter)]
        )

    def after(self, position: Position, card: Card, before: Bounds, free: tuple[Card, ...]) -> Bounds:
        """The total that ``card`` leaves of ``before``, once it is asked which cards are ``free``."""
        if card in free:
            return before
        # At a limit not all cards were asked.
        loss = 0 if self.meter.stopped else 1
        rest, seat = position.play(card), position.to_move
        if self.is_misere:
            return self.find(rest, seat, before.lower + 1, Bounds(before.lower + loss, self.worth))
        return self.find(rest, seat, before.upper - 1, Bounds(0, before.upper - loss))

    def note(self, seat: int, after: Bounds) -> None:
        """Goes on to the next card: ``seat`` has played, and its side is sure of ``after``."""
        self.last_mover = seat
        self._learn(seat, after)

    def _learn(self, seat: int, found: Bounds) -> None:
        side = self.objectives[seat].counts
        self.known.update(dict.fromkeys(side, found))
        if self.has_two_sides:
            others = [other for other in range(len(self.objectives)) if other not in side]
            self.known.update(dict.fromkeys(others, Bounds(self.worth - found.upper, self.worth - found.lower)))
