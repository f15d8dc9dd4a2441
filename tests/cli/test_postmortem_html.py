"""The page of ``forehand postmortem --html``: whole HTML that says what the analysis says, and text stays text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from forehand import Card, Position, analyze_play, hindsight_of
from forehand.solver.formats import read_record

from .running import DEMO, EFFORT, Run, ending, lines_of

VOID = {"meta", "br"}
PLAY = ["2S", "3S", "QS", "4S", "AS", "KS"]
EASY: dict[str, Any] = {
    "id": "easy",
    "game": "bismarck",
    "hands": ["AKQJ.AKQJ.AKQJ.AKQJ", "T987.T987.T987.T987", "6543.6543.6543.6543"],
    "talon": "2.2.2.2",
    "laid_away": "J.J.2.2",
    "contract": "S",
}
"""A whole deal whose every exchange is found in no time."""


class Page(HTMLParser):
    """A page taken apart: its tags, checked for balance, its text, and its tables as rows of cell texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: list[list[list[str]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "br":
            self.tables[-1][-1][-1] += "\n"
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "li" and "td" in self.open:
            self.tables[-1][-1][-1] += "\n"

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            return
        self.text += data
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += plain(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every such element."""
        return [attrs for name, attrs in self.tags if name == tag]

    def table(self, *heads: str) -> list[list[str]]:
        """The rows of the first table with these heads, without them."""
        return next(rows[1:] for rows in self.tables if rows[0][: len(heads)] == list(heads))


def plain(text: str) -> str:
    """The text with what only print has undone."""
    for sign, usual in (
        ("\N{VARIATION SELECTOR-15}", ""),
        ("\N{MINUS SIGN}", "-"),
        ("\N{EN DASH}", "-"),
        ("\N{THIN SPACE}", ""),
    ):
        text = text.replace(sign, usual)
    return text


def write(forehand: Run, path: Path, *deals: dict[str, Any], options: tuple[object, ...] = ()) -> Page:
    """The page of these deals."""
    result = forehand("postmortem", "-", "--html", path, *options, stdin=lines_of(*deals))
    assert result.code == 0, result.err
    return Page(path.read_text(encoding="utf-8"))


def played(deal: dict[str, Any], cards: int | None = None, seed: int = 1) -> dict[str, Any]:
    """The deal with its play at random, to the end or so many cards long."""
    rng = random.Random(f"page {seed}")
    position: Position = read_record(deal).start()
    play: list[Card] = []
    while not position.is_over and len(play) != cards:
        play.append(rng.choice(position.legal_plays()))
        position = position.play(play[-1])
    return {**deal, "play": [str(card) for card in play]}


def deals_of_all_kinds() -> Iterator[dict[str, Any]]:
    """Deals with and without talon, of two, three and four hands, some with their play cut short."""
    yield played(EASY)
    yield played(EASY, 7)
    yield {**EASY, "id": "unplayed"}
    yield played({**ending(contract="pass"), "id": "pass"})
    yield played({"id": "bridge", "deal": "N:AK2... QJ3... ..A32. ...AKQ", "trump": "NT", "leader": "N"})
    hands = ["QS 7S QH 8H AD KD KD 7C", "KS 7S AH QH 9H QD 9D 9C"]
    yield played({"id": "bezique", "game": "bezique", "hands": hands, "contract": "C", "leader": 0})
    four = ["AKQ...", "JT9...", "876...", "543..."]
    yield played(
        {"id": "four", "game": "bismarck-finnish", "options": {"players": "4"}, "hands": four, "contract": "S"}
    )


def test_the_page_is_whole_and_needs_nothing_else(forehand: Run, tmp_path: Path) -> None:
    deals = list(deals_of_all_kinds())
    page = write(forehand, tmp_path / "page.html", *deals, options=("--line-after", 0))
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert {name for name, _ in page.tags}.isdisjoint({"script", "link", "img", "iframe", "object", "form", "base"})
    assert not re.search(r"https?:|//|url\(|@import|javascript:", text)
    attributes = {name for _, attrs in page.tags for name in attrs}
    assert attributes <= {
        "lang",
        "charset",
        "name",
        "content",
        "class",
        "id",
        "href",
        "role",
        "scope",
        "colspan",
        "title",
    } | {"aria-label", "aria-labelledby"}
    assert [len(page.all(name)) for name in ("h1", "nav", "main", "header", "footer")] == [1] * 5
    assert len(page.all("section")) == len(page.all("h2")) == len(deals)
    names = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(set(names)) == len(names)
    assert [attrs["href"] for attrs in page.all("a")] == [f"#{name}" for name in names]
    assert [attrs["aria-labelledby"] for attrs in page.all("section")] == names
    assert all(attrs.get("scope") in ("col", "row", "rowgroup") for attrs in page.all("th"))
    assert text.count("none of this is blame") == 1


def test_both_color_schemes_small_screens_and_paper_are_thought_of(forehand: Run, tmp_path: Path) -> None:
    write(forehand, tmp_path / "page.html", ending(play=PLAY))
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    for query in ("(prefers-color-scheme: dark)", "(max-width: 36rem)", "print"):
        assert f"@media {query}" in text
    style = text[text.index("<style>") : text.index("</style>")]
    assert style.count("{") == style.count("}")
    used = set(re.findall(r"var\((--[a-z-]+)\)", style))
    for scheme in re.findall(r":root \{(.*?)\}", style, re.DOTALL):
        assert set(re.findall(r"(--[a-z-]+):", scheme)) == used


@pytest.mark.parametrize(
    "deal", list(deals_of_all_kinds()), ids=lambda deal: f"{deal['id']}-{len(deal.get('play', ()))}"
)
def test_costs_and_values_are_those_of_the_analysis(forehand: Run, tmp_path: Path, deal: dict[str, Any]) -> None:
    page = write(forehand, tmp_path / "page.html", deal)
    record = read_record(deal)
    judged = analyze_play(record, include_values=True)
    names = list(record.variant.seat_names)
    rows = page.table("trick", *names) if judged.cards else []
    for card in judged.cards:
        cell = rows[card.trick - 1][1 + card.seat]
        values = str(card.before.value) + (f" → {card.after.value}" if card.after != card.before else "")
        shown = re.fullmatch(r"(▸ )?(\S+)( ★)?\n" + re.escape(values) + r"(?: -(\d+))?", cell)
        assert shown is not None, cell
        assert shown[2] == card.card.symbol
        assert (shown[1] is not None) == (card.index % len(names) == 0)
        assert int(shown[4] or 0) == card.cost
    choices = [row for row in page.table("seat", "played", "could be played") if len(row) == 3] if judged.cards else []
    assert len(choices) == len(judged.cards)
    for card, (name, own, others) in zip(judged.cards, choices, strict=True):
        assert name == names[card.seat]
        assert own == card.card.symbol + (f" -{card.cost}" if card.cost else "")
        if len(card.values) == 1:
            assert others == f"{card.before.value}: no other"
        else:
            assert values_in(others) == {score.card.symbol: score.value for score in card.values}
            assert others.split(":")[0] == str(card.before.value)
            assert re.findall(r"\[(.*?)\]", others) == [card.card.symbol]
    summary = page.table("seat", "sure of", "cost", "given")
    for seat, row in enumerate(summary):
        won = sum(judged.tally[other] for other in record.variant.side_of(seat))
        gift = judged.gifts[seat]
        expected = [names[seat], judged.at_start[seat].value, judged.costs[seat], "?" if gift is None else gift, won]
        assert row[:5] == list(map(str, expected))


def values_in(cell: str) -> dict[str, int]:
    """Card to value, out of the cell that lists what could be played."""
    lines = (line.split(": ") for line in cell.splitlines())
    return {card.strip("[]"): int(value) for value, cards in lines for card in cards.split()}


def test_hindsight_is_on_the_page(forehand: Run, tmp_path: Path) -> None:
    deal = played(EASY)
    page = write(forehand, tmp_path / "page.html", deal)
    found = hindsight_of(read_record(deal))
    rows = page.table("contract", "tricks", "score", "lays away")
    assert len(rows) == len(found.contracts) == 6
    estonian = write(forehand, tmp_path / "estonian.html", deal | {"game": "bismarck-estonian"})
    assert len(estonian.table("contract", "value", "score", "lays away")) == 8
    for row, worth in zip(rows, found.contracts, strict=True):
        assert row[1:3] == [str(worth.bounds.value), f"{worth.score.value:+}"]
        assert ("named" in row[0]) == (worth == found.named)
        assert ("best" in row[0]) == (worth in found.best_contracts)
        assert all(card.symbol[0] in row[3] for card in worth.discards[0])
    assert f"could have scored {found.best_score.value:+}" in plain(page.text)
    assert f"what was laid away cost {found.exchange_cost.value}" in page.text
    without = write(forehand, tmp_path / "without.html", deal, options=("--no-hindsight",))
    assert "With hindsight" not in without.text


def test_what_a_limit_left_open_is_said(forehand: Run, tmp_path: Path) -> None:
    page = write(forehand, tmp_path / "page.html", played(EASY), options=("--limit-nodes", 0))
    assert page.text.count("The search stopped at the node limit") == 2
    assert [row[1:4] for row in page.table("seat", "sure of")] == [["0-16", "?", "?"]] * 3
    assert page.table("contract")[0][1:3] == ["0-16", "-8 to +8"]


HOSTILE = "<script>alert(1)</script>\"'&amp;\x00\x1b[31m\u202e<!--"


def test_what_a_record_smuggles_in_is_only_text(forehand: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    deals = [
        ending(id=HOSTILE, play=PLAY),
        ending(id=HOSTILE, contract="<b onclick=x>"),
        ending(id="</style><i>", play=PLAY),
    ]
    assert forehand("postmortem", "-", "--html", path, stdin=lines_of(*deals)).code == 3
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert {name for name, _ in page.tags}.isdisjoint({"script", "i"})
    assert all("onclick" not in attrs for _, attrs in page.tags)
    assert "<script>alert(1)</script>\"'&amp;" in page.text
    assert "</style><i>" in page.text
    assert not set(text) & {"\x00", "\x1b", "\u202e"}
    assert "<!--" not in text
    assert "<stdin>:2" in page.text


def test_deals_without_an_answer_are_listed(forehand: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    asked = lines_of(ending(play=PLAY), ending(id="none", contract=None))
    assert forehand("postmortem", "-", "--html", path, stdin=asked).code == 3
    page = Page(path.read_text(encoding="utf-8"))
    assert "Left out" in page.text
    assert "<stdin>:2: contract: no contract is named" in page.text
    assert len([attrs for attrs in page.all("section") if attrs.get("class") == "deal"]) == 1


def test_where_nothing_is_answered_the_file_stays(forehand: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("kept")
    assert forehand("postmortem", "-", "--html", path, stdin=lines_of(ending(contract=None))).code == 2
    assert path.read_text() == "kept"
    assert list(tmp_path.iterdir()) == [path]


def test_the_file_is_replaced_whole(forehand: Run, tmp_path: Path) -> None:
    path, link = tmp_path / "page.html", tmp_path / "link.html"
    path.write_text("old")
    link.symlink_to(path)
    page = write(forehand, link, ending(play=PLAY))
    assert "Post-mortem of ending" in page.text
    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [link, path]


def test_a_place_that_is_none_is_refused_before_anything_is_searched(forehand: Run, tmp_path: Path) -> None:
    deals = tmp_path / "deals.jsonl"
    deals.write_text(lines_of(ending(play=PLAY)))
    places = {
        "-": "'-' is no file",
        deals: "holds the deals",
        tmp_path: "is a directory",
        "/dev/null": "is not a file",
        tmp_path / "no" / "page.html": "no folder",
    }
    for place, message in places.items():
        result = forehand("postmortem", deals, "--html", place)
        assert (result.code, result.out) == (2, "")
        assert "--html" in result.err
        assert message in result.err
    assert deals.read_text() == lines_of(ending(play=PLAY))


def test_json_and_page_can_be_had_together(forehand: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    (answer,) = forehand("postmortem", DEMO, "--json", "--no-hindsight", "--html", path).lines
    assert answer["cards"][0]["values"]
    assert "Post-mortem of demo" in Page(path.read_text(encoding="utf-8")).text


@pytest.mark.parametrize("nodes", [None, 0, 100])
def test_a_server_gives_the_same_page(forehand: Run, server: str, tmp_path: Path, nodes: int | None) -> None:
    limit = [] if nodes is None else ["--limit-nodes", nodes]
    bridge = {"id": "b", "deal": "N:AK2... QJ3... ..A32. ...AKQ", "trump": "NT", "leader": "N", "play": "AS JS 2D AC"}
    asked = lines_of(ending(play=PLAY), bridge, played(EASY, 7))
    here = forehand("postmortem", "-", "--json", "--html", tmp_path / "here.html", *limit, stdin=asked)
    options = ("--html", tmp_path / "there.html", *limit, "--target", server)
    there = forehand("postmortem", "-", "--json", *options, stdin=asked)
    assert (here.code, there.code) == (0, 0), here.err + there.err
    if nodes != 100:  # so many go further where one table serves all cards
        assert EFFORT.sub("", there.out) == EFFORT.sub("", here.out)
        assert (tmp_path / "there.html").read_bytes() == (tmp_path / "here.html").read_bytes()
    for answer in there.lines:
        assert all(card["values"] for card in answer["cards"])
        assert nodes is None or answer["nodes"] <= nodes
