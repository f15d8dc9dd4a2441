"""The post-mortem of a whole session: where each player left points, and how the contracts were better spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..rules import Contract, Record, Variant
from ..rules.session import Session, SessionDeal
from ..rules.session_forms import MenuEntry
from ..search import NO_LIMITS, Bounds, Effort, Limits, Solver, StopFlag
from .exchange import score_bounds
from .hindsight import ContractWorth, Hindsight
from .session_sheet import ScoreSheet, SheetRow, score_sheet
from .session_spread import best_spread
from .session_steps import Run, SessionProgress, Step, StepAnswer, StepKey, run_steps


@dataclass(frozen=True, slots=True)
class EntryValue:
    """What a contract of the menu was worth to forehand in one deal: the best of what it may be played as."""

    entry: MenuEntry
    contract: Contract
    score: Bounds


@dataclass(frozen=True, slots=True)
class DealReport:
    """One deal with hindsight.

    ``hindsight`` is forehand's, in score points; None where ``why_left_out`` says why there is none. ``entries`` is
    what the menu was worth, ``play_costs`` what each player's cards cost, None where it is not known.
    """

    place: int
    hindsight: Hindsight | None
    entries: tuple[EntryValue, ...]
    play_costs: tuple[int | None, ...]
    why_left_out: str = ""


@dataclass(frozen=True, slots=True)
class ContractSpread:
    """How ``player`` spread its contracts over the deals at ``places``, and how it would have been best.

    ``named`` and ``best`` are one contract a deal, each worth what it is with the best exchange, the play guaranteed.
    """

    player: int
    places: tuple[int, ...]
    named: tuple[EntryValue, ...]
    best: tuple[EntryValue, ...]

    @property
    def named_score(self) -> int:
        """What the contracts named were worth together."""
        return sum(value.score.value for value in self.named)

    @property
    def best_score(self) -> int:
        """What the best spread is worth."""
        return sum(value.score.value for value in self.best)

    @property
    def gain(self) -> int:
        """What the best spread would have brought."""
        return self.best_score - self.named_score


@dataclass(frozen=True, slots=True)
class PlayerLoss:
    """What ``player`` left on the table, in score points, of what is known.

    ``contracts`` is the gain of the best spread (and the cost of the contract in an extra deal), ``exchange`` what
    laying away cost, ``play`` what its cards cost in all deals. ``open_places`` are the deals of which
    something is not known.
    """

    player: int
    contracts: int | None
    exchange: int
    play: int
    open_places: tuple[int, ...]

    @property
    def total(self) -> int:
        """Everything together."""
        return (self.contracts or 0) + self.exchange + self.play


@dataclass(frozen=True, slots=True)
class SessionReport:
    """The judgement of a session: its sheet, each deal, and each player's spread (None while open) and loss."""

    sheet: ScoreSheet
    deals: tuple[DealReport, ...]
    spreads: tuple[ContractSpread | None, ...]
    losses: tuple[PlayerLoss, ...]
    effort: Effort

    @property
    def is_exact(self) -> bool:
        """Whether everything that was to be searched is known."""
        return not self.effort.stopped and all(
            report.hindsight is None or (report.hindsight.is_exact and None not in report.play_costs)
            for report in self.deals
        )


def analyze_session(
    session: Session,
    *,
    known: Iterable[StepAnswer] = (),
    threads: int = 1,
    solver: Solver | None = None,
    limits: Limits = NO_LIMITS,
    stop: StopFlag | None = None,
    on_progress: Callable[[SessionProgress], None] | None = None,
    on_answer: Callable[[StepAnswer], None] | None = None,
) -> SessionReport:
    """What each deal of ``session`` cost its players, and the best spread of their contracts.

    Every contract that matters in a deal, and its play, is one step, searched by a solver like ``solver`` within
    ``limits``, ``threads`` of them at a time: so nothing, nodes included, hangs on their order. ``on_answer`` is called
    with each answer as it is known; of those given back as ``known`` the complete ones are not searched again. What
    is not known at the limit or once ``stop`` is set is bounds. Deals with faults are left out as the sheet says.
    Raises ValueError for less than one thread.
    """
    if threads < 1:
        raise ValueError(f"{threads} threads: it must be at least 1")
    sheet = score_sheet(session)
    stop = stop or StopFlag()
    run = Run(solver or Solver(), limits, stop, threads, on_progress, on_answer)
    steps = steps_of(sheet)
    answers = run_steps(steps, {answer.key: answer for answer in known if answer.is_complete}, run)
    deals = tuple(_report(sheet, row, answers) for row in sheet.rows)
    spreads = tuple(_spread(sheet, deals, player) for player in range(len(session.players)))
    losses = tuple(_loss(sheet, deals, player, spread) for player, spread in enumerate(spreads))
    return SessionReport(sheet, deals, spreads, losses, _effort(answers, len(answers) < len(steps)))


