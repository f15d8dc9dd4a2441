"""The command that judges a recorded play: card by card, and with hindsight."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Event
from typing import TYPE_CHECKING

import click

from forehand import ExchangeProgress, Fault, Hindsight, PlayedCard, PostMortem, Record, has_hindsight

from .batch import Session, run_batch
from .inputs import Problem
from .settings import MAX_CARDS, Settings, WholeNumber, shared_options

if TYPE_CHECKING:
    from .postmortem_html import HtmlPage

WAIT_SECONDS = 2.0
"""How long after Ctrl-C the answer at hand is waited for; a search that is ended ends in milliseconds."""


@click.command()
@click.option(
    "--line-after",
    metavar="N",
    type=WholeNumber(0, MAX_CARDS),
    help="Show the best line after the first N cards of the play too; 0 is from the start.",
)
@click.option(
    "--hindsight/--no-hindsight",
    "with_hindsight",
    default=True,
    help="Find the best contract and exchange of a full deal too (the default), or not, which is quicker.",
)
@click.option("--values", "with_values", is_flag=True, help="With --json, give the value of every card too.")
@click.option(
    "--html",
    "html_file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write one HTML page of all deals too, with the value of every card.",
)
@shared_options
def postmortem(
    settings: Settings, *, line_after: int | None, with_hindsight: bool, with_values: bool, html_file: str | None
) -> None:
    """What each card of a recorded play cost, and with hindsight contract and exchange.

    A card's cost is what the seat that played it gave away. The values before and after a card are totals for the whole
    deal: what the seat has won, and what it is sure of still to win. Where the game has quotas and the deal is a full
    one, every contract forehand could have named is tried with every exchange; --limit-nodes and --timeout bound that
    once more. Ctrl-C ends it, and what is known by then is printed.

    The page of --html holds all deals, needs no network and no script, and is put in place when it is whole; those
    without an answer are listed at its end. Where no deal has an answer, there is no page.

    \b
    --json fields: id, game, contract, leader, seats (names), hands (as played),
      talon, laid_away, exact, at_start (what each seat was sure of before trick 1),
      tally (points won by the end of the record), costs (a seat), gifts (what the
      others' cards gave a seat: at_start less costs plus gifts is what it got; in
      Pass the other way round), scores (null where there are none), turning_points
      (index of each card that cost something), nodes, seconds, and
      cards: index (from 0), trick (from 1), seat, card, before, after, cost,
             free_cards (those that would have cost nothing), and with --values
             values (card, value, exact: the total after each legal card).
      hindsight, of seat 0, in score points: exact, best_score, best_contracts (that
             reach it), contract_cost, exchange_cost, kept (sure of before trick 1),
             play_cost, gifts, had (null if the play is not over): each is the one
             before less its cost; contracts (contract, value, exact, score, discards: a
             best set to lay away, none if there is no exchange), nodes, seconds.
      --line-after adds best_line: after, seat (the one to move), value (from there
      on), exact, cards (as line of `forehand solve --line`).
      When a limit came first the values not known are null, also the costs of a
      seat with a card whose cost is not known. NAME_bounds ([lower, upper]) is added
      for them, NAME being before, after, at_start, score and so on, but lower and
      upper for a value; and stopped (node_limit, timeout or interrupted).
    """
    page = None if html_file is None else _open_page(html_file, settings)
    work = _Work(line_after, with_hindsight, with_values or page is not None, page)
    try:
        run_batch(settings, work.ask, work.show, on_failure=work.fail)
    except KeyboardInterrupt:
        work.show_unfinished()
        raise
    finally:
        if page is not None:
            page.write()


@dataclass(slots=True)
class _Work:
    """What is asked of each deal, and what is known of the one at hand."""

    line_after: int | None
    with_hindsight: bool
    with_values: bool
    page: HtmlPage | None
    session: Session | None = None
    judged: PostMortem | None = None
    hindsight: Hindsight | None = None
    is_done: Event = field(default_factory=Event)

    def ask(self, session: Session, record: Record) -> tuple[PostMortem, Hindsight | None]:
        """The answers about one deal."""
        self.session, self.judged, self.hindsight = session, None, None
        self.is_done.clear()
        try:
            judged = self._judge(session, record)
            self.judged = judged
            if self.with_hindsight and has_hindsight(record):
                self.hindsight = session.backend.hindsight(record, judged, self._count)
        finally:
            self.is_done.set()
        return judged, self.hindsight

    def show(self, session: Session, record: Record, answer: tuple[PostMortem, Hindsight | None]) -> None:
        """Prints one deal and puts it on the page."""
        session.renderer.post_mortem(*answer)
        if self.page is not None:
            self.page.add(*answer)
        self.judged = None

    def fail(self, problem: Problem, faults: Sequence[Fault]) -> None:
        """Tells on the page what is not on it."""
        if self.page is not None:
            self.page.add_failure(problem, faults)

    def show_unfinished(self) -> None:
        """After Ctrl-C, the deal whose cards are all judged, with as much hindsight as there is."""
        if self.page is not None:
            self.page.cut_short()
        if self.session is None:
            return
        self.is_done.wait(WAIT_SECONDS)
        if self.judged is None or self.judged.effort.stopped == "cancelled":
            return
        hindsight = self.hindsight
        if hindsight is not None:
            hindsight = replace(hindsight, effort=replace(hindsight.effort, stopped="interrupted"))
        with self.session.progress.hidden():
            self.show(self.session, self.judged.record, (self.judged, hindsight))

    def _judge(self, session: Session, record: Record) -> PostMortem:
        session.progress.note("solving the deal")

        def show(card: PlayedCard) -> None:
            session.renderer.played_card(record, card)
            session.progress.note(f"card {card.index + 1} of {len(record.play)}")

        return session.backend.analyze_play(record, show, line_after=self.line_after, include_values=self.with_values)

    def _count(self, progress: ExchangeProgress) -> None:
        assert self.session is not None
        ways = f"{progress.done} of {progress.total} ways to lay away"
        self.session.progress.note(f"hindsight: {progress.contract.name}, {ways}")


def _open_page(name: str, settings: Settings) -> HtmlPage:
    """The page; click.BadParameter for a name that is no place for one."""
    from .postmortem_html import HtmlPage

    if name == "-":
        raise click.BadParameter("'-' is no file: the page needs one of its own", param_hint="--html")
    if any(os.path.realpath(name) == os.path.realpath(given) for given in settings.files if given != "-"):
        raise click.BadParameter(f"{name!r} holds the deals", param_hint="--html")
    return HtmlPage(name)
