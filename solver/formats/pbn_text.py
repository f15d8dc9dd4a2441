"""The text of a PBN file as games, and each game as tags with what stands below them; no meaning is given to it yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..errors import Fault, InvalidInput
from .values import shown

_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<comment>\{[^}]*\}|;[^\n]*)
    | (?P<tag>\[\s*(?P<name>[A-Za-z0-9_]+)\s+"(?P<value>(?:[^"\\\n]|\\[^\n])*)"\s*\])
    | (?P<word>"[^"\n]*"|[^\s\[{;"]+)
    | (?P<bad>\{.*|[^\n]+)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(slots=True)
class Tag:
    """A tag pair, the words of its section (each with its line), and the line it stands on."""

    name: str
    value: str
    line: int
    words: list[tuple[int, str]] = field(default_factory=list)

    @property
    def section(self) -> list[str]:
        """The words below the tag as lines."""
        lines: dict[int, list[str]] = {}
        for number, word in self.words:
            lines.setdefault(number, []).append(word)
        return [" ".join(words) for words in lines.values()]


def split_games(text: str) -> list[list[Tag]]:
    """The games of a file, which empty lines separate; comments and escaped lines are left out.

    Raises InvalidInput (BAD_PBN, paths ``line <number>``) with everything that is neither a tag nor a section.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub(r"(?m)^%", ";", text)
    games: list[list[Tag]] = [[]]
    faults: list[Fault] = []
    line = 1
    for match in _TOKEN.finditer(text):
        token, kind = match.group(), match.lastgroup
        if kind == "space" and token.count("\n") > 1 and games[-1]:
            games.append([])
        elif kind == "tag":
            _add_tag(games[-1], match, line)
        elif kind == "word" and games[-1]:
            games[-1][-1].words.append((line, token))
        elif kind in ("word", "bad"):
            faults.append(
                Fault(f"line {line}", "BAD_PBN", f"{shown(token)} is neither a tag pair nor part of a section")
            )
        line += token.count("\n")
    if faults:
        raise InvalidInput(faults)
    return [game for game in games if game]


def _add_tag(game: list[Tag], match: re.Match[str], line: int) -> None:
    """A note belongs to the section above it; every other tag begins something new."""
    if match["name"] == "Note" and game:
        game[-1].words.append((line, match["tag"]))
    else:
        game.append(Tag(match["name"], re.sub(r"\\(.)", r"\1", match["value"]), line))


def format_tag(name: str, value: str, section: list[str] | None = None) -> str:
    """A tag pair and the lines of its section."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return "\n".join([f'[{name} "{escaped}"]', *(section or ())])