def steps_of(sheet: ScoreSheet) -> list[Step]:
    """Every step of the session, deal by deal, but what takes longest by far last: plays and contracts of a misère."""
    steps: list[Step] = []
    for row in sheet.rows:
        record = sheet.session.deals[row.place].record
        if record is not None and not _why_left_out(sheet.session, row):
            steps += [Step(row.place, record, contract) for contract in _contracts(sheet.session, row)]
            steps.append(Step(row.place, record, None))
    return sorted(steps, key=_slowness)


def _slowness(step: Step) -> int:
    if step.contract is not None:
        return 2 if step.contract.is_misere else 0
    return 1 if step.record.contract is not None and step.record.contract.is_misere else 0


def _why_left_out(session: Session, row: SheetRow) -> str:
    if row.misdeal:
        return "misdeal"
    if "analysis" in row.left_out:
        return "faults"
    return "no cards" if session.deals[row.place].record is None else ""


def _contracts(session: Session, row: SheetRow) -> tuple[Contract, ...]:
    """What must be known of a deal: whatever its forehand could have named in it, had its contracts been spread so."""
    deal = session.deals[row.place]
    plays = {contract for entry in _entries(session, row) for contract in _plays(session.variant, deal, entry)}
    return tuple(contract for contract in session.variant.contracts if contract in plays | {row.contract})


def _entries(session: Session, row: SheetRow) -> tuple[MenuEntry, ...]:
    return row.slot.allowed if session.form.order or row.slot.is_extra else session.form.menu


def _plays(variant: Variant, deal: SessionDeal, entry: MenuEntry) -> tuple[Contract, ...]:
    """What the entry could have been played as in this deal: where a card names trumps, only if that card is known."""
    plays = entry.plays(variant)
    if not entry.drawn:
        return plays
    if deal.turned is not None:
        return tuple(contract for contract in plays if contract.trump == deal.turned.suit)
    return tuple(contract for contract in plays if entry == deal.entry and contract == deal.contract)


def _report(sheet: ScoreSheet, row: SheetRow, answers: Mapping[StepKey, StepAnswer]) -> DealReport:
    session = sheet.session
    record = session.deals[row.place].record
    why = _why_left_out(session, row)
    players = len(session.players)
    if record is None or row.contract is None or why:
        return DealReport(row.place, None, (), (None,) * players, why)
    worths = {
        contract: _worth(record, contract, answers.get((row.place, contract.name)))
        for contract in _contracts(session, row)
    }
    play = answers.get((row.place, ""))
    hindsight = _hindsight(session, row, record, worths, play)
    entries = tuple(
        _entry_value(entry, [worths[contract] for contract in plays], row.contract)
        for entry in _entries(session, row)
        if (plays := _plays(session.variant, session.deals[row.place], entry))
    )
    costs: tuple[int | None, ...] = (None,) * players
    if play is not None:
        costs = tuple(play.costs[session.seat_of(player, row.forehand)] for player in range(players))
    return DealReport(row.place, hindsight, entries, costs)


def _worth(record: Record, contract: Contract, answer: StepAnswer | None) -> ContractWorth:
    variant = record.variant
    bounds = Bounds(0, variant.worth_of(contract)) if answer is None else answer.bounds
    discards = () if answer is None else answer.discards
    return ContractWorth(contract, bounds, _score(record, contract, bounds), discards)


def _score(record: Record, contract: Contract, bounds: Bounds) -> Bounds:
    """What forehand scores with so many points."""
    score = score_bounds(record, contract, bounds)
    assert score is not None  # every deal of a session is a full one, in a game with quotas
    return score


def _hindsight(
    session: Session,
    row: SheetRow,
    record: Record,
    worths: Mapping[Contract, ContractWorth],
    play: StepAnswer | None,
) -> Hindsight:
    deal, named = session.deals[row.place], worths[row.contract or record.variant.contracts[0]]
    allowed = [contract for entry in row.slot.allowed for contract in _plays(session.variant, deal, entry)]
    kept = Bounds(0, record.variant.worth_of(named.contract)) if play is None else play.bounds
    had = None if row.scores is None or not record.end().is_over else row.scores[row.forehand]
    return Hindsight(
        record=record,
        contracts=tuple(worths.values()),
        allowed=tuple(dict.fromkeys((*allowed, named.contract))),
        kept=_score(record, named.contract, kept),
        had=had,
        play_cost=None if play is None else play.costs[0],
        effort=_effort({} if play is None else {play.key: play}, is_cut_short=False),
    )


