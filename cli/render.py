"""What a command's answers look like: the two forms share this shape, so that no command asks which one it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from forehand import (
    Bounds,
    CardScores,
    Effort,
    Fault,
    Hindsight,
    PlayedCard,
    PostMortem,
    Record,
    Solution,
    Table,
    Wills,
)

from .backend import OfferedGame
from .exchange_report import ExchangeReport
from .inputs import Problem
from .progress import Progress


class Renderer(Protocol):
    """Writes answers to standard output, each flushed at once, so that what is done stays done."""

    def solution(self, record: Record, solution: Solution) -> None:
        """The value of one position."""

    def solution_with_line(self, record: Record, solution: Solution) -> None:
        """The same with its best line."""

    def card_scores(self, record: Record, scores: CardScores, players: Sequence[str] = ()) -> None:
        """The value of each legal card; with ``players`` the seats are called so, and cards are written as they do."""

    def table(self, record: Record, table: Table) -> None:
        """Every contract and seat asked for."""

    def played_card(self, record: Record, card: PlayedCard) -> None:
        """One more card is judged; cards come in order of play."""

    def post_mortem(self, judged: PostMortem, hindsight: Hindsight | None) -> None:
        """All cards are judged, and if it was asked for, contract and exchange too."""

    def exchanges(self, report: ExchangeReport) -> None:
        """What to lay away under each contract asked for, and what to name."""

    def wills(self, record: Record, wills: Wills, players: Sequence[str] = ()) -> None:
        """What each seat is sure of and gets at best, and what max^n comes to; ``players`` as in ``card_scores``."""

    def failure(self, problem: Problem, faults: Sequence[Fault]) -> None:
        """A deal that has no answer; the faults themselves go to standard error elsewhere."""

    def games(self, games: Sequence[OfferedGame]) -> None:
        """The games and their options."""


def open_renderer(as_json: bool, progress: Progress) -> Renderer:
    """The renderer of the form asked for; only readable text pays for importing rich."""
    if as_json:
        from .json_form import JsonRenderer

        return JsonRenderer(progress)
    from .text_form import TextRenderer

    return TextRenderer(progress)


def counts_difference(record: Record) -> bool:
    """Whether a value is given as seat 0's points minus seat 1's: two seats that play for card points."""
    return record.variant.seats == 2 and not record.variant.trick_value.per_trick


def difference(bounds: Bounds, points: int, seat: int) -> Bounds:
    """Seat 0's points minus seat 1's, where ``seat`` wins ``bounds`` of ``points``."""
    low, high = 2 * bounds.lower - points, 2 * bounds.upper - points
    return Bounds(low, high) if seat == 0 else Bounds(-high, -low)


def reason_stopped(effort: Effort) -> str:
    """Why there are only bounds: ``node_limit`` or ``timeout``, the only thing that cancels a search and lives on."""
    return "timeout" if effort.stopped == "cancelled" else effort.stopped
