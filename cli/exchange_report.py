"""What the exchange command says of a deal: the best contracts, what the choice made cost, and the JSON of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from forehand import FORMS, Bounds, Card, Contract, Effort, Exchange, Fault, InvalidInput, Record, Solution, Variant
from forehand.solver.analysis import score_bounds
from forehand.solver.formats.values import shown


@dataclass(frozen=True, slots=True)
class ExchangeReport:
    """The exchanges of a deal; ``unused`` are the contracts forehand may still name, None if that is not said.

    ``actual`` is the value of the contract and the cards laid away in the record, None where it does not say.
    """

    record: Record
    exchanges: tuple[Exchange, ...]
    unused: tuple[Contract, ...] | None = None
    actual: Solution | None = None

    @property
    def effort(self) -> Effort:
        """What it cost in all; why it ended early, if any of it did."""
        efforts = [exchange.effort for exchange in self.exchanges]
        if self.actual is not None:
            efforts.append(self.actual.effort)
        stopped = next((effort.stopped for effort in efforts if effort.stopped), "")
        return Effort(sum(effort.nodes for effort in efforts), sum(effort.seconds for effort in efforts), stopped)

    @property
    def best_trumps(self) -> tuple[Contract, ...]:
        """The trump suits with the most tricks; none while that is open."""
        return self._best(lambda exchange: exchange.bounds if exchange.contract.trump is not None else None)

    @property
    def best_contracts(self) -> tuple[Contract, ...]:
        """The contracts asked about with the best score; none where there are no scores, or while that is open."""
        return self._best(self.score)

    @property
    def best_unused(self) -> tuple[Contract, ...]:
        """The same of those that may still be named."""
        return self._best(self._unused_score)

    @property
    def exchange_cost(self) -> Bounds | None:
        """Tricks (points) the cards laid away cost against the best; None where they are not known."""
        best = self._of_named()
        if best is None or self.actual is None:
            return None
        better, worse = best.bounds, self.actual.bounds
        return _difference(worse, better) if best.contract.is_misere else _difference(better, worse)

    @property
    def contract_cost(self) -> Bounds | None:
        """Score points the contract named cost against the best that could be named, each with its best exchange."""
        best = self._of_named()
        scores = [score for score in map(self._unused_score, self.exchanges) if score is not None]
        named = None if best is None else self.score(best)
        if named is None or not scores:
            return None
        return _difference(Bounds(max(each.lower for each in scores), max(each.upper for each in scores)), named)

    def score(self, exchange: Exchange) -> Bounds | None:
        """What forehand scores with the exchange; None where there are no scores."""
        return score_bounds(self.record, exchange.contract, exchange.bounds)

    def _unused_score(self, exchange: Exchange) -> Bounds | None:
        is_unused = self.unused is None or exchange.contract in self.unused
        return self.score(exchange) if is_unused else None

    def _of_named(self) -> Exchange | None:
        return next((each for each in self.exchanges if each.contract == self.record.contract), None)

    def _best(self, worth: Callable[[Exchange], Bounds | None]) -> tuple[Contract, ...]:
        worths = {exchange.contract: worth(exchange) for exchange in self.exchanges}
        known = {contract: bounds for contract, bounds in worths.items() if bounds is not None}
        if not known:
            return ()
        best = max(bounds.lower for bounds in known.values())
        if max(bounds.upper for bounds in known.values()) > best:
            return ()
        return tuple(contract for contract, bounds in known.items() if bounds.lower == best)


def _difference(better: Bounds, worse: Bounds) -> Bounds:
    """What is lost from one value to one that is no better."""
    return Bounds(max(0, better.lower - worse.upper), max(0, better.upper - worse.lower))


def unused_contracts(variant: Variant, names: Iterable[str], path: str) -> tuple[Contract, ...]:
    """The contracts of the variant that these names, of its session's menus or its own, may turn out to be.

    Raises InvalidInput (UNKNOWN_CONTRACT, at ``path``) naming each that is none.
    """
    found: set[Contract] = set()
    unknown = []
    for name in names:
        plays = _plays(variant, name.strip())
        found.update(plays)
        unknown += [] if plays else [name.strip()]
    if unknown:
        menus = [entry.name for form in FORMS.values() if form.game == variant.name for entry in form.menu]
        known = ", ".join(dict.fromkeys((*menus, *(contract.name for contract in variant.contracts))))
        text = f"{variant.title} has no contract {', '.join(map(shown, unknown))}; it has {known}"
        raise InvalidInput([Fault(path, "UNKNOWN_CONTRACT", text)])
    return tuple(contract for contract in variant.contracts if contract in found)


def _plays(variant: Variant, name: str) -> tuple[Contract, ...]:
    for form in FORMS.values():
        entry = form.entry(name) if form.game == variant.name else None
        if entry is not None:
            return entry.plays(variant)
    return tuple(contract for contract in variant.contracts if contract.name.casefold() == name.casefold())


def exchange_fields(report: ExchangeReport, effort: Callable[[Effort], dict[str, Any]]) -> dict[str, Any]:
    """The answer as JSON has it, but for the record's id and what it cost in all."""
    fields: dict[str, Any] = {
        "best": {each.contract.name: _exchange(report, each) | effort(each.effort) for each in report.exchanges},
        "best_trump": _contract_names(report.best_trumps),
        "best_contract": _contract_names(report.best_contracts),
    }
    if report.unused is not None:
        fields["unused"] = _contract_names(report.unused)
        fields["best_unused"] = _contract_names(report.best_unused)
    if report.actual is not None:
        fields["choice"] = _choice(report, report.actual)
    return fields


def _exchange(report: ExchangeReport, exchange: Exchange) -> dict[str, Any]:
    fields = {
        **_number("value", exchange.bounds),
        **_number("score", report.score(exchange)),
        "discards": [_card_names(laid_away) for laid_away in exchange.discards],
        "touching": [_card_names(group) for group in exchange.touching],
        "exact": exchange.is_exact,
        "complete": exchange.is_complete,
    }
    if exchange.values:
        fields["values"] = [
            {"laid_away": _card_names(each.laid_away), **_number("value", each.bounds)} for each in exchange.values
        ]
    return fields


def _choice(report: ExchangeReport, actual: Solution) -> dict[str, Any]:
    contract = report.record.contract
    return {
        "contract": contract and contract.name,
        "laid_away": _card_names(report.record.laid_away),
        **_number("value", actual.bounds),
        **_number("exchange_cost", report.exchange_cost),
        **_number("contract_cost", report.contract_cost),
    }


def _number(name: str, bounds: Bounds | None) -> dict[str, Any]:
    """A number under its name; null where there is none, or bounds only, which are added."""
    if bounds is None:
        return {name: None}
    if bounds.is_exact:
        return {name: bounds.value}
    return {name: None, f"{name}_bounds": [bounds.lower, bounds.upper]}


def _card_names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _contract_names(contracts: Sequence[Contract]) -> list[str]:
    return [contract.name for contract in contracts]
