"""PBN's Play section: a trick a row, and in each row the seats in the same columns, whoever led."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..cards import RANKS, Card
from ..errors import Fault
from ..rules import Record
from .deals import COMPASS
from .pbn_text import Tag

_SEATS = len(COMPASS)
_NOT_PLAYED = "-"
_END = "*"
_IN_PROGRESS = "+"
_REMARKS = ("=", "$", "^", "[")
"""What note references, numbered remarks, irregularities and notes begin with."""


@dataclass(slots=True)
class PlaySection:
    """The cards as written, in order of play, each with its line; and what is wrong with the section."""

    cards: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def read_play_section(tag: Tag, base: Record) -> PlaySection:
    """The cards of a section; ``base`` is the record without them, whose leader has the first column.

    What is no card stays for the rules to refuse; what follows it is left out, its order being unknown.
    """
    section = PlaySection()
    words = _words(tag, section)
    trump = base.contract.trump if base.contract is not None else None
    leader: int | None = base.leader
    for row in range(0, len(words), _SEATS):
        trick = words[row : row + _SEATS]
        trick += [(trick[-1][0], _NOT_PLAYED)] * (_SEATS - len(trick))
        if leader is not None:
            shift = leader - base.leader
            winner = _take([trick[(shift + place) % _SEATS] for place in range(_SEATS)], trump, section)
            leader = None if winner is None else (leader + winner) % _SEATS
        elif any(word != _NOT_PLAYED for _, word in trick) and len(section.cards) % _SEATS:
            text = "cards are played after a trick that is not complete"
            section.faults.append(Fault(f"line {trick[0][0]}", "BAD_PLAY", text))
            break
    return section


def format_play(record: Record) -> list[str]:
    """The rows of the record's play, its leader in the first column; ``*`` where it ends early."""
    trump = record.contract.trump if record.contract is not None else None
    rows: list[str] = []
    leader = record.leader
    for start in range(0, len(record.play), _SEATS):
        trick = record.play[start : start + _SEATS]
        row = [_NOT_PLAYED] * _SEATS
        for place, card in enumerate(trick):
            row[(leader - record.leader + place) % _SEATS] = card.suit + card.rank
        rows.append(" ".join(row))
        leader = (leader + _winner(trick, trump)) % _SEATS
    return rows if len(record.play) == sum(map(len, record.hands)) else [*rows, _END]


def _words(tag: Tag, section: PlaySection) -> list[tuple[int, str]]:
    """The section's cards and gaps with their lines, remarks left out, as far as the mark that ends it."""
    words = [(line, word.rstrip("!?")) for line, word in tag.words if not word.startswith(_REMARKS)]
    words = [(line, word) for line, word in words if word not in ("", _IN_PROGRESS)]
    texts = [word for _, word in words]
    if _END not in texts:
        return words
    end = texts.index(_END)
    if texts[end + 1 :]:
        line, word = words[end + 1]
        section.faults.append(
            Fault(f"line {line}", "BAD_PLAY", f"{word[:40]!r} stands after the {_END} that ends the play")
        )
    return words[:end]


def _take(ordered: Sequence[tuple[int, str]], trump: str | None, section: PlaySection) -> int | None:
    """Adds a trick in order of play; the place of the card that wins it, or None if that cannot be told."""
    texts = [word for _, word in ordered]
    count = texts.index(_NOT_PLAYED) if _NOT_PLAYED in texts else _SEATS
    late = [(line, word) for line, word in ordered[count:] if word != _NOT_PLAYED]
    if late:
        line, word = late[0]
        text = f"{word[:40]!r} is played, but a card of a seat before it in the trick is not known"
        section.faults.append(Fault(f"line {line}", "BAD_PLAY", text))
    section.cards += texts[:count]
    section.lines += [line for line, _ in ordered[:count]]
    try:
        return _winner([Card.parse(word) for word in texts[:count]], trump) if count == _SEATS else None
    except ValueError:
        return None


def _winner(trick: Sequence[Card], trump: str | None) -> int:
    """The place of the winning card."""
    return max(
        range(len(trick)),
        key=lambda place: (
            trick[place].suit == trump,
            trick[place].suit == trick[0].suit,
            -RANKS.index(trick[place].rank),
        ),
    )
