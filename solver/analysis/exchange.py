"""What to lay away in exchange for the talon: the best of all ways, proved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..cards import Hand
from ..concepts.guaranteed import Solution, solution_of
from ..errors import Fault, InvalidInput
from ..objectives import Objective, objective_for
from ..rules import Contract, Position, Record
from ..search import NO_LIMITS, Bounds, Effort, Limits, Meter, Solver, StopFlag
from .exchange_sets import Choice, DiscardClass, choice_of, exchange_of

EXCHANGER = 0
"""The seat that takes the talon."""
PROGRESS_SECONDS = 0.1
"""How often progress is told where nothing better is found."""


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

    Where a limit came first, ``discards`` are the best found so far.
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
        """Whether all of the answer is known: the value, every best set, and the values asked for."""
        return not self.effort.stopped


@dataclass(frozen=True, slots=True)
class ExchangeProgress:
    """How far the search for an exchange is: ``done`` of ``total`` classes of sets are settled.

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
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
    on_progress: OnProgress | None = None,
) -> Exchange:
    """The best way for seat 0 to lay cards away under ``contract``: all of them, and their value.

    ``record`` is taken as dealt; its contract, what was laid away and its play are not looked at. Where the rules
    have no exchange the only choice is to keep the hand; where it is optional that is one more.
    ``on_progress`` is called for each better set, and every tenth of a second. At the node limit, or once ``stop`` is
    set, what is not known by then is bounds.

    Raises InvalidInput (MISSING_TALON) where there is nothing to exchange with, (UNKNOWN_CONTRACT) for a
    contract the variant does not have.
    """
    (found,) = find_exchanges(
        record,
        [contract],
        include_values=include_values,
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
        search.run(include_values)
        exchanges.append(search.answer(include_values))
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


def _check(record: Record, contracts: Sequence[Contract]) -> None:
    variant = record.variant
    faults = [
        Fault("contract", "UNKNOWN_CONTRACT", f"{variant.title} has no contract {contract.name}")
        for contract in contracts
        if contract not in variant.contracts
    ]
    if exchange_of(variant) != "none" and not record.deal.talon:
        faults.append(Fault("talon", "MISSING_TALON", "there is no talon to exchange cards with"))
    if faults:
        raise InvalidInput(faults)


class _Search:
    """One contract's search: what is known of each class of sets, and the best of them."""

    def __init__(
        self, record: Record, contract: Contract, solver: Solver, meter: Meter, on_progress: OnProgress | None
    ) -> None:
        self.choice: Choice = choice_of(record, contract)
        self.contract = contract
        self.objective: Objective = objective_for(record.variant, contract, EXCHANGER)
        self.solver = solver
        self.meter = meter
        self.on_progress = on_progress
        self.record = record
        self.known: dict[DiscardClass, Bounds] = {}
        self.told = time.monotonic()

    def run(self, include_values: bool) -> None:
        """Asks until everything is known or a limit comes."""
        guess: int | None = None
        for done, discards in enumerate(self.choice.classes):
            position = self._position(discards)
            bounds = self.solver.evaluate(position, self.objective, self.meter, guess)
            self.known[discards] = bounds
            if bounds.is_exact:
                guess = bounds.value
            self._tell(done + 1)

    def answer(self, include_values: bool) -> Exchange:
        """What is known now."""
        best = self._best()
        bar = best.upper if self.contract.is_misere else best.lower
        discards = tuple(
            each.laid_away
            for each, bounds in self.known.items()
            if (bounds.upper if self.contract.is_misere else bounds.lower) == bar
        )
        values: tuple[DiscardValue, ...] = ()
        if include_values:
            values = tuple(
                DiscardValue(laid_away, bounds)
                for each, bounds in self.known.items()
                for laid_away in self.choice.members(each)
            )
        return Exchange(self.contract, best, discards, self.choice.touching, values, self.meter.effort)

    def _position(self, discards: DiscardClass) -> Position:
        deal = self.record.deal
        kept = [*deal.hands[0], *(deal.talon if discards.laid_away else ())]
        for card in discards.laid_away:
            kept.remove(card)
        return Position(self.record.variant, self.contract, (tuple(kept), *deal.hands[1:]), self.record.leader)

    def _best(self) -> Bounds:
        best = min if self.contract.is_misere else max
        known = self.known.values()
        return Bounds(best(each.lower for each in known), best(each.upper for each in known))

    def _tell(self, done: int) -> None:
        now = time.monotonic()
        if self.on_progress is None or now - self.told < PROGRESS_SECONDS:
            return
        self.told = now
        best = self._best()
        self.on_progress(ExchangeProgress(self.contract, done, len(self.choice.classes), best, ()))
