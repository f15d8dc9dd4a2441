"""``forehand session``: a whole game checked, scored and judged, in as many sittings as it takes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from forehand import Fault, InvalidInput, Limits, read_session, score_sheet
from forehand.solver.formats.json_text import parse_json
from forehand.solver.formats.session import session_digest
from forehand.solver.search import DEFAULT_MEMORY_MIB, MAX_MEMORY_MIB
from forehand.solver.search.limits import MAX_NODES

from .batch import BAD_INPUT, FINE, INTERRUPTED, SOME_FAILED
from .inputs import printable
from .progress import Progress
from .session_render import SessionRenderer, open_session_renderer
from .session_work import SessionWork, StateFile
from .settings import MAX_THREADS, WholeNumber

T = TypeVar("T")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Write JSON, one object.")
@click.option("--sheet", "is_sheet_only", is_flag=True, help="Only check the session and show its score sheet.")
@click.option(
    "--resume",
    "state",
    metavar="STATE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep what is known in this file, and go on from what it holds already.",
)
@click.option(
    "--limit-nodes",
    metavar="N",
    type=WholeNumber(0, MAX_NODES),
    help="Search at most N nodes for each contract or play of a deal; values not known by then are bounds.",
)
@click.option(
    "--memory-mib",
    metavar="N",
    type=WholeNumber(1, MAX_MEMORY_MIB),
    default=DEFAULT_MEMORY_MIB,
    show_default=True,
    help="Memory cap of the table of one search; each thread has one.",
)
@click.option(
    "--threads",
    metavar="N",
    type=WholeNumber(1, MAX_THREADS),
    default=1,
    show_default=True,
    help="Search N contracts at a time.",
)
def session(
    file: str,
    as_json: bool,
    is_sheet_only: bool,
    state: Path | None,
    limit_nodes: int | None,
    *,
    memory_mib: int,
    threads: int,
) -> None:
    """Where a whole game was won and lost.

    FILE is one session as JSON (docs/session-format.md); `-` is standard input. Its order and its scores are checked,
    and of each deal it is found what contract, exchange and play cost. Faults go to standard error; the report says
    what was left out for them. Ctrl-C ends the search, and what is known by then is printed.

    \b
    --json fields: id, form, game, options, players, over, totals, winners, open_tie,
      faults (path, code, message), used (a player: contract -> deals),
      deals: deal (from 0), forehand, contract, played (the play problem), tricks,
             scores, misdeal, left_out; and, but with --sheet, why (there is no
             hindsight), worth (play problem -> value, score, discards: one best set;
             bounds when a limit came first), allowed, contract_cost, exchange_cost, play_costs
             (one a player);
      losses: player, contracts, exchange, play, total, open (deals not all known);
      spreads: player, named and best (deal, contract, played, score), named_score,
             best_score, gain; null while a value is open;
      exact, nodes, seconds, and stopped if a limit or Ctrl-C came first.
    """
    source = "<stdin>" if file == "-" else file
    renderer = open_session_renderer(as_json)
    data = _sound(source, renderer, lambda: parse_json(_text_of(file, source)))
    read = _sound(source, renderer, lambda: read_session(data))
    work = SessionWork(read, Progress(), Limits(limit_nodes), memory_mib, threads)
    if state is not None and not is_sheet_only:
        kept = work.state = StateFile(state, session_digest(data))
        work.known = list(_sound(str(state), renderer, lambda: kept.read(read)))
    sheet = score_sheet(read)
    _tell(source, sheet.faults)
    is_cut_short = False
    if is_sheet_only:
        renderer.sheet(sheet)
    else:
        report, is_cut_short = work.run()
        work.progress.clear()
        renderer.report(report)
    code = SOME_FAILED if sheet.faults else FINE
    click.get_current_context().exit(INTERRUPTED if is_cut_short else code)


def _sound(source: str, renderer: SessionRenderer, read: Callable[[], T]) -> T:
    """What ``read`` gives; if it raises InvalidInput, the command ends with the faults told."""
    try:
        return read()
    except InvalidInput as error:
        _tell(source, error.faults)
        renderer.failure(error.faults)
        click.get_current_context().exit(BAD_INPUT)


def _text_of(file: str, source: str) -> str:
    """What the file holds; raises InvalidInput for what is not UTF-8, click.FileError if it cannot be read."""
    try:
        with click.open_file(file, "rb") as stream:
            data = stream.read()
    except OSError as error:
        raise click.FileError(source, error.strerror or str(error)) from error
    try:
        return bytes(data).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = f"not UTF-8 text: byte {error.start + 1} is {data[error.start]:#04x}"
        raise InvalidInput([Fault("", "BAD_TEXT", text)]) from error


def _tell(source: str, faults: Sequence[Fault]) -> None:
    for fault in faults:
        print(printable(f"{source}: {fault}"), file=sys.stderr, flush=True)
