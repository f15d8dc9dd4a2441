"""The command that says what to lay away in exchange for the talon, and so which contract to name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Event

import click

from forehand import Contract, Exchange, ExchangeProgress, Fault, InvalidInput, Record, Solution

from .batch import Session, run_batch
from .contract_names import CONTRACTS, contracts_of
from .exchange_report import ExchangeReport, unused_contracts
from .settings import Settings, shared_options

WAIT_SECONDS = 2.0
"""How long after Ctrl-C the deal at hand is waited for; a search that is ended ends in milliseconds."""


@click.command()
@CONTRACTS
@click.option(
    "--unused",
    metavar="trumf,pass",
    help="Contracts forehand may still name, as a session calls them or as --contracts does; by default the record's "
    "`unused`.",
)
@click.option("--values", "with_values", is_flag=True, help="With --json, give the value of every set too.")
@shared_options
def exchange(settings: Settings, *, contracts: tuple[str, ...] | None, unused: str | None, with_values: bool) -> None:
    """What to lay away in exchange for the talon, contract by contract.

    The deal is taken as dealt, hands and talon; forehand (seat 0) takes the talon and may lay away any cards. Every way
    is tried, and all best ones are found; of ways that differ only in touching cards (no other hand has a card between
    them) one is listed, with the weakest. Where forehand need not exchange, keeping the hand is one more way, an empty
    list. A node limit is shared out evenly among the contracts. Ctrl-C ends it, and what is known by then is printed.

    Contracts are compared by what forehand scores with the best exchange, trump suits by tricks. --unused takes the
    names of the game's session forms: `trumf` and `valfri` are any suit (or what the game's options say), `spader` is
    S, `sang` NT. If the record says what was laid away and which contract was played, its cost is told; --limit-nodes
    and --timeout bound that search once more.

    \b
    --json fields: id, best (contract -> value, score, discards: a list of cards for
      each best way, touching: groups of touching cards, exact, complete: whether
      every best way is listed, nodes, seconds), best_trump, best_contract (names,
      of those asked about; several if they are equal, none while it is open), nodes,
      seconds.
      value is tricks (points) forehand is sure of, in Pass what can be forced on it;
      score is null where the game has no quotas or the deal is not a full one.
      --values adds values to each contract: laid_away, value, for every way.
      --unused adds unused and best_unused (names).
      choice, if the record has one: contract, laid_away, value, exchange_cost (tricks
      or points), contract_cost (score points; null if no scores).
      When a limit came first the values not known are null, NAME_bounds ([lower,
      upper]) is added for them, discards are the best found so far, and stopped is
      added.
    """
    work = _Work(contracts, None if unused is None else unused.split(","), with_values)
    try:
        run_batch(settings, work.ask, work.show)
    except KeyboardInterrupt:
        work.show_unfinished()
        raise


@dataclass(slots=True)
class _Work:
    """What is asked of each deal, and what is known of the one at hand."""

    contracts: Sequence[str] | None
    unused: Sequence[str] | None
    with_values: bool
    session: Session | None = None
    record: Record | None = None
    found: list[Exchange] = field(default_factory=list)
    is_done: Event = field(default_factory=Event)

    def ask(self, session: Session, record: Record) -> ExchangeReport:
        """The answer about one deal."""
        self.session, self.record, self.found = session, record, []
        self.is_done.clear()
        try:
            chosen, unused = contracts_of(record, self.contracts), self._unused(record)
            actual = _actual(session, record)
            exchanges = session.backend.find_exchanges(
                record,
                chosen,
                include_values=self.with_values,
                on_progress=self._count,
                on_exchange=self.found.append,
            )
        finally:
            self.is_done.set()
        return ExchangeReport(record, exchanges, unused, actual)

    def show(self, session: Session, record: Record, report: ExchangeReport) -> None:
        """Prints one deal."""
        session.renderer.exchanges(report)
        self.record = None

    def show_unfinished(self) -> None:
        """After Ctrl-C, what is known of the deal at hand."""
        self.is_done.wait(WAIT_SECONDS)
        if self.session is None or self.record is None or not self.found:
            return
        known = [
            replace(each, effort=replace(each.effort, stopped="interrupted")) if each.effort.stopped else each
            for each in self.found
        ]
        with self.session.progress.hidden():
            self.session.renderer.exchanges(ExchangeReport(self.record, tuple(known), self._unused(self.record)))

    def _unused(self, record: Record) -> tuple[Contract, ...] | None:
        if self.unused is not None:
            return unused_contracts(record.variant, self.unused, "--unused")
        given = record.extra.get("unused")
        if given is None:
            return None
        names = given.split(",") if isinstance(given, str) else given
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise InvalidInput([Fault("unused", "WRONG_TYPE", "it must be a list of names of contracts")])
        return unused_contracts(record.variant, names, "unused")

    def _count(self, progress: ExchangeProgress) -> None:
        assert self.session is not None and self.record is not None
        cards = " ".join(map(str, progress.laid_away)) or "nothing"
        ways = f"{progress.done} of {progress.total} ways"
        best = f"{progress.best.lower} to {progress.best.upper}, best so far {cards}"
        self.session.progress.note(f"{self.record.id} {progress.contract.name}: {ways}, {best}")


def _actual(session: Session, record: Record) -> Solution | None:
    """The value of what was named and laid away; None if the record does not say."""
    is_known = bool(record.laid_away) or record.variant.exchange != "mandatory"
    if record.contract is None or not is_known:
        return None
    session.progress.note(f"{record.id}: what was laid away")
    return session.backend.solve(replace(record, play=(), seat=0), include_line=False)
