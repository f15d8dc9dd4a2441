"""What to lay away in exchange for the talon: the best of all ways, proved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..cards import Hand
from ..concepts.guaranteed import Solution, solution_of
from ..errors import Fault, InvalidInput
from ..objectives import objective_for, score_deal
from ..rules import Contract, Position, Record
from ..search import NO_LIMITS, Bounds, Effort, Limits, Meter, Solver, StopFlag
from .exchange_sets import DiscardClass, choice_of

EXCHANGER = 0
"""The seat that takes the talon."""
PROGRESS_SECONDS = 0.1
"""How often progress is told where nothing better is found."""
GLANCE_NODES = 10_000
"""What it may cost to see how far up a misère's value can be looked for at once."""


@dataclass(frozen=True, slots=True)
class DiscardValue:
    """What seat 0 gets, in tricks or points, after laying these cards away (none: with the hand as dealt)."""

    laid_away: Hand
    bounds: Bounds

    @property
    def value(self) -> int:
        """The exact value; raises LimitReached if there are only bounds."""
        return self.bounds.value


@dataclass(frozen=True, slots=True)
class Exchange:
    """The best exchange for seat 0 under one contract.

    ``bounds`` is what seat 0 is sure of with the best exchange; in a misère the least it can hold the others to,
    the most tricks they can force on it. ``discards`` are the best sets to lay away, one for each class of sets that
    differ only in ``touching`` cards, the weakest of them standing for it; ``()`` is to keep the hand as dealt.
    ``values`` is the value of each set there is, touching ones too, if that was asked.

    Where one best set was enough ``discards`` has one; where a limit came first, the best found so far, or if there is
    none yet the likeliest.
    """

    contract: Contract
    bounds: Bounds
    discards: tuple[Hand, ...]
    touching: tuple[Hand, ...]
    values: tuple[DiscardValue, ...]
    effort: Effort

    @property
    def value(self) -> int:
        """The exact value; raises LimitReached if there are only bounds."""
        return self.bounds.value

    @property
    def is_exact(self) -> bool:
        """Whether the value is known."""
        return self.bounds.is_exact

    @property
    def is_complete(self) -> bool:
        """Whether all that was asked is known: the value, the best sets, and the values of all."""
        return not self.effort.stopped


@dataclass(frozen=True, slots=True)
class ExchangeProgress:
    """How far the search for an exchange is: ``done`` of ``total`` steps.

    Each class of sets that differ only in touching cards is a step, one more if all best sets were asked and one
    more for all values: first the value is found, then the rest. A misère's value is found from below, and its steps
    begin anew with each trick (point) that proves to be forced whatever is laid away.
    ``best`` is what is known of the value by now, ``laid_away`` the best set so far.
    """

    contract: Contract
    done: int
    total: int
    best: Bounds
    laid_away: Hand


OnProgress = Callable[[ExchangeProgress], None]


def find_exchange(
    record: Record,
    contract: Contract,
    *,
    include_values: bool = False,
    include_ties: bool = True,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
    on_progress: OnProgress | None = None,
) -> Exchange:
    """The best way for seat 0 to lay cards away under ``contract``: all of them, and their value.

    ``record`` is taken as dealt; its contract, what was laid away and its play are not looked at. Where the rules
    have no exchange the only choice is to keep the hand; where it is optional that is one more. Without
    ``include_ties`` one best set is enough, which takes a fraction of the time.
    ``on_progress`` is called for each better set, and every tenth of a second. At the node limit, or once ``stop`` is
    set, what is not known by then is bounds; the value is looked for first, then the other best sets, then all values.

    Raises InvalidInput (MISSING_TALON) where there is nothing to exchange with, (UNKNOWN_CONTRACT) for a
    contract the variant does not have.
    """
    (found,) = find_exchanges(
        record,
        [contract],
        include_values=include_values,
        include_ties=include_ties,
        solver=solver,
        limits=limits,
        stop=stop,
        on_progress=on_progress,
    )
    return found


