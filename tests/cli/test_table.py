"""``forehand table``."""

from __future__ import annotations

import pytest

from .running import DEALS, Run, deals, ending, lines_of


def test_json_has_the_fields_scripts_rely_on(forehand: Run) -> None:
    known = deals("p12-0", "p12-1")
    result = forehand("table", "-", "--json", stdin=lines_of(*known))
    assert result.code == 0
    for line, deal in zip(result.lines, known, strict=True):
        assert list(line) == ["id", "guaranteed", "pass_forced", "nodes", "seconds"]
        assert {name: line[name] for name in ("id", "guaranteed", "pass_forced")} == {
            name: deal[name] for name in ("id", "guaranteed", "pass_forced")
        }


def test_forehand_s_values_of_a_full_deal(forehand: Run) -> None:
    (deal,) = deals("p16-9")
    result = forehand("table", "-", "--json", "--seats", "forehand", stdin=lines_of(deal))
    (line,) = result.lines
    assert line["guaranteed"] == {name: [value] for name, value in deal["forehand_guaranteed"].items()}
    assert line["pass_forced"] == [deal["forehand_pass_forced"]]


@pytest.mark.parametrize(
    ("asked", "guaranteed", "has_pass"),
    [("S", ["S"], False), ("nt,PASS", ["NT"], True), ("pass", [], True), ("C, S", ["C", "S"], False)],
)
def test_only_what_is_asked_is_answered(forehand: Run, asked: str, guaranteed: list[str], has_pass: bool) -> None:
    (line,) = forehand("table", "-", "--json", "--contracts", asked, stdin=lines_of(ending())).lines
    assert list(line["guaranteed"]) == guaranteed
    assert ("pass_forced" in line) == has_pass


def test_penalty_contracts_have_values_of_their_own(forehand: Run) -> None:
    deal = ending(game="bismarck-estonian")
    (line,) = forehand("table", "-", "--json", stdin=lines_of(deal)).lines
    assert list(line) == ["id", "guaranteed", "pass_forced", "forced", "nodes", "seconds"]
    assert list(line["forced"]) == ["no_hearts", "no_queen"]
    for name, values in (line["forced"] | {"pass": line["pass_forced"]}).items():
        asked = [deal | {"contract": name, "seat": seat} for seat in range(3)]
        assert values == [each["value"] for each in forehand("solve", "-", "--json", stdin=lines_of(*asked)).lines]
    text = forehand("table", "-", stdin=lines_of(deal)).out.splitlines()
    assert text[1].endswith("       pass  no hearts   no queen")
    assert len({len(row) for row in text[1:5]}) == 1


def test_bridge_is_declarer_s_tricks_for_n_e_s_w(forehand: Run) -> None:
    deal = {"id": "b", "game": "bridge", "deal": "N:AK2... QJ3... ..A32. ...AKQ", "leader": "N"}
    (line,) = forehand("table", "-", "--json", "--contracts", "S,NT", stdin=lines_of(deal)).lines
    assert line["guaranteed"] == {"S": [2, 1, 2, 1], "NT": [2, 0, 0, 1]}


def test_out_of_nodes_cells_are_null_and_bounds_are_added(forehand: Run) -> None:
    (deal,) = deals("p16-4")
    asked = ("--contracts", "S,pass", "--limit-nodes", 1000)
    (line,) = forehand("table", "-", "--json", *asked, stdin=lines_of(deal)).lines
    assert line["exact"] is False
    assert line["stopped"] == "node_limit"
    assert line["pass_forced"] == [None] * 3
    assert line["bounds"]["pass"][1:] == [[0, 16]] * 2
    for value, (lower, upper) in zip(line["guaranteed"]["S"], line["bounds"]["S"], strict=True):
        assert value == (lower if lower == upper else None)


def test_text_is_a_grid(forehand: Run) -> None:
    (deal,) = deals("p12-0")
    lines = forehand("table", "-", stdin=lines_of(deal)).out.splitlines()
    assert lines[0] == "p12-0  Bismarck"
    assert lines[1].split() == ["♠", "♥", "♦", "♣", "NT", "pass"]
    assert [line.split() for line in lines[2:5]] == [
        ["forehand", "1", "1", "1", "3", "1", "0"],
        ["middlehand", "6", "6", "6", "4", "6", "8"],
        ["rearhand", "3", "5", "1", "1", "3", "4"],
    ]


def test_contract_no_game_has_is_bad_usage(forehand: Run) -> None:
    result = forehand("table", DEALS, "--contracts", "S,grand")
    assert result.code == 2
    assert "'grand'" in result.err


def test_contract_this_game_has_not_is_a_fault_of_the_deal(forehand: Run) -> None:
    deal = {"id": "b", "game": "bridge", "deal": "N:AK2... QJ3... ..A32. ...AKQ", "leader": "N"}
    result = forehand("table", "-", "--json", "--contracts", "pass", stdin=lines_of(deal, ending()))
    assert result.code == 3
    assert result.lines[0]["error"]["faults"][0]["code"] == "UNKNOWN_CONTRACT"
    assert result.lines[1]["pass_forced"] == [1, 0, 1]
