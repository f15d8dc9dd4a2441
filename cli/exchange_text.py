"""Exchanges for people: a line a contract, then what to name and what the choice made cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from forehand import Bounds, Contract, Exchange
from forehand.solver.cards import Hand

from .exchange_report import ExchangeReport
from .words import Words, bounds_text, common_unit, join

SHOWN = 3
"""Best ways a contract that are written out; JSON has them all."""
WIDTH = 10
"""Room for the name of a contract."""


def exchange_rows(report: ExchangeReport, words: Words) -> Iterator[Text]:
    """The lines below the heading."""
    variant = report.record.variant
    counted = common_unit(variant, [exchange.contract for exchange in report.exchanges])
    yield Text(f"  {'':{WIDTH}}  {counted:>6}  score  lay away")
    for exchange in report.exchanges:
        is_best = exchange.contract in report.best_contracts
        value, score = bounds_text(exchange.bounds), _score_text(report.score(exchange))
        numbers = Text(f"  {value:>6}  {score:>5}  ", style="bold green" if is_best else "")
        yield join(Text("  "), words.contract(exchange.contract, WIDTH), numbers, _ways(exchange, words))
    yield from _touching(report.exchanges, words)
    yield from _advice(report, words)
    yield from _choice(report, words)


def _ways(exchange: Exchange, words: Words) -> Text:
    shown = [words.cards(laid_away) if laid_away else Text("nothing") for laid_away in exchange.discards[:SHOWN]]
    ways = Text("; ").join(shown)
    left = len(exchange.discards) - len(shown)
    if left:
        ways.append(f"; {left} more")
    if not exchange.is_complete:
        ways.append(" so far" if exchange.discards else "not known")
    return ways


def _touching(exchanges: Sequence[Exchange], words: Words) -> Iterator[Text]:
    groups: dict[Hand, None] = dict.fromkeys(group for exchange in exchanges for group in exchange.touching)
    if groups:
        yield join(
            Text("  touching cards, of which the weakest stand for all: "), Text(", ").join(map(words.hand, groups))
        )


def _advice(report: ExchangeReport, words: Words) -> Iterator[Text]:
    parts = [("best trumps", report.best_trumps), ("best contract", report.best_contracts)]
    if report.unused is not None:
        parts.append(("best still unused", report.best_unused))
    said = [join(Text(f"{what} "), _named(contracts, words)) for what, contracts in parts if contracts]
    if said:
        is_part = len(report.exchanges) < len(report.record.variant.contracts)
        yield join(Text("  of these: " if is_part else "  "), Text("; ").join(said))


def _choice(report: ExchangeReport, words: Words) -> Iterator[Text]:
    contract, actual = report.record.contract, report.actual
    if contract is None or actual is None:
        return
    laid_away = words.cards(report.record.laid_away) if report.record.laid_away else Text("nothing")
    costs = [("the exchange", report.exchange_cost), ("the contract", report.contract_cost)]
    said = "".join(f"; {what} cost {bounds_text(cost)}" for what, cost in costs if cost is not None)
    line = join(Text("  played "), words.contract(contract), Text(" and laid away "), laid_away)
    yield join(line, Text(f": {bounds_text(actual.bounds)}{said}"))


def _named(contracts: Sequence[Contract], words: Words) -> Text:
    return Text(" or ").join(words.contract(contract) for contract in contracts)


def _score_text(score: Bounds | None) -> str:
    if score is None:
        return ""
    return f"{score.lower:+}" if score.is_exact else f"{score.lower:+}..{score.upper:+}"
