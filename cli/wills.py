"""The command that answers for every seat at once, and how its answer is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from forehand import Bounds, Record, TieRule, Wills

from .batch import Session, run_batch
from .settings import Settings, shared_options


@click.command()
@click.option(
    "--tie-rule",
    type=click.Choice([rule.value for rule in TieRule]),
    help="Say too what max^n comes to: which of its best plays each seat makes.",
)
@shared_options
def wills(settings: Settings, tie_rule: str | None) -> None:
    """What each seat is sure of, what it gets at best, and what comes out if each plays for itself.

    The question is about the end of the recorded play. A seat is sure of its value against all others together (in Pass
    that much can be forced on it); at best it gets what it gets if they all help it; what nobody is sure of is
    contested. With --tie-rule every seat plays for itself alone, knowing that the others do (max^n). Of its best plays
    it makes the one that leaves the best placed of the others worst (hurt_leader_most), that is best for the seat at
    its left (help_left), or that comes first, suits in the order spades, hearts, diamonds, clubs, strongest card first
    (first_card); all_outcomes is every outcome there may be, however ties are broken. It is for endings: longer ones,
    and those that take more than the limits, are OUT_OF_RANGE.

    \b
    --json fields: id, to_move, guaranteed, best_case (one value a seat, seat 0
      first), contested, tie_rule (null if none was named), outcomes (lists of one
      value a seat; null if none was asked for), exact, nodes, seconds.
      When a limit came first the values not known are null, and NAME_bounds
      ([lower, upper] a seat) is added for them, NAME being guaranteed, best_case or
      contested.
      With --from online-dump to_move is a player's name, and players are all names,
      seat 0 first.
    """

    def ask(session: Session, record: Record) -> Wills:
        def count(known: int, total: int) -> None:
            session.progress.note(f"{record.id} value {known} of {total}")

        session.progress.note(f"solving {record.id}")
        return session.backend.solve_wills(record, tie_rule, count)

    def show(session: Session, record: Record, wills: Wills) -> None:
        session.renderer.wills(record, wills, settings.players(record))

    run_batch(settings, ask, show)


def wills_fields(record: Record, wills: Wills, players: Sequence[str]) -> dict[str, Any]:
    """The answer as JSON has it, but for the record's id and the effort."""
    mover = record.end().to_move
    fields: dict[str, Any] = {"to_move": players[mover], "players": players} if players else {"to_move": mover}
    for name, bounds in (("guaranteed", wills.guaranteed), ("best_case", wills.best_case)):
        fields[name] = [_exact(each) for each in bounds]
        if not all(each.is_exact for each in bounds):
            fields[f"{name}_bounds"] = [_pair(each) for each in bounds]
    fields["contested"] = _exact(wills.contested)
    if not wills.contested.is_exact:
        fields["contested_bounds"] = _pair(wills.contested)
    return fields | {"tie_rule": wills.tie_rule, "outcomes": wills.outcomes or None, "exact": wills.is_exact}


def outcome_rows(sides: Sequence[tuple[str, int]], wills: Wills) -> Iterator[str]:
    """What max^n comes to, for people: a line that says what follows, and the outcomes.

    ``sides`` are the names of those that count together, each with one of its seats.
    """
    if wills.tie_rule is None:
        return
    count = len(wills.outcomes)
    found = "1 outcome" if count == 1 else f"{count} outcomes" if count else "not known"
    yield f"each for itself ({wills.tie_rule}): {found}"
    for outcome in wills.outcomes:
        yield "  ".join(f"{name} {outcome[seat]}" for name, seat in sides)


def _exact(bounds: Bounds) -> int | None:
    return bounds.value if bounds.is_exact else None


def _pair(bounds: Bounds) -> list[int]:
    return [bounds.lower, bounds.upper]
