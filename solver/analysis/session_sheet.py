"""The score sheet of a session: who scored what in each deal, which contracts are used, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import Fault
from ..objectives import score_deal
from ..rules import Contract, Record
from ..rules.session import TIES, Session, SessionDeal
from ..rules.session_forms import MenuEntry
from ..rules.session_order import DealSlot, slots_of

LEFT_OUT = ("analysis", "spread", "scores")
"""What a fault may leave out: the judgement of the deal, its part in spreading the contracts, the scores as written."""
_OF_SCORES = ("scores", "tricks")
_OF_ORDER = (
    "OUT_OF_TURN",
    "CONTRACT_USED",
    "FORCED_CONTRACT",
    "WRONG_ORDER",
    "NOT_REDONE",
    "WRONG_EXTRA_DEAL",
    "NO_TIE",
)
_NOT_COUNTED = {"TOO_MANY_DEALS", "NO_TIE"}


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal on the sheet.

    ``forehand`` is a player's number. ``tricks`` (points won, in a contract with its own value) and ``scores`` are by
    player, None where they are not known: as the play gives them, else the tricks written down, else the scores.
    ``faults`` are all the deal has, ``left_out`` what of it is left out for them, words of LEFT_OUT.
    """

    place: int
    slot: DealSlot
    forehand: int
    entry: MenuEntry | None
    contract: Contract | None
    tricks: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    misdeal: str = ""
    faults: tuple[Fault, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def is_counted(self) -> bool:
        """Whether the deal counts: a misdeal does not, nor one that should not have been played."""
        return not self.misdeal and not {fault.code for fault in self.faults} & _NOT_COUNTED


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole sheet.

    ``totals`` are sums of the scores that are known, by player; ``unscored`` the places of deals without one.
    ``winners`` are the players with the most once the game is over and every score known, else none: several
    share the win. ``faults`` are those of the session and of all its deals.
    """

    session: Session
    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...]
    unscored: tuple[int, ...]
    winners: tuple[int, ...]
    faults: tuple[Fault, ...]

    @property
    def is_over(self) -> bool:
        """Whether every deal the game has was played."""
        stood = [row for row in self.rows if not row.misdeal and not row.slot.is_extra]
        return len(stood) >= self.session.length

    @property
    def has_open_tie(self) -> bool:
        """Whether the game is over with a tie that an extra deal may break yet."""
        has_extra = any(row.slot.is_extra and not row.misdeal for row in self.rows)
        return len(self.winners) > 1 and self.session.tie == TIES[0] and not has_extra

    def used(self, player: int) -> Mapping[str, tuple[int, ...]]:
        """The places of the deals in which ``player`` named each contract of the menu, the extra deal apart."""
        rows = [row for row in self.rows if row.forehand == player and not row.misdeal and not row.slot.is_extra]
        menu = self.session.form.menu
        return {entry.name: tuple(row.place for row in rows if row.entry == entry) for entry in menu}


def score_sheet(session: Session) -> ScoreSheet:
    """The sheet of ``session``, with everything that is wrong with it.

    Fault codes beside those of reading and :class:`DealSlot`: WRONG_TRICKS (they do not add up to the deal's),
    NOT_ZERO_SUM (scores that cannot be), WRONG_SCORES and WRONG_TOTALS (that do not follow from the tricks and the
    scores), NO_TIE (an extra deal though there was none to break).
    """
    rows = [_row(session, deal, place, slot) for place, (deal, slot) in enumerate(_slotted(session))]
    rows = [_with_tie(session, rows, row) for row in rows]
    counted = [row for row in rows if row.is_counted]
    totals = _sum([row.scores for row in counted], len(session.players))
    unscored = tuple(row.place for row in counted if row.scores is None)
    faults = [*session.faults, *_total_faults(session, totals, unscored)]
    sheet = ScoreSheet(session, tuple(rows), totals, unscored, (), ())
    is_known = sheet.is_over and not unscored
    winners = tuple(player for player, total in enumerate(totals) if total == max(totals)) if is_known else ()
    return replace(sheet, winners=winners, faults=(*faults, *(fault for row in rows for fault in row.faults)))


def _slotted(session: Session) -> list[tuple[SessionDeal, DealSlot]]:
    return list(zip(session.deals, slots_of(session), strict=True))


def _row(session: Session, deal: SessionDeal, place: int, slot: DealSlot) -> SheetRow:
    path = f"deals[{place}]"
    scoring = _Scoring(session, deal, slot.forehand, path)
    scoring.score()
    faults = (*deal.faults, *slot.faults, *scoring.faults)
    return SheetRow(
        place=place,
        slot=slot,
        forehand=slot.forehand,
        entry=deal.entry,
        contract=deal.contract,
        tricks=scoring.tricks,
        scores=scoring.scores,
        misdeal=deal.misdeal,
        faults=faults,
        left_out=_left_out(faults, path),
    )


def _left_out(faults: Sequence[Fault], path: str) -> tuple[str, ...]:
    """What the faults leave out: of the order, the spread; of the scores, these; any other, the deal's judgement."""
    found: set[str] = set()
    for fault in faults:
        field = fault.path.removeprefix(path).lstrip(".").partition("[")[0]
        if fault.code in _OF_ORDER:
            found.add("spread")
        elif field in _OF_SCORES:
            found.add("scores")
        else:
            found |= {"analysis", "spread"}
    return tuple(part for part in LEFT_OUT if part in found)


class _Scoring:
    """Finds the tricks and the scores of one deal, each checked against what is known better."""

    def __init__(self, session: Session, deal: SessionDeal, forehand: int, path: str) -> None:
        self.session = session
        self.deal = deal
        self.forehand = forehand
        self.path = path
        # Without forehand nobody can tell whose quota is whose.
        self.contract = None if deal.forehand is None else deal.contract
        self.tricks: tuple[int, ...] | None = None
        self.scores: tuple[int, ...] | None = None
        self.faults: list[Fault] = []

    def score(self) -> None:
        """Looks at the play, the tricks and the scores, in this order."""
        self.tricks = self._checked_tricks(self._played())
        computed = None if self.tricks is None else self._score(self.tricks)
        self.scores = self._checked_scores(computed)

    def _played(self) -> tuple[int, ...] | None:
        """The tricks as the play gives them, if it is over."""
        record = self.deal.record
        if record is None or self.contract is None or not record.play or not _is_over(record):
            return None
        return self.session.by_player(record.end().tally, self.forehand)

    def _checked_tricks(self, played: tuple[int, ...] | None) -> tuple[int, ...] | None:
        given, contract = self.deal.tricks, self.contract
        if given is None:
            return played
        if played is not None:
            if given != played:
                self._note("tricks", "WRONG_TRICKS", f"{_text(given)} is written, but the play gives {_text(played)}")
            return played
        if contract is None:
            return None
        if self._score(given) is None:
            total = self.session.variant.worth_of(contract)
            most = "" if contract.value is None else "no more than "
            self._note("tricks", "WRONG_TRICKS", f"{_text(given)} must add up to {most}{total}")
            return None
        return given

    def _checked_scores(self, computed: tuple[int, ...] | None) -> tuple[int, ...] | None:
        given, contract = self.deal.scores, self.contract
        if given is None:
            return computed
        has_quotas = contract is None or contract.value is None
        if has_quotas and sum(given) != 0:
            self._note("scores", "NOT_ZERO_SUM", f"{_signed(given)} add up to {sum(given):+}, not to 0")
            return computed
        if computed is not None and given != computed:
            text = f"{_signed(given)} are written, but {_text(self.tricks or ())} score {_signed(computed)}"
            self._note("scores", "WRONG_SCORES", text)
            return computed
        if computed is None and contract is not None:
            return self._possible_scores(given, contract)
        return given

    def _possible_scores(self, scores: tuple[int, ...], contract: Contract) -> tuple[int, ...] | None:
        """The scores and the tricks they stand for, if there are any."""
        variant = self.session.variant
        quotas: tuple[int, ...] = (0,) * variant.seats
        if contract.value is None:
            quotas = variant.misere_quotas if contract.is_misere else variant.quotas
        sign = -1 if contract.is_misere else 1
        owed = self.session.by_player(quotas, self.forehand)
        tricks = tuple(quota + sign * score for quota, score in zip(owed, scores, strict=True))
        if self._score(tricks) != scores:
            self._note("scores", "WRONG_SCORES", f"{_signed(scores)} cannot be scored in this contract")
            return None
        self.tricks = tricks
        return scores

    def _score(self, tricks: tuple[int, ...]) -> tuple[int, ...] | None:
        """What these score, by player; None if they cannot be."""
        players, contract = len(self.session.players), self.contract
        if contract is None:
            return None
        by_seat = tuple(tricks[(self.forehand + seat) % players] for seat in range(players))
        try:
            return self.session.by_player(score_deal(self.session.variant, contract, by_seat), self.forehand)
        except ValueError:
            return None

    def _note(self, field: str, code: str, message: str) -> None:
        self.faults.append(Fault(f"{self.path}.{field}", code, message))


def _is_over(record: Record) -> bool:
    return len(record.play) == sum(map(len, record.hands))


def _with_tie(session: Session, rows: Sequence[SheetRow], row: SheetRow) -> SheetRow:
    """The row of an extra deal with a fault if there was no tie to break, or none that should be."""
    if not row.slot.is_extra or row.slot.number > session.length or not session.form.tie_break:
        return row
    before = [other.scores for other in rows if not other.slot.is_extra and not other.misdeal]
    path = f"deals[{row.place}]"
    fault = None
    if session.tie != TIES[0]:
        fault = Fault(path, "NO_TIE", "an extra deal, but a tie is a shared win in this session")
    elif None not in before:
        totals = _sum(before, len(session.players))
        if totals.count(max(totals)) == 1:
            fault = Fault(path, "NO_TIE", f"an extra deal, but the totals {_signed(totals)} are no tie")
    if fault is None:
        return row
    faults = (*row.faults, fault)
    return replace(row, faults=faults, left_out=_left_out(faults, path))


def _total_faults(session: Session, totals: tuple[int, ...], unscored: tuple[int, ...]) -> list[Fault]:
    given = session.totals
    if given is None:
        return []
    has_quotas = all(deal.contract is None or deal.contract.value is None for deal in session.deals)
    if has_quotas and sum(given) != 0:
        return [Fault("totals", "NOT_ZERO_SUM", f"{_signed(given)} add up to {sum(given):+}, not to 0")]
    if not unscored and given != totals:
        return [Fault("totals", "WRONG_TOTALS", f"{_signed(given)} are written, but the deals give {_signed(totals)}")]
    return []


def _sum(scores: Sequence[tuple[int, ...] | None], players: int) -> tuple[int, ...]:
    return tuple(sum(row[player] for row in scores if row is not None) for player in range(players))


def _text(numbers: Sequence[int]) -> str:
    return "/".join(map(str, numbers))


def _signed(numbers: Sequence[int]) -> str:
    return "/".join(f"{number:+}" if number else "0" for number in numbers)
