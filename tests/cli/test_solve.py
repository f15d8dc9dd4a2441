"""``forehand solve``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.slow import SlowInPass

from .running import Run, deals, ending, lines_of

BEZIQUE: dict[str, Any] = {
    "id": "V7",
    "hands": ["QS 7S QH 8H AD KD KD 7C", "KS 7S AH QH 9H QD 9D 9C"],
    "trump": "C",
    "leader": "N",
    "last_trick": 10,
    "game": "bezique",
}
BRIDGE: dict[str, Any] = {
    "id": "bridge",
    "game": "bridge",
    "deal": "N:AK2... QJ3... ..A32. ...AKQ",
    "trump": "NT",
}


def test_json_has_the_fields_scripts_rely_on(forehand: Run) -> None:
    result = forehand("solve", "-", "--json", stdin=lines_of(ending()))
    (line,) = result.lines
    assert result.code == 0
    assert result.err == ""
    assert list(line) == ["id", "value", "exact", "nodes", "seconds"]
    assert (line["id"], line["value"], line["exact"]) == ("ending", 1, True)
    assert isinstance(line["nodes"], int)
    assert isinstance(line["seconds"], float)


@pytest.mark.parametrize(
    ("fields", "value"),
    [
        ({"seat": 1}, 1),
        ({"contract": "pass"}, 1),
        ({"contract": "pass", "seat": 1}, 0),
        ({"play": ["2S"]}, 1),
        ({"play": ["AS", "3S", "4S"]}, 0),
        ({"play": ["AS", "3S", "4S"], "seat": 1}, 1),
        ({"play": ["AS", "3S", "4S", "2S", "KS", "QS"]}, 0),
    ],
)
def test_value_is_for_the_seat_asked_from_the_end_of_the_play(
    forehand: Run, fields: dict[str, Any], value: int
) -> None:
    (line,) = forehand("solve", "-", "--json", stdin=lines_of(ending(**fields))).lines
    assert line["value"] == value


@pytest.mark.parametrize(("follow", "value"), [("must_beat", 10), ("follow_or_trump", -10), ("follow_only", -10)])
@pytest.mark.parametrize("seat", [0, 1])
def test_bezique_is_the_difference_of_both_seats(forehand: Run, follow: str, value: int, seat: int) -> None:
    (line,) = forehand("solve", "-", "--json", stdin=lines_of({**BEZIQUE, "follow": follow, "seat": seat})).lines
    assert line["value"] == value


def test_bezique_bounds_are_differences_too(forehand: Run) -> None:
    (line,) = forehand("solve", "-", "--json", "--limit-nodes", 0, stdin=lines_of(BEZIQUE)).lines
    assert (line["lower"], line["upper"]) == (-30, 30)


@pytest.mark.parametrize(
    ("fields", "value"), [({"leader": "N"}, 2), ({"leader": "W"}, 3), ({"declarer": "W"}, 1), ({"declarer": "S"}, 0)]
)
def test_bridge_is_the_leader_s_or_the_declarer_s_tricks(forehand: Run, fields: dict[str, Any], value: int) -> None:
    (line,) = forehand("solve", "-", "--json", stdin=lines_of({**BRIDGE, **fields})).lines
    assert line["value"] == value


def test_out_of_nodes_the_answer_is_bounds_that_say_so(forehand: Run) -> None:
    hard = {**deals("p16-4")[0], "contract": "pass"}
    result = forehand("solve", "-", "--json", "--limit-nodes", 1000, stdin=lines_of(hard))
    (line,) = result.lines
    assert result.code == 0
    assert (line["value"], line["exact"], line["stopped"]) == (None, False, "node_limit")
    assert 0 <= line["lower"] < line["upper"] <= 16


def test_out_of_time_the_answer_is_bounds_that_say_so(forehand: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forehand.cli.backend.Solver", SlowInPass)
    hard = {**deals("p16-4")[0], "contract": "pass"}
    result = forehand("solve", "-", "--json", "--timeout", 0.05, "--memory-mib", 8, stdin=lines_of(hard))
    (line,) = result.lines
    assert result.code == 0
    assert (line["value"], line["exact"], line["stopped"]) == (None, False, "timeout")
    assert line["seconds"] < 5


def test_text_says_who_gets_how_much_of_what(forehand: Run) -> None:
    asked = lines_of(
        ending(),
        ending(contract="pass"),
        {**BRIDGE, "leader": "N"},
        {**BEZIQUE, "follow": "must_beat"},
    )
    said = [line.partition(" (")[0] for line in forehand("solve", "-", stdin=asked).out.splitlines()]
    assert said == [
        "ending  Bismarck, ♠: forehand is sure of 1 of 2 tricks",
        "ending  Bismarck, pass: forehand can be forced to take 1 of 2 tricks",
        "bridge  Bridge, NT: N-S are sure of 2 of 3 tricks",
        "V7  Bezique, last eight, ♣: N is sure of 20 of 30 points; N less S: +10",
    ]


def test_text_says_when_it_is_only_bounds(forehand: Run) -> None:
    result = forehand("solve", "-", "--limit-nodes", 0, stdin=lines_of(ending(), BEZIQUE))
    first, second = result.out.splitlines()
    assert "0-2 of 2 tricks" in first
    assert "stopped at the node limit" in first
    assert "N less S: -30 to +30" in second


def test_json_has_the_line_when_asked(forehand: Run) -> None:
    (line,) = forehand("solve", "-", "--json", "--line", stdin=lines_of(ending())).lines
    assert list(line) == ["id", "value", "exact", "line", "nodes", "seconds"]
    assert line["line"] == ["2S", "3S", "4S", "QS", "AS", "KS"]


def test_a_line_cut_short_says_so(forehand: Run) -> None:
    result = forehand("solve", "-", "--json", "--line", "--limit-nodes", 0, stdin=lines_of(ending()))
    (line,) = result.lines
    assert (line["value"], line["line"], line["stopped"]) == (None, [], "node_limit")
    out = forehand("solve", "-", "--line", "--limit-nodes", 0, stdin=lines_of(ending())).out
    assert out.splitlines()[1] == "  no line, for the value is not known"


def test_text_shows_the_line_by_tricks(forehand: Run) -> None:
    asked = lines_of(ending(), ending(id="later", play=["2S", "3S", "QS", "4S"]))
    out = forehand("solve", "-", "--line", stdin=asked).out
    assert [line.partition(" (")[0] for line in out.splitlines()] == [
        "ending  Bismarck, ♠: forehand is sure of 1 of 2 tricks",
        "  trick  forehand    middlehand  rearhand",
        "      1  >♠2          ♠3          ♠4 *",
        "      2   ♠A *        ♠K         >♠Q",
        "",
        "later  Bismarck, ♠: forehand is sure of 1 of 1 tricks",
        "  trick  forehand    middlehand  rearhand",
        "      2   ♠A *        ♠K         >♠4",
    ]


def test_a_line_of_a_play_that_is_over(forehand: Run) -> None:
    over = lines_of(ending(play=["2S", "3S", "QS", "4S", "AS", "KS"]))
    assert forehand("solve", "-", "--json", "--line", stdin=over).lines[0]["line"] == []
    assert "the play is over" in forehand("solve", "-", "--line", stdin=over).out
