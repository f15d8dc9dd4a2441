"""Answers for people: suit symbols, color on a terminal, plain text in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from forehand import (
    CardScore,
    CardScores,
    Effort,
    Fault,
    Hindsight,
    Option,
    PlayedCard,
    PostMortem,
    Record,
    Solution,
    Table,
    TableCell,
    Wills,
)

from .backend import OfferedGame
from .exchange_report import ExchangeReport
from .exchange_text import exchange_rows
from .inputs import Problem, printable
from .postmortem_text import PostMortemText
from .postmortem_words import NOT_BLAME
from .progress import Progress
from .render import counts_difference, reason_stopped
from .trick_rows import TrickRows
from .wills import outcome_rows
from .words import STOPPED, Words, bounds_text, claim, counted, is_are, join, side_name, signed_bounds, unit


class TextRenderer:
    """Writes a line or a block an answer, blocks with an empty line between them."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
        self._words = Words(self._console.encoding)
        self._has_printed = False
        self._has_judged = False
        self._post_mortem: PostMortemText | None = None

    def solution(self, record: Record, solution: Solution) -> None:
        self._print(self._solution(record, solution))

    def solution_with_line(self, record: Record, solution: Solution) -> None:
        rows = TrickRows(record.variant, self._words)
        trick = len(record.play) // record.variant.seats + 1
        line = rows.line(record.end(), trick, solution.bounds, solution.line)
        self._print_block([self._solution(record, solution), *line])

    def _solution(self, record: Record, solution: Solution) -> Text:
        position = record.end()
        amount = Text(f" {claim(position, solution.seat, solution.bounds)}")
        line = join(self._heading(record), Text(":"), amount)
        if counts_difference(record):
            first, second = record.variant.seat_names
            shown = signed_bounds(solution.bounds, position.points_left, solution.seat)
            line.append(f"; {first} less {second}: {shown}")
        return join(line, self._effort(solution.effort))

    def card_scores(self, record: Record, scores: CardScores, players: Sequence[str] = ()) -> None:
        position = record.end()
        names = [printable(player) for player in players] or record.variant.seat_names
        lines = [self._heading(record)]
        if position.is_over:
            lines.append(Text("  the play is over"))
        else:
            side = names[scores.seat] if players else side_name(record.variant, scores.seat)
            what = "can be forced to take" if position.contract.is_misere else f"{is_are(side)} sure of"
            mover = names[position.to_move]
            counted_as = unit(record.variant, position.contract)
            lines.append(Text(f"  {mover} plays; {counted_as} {side} {what}, by card (* best for {mover}):"))
        best = self._best_cards(record, scores)
        for score in scores.cards:
            style = "bold green" if score in best else ""
            value = Text(f"{bounds_text(score.bounds):>5}{' *' if score in best else ''}", style=style)
            lines.append(join(Text("  "), self._words.card(score.card, width=4), value))
        self._print_block([*lines, join(Text(" "), self._effort(scores.effort))])

    def table(self, record: Record, table: Table) -> None:
        contracts = list(dict.fromkeys(cell.contract for cell in table.cells))
        by_seat: dict[int, list[TableCell]] = {}
        for cell in table.cells:
            by_seat.setdefault(cell.solution.seat, []).append(cell)
        names = record.variant.seat_names
        width = max(map(len, names))
        column = max([5, *(len(contract.name) for contract in contracts)]) + 2
        heads = [self._words.contract(contract, width=column) for contract in contracts]
        lines = [self._heading(record, with_contract=False), join(Text(" " * (width + 2)), *heads)]
        for seat, cells in by_seat.items():
            values = [f"{bounds_text(cell.solution.bounds):>{column}}" for cell in cells]
            lines.append(Text(f"  {names[seat]:{width}}{''.join(values)}"))
        self._print_block([*lines, join(Text(" "), self._effort(table.effort))])

    def exchanges(self, report: ExchangeReport) -> None:
        lines = [self._heading(report.record, with_contract=False), *exchange_rows(report, self._words)]
        self._print_block([*lines, join(Text(" "), self._effort(report.effort))])

    def wills(self, record: Record, wills: Wills, players: Sequence[str] = ()) -> None:
        position, variant = record.end(), record.variant
        is_misere = position.contract.is_misere
        partners = {side_name(variant, seat): seat for seat in range(variant.seats)}
        sides = [(printable(player), seat) for seat, player in enumerate(players)] or list(partners.items())
        width = max(len(name) for name, _ in sides)
        lines = [self._heading(record), Text(f"  {'':{width}}  {'forced' if is_misere else 'sure of':>7}  at best")]
        for name, seat in sides:
            values = f"{bounds_text(wills.guaranteed[seat]):>7}  {bounds_text(wills.best_case[seat]):>7}"
            lines.append(Text(f"  {name:{width}}  {values}"))
        left = f"{position.points_left} {unit(variant, position.contract)}"
        what = f"more can be forced than the {left} there are" if is_misere else f"of {left} contested"
        rows = (f"{bounds_text(wills.contested)} {what}", *outcome_rows(sides, wills))
        self._print_block([*lines, *(Text(f"  {row}") for row in rows), join(Text(" "), self._effort(wills.effort))])

    def played_card(self, record: Record, card: PlayedCard) -> None:
        for line in self._open(record).played(card):
            self._print(line)

    def post_mortem(self, judged: PostMortem, hindsight: Hindsight | None) -> None:
        for line in self._open(judged.record).closing(judged, hindsight):
            self._print(line)
        if not self._has_judged:
            self._print(Text(f"  {NOT_BLAME}", style="italic"))
        self._print(join(Text(" "), *(self._effort(part.effort) for part in (judged, hindsight) if part is not None)))
        self._post_mortem = None
        self._has_judged = True

    def _open(self, record: Record) -> PostMortemText:
        """The post-mortem being written; its head is printed with the first answer, for there may be none."""
        if self._post_mortem is None:
            self._post_mortem = PostMortemText(record, self._words)
            self._print_block([self._heading(record), *self._post_mortem.opening()])
        return self._post_mortem

    def failure(self, problem: Problem, faults: Sequence[Fault]) -> None:
        """Nothing but an end to what was begun: people read the faults on standard error."""
        self._post_mortem = None

    def games(self, games: Sequence[OfferedGame]) -> None:
        for variant, options in games:
            contracts = [self._words.contract(contract) for contract in variant.contracts]
            talon = f", talon of {variant.talon_size}" if variant.talon_size else ""
            lines = [
                join(Text(variant.name, style="bold"), Text(f"  {variant.title}")),
                Text(f"  seats      {' '.join(variant.seat_names)}"),
                Text(f"  cards      {variant.hand_size} a seat{talon}"),
                join(Text("  contracts "), *(join(Text(" "), contract) for contract in contracts)),
            ]
            for option in options:
                lines += [
                    Text(f"  option     {option.name}: {_choices(option)}"),
                    Text(f"             {option.meaning}"),
                ]
            self._print_block([*lines, Text(f"  source     {variant.source}", style="dim")])

    def _heading(self, record: Record, with_contract: bool = True) -> Text:
        """``id  Game, contract``."""
        start = Text(f"{printable(record.id)}  " if record.id else "", style="bold")
        if record.contract is None or not with_contract:
            return join(start, Text(record.variant.title))
        return join(start, Text(f"{record.variant.title}, "), self._words.contract(record.contract))

    def _effort(self, effort: Effort) -> Text:
        why = f"; {STOPPED[reason_stopped(effort)]}" if effort.stopped else ""
        return Text(f" ({counted(effort.nodes, 'node')}, {effort.seconds:.2f} s{why})", style="dim")

    def _best_cards(self, record: Record, scores: CardScores) -> list[CardScore]:
        """The cards that are best for the seat to move; none while values are open."""
        if not scores.cards or not scores.is_exact:
            return []
        position = record.end()
        is_mover_side = scores.seat in record.variant.side_of(position.to_move)
        wants_many = is_mover_side != position.contract.is_misere
        pick = max if wants_many else min
        best = pick(score.value for score in scores.cards)
        return [score for score in scores.cards if score.value == best]

    def _print_block(self, lines: Sequence[Text]) -> None:
        if self._has_printed:
            self._print(Text())
        for line in lines:
            self._print(line)

    def _print(self, line: Text) -> None:
        self._progress.clear()
        line.rstrip()
        self._console.print(line)
        sys.stdout.flush()
        self._has_printed = True


def _choices(option: Option) -> str:
    if not option.choices:
        return f"0 to {option.maximum} (default {option.default})"
    return ", ".join(f"{choice} (default)" if choice == option.default else choice for choice in option.choices)
