"""What seat 0 could have had with hindsight, and where the rest went: the contract, the exchange, the play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..cards import Hand
from ..concepts.guaranteed import solution_of
from ..rules import Contract, Record
from ..search import NO_LIMITS, Bounds, Effort, Limits, Meter, Solver, StopFlag
from .exchange import Exchange, ExchangeProgress, find_exchanges, score_bounds
from .postmortem import PostMortem, analyze_play, has_score


@dataclass(frozen=True, slots=True)
class ContractWorth:
    """What one contract was worth to seat 0, the exchange made at its best and the play guaranteed.

    ``bounds`` are its tricks (points) of the whole deal, in a misère the most the others can force on it; ``score``
    is what they score. ``discards`` are best sets to lay away, as in :class:`Exchange`: one is enough; none where
    there was nothing to exchange.
    """

    contract: Contract
    bounds: Bounds
    score: Bounds
    discards: tuple[Hand, ...] = ()


@dataclass(frozen=True, slots=True)
class Hindsight:
    """One deal seen from its end by seat 0; scores and costs are in score points, of which a trick is one.

    ``contracts`` has every contract of the variant, in its order; ``allowed`` those that could be named.
    ``kept`` is the score seat 0 was sure of before trick 1, under the contract named and with the hand it
    played from; ``had`` what it scored, None if the play is not over. ``play_cost`` is what its own cards cost,
    None if one of them is not known. Of these the others follow, and they add up: the best score, less
    ``contract_cost``, less ``exchange_cost``, is ``kept``; less ``play_cost``, plus ``gifts``, it is ``had``.
    """

    record: Record
    contracts: tuple[ContractWorth, ...]
    allowed: tuple[Contract, ...]
    kept: Bounds
    had: int | None
    play_cost: int | None
    effort: Effort

    @property
    def is_exact(self) -> bool:
        """Whether the worth of every contract and of the hand played is known, and what the cards cost."""
        known = all(worth.bounds.is_exact for worth in self.contracts)
        return known and self.kept.is_exact and self.play_cost is not None

    @property
    def named(self) -> ContractWorth:
        """The contract that was played."""
        return next(worth for worth in self.contracts if worth.contract == self.record.contract)

    @property
    def best_score(self) -> Bounds:
        """The best score of an allowed contract."""
        return _best(worth.score for worth in self._allowed)

    @property
    def best_score_of_all(self) -> Bounds:
        """The best score of any contract, allowed or not."""
        return _best(worth.score for worth in self.contracts)

    @property
    def best_contracts(self) -> tuple[ContractWorth, ...]:
        """The allowed contracts that are known to have this best score; none while it is open."""
        best = self.best_score
        return tuple(worth for worth in self._allowed if best.is_exact and worth.score == best)

    @property
    def contract_cost(self) -> Bounds:
        """What naming this contract cost, against the best that was allowed."""
        return _difference(self.best_score, self.named.score)

    @property
    def exchange_cost(self) -> Bounds:
        """What laying away these cards cost, under the contract named."""
        return _difference(self.named.score, self.kept)

    @property
    def gifts(self) -> int | None:
        """What the others' cards gave seat 0; None while something is not known."""
        if self.had is None or self.play_cost is None or not self.kept.is_exact:
            return None
        return self.had - self.kept.value + self.play_cost

    @property
    def _allowed(self) -> list[ContractWorth]:
        return [worth for worth in self.contracts if worth.contract in self.allowed]


def has_hindsight(record: Record) -> bool:
    """Whether contracts can be compared: one is named, the game has quotas, and the deal is a full one."""
    return record.contract is not None and has_score(record)


def has_exchange(record: Record) -> bool:
    """Whether seat 0 had cards to lay away, and they are known."""
    return bool(record.deal.talon) and record.variant.exchange != "none"


