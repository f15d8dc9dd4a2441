"""The commands that answer questions, and the one that serves them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from forehand import (
    GAMES,
    CardScores,
    Contract,
    Fault,
    InvalidInput,
    PlayedCard,
    PostMortem,
    Record,
    Solution,
    Table,
    TableCell,
    variant,
)

from .backend import BackendError, open_backend
from .batch import Session, run_batch
from .progress import Progress
from .render import open_renderer
from .serve import serve
from .session import session
from .settings import JSON, MAX_CARDS, TARGET, THREADS, Settings, WholeNumber, shared_options

CONTRACT_NAMES = tuple(dict.fromkeys(contract.name for game in GAMES for contract in variant(game).contracts))


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
    """

    def ask(session: Session, record: Record) -> CardScores:
        session.progress.note(f"solving {record.id}")
        return session.backend.score_cards(record)

    run_batch(settings, ask, lambda session, record, scores: session.renderer.card_scores(record, scores))


@click.command()
@click.option(
    "--seats",
    type=click.Choice(["forehand", "all"]),
    default="all",
    show_default=True,
    help="Whose values: seat 0's or every seat's.",
)
@click.option(
    "--contracts",
    metavar="NT,S,H,D,C,pass",
    callback=lambda context, option, value: _contract_names(value),
    help="Which contracts; by default all the game has.",
)
@THREADS
@shared_options
def table(settings: Settings, seats: str, contracts: tuple[str, ...] | None, threads: int) -> None:
    """Every contract's value for every seat.

    Values are from the start of the play. In bridge the seat is declarer and the hand at its left leads; in other games
    the record's leader leads. A node limit is shared out evenly among the contracts.

    \b
    --json fields: id, guaranteed (contract -> one value a seat, seat 0 first),
      pass_forced (one value a seat; only when pass is asked), nodes, seconds.
      When a limit came first the values not known are null, and exact (false),
      bounds (contract -> [lower, upper] a seat) and stopped are added.
    """

    def ask(session: Session, record: Record) -> Table:
        chosen = _contracts_of(record, contracts)
        chosen_seats = [0] if seats == "forehand" else list(range(record.variant.seats))
        known: list[TableCell] = []
        total = len(chosen) * len(chosen_seats)

        def count(cell: TableCell) -> None:
            known.append(cell)
            session.progress.note(f"{record.id} value {len(known)} of {total}")

        return session.backend.solve_table(record, chosen, chosen_seats, count)

    run_batch(settings, ask, lambda session, record, table: session.renderer.table(record, table), threads=threads)


@click.command()
@click.option(
    "--line-after",
    metavar="N",
    type=WholeNumber(0, MAX_CARDS),
    help="Show the best line after the first N cards of the play too; 0 is from the start.",
)
@shared_options
def postmortem(settings: Settings, line_after: int | None) -> None:
    """What each card of a recorded play cost.

    A card's cost is what the seat that played it gave away. The values before and after a card are totals for the whole
    deal: what the seat has won, and what it is sure of still to win.

    \b
    --json fields: id, game, contract, leader, seats (names), exact,
      at_start (what each seat was sure of before trick 1), tally (points won by
      the end of the record), costs (a seat), nodes, seconds, and
      cards: index (from 0), trick (from 1), seat, card, before, after, cost,
             free_cards (those that would have cost nothing).
      --line-after adds best_line: after, seat (the one to move), value (from there
      on), exact, cards (as line of `forehand solve --line`).
      When a limit came first the values not known are null, also the costs of a
      seat with a card whose cost is not known, and before_bounds, after_bounds
      and at_start_bounds ([lower, upper]) are added.
    """

    def ask(session: Session, record: Record) -> PostMortem:
        session.progress.note("solving the deal")

        def show(card: PlayedCard) -> None:
            session.renderer.played_card(record, card)
            session.progress.note(f"card {card.index + 1} of {len(record.play)}")

        return session.backend.analyze_play(record, show, line_after=line_after, include_values=False)

    run_batch(settings, ask, lambda session, _, post_mortem: session.renderer.post_mortem(post_mortem))


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


def _contract_names(text: str | None) -> tuple[str, ...] | None:
    """``NT,pass`` as names; click.BadParameter for one no game has."""
    if text is None:
        return None
    known = {name.lower(): name for name in CONTRACT_NAMES}
    asked = [name.strip() for name in text.split(",")]
    unknown = [repr(name) for name in asked if name.lower() not in known]
    if unknown:
        raise click.BadParameter(f"{', '.join(unknown)}: contracts are {', '.join(CONTRACT_NAMES)}")
    return tuple(dict.fromkeys(known[name.lower()] for name in asked))


def _contracts_of(record: Record, names: Sequence[str] | None) -> tuple[Contract, ...]:
    """The contracts named, as this game has them; raises InvalidInput naming each it does not have."""
    variant = record.variant
    if names is None:
        return variant.contracts
    known = {contract.name: contract for contract in variant.contracts}
    faults = [
        Fault("--contracts", "UNKNOWN_CONTRACT", f"{variant.title} has no contract {name}")
        for name in names
        if name not in known
    ]
    if faults:
        raise InvalidInput(faults)
    return tuple(known[name] for name in names)


COMMANDS = (solve, cards, table, postmortem, session, variants, serve)
