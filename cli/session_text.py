"""A session's report for people: the score sheet, the used contracts, what each deal cost, and the better spread."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from forehand import (
    Bounds,
    Contract,
    ContractSpread,
    DealReport,
    EntryValue,
    Fault,
    MenuEntry,
    PlayerLoss,
    ScoreSheet,
    SessionReport,
    SheetRow,
)

from .inputs import printable
from .words import Words, bounds_text, counted, join

_NOTE = 18
"""Columns of a contract's name."""
_LEFT_OUT = {
    "analysis": "was not judged",
    "spread": "took no part in spreading the contracts",
    "scores": "its scores as written were left out",
}
_WHY = {"misdeal": "misdeal", "faults": "not judged for its faults", "no cards": "no cards are recorded"}
_STOPPED = {"node_limit": "stopped at the node limit", "cancelled": "stopped before it was done"}


class SessionText:
    """Writes the report, block by block."""

    def __init__(self) -> None:
        self._console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
        self._words = Words(self._console.encoding)

    def sheet(self, sheet: ScoreSheet) -> None:
        """The score sheet alone."""
        self._print(SheetText(sheet, self._words, self._console.encoding).lines())

    def report(self, report: SessionReport) -> None:
        """The sheet and everything that was found."""
        sheet = SheetText(report.sheet, self._words, self._console.encoding)
        self._print(sheet.lines())
        self._print(ReportText(report, sheet, self._words).lines())

    def failure(self, faults: Sequence[Fault]) -> None:
        """Nothing: people read the faults on standard error."""

    def _print(self, lines: Iterator[Text]) -> None:
        for line in lines:
            line.rstrip()
            self._console.print(line)
        sys.stdout.flush()


class SheetText:
    """The lines of the score sheet, names as far as ``encoding`` has their letters."""

    def __init__(self, sheet: ScoreSheet, words: Words, encoding: str) -> None:
        self._sheet = sheet
        self._words = words
        self._encoding = encoding
        self.names = [self._written(name) for name in sheet.session.players]
        self._first = sheet.session.variant.seat_names[0]
        self.width = max(len(self._first), *map(len, self.names))
        self.column = max(11, *(len(name) + 2 for name in self.names))

    def lines(self) -> Iterator[Text]:
        """Head, deals, totals and used contracts."""
        sheet, session = self._sheet, self._sheet.session
        start = Text(f"{self._written(session.id)}  " if session.id else "", style="bold")
        yield join(start, Text(f"{session.variant.title}, {session.form.title}"))
        if session.variant.options:
            options = ", ".join(f"{name} {value}" for name, value in session.variant.options)
            yield Text(f"  {options}", style="dim")
        yield Text(f"  deal  {self._first:{self.width + 2}}{'contract':{_NOTE}}{self.row(self.names)}", style="bold")
        running = [0] * len(self.names)
        for row in sheet.rows:
            if row.scores is not None and row.is_counted:
                running = [total + score for total, score in zip(running, row.scores, strict=True)]
            yield self._row(row, running)
        totals = self.row([signed(total) for total in sheet.totals])
        yield Text(f"  total {'':{self.width + 2 + _NOTE}}{totals}", style="bold")
        yield Text(f"  {self._verdict()}")
        yield from self._left_out()
        yield Text()
        yield from self._used()

    def head(self, row: SheetRow) -> Text:
        """``   3  Anna  trumf ♥``."""
        name = f"{self.names[row.forehand]:{self.width + 2}}"
        return join(Text(f"  {row.place + 1:>4}  {name}"), self.contract(row.entry, row.contract, _NOTE))

    def contract(self, entry: MenuEntry | None, played: Contract | None, width: int = 0) -> Text:
        """The contract as players name it, and what it was played as where that is not told by the name."""
        text = Text("?" if entry is None else entry.name)
        if entry is not None and played is not None and len(entry.plays(self._sheet.session.variant)) > 1:
            text = join(text, Text(" "), self._words.contract(played))
        text.pad_right(max(0, width - len(text)))
        return text

    def row(self, cells: Sequence[str]) -> str:
        """One cell a player, to the right of its column."""
        return "".join(f"{cell:>{self.column}}" for cell in cells)

    def _written(self, text: str) -> str:
        return printable(text).encode(self._encoding, "replace").decode(self._encoding)

    def _row(self, row: SheetRow, running: Sequence[int]) -> Text:
        if row.misdeal:
            return join(self.head(row), Text(f"  misdeal: {self._written(row.misdeal)}", style="dim"))
        if row.scores is None:
            return join(self.head(row), Text(self.row(["?"] * len(self.names))))
        cells = [f"{signed(score)} {total:>5}" for score, total in zip(row.scores, running, strict=True)]
        return join(self.head(row), Text(self.row(cells)))

    def _verdict(self) -> str:
        sheet = self._sheet
        if not sheet.is_over:
            stood = sum(not row.misdeal for row in sheet.rows)
            return f"{stood} of {sheet.session.length} deals are played"
        if sheet.unscored:
            return "no winner: not every score is known"
        names = " and ".join(self.names[player] for player in sheet.winners)
        if len(sheet.winners) == 1:
            return f"{names} wins"
        tie_break = sheet.session.form.tie_break
        return f"{names} share the win" + (
            f", or an extra deal of {tie_break} breaks the tie" if sheet.has_open_tie else ""
        )

    def _left_out(self) -> Iterator[Text]:
        for row in self._sheet.rows:
            if row.left_out:
                codes = ", ".join(dict.fromkeys(fault.code for fault in row.faults))
                parts = "; ".join(_LEFT_OUT[part] for part in row.left_out)
                yield Text(f"  deal {row.place + 1}: {parts} ({codes})", style="red")

    def _used(self) -> Iterator[Text]:
        menu = [entry.name for entry in self._sheet.session.form.menu]
        widths = [max(len(name), 8) + 2 for name in menu]
        heads = "".join(f"{name:>{width}}" for name, width in zip(menu, widths, strict=True))
        yield Text(f"  {'used in deal':{max(self.width, 12) + 2}}{heads}", style="bold")
        for player, name in enumerate(self.names):
            used = self._sheet.used(player)
            cells = [" ".join(f"x{place + 1}" for place in used[entry]) or "-" for entry in menu]
            marks = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
            yield Text(f"  {name:{max(self.width, 12) + 2}}{marks}")


