"""``forehand exchange``."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from forehand import Card, find_exchanges, read_record
from tests.evidence import WAIT_SECONDS, Log
from tests.slow import ENDLESS

from .running import EFFORT, Run, deals, lines_of, spawn_slow

DEALT: dict[str, Any] = {
    "id": "dealt",
    "game": "bismarck",
    "hands": ["AJ9.Q2..", "QT8.K..3", "K.A43..2"],
    "talon": "7.6.A.4",
    "leader": 0,
}
"""Five cards each and a talon."""

FULL: dict[str, Any] = {
    "id": "full",
    "game": "bismarck",
    "hands": ["84.943.AKT9752.KQ43", "T9.KQ762.J863.AJT86", "AQJ632.AJT85.Q4.972"],
    "talon": "K75...5",
    "leader": 0,
}
"""A full deal whose exchange in no trump takes a moment."""


def dealt(**fields: Any) -> dict[str, Any]:
    """The small deal, with other fields."""
    return {**DEALT, **fields}


def cards(names: list[str]) -> tuple[Card, ...]:
    """The cards of a list in an answer."""
    return tuple(map(Card.parse, names))


def test_json_has_the_fields_scripts_rely_on(forehand: Run) -> None:
    result = forehand("exchange", "-", "--json", stdin=lines_of(dealt()))
    assert result.code == 0
    (line,) = result.lines
    assert list(line) == ["id", "best", "best_trump", "best_contract", "nodes", "seconds"]
    assert list(line["best"]) == ["S", "H", "D", "C", "NT", "pass"]
    for found in find_exchanges(read_record(DEALT)):
        answer = line["best"][found.contract.name]
        assert answer["value"] == found.value
        assert answer["score"] is None
        assert tuple(map(cards, answer["discards"])) == found.discards
        assert tuple(map(cards, answer["touching"])) == found.touching
        assert (answer["exact"], answer["complete"]) == (True, True)
    assert line["best_contract"] == []


def test_a_full_deal_has_scores(forehand: Run) -> None:
    (line,) = forehand("exchange", "-", "--json", "--contracts", "NT", stdin=lines_of(FULL)).lines
    answer = line["best"]["NT"]
    assert list(line["best"]) == ["NT"]
    assert answer["score"] == answer["value"] - 8
    assert line["best_contract"] == ["NT"]
    assert line["best_trump"] == []
    assert all(len(laid_away) == 4 for laid_away in answer["discards"])


def test_every_way_has_its_value(forehand: Run) -> None:
    asked = ("--values", "--contracts", "C,pass")
    (line,) = forehand("exchange", "-", "--json", *asked, stdin=lines_of(dealt())).lines
    for found in find_exchanges(read_record(DEALT), include_values=True):
        if found.contract.name in line["best"]:
            told = {cards(each["laid_away"]): each["value"] for each in line["best"][found.contract.name]["values"]}
            assert told == {each.laid_away: each.value for each in found.values}
            assert len(told) == 126


@pytest.mark.parametrize("exchange", ["optional", "none"])
def test_keeping_the_hand_is_an_empty_list(forehand: Run, exchange: str) -> None:
    deal = dealt(options={"exchange": exchange})
    (line,) = forehand("exchange", "-", "--json", "--values", "--contracts", "S", stdin=lines_of(deal)).lines
    ways = [each["laid_away"] for each in line["best"]["S"]["values"]]
    assert [] in ways
    assert len(ways) == (1 if exchange == "none" else 127)


@pytest.mark.parametrize(
    ("asked", "unused"),
    [
        ("spader", ["S"]),
        ("trumf,sang", ["S", "H", "D", "C", "NT"]),
        ("Valfri", ["S", "H", "D", "C"]),
        ("pass, H", ["H", "pass"]),
    ],
)
@pytest.mark.parametrize("is_option", [True, False])
def test_unused_contracts_are_named_as_players_do(
    forehand: Run, asked: str, unused: list[str], is_option: bool
) -> None:
    options = ("--unused", asked) if is_option else ()
    deal = dealt() if is_option else dealt(unused=asked.split(","))
    (line,) = forehand("exchange", "-", "--json", "--contracts", "S", *options, stdin=lines_of(deal)).lines
    assert line["unused"] == unused
    assert line["best_unused"] == []


def test_the_best_unused_contract(forehand: Run) -> None:
    asked = ("--contracts", "NT,S", "--unused", "spader")
    (line,) = forehand("exchange", "-", "--json", *asked, stdin=lines_of(FULL)).lines
    assert (line["best_contract"], line["best_unused"], line["best_trump"]) == (["NT"], ["S"], ["S"])


def test_what_the_choice_cost(forehand: Run) -> None:
    played = {**FULL, "laid_away": "K75...5", "contract": "S"}
    (line,) = forehand("exchange", "-", "--json", "--contracts", "NT,S", stdin=lines_of(played)).lines
    choice, best = line["choice"], line["best"]
    assert (choice["contract"], choice["laid_away"]) == ("S", ["KS", "7S", "5S", "5C"])
    assert choice["value"] == 3
    assert choice["exchange_cost"] == best["S"]["value"] - 3
    assert choice["contract_cost"] == best["NT"]["score"] - best["S"]["score"]


def test_text_says_it_in_a_table(forehand: Run) -> None:
    played = {**FULL, "laid_away": "K75...5", "contract": "NT", "unused": ["sang", "pass"]}
    result = forehand("exchange", "-", "--contracts", "NT,S", stdin=lines_of(played))
    assert result.code == 0
    head, columns, *rows, touching, advice, choice, _ = result.out.splitlines()
    assert head == "full  Bismarck"
    assert columns.split() == ["tricks", "score", "lay", "away"]
    assert [row.split()[:3] for row in rows] == [["NT", "7", "-1"], ["♠", "5", "-3"]]
    assert "♠87" in touching and "♣543" in touching
    assert advice.strip() == "of these: best trumps ♠; best contract NT; best still unused NT"
    assert choice.strip().startswith("played NT and laid away ♠K ♠7 ♠5 ♣5: 3; the exchange cost 4; the contract cost 0")


def test_at_a_limit_there_are_bounds(forehand: Run) -> None:
    asked = ("--contracts", "pass,S", "--limit-nodes", 2000)
    (line,) = forehand("exchange", "-", "--json", *asked, stdin=lines_of(FULL)).lines
    assert line["stopped"] == "node_limit"
    for answer in line["best"].values():
        low, high = answer["value_bounds"]
        assert answer["value"] is None and 0 <= low < high <= 16
        assert len(answer["score_bounds"]) == 2
        assert (answer["exact"], answer["complete"], answer["stopped"]) == (False, False, "node_limit")
    said = forehand("exchange", "-", *asked, stdin=lines_of(FULL)).out
    assert "so far" in said and "stopped at the node limit" in said


@pytest.mark.parametrize(
    ("deal", "args", "code"),
    [
        ({"talon": None}, (), "MISSING_TALON"),
        ({}, ("--contracts", "no_hearts"), "UNKNOWN_CONTRACT"),
        ({}, ("--unused", "sang,skat"), "UNKNOWN_CONTRACT"),
        ({"unused": 3}, (), "WRONG_TYPE"),
        ({"unused": ["skat"]}, (), "UNKNOWN_CONTRACT"),
        ({"unused": ["skat" * 1000]}, (), "UNKNOWN_CONTRACT"),
        ({"talon": "A.6.A.4"}, (), "DUPLICATE_CARD"),
        ({"laid_away": "AJ9.Q2.."}, (), "WRONG_COUNT"),
        ({"laid_away": "K.Q2..4"}, (), "CARD_NOT_HELD"),
    ],
)
def test_what_cannot_be_answered_is_told(forehand: Run, deal: dict[str, Any], args: tuple[str, ...], code: str) -> None:
    given = {name: value for name, value in dealt(**deal).items() if value is not None}
    result = forehand("exchange", "-", "--json", *args, stdin=lines_of(given))
    assert result.code == 2
    (line,) = result.lines
    assert code in [fault["code"] for fault in line["error"]["faults"]]
    assert len(result.err) < 600
    assert "Traceback" not in result.err


@pytest.mark.parametrize("form", [(), ("--json", "--values")])
def test_a_server_says_the_same(forehand: Run, server: str, form: tuple[str, ...]) -> None:
    asked = lines_of(
        dealt(), dealt(id="played", laid_away="7.6.A.4", contract="H", unused=["pass"]), dealt(id="bad", talon="7.6..4")
    )
    here = forehand("exchange", "-", *form, stdin=asked)
    there = forehand("exchange", "-", *form, "--target", server, stdin=asked)
    assert here.code == there.code == 3
    assert EFFORT.sub("", there.out) == EFFORT.sub("", here.out)
    assert there.err == here.err


def test_ctrl_c_shows_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(lines_of(FULL))
    log = Log(tmp_path / "log")
    with spawn_slow(log, "forehand.cli.backend", "exchange", path, "--contracts", "NT,pass", "--json") as process:
        log.wait_for(ENDLESS)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 130
    assert '"NT": {"value": 7' in out
    assert '"stopped": "interrupted"' in out
    assert "Traceback" not in said


def test_known_deals_are_read_as_they_are(forehand: Run) -> None:
    (deal,) = deals("p16-1")
    (line,) = forehand("exchange", "-", "--json", "--contracts", "NT", stdin=lines_of(deal)).lines
    assert line["best"]["NT"]["value"] >= deal["forehand_guaranteed"]["NT"]
