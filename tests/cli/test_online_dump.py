"""``--from online-dump``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sources import ROOT

from .running import Run

SAMPLES = {name: ROOT / f"tests/data/online-dump-{name}.json" for name in ("trump", "misere")}


def spoilt(**changes: Any) -> str:
    """The first sample with other fields."""
    dump: dict[str, Any] = json.loads(SAMPLES["trump"].read_text(encoding="utf-8"))
    return json.dumps(dump | changes)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("trump", {"♦5": 4, "♦8": 4, "♥2": 3, "♥6": 4, "♥8": 4}),
        ("misere", {"♦10": 2, "♥7": 2, "♥Q": 2, "♠3": 3, "♠4": 3}),
    ],
)
def test_json_names_players_and_cards_as_the_dump_does(forehand: Run, name: str, values: dict[str, int]) -> None:
    result = forehand("cards", "--from", "online-dump", SAMPLES[name], "--json")
    (line,) = result.lines
    assert result.code == 0
    assert (line["to_move"], line["seat"], line["exact"]) == ("p3", "p3", True)
    assert {score["card"]: score["value"] for score in line["cards"]} == values


def test_text_calls_the_players_by_name(forehand: Run) -> None:
    result = forehand("cards", "--from", "online-dump", SAMPLES["misere"])
    first, second, *cards, _ = result.out.splitlines()
    assert first == "Finnish club Bismarck, pass"
    assert second == "  p3 plays; tricks p3 can be forced to take, by card (* best for p3):"
    assert [card.split() for card in cards] == [
        ["♠4", "3"],
        ["♠3", "3"],
        ["♥Q", "2", "*"],
        ["♥7", "2", "*"],
        ["♦10", "2", "*"],
    ]


def test_the_three_wills_are_told_by_name(forehand: Run) -> None:
    command = ("wills", "--tie-rule", "first_card", "--from", "online-dump", SAMPLES["trump"])
    lines = [line.split() for line in forehand(*command).out.splitlines()]
    assert lines[2:5] == [["p1", "1", "3"], ["p2", "0", "1"], ["p3", "4", "5"]]
    assert lines[7][::2] == ["p1", "p2", "p3"]
    (line,) = forehand(*command, "--json").lines
    assert (line["to_move"], line["players"], line["guaranteed"]) == ("p3", ["p1", "p2", "p3"], [1, 0, 4])


def test_every_command_reads_a_dump(forehand: Run) -> None:
    result = forehand("solve", "--from", "online-dump", "-", "--json", stdin=spoilt())
    assert result.lines[0]["value"] == 1


def test_faults_are_told_by_their_path_in_the_dump(forehand: Run, tmp_path: Path) -> None:
    file = tmp_path / "dump.json"
    file.write_text(spoilt(cards=3, handStatute=None))
    result = forehand("cards", "--from", "online-dump", file, "--json")
    assert result.code == 2
    assert [fault["path"] for fault in result.lines[0]["error"]["faults"]] == ["handStatute", "cards"]
    assert result.err.splitlines() == [
        f"{file}:1: handStatute: it is null",
        f"{file}:1: cards: must be a list, not 3",
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "BAD_JSON"), ("{", "BAD_JSON"), ("[" * 100_000, "TOO_DEEP"), ("[NaN]", "BAD_NUMBER"), ("[]", "WRONG_TYPE")],
)
def test_what_is_no_json_or_no_dump_is_told(forehand: Run, text: str, code: str) -> None:
    result = forehand("cards", "--from", "online-dump", "-", "--json", stdin=text)
    assert result.code == 2
    assert [fault["code"] for fault in result.lines[0]["error"]["faults"]] == [code]


def test_text_that_is_not_utf8_is_told(forehand: Run) -> None:
    result = forehand("cards", "--from", "online-dump", "-", "--json", stdin=b'{"\xff": 1}')
    assert [fault["code"] for fault in result.lines[0]["error"]["faults"]] == ["BAD_TEXT"]


def test_a_server_answers_for_a_dump_too(forehand: Run, server: str) -> None:
    here = forehand("cards", "--from", "online-dump", SAMPLES["trump"], "--json").lines[0]
    there = forehand("cards", "--from", "online-dump", SAMPLES["trump"], "--json", "--target", server).lines[0]
    assert {**here, "seconds": 0} == {**there, "seconds": 0}