class ReportText:
    """The lines of what was found."""

    def __init__(self, report: SessionReport, sheet: SheetText, words: Words) -> None:
        self._report = report
        self._sheet = sheet
        self._words = words

    def lines(self) -> Iterator[Text]:
        """What each deal cost, what each player left on the table, and the better spread."""
        sheet = self._sheet
        yield Text()
        heads = f"{'could':>16}{'contract':>10}{'exchange':>10}"
        yield Text(
            f"  What was given away{'':{sheet.width + _NOTE - 11}}{heads}  play of: {sheet.row(sheet.names)}",
            style="bold",
        )
        for row, deal in zip(self._report.sheet.rows, self._report.deals, strict=True):
            yield self._deal(row, deal)
        yield Text(
            "  could: the best contract still free, with the best exchange, against any play of the others", style="dim"
        )
        yield Text("  costs in points, against all hands open: hindsight is not blame", style="dim")
        yield Text()
        heads = f"{'contracts':>10}{'exchange':>10}{'play':>8}{'total':>8}"
        yield Text(f"  {'left on the table':{max(sheet.width, 17) + 2}}{heads}", style="bold")
        for loss in self._report.losses:
            yield self._loss(loss)
        yield Text()
        yield Text("  the best spread of each player's contracts", style="bold")
        for player, spread in enumerate(self._report.spreads):
            yield from self._spread(self._sheet.names[player], spread)
        yield self._effort()

    def _deal(self, row: SheetRow, deal: DealReport) -> Text:
        hindsight = deal.hindsight
        if hindsight is None:
            return join(self._sheet.head(row), Text(f"  {_WHY[deal.why_left_out]}", style="dim"))
        best = hindsight.best_contracts
        shown = hindsight.named if hindsight.named in best else best[0] if best else None
        could = Text("?")
        if shown is not None:
            could = join(self._words.contract(shown.contract), Text(f" {signed(shown.score.value)}"))
        could.pad_left(16 - len(could))
        costs = f"{_cost(hindsight.contract_cost):>10}{_cost(hindsight.exchange_cost):>10}"
        play = self._sheet.row(["?" if cost is None else str(cost) for cost in deal.play_costs])
        return join(self._sheet.head(row), could, Text(f"{costs}{'':11}{play}"))

    def _loss(self, loss: PlayerLoss) -> Text:
        contracts = "?" if loss.contracts is None else str(loss.contracts)
        name = f"{self._sheet.names[loss.player]:{max(self._sheet.width, 17) + 2}}"
        more = " or more" if loss.open_places or loss.contracts is None else ""
        return Text(f"  {name}{contracts:>10}{loss.exchange:>10}{loss.play:>8}{loss.total:>8}{more}")

    def _spread(self, name: str, spread: ContractSpread | None) -> Iterator[Text]:
        if spread is None:
            yield Text(f"  {name}: not known yet")
            return
        if not spread.places:
            yield Text(f"  {name}: no deals to compare")
            return
        what = f"{signed(spread.best_score)} against {signed(spread.named_score)}"
        yield Text(f"  {name}: {what}" + ("" if spread.gain else ", as it was"))
        for place, named, best in zip(spread.places, spread.named, spread.best, strict=True):
            if named.contract != best.contract or named.entry != best.entry:
                instead = join(Text(" instead of "), self._value(named))
                yield join(Text(f"    deal {place + 1:>2}: "), self._value(best), instead)

    def _value(self, value: EntryValue) -> Text:
        """``trumf ♥ +3``."""
        return join(self._sheet.contract(value.entry, value.contract), Text(f" {signed(value.score.value)}"))

    def _effort(self) -> Text:
        effort = self._report.effort
        why = f"; {_STOPPED[effort.stopped]}" if effort.stopped else ""
        return Text(f"  ({counted(effort.nodes, 'node')}, {effort.seconds:.2f} s{why})", style="dim")


def signed(number: int) -> str:
    """``+3``, ``0``, ``-2``."""
    return f"{number:+}" if number else "0"


def _cost(bounds: Bounds) -> str:
    return bounds_text(bounds)