def hindsight_of(
    record: Record,
    allowed: Sequence[Contract] | None = None,
    *,
    exchanges: Sequence[Exchange] | None = None,
    judged: PostMortem | None = None,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
    on_progress: Callable[[ExchangeProgress], None] | None = None,
) -> Hindsight:
    """What contract, exchange and play cost seat 0, where ``allowed`` contracts (default: all) could be named.

    The contract that was named counts as allowed. ``exchanges`` and ``judged`` are answers known already of this
    record; what is missing is searched, the contract named first. Without a talon, or under rules without an
    exchange, the contracts are compared with the hand as it was played (an Exchange known already then only has
    its bounds). At the node limit, or once ``stop`` is set, what is not yet known is bounds. Raises ValueError for a
    record that has no hindsight.
    """
    if record.contract is None or not has_hindsight(record):
        raise ValueError(f"no hindsight without a contract named, quotas and a full deal of {record.variant.title}")
    solver = solver or Solver()
    meter = Meter(limits, stop)
    if judged is None:
        judged = analyze_play(record, solver=solver, limits=limits, stop=meter.stop)
        _charge(meter, judged.effort)
    found = _Worths(record, solver, meter, on_progress)
    worths = found.exchanged(exchanges or ()) if has_exchange(record) else found.as_played(exchanges or ())
    named, kept = record.contract, judged.at_start[0]
    worths[named] = _worth(record, named, _at_least(worths[named].bounds, kept, named), worths[named].discards)
    return Hindsight(
        record=record,
        contracts=tuple(worths[contract] for contract in record.variant.contracts),
        allowed=tuple(dict.fromkeys((*(record.variant.contracts if allowed is None else allowed), named))),
        kept=_score(record, named, kept),
        had=_score(record, named, Bounds(judged.tally[0], judged.tally[0])).value if record.end().is_over else None,
        play_cost=judged.costs[0],
        effort=meter.effort,
    )


@dataclass(frozen=True, slots=True)
class _Worths:
    """Finds what each contract was worth, the one that was named first."""

    record: Record
    solver: Solver
    meter: Meter
    on_progress: Callable[[ExchangeProgress], None] | None

    def exchanged(self, known: Sequence[Exchange]) -> dict[Contract, ContractWorth]:
        """With the best exchange, of which some are known."""
        found = {exchange.contract: exchange for exchange in known}
        missing = [contract for contract in self._contracts if contract not in found]
        searched = find_exchanges(
            self.record,
            missing,
            include_ties=False,
            solver=self.solver,
            limits=Limits(self.meter.nodes_left),
            stop=self.meter.stop,
            on_progress=self.on_progress,
        )
        for exchange in searched:
            found[exchange.contract] = exchange
            _charge(self.meter, exchange.effort)
        return {
            contract: _worth(self.record, contract, exchange.bounds, exchange.discards)
            for contract, exchange in found.items()
        }

    def as_played(self, known: Sequence[Exchange]) -> dict[Contract, ContractWorth]:
        """With the hand as it is, of which some values are known."""
        found = {exchange.contract: exchange.bounds for exchange in known}
        for contract in self._contracts:
            if contract not in found:
                found[contract] = solution_of(self.solver, self.record.start(contract), 0, self.meter).bounds
        return {contract: _worth(self.record, contract, bounds) for contract, bounds in found.items()}

    @property
    def _contracts(self) -> list[Contract]:
        return sorted(self.record.variant.contracts, key=lambda contract: contract != self.record.contract)


def _worth(record: Record, contract: Contract, bounds: Bounds, discards: tuple[Hand, ...] = ()) -> ContractWorth:
    return ContractWorth(contract, bounds, _score(record, contract, bounds), discards)


def _score(record: Record, contract: Contract, bounds: Bounds) -> Bounds:
    score = score_bounds(record, contract, bounds)
    assert score is not None, "a record with hindsight scores"
    return score


def _at_least(bounds: Bounds, kept: Bounds, contract: Contract) -> Bounds:
    """The bounds of the best exchange, knowing that it is as good as the one made."""
    if contract.is_misere:
        return Bounds(bounds.lower, min(bounds.upper, kept.upper))
    return Bounds(max(bounds.lower, kept.lower), bounds.upper)


def _best(scores: Iterable[Bounds]) -> Bounds:
    known = list(scores)
    return Bounds(max(score.lower for score in known), max(score.upper for score in known))


def _difference(better: Bounds, worse: Bounds) -> Bounds:
    """What is lost from one score to one that is no better."""
    return Bounds(max(0, better.lower - worse.upper), max(0, better.upper - worse.lower))


def _charge(meter: Meter, effort: Effort) -> None:
    meter.nodes += effort.nodes
    meter.seconds += effort.seconds
    meter.stopped = meter.stopped or effort.stopped
