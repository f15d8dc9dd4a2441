"""The commands that answer questions, and the one that serves them."""

from __future__ import annotations

import click

from forehand import CardScores, Record, Solution, Table, TableCell

from .backend import BackendError, open_backend
from .batch import Session, run_batch
from .contract_names import CONTRACTS, contracts_of
from .exchange import exchange
from .postmortem import postmortem
from .progress import Progress
from .render import open_renderer
from .serve import serve
from .session import session
from .settings import JSON, TARGET, THREADS, Settings, shared_options
from .wills import wills


@click.command()
@click.option("--line", "with_line", is_flag=True, help="Show a best line too, within the same limits.")
@THREADS
@shared_options
def solve(settings: Settings, with_line: bool, threads: int) -> None:
    """What a seat is sure of.

    The question is about the end of the recorded play. The seat is the record's `seat` or `declarer`; else the leader
    in bridge and whist, where partners count together, and seat 0 (forehand) in other games. In Pass the value is what
    can be forced on the seat.

    \b
    --json fields: id, value, exact, nodes, seconds (CPU time of the search).
      In Bezique value is seat 0's points less seat 1's, from there on.
      When a limit came first value is null, exact false, and lower, upper and
      stopped (node_limit or timeout) are added.
      --line adds line, the cards to the end of the play if all do their best (the
      weakest of equal ones); none if the value is not known, fewer if a limit came
      first.
      A bad deal is {"id", "error": {"line", "faults": [{"path", "code", "message"}]}}.
    """

    def ask(session: Session, record: Record) -> Solution:
        session.progress.note(f"solving {record.id}")
        return session.backend.solve(record, include_line=with_line)

    def show(session: Session, record: Record, solution: Solution) -> None:
        renderer = session.renderer
        (renderer.solution_with_line if with_line else renderer.solution)(record, solution)

    run_batch(settings, ask, show, threads=threads)


@click.command()
@shared_options
def cards(settings: Settings) -> None:
    """The value of every card that may be played.

    The question is about the end of the recorded play. Each value is what the seat to move (or the record's `seat`) is
    sure of from there on, in tricks or points, if the card is played; in Pass what can be forced on it. The best cards
    are marked.

    \b
    --json fields: id, to_move, seat (whose values they are), exact, cards (card,
      value, exact; lower and upper when a limit came first), nodes, seconds.
      With --from online-dump to_move and seat are players' names, and cards have
      suit symbols, such as ♦10.
    """

    def ask(session: Session, record: Record) -> CardScores:
        session.progress.note(f"solving {record.id}")
        return session.backend.score_cards(record)

    def show(session: Session, record: Record, scores: CardScores) -> None:
        session.renderer.card_scores(record, scores, settings.players(record))

    run_batch(settings, ask, show)


@click.command()
@click.option(
    "--seats",
    type=click.Choice(["forehand", "all"]),
    default="all",
    show_default=True,
    help="Whose values: seat 0's or every seat's.",
)
@CONTRACTS
@THREADS
@shared_options
def table(settings: Settings, seats: str, contracts: tuple[str, ...] | None, threads: int) -> None:
    """Every contract's value for every seat.

    Values are from the start of the play. In bridge the seat is declarer and the hand at its left leads; in other games
    the record's leader leads. A node limit is shared out evenly among the contracts.

    \b
    --json fields: id, guaranteed (contract -> one value a seat, seat 0 first),
      pass_forced (one value a seat; only when pass is asked), forced (the same of
      other contracts in which little is good, by contract), nodes, seconds.
      When a limit came first the values not known are null, and exact (false),
      bounds (contract -> [lower, upper] a seat) and stopped are added.
    """

    def ask(session: Session, record: Record) -> Table:
        chosen = contracts_of(record, contracts)
        chosen_seats = [0] if seats == "forehand" else list(range(record.variant.seats))
        known: list[TableCell] = []
        total = len(chosen) * len(chosen_seats)

        def count(cell: TableCell) -> None:
            known.append(cell)
            session.progress.note(f"{record.id} value {len(known)} of {total}")

        return session.backend.solve_table(record, chosen, chosen_seats, count)

    run_batch(settings, ask, lambda session, record, table: session.renderer.table(record, table), threads=threads)


@click.command()
@JSON
@TARGET
def variants(as_json: bool, target: str | None) -> None:
    """The games and their options.

    \b
    --json, one game a line: game, title, seats, hand_size, talon_size, contracts,
      options (name, default, choices or minimum and maximum, meaning), source.
    """
    with open_backend(Settings(target=target)) as backend:
        try:
            games = backend.games()
        except BackendError as error:
            raise click.ClickException(str(error)) from error
    open_renderer(as_json, Progress()).games(games)


COMMANDS = (solve, cards, table, exchange, wills, postmortem, session, variants, serve)