def _entry_value(entry: MenuEntry, worths: list[ContractWorth], named: Contract) -> EntryValue:
    """The best of what an entry may be played as; of equals the one that was."""
    best = max(worths, key=lambda worth: (worth.score.lower, worth.score.upper, worth.contract == named))
    score = Bounds(best.score.lower, max(worth.score.upper for worth in worths))
    return EntryValue(entry, best.contract, score)


def _spread(sheet: ScoreSheet, deals: tuple[DealReport, ...], player: int) -> ContractSpread | None:
    """The player's spread; None if a value is not known."""
    session = sheet.session
    form = session.form
    own = [row for row in sheet.rows if row.forehand == player and not row.misdeal and not row.slot.is_extra]
    moved = [row for row in own if deals[row.place].hindsight is not None and "spread" not in row.left_out]
    free = [row for row in moved if row.slot.number >= session.length - form.free_last]
    bound = [row for row in moved if row not in free]
    if not all(value.score.is_exact for row in moved for value in deals[row.place].entries):
        return None
    best = _best_of(session, own, bound, deals) | {
        row.place: max(deals[row.place].entries, key=lambda value: (value.score.lower, value.entry == row.entry))
        for row in free
    }
    named = [
        EntryValue(row.entry, hindsight.named.contract, hindsight.named.score)
        for row in moved
        if row.entry is not None and (hindsight := deals[row.place].hindsight) is not None
    ]
    places = tuple(row.place for row in moved)
    return ContractSpread(player, places, tuple(named), tuple(best[place] for place in places))


def _best_of(
    session: Session, own: list[SheetRow], bound: list[SheetRow], deals: tuple[DealReport, ...]
) -> dict[int, EntryValue]:
    """The best contract of each deal in which the limits count."""
    menu = session.form.menu
    values = [{value.entry: value for value in deals[row.place].entries} for row in bound]
    table = [[row[entry].score.value if entry in row else None for entry in menu] for row in values]
    named = [menu.index(row.entry) for row in bound if row.entry is not None]
    spread = best_spread(table, _times(session, own, bound), named)
    if spread is None:
        raise RuntimeError("the contracts that were named are no way to spread them")
    return {row.place: value[menu[choice]] for row, value, choice in zip(bound, values, spread, strict=True)}


def _times(session: Session, own: list[SheetRow], bound: list[SheetRow]) -> list[int]:
    """How often the player may name each contract in these deals: those of deals left out stay where they were."""
    form, seats = session.form, len(session.players)
    named = Counter(row.entry for row in bound)
    if form.is_shared:
        return [named[entry] for entry in form.menu]
    if form.order:
        return [len(bound)] * len(form.menu)
    stays = Counter(row.entry for row in own if row not in bound and not row.slot.faults)
    limit = form.limit(seats, session.length)
    return [max(limit - stays[entry], named[entry]) for entry in form.menu]


def _loss(sheet: ScoreSheet, deals: tuple[DealReport, ...], player: int, spread: ContractSpread | None) -> PlayerLoss:
    contracts = None if spread is None else spread.gain
    exchange, play = 0, 0
    open_places = []
    for row, report in zip(sheet.rows, deals, strict=True):
        hindsight, cost = report.hindsight, report.play_costs[player]
        if hindsight is None:
            continue
        play += cost or 0
        is_open = cost is None
        if row.forehand == player:
            known = hindsight.exchange_cost
            exchange += known.value if known.is_exact else 0
            is_open = is_open or not known.is_exact
            if row.slot.is_extra and hindsight.contract_cost.is_exact:
                contracts = (contracts or 0) + hindsight.contract_cost.value
        if is_open:
            open_places.append(row.place)
    return PlayerLoss(player, contracts, exchange, play, tuple(open_places))


def _effort(answers: Mapping[StepKey, StepAnswer], is_cut_short: bool) -> Effort:
    efforts = [answer.effort for answer in answers.values()]
    reasons = [effort.stopped for effort in efforts if effort.stopped]
    stopped = "cancelled" if is_cut_short else (reasons[0] if reasons else "")
    return Effort(sum(effort.nodes for effort in efforts), sum(effort.seconds for effort in efforts), stopped)