def find_exchanges(
    record: Record,
    contracts: Sequence[Contract] | None = None,
    *,
    include_values: bool = False,
    include_ties: bool = True,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
    on_progress: OnProgress | None = None,
    on_exchange: Callable[[Exchange], None] | None = None,
) -> tuple[Exchange, ...]:
    """As :func:`find_exchange` for each of ``contracts`` (default: all the variant has), with one solver for all.

    ``on_exchange`` is called with each answer as it is known. The node limit is shared out evenly; what one contract
    leaves over the next ones get.
    """
    chosen = record.variant.contracts if contracts is None else tuple(contracts)
    _check(record, chosen)
    solver = solver or Solver()
    stop = stop or StopFlag()
    left = limits.nodes
    exchanges: list[Exchange] = []
    for place, contract in enumerate(chosen):
        share = NO_LIMITS if left is None else Limits(left // (len(chosen) - place))
        search = _Search(record, contract, solver, Meter(share, stop), on_progress)
        search.run(include_values=include_values, include_ties=include_ties)
        exchanges.append(search.answer(include_values=include_values))
        if left is not None:
            left -= exchanges[-1].effort.nodes
        if on_exchange is not None:
            on_exchange(exchanges[-1])
    return tuple(exchanges)


def discard_value(
    record: Record,
    contract: Contract,
    laid_away: Hand,
    *,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
) -> Solution:
    """What seat 0 gets under ``contract`` after laying these cards away; none keeps the hand as dealt.

    Raises InvalidInput (UNKNOWN_CONTRACT), and for cards that cannot be laid away (path ``laid_away``).
    """
    chosen = replace(record, contract=contract, laid_away=laid_away, play=())
    return solution_of(solver or Solver(), chosen.start(), EXCHANGER, Meter(limits, stop))


def score_bounds(record: Record, contract: Contract, bounds: Bounds) -> Bounds | None:
    """What seat 0 scores with so many tricks (points) of the whole deal, whoever gets the others.

    None where the game has no quotas, or the hands are not those of a full deal.
    """
    variant = record.variant
    if not variant.quotas or any(len(hand) != variant.hand_size for hand in record.deal.hands):
        return None
    total, others = variant.worth_of(contract), (0,) * (variant.seats - 2)
    scores = [score_deal(variant, contract, (won, total - won, *others))[0] for won in (bounds.lower, bounds.upper)]
    return Bounds(min(scores), max(scores))


def exchange_faults(record: Record, path: str = "") -> list[Fault]:
    """What keeps seat 0 from exchanging; fault paths begin with ``path``."""
    if record.variant.exchange == "none" or record.deal.talon:
        return []
    return [Fault(path + "talon", "MISSING_TALON", "there is no talon to exchange cards with")]


def _check(record: Record, contracts: Sequence[Contract]) -> None:
    variant = record.variant
    faults = [
        Fault("contract", "UNKNOWN_CONTRACT", f"{variant.title} has no contract {contract.name}")
        for contract in contracts
        if contract not in variant.contracts
    ]
    faults += exchange_faults(record)
    if faults:
        raise InvalidInput(faults)


class _Search:
    """One contract's search: what is proved of each class of sets, and which are the best so far."""

    def __init__(
        self, record: Record, contract: Contract, solver: Solver, meter: Meter, on_progress: OnProgress | None
    ) -> None:
        self.record = record
        self.contract = contract
        self.choice = choice_of(record, contract)
        self.objective = objective_for(record.variant, contract, EXCHANGER)
        self.solver = solver
        self.meter = meter
        self.on_progress = on_progress
        self.positions: dict[DiscardClass, Position] = {}
        self.known = self._open_bounds()
        self.bar = 0
        self.found: list[DiscardClass] = []
        self.done, self.total = 0, len(self.known)
        self.told = time.monotonic()

    def run(self, *, include_values: bool, include_ties: bool) -> None:
        """Asks until everything is known or a limit comes."""
        classes = self.choice.classes
        self.total *= 1 + include_ties + include_values
        self._find_value(classes)
        for discards in classes if include_ties else ():
            if self._is_as_good(discards) and discards not in self.found:
                self.found.append(discards)
            if self.meter.stopped:
                return
            self._tell()
        for discards in classes if include_values else ():
            known = self.known[discards]
            self._evaluate(discards, known.lower if self.contract.is_misere else known.upper)
            if self.meter.stopped:
                return
            self._tell()

    def answer(self, *, include_values: bool) -> Exchange:
        """What is known now."""
        values = [
            DiscardValue(laid_away, bounds)
            for discards, bounds in (self.known.items() if include_values else ())
            for laid_away in self.choice.members(discards)
        ]
        return Exchange(
            contract=self.contract,
            bounds=self._best(),
            discards=tuple(discards.laid_away for discards in self._best_found()),
            touching=self.choice.touching,
            values=tuple(values),
            effort=self.meter.effort,
        )

    def _find_value(self, classes: Sequence[DiscardClass]) -> None:
        """Asks each class whether it is better than the bar; in a misère again one higher, until one is.

        That a set holds the others to so few is what takes long in a misère: so only a best one is asked for it.
        """
        self._start(classes[0])
        while not self._best().is_exact:
            self.done = 0
            for discards in classes:
                if self.meter.stopped:
                    return
                self._improve(discards)
                self._tell()
            self.bar += 1
        self.bar = self._best().value
        self.done = len(classes)

    def _start(self, discards: DiscardClass) -> None:
        """Sets the bar by what looks best: at its value, or in a misère at what it is seen to lose at a glance."""
        if self.contract.is_misere:
            self.bar = 1
            while self._loses_at_a_glance(discards, self.bar + 1):
                self.bar += 1
            return
        self._evaluate(discards, None)
        self.bar = self.known[discards].lower
        self.found = [discards]

    def _loses_at_a_glance(self, discards: DiscardClass, target: int) -> bool:
        left = self.meter.nodes_left
        glance = Meter(Limits(GLANCE_NODES if left is None else min(left, GLANCE_NODES)), self.meter.stop)
        answer = self._reaches(discards, target, glance)
        self.meter.nodes += glance.nodes
        self.meter.seconds += glance.seconds
        return answer is True

    def _evaluate(self, discards: DiscardClass, guess: int | None) -> None:
        """Finds the value of a class, beginning at ``guess``."""
        known = self.known[discards]
        if not known.is_exact:
            found = self.solver.evaluate(self._position(discards), self.objective, self.meter, guess)
            self.known[discards] = Bounds(max(known.lower, found.lower), min(known.upper, found.upper))

    def _improve(self, discards: DiscardClass) -> None:
        """Raises the bar (in a misère lowers it) as far as this class allows."""
        while self._is_better(discards):
            self.bar += -1 if self.contract.is_misere else 1
            self.found = [discards]
            self._tell(is_better=True)

    def _is_better(self, discards: DiscardClass) -> bool:
        if self.contract.is_misere:
            return self._reaches(discards, self.bar) is False
        return self._reaches(discards, self.bar + 1) is True

    def _is_as_good(self, discards: DiscardClass) -> bool:
        if self.contract.is_misere:
            return self._reaches(discards, self.bar + 1) is False
        return self._reaches(discards, self.bar) is True

    def _reaches(self, discards: DiscardClass, target: int, meter: Meter | None = None) -> bool | None:
        """Whether seat 0 gets so many with this class; None if a limit came first."""
        known = self.known[discards]
        if known.lower >= target or known.upper < target:
            return known.lower >= target
        answer = self.solver.reaches(self._position(discards), self.objective, target, meter or self.meter)
        if answer is not None:
            self.known[discards] = Bounds(target, known.upper) if answer else Bounds(known.lower, target - 1)
        return answer

    def _open_bounds(self) -> dict[DiscardClass, Bounds]:
        """Before anything is asked: from none to all the points that stay in play."""
        value = self.record.variant.value_of(self.contract)
        hands, talon = self.record.deal.hands, self.record.deal.talon
        points = value.per_trick * len(hands[0]) + value.last_trick
        points += sum(value.card_points(card) for card in (*talon, *(card for hand in hands for card in hand)))
        return {
            discards: Bounds(0, points - sum(value.card_points(card) for card in discards.laid_away or talon))
            for discards in self.choice.classes
        }

    def _position(self, discards: DiscardClass) -> Position:
        if discards not in self.positions:
            self.positions[discards] = self._start_of(discards)
        return self.positions[discards]

    def _start_of(self, discards: DiscardClass) -> Position:
        hand, *others = self.record.deal.hands
        kept = hand
        if discards.laid_away:
            kept = tuple(card for card in (*hand, *self.record.deal.talon) if card not in discards.laid_away)
        return Position(self.record.variant, self.contract, (kept, *others), self.record.leader)

    def _best(self) -> Bounds:
        best = min if self.contract.is_misere else max
        known = self.known.values()
        return Bounds(best(bounds.lower for bounds in known), best(bounds.upper for bounds in known))

    def _best_found(self) -> list[DiscardClass]:
        """The classes that are sure of what is known; where points are laid away one that was not asked may be it."""
        best = self._best()
        if self.contract.is_misere:
            sure = {discards for discards, bounds in self.known.items() if bounds.upper == best.upper}
        else:
            sure = {discards for discards, bounds in self.known.items() if bounds.lower == best.lower}
        if not self.meter.nodes and not best.is_exact:
            return []
        first = next(discards for discards in self.choice.classes if discards in sure)
        return [discards for discards in self.found if discards in sure] or [first]

    def _tell(self, *, is_better: bool = False) -> None:
        """Tells now and then how far the search is, one step further unless a better set was found in between."""
        self.done += not is_better
        now = time.monotonic()
        if self.on_progress is None or (now - self.told < PROGRESS_SECONDS and not is_better):
            return
        self.told = now
        best = self._best_found()
        if best:  # none if a limit came before anything was asked
            self.on_progress(ExchangeProgress(self.contract, self.done, self.total, self._best(), best[0].laid_away))
