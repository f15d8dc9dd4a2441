"""``forehand wills``."""

from __future__ import annotations

import json
from typing import Any

import pytest

from forehand import TieRule

from .running import Run, deals, ending, lines_of

KNOWN: dict[str, Any] = {
    "id": "known",
    "game": "bismarck",
    "hands": ["H6 D7 C2", "SQ SK C3", "S2 H3 H8"],
    "contract": "NT",
}
BRIDGE = {"deal": "N:A2... K3... Q4... J5...", "trump": None, "leader": "N"}


def test_json_gives_each_seats_values(forehand: Run) -> None:
    (line,) = forehand("wills", "-", "--json", stdin=lines_of(KNOWN)).lines
    assert {name: value for name, value in line.items() if name not in ("nodes", "seconds")} == {
        "id": "known",
        "to_move": 0,
        "guaranteed": [1, 0, 0],
        "best_case": [3, 3, 3],
        "contested": 2,
        "tie_rule": None,
        "outcomes": None,
        "exact": True,
    }


def test_json_gives_the_outcomes_of_a_tie_rule(forehand: Run) -> None:
    (line,) = forehand("wills", "-", "--json", "--tie-rule", "all_outcomes", stdin=lines_of(KNOWN)).lines
    every = line["outcomes"]
    assert (line["tie_rule"], every) == ("all_outcomes", [[1, 0, 2], [1, 1, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    for rule in ("hurt_leader_most", "help_left", "first_card"):
        (line,) = forehand("wills", "-", "--json", "--tie-rule", rule, stdin=lines_of(KNOWN)).lines
        assert line["tie_rule"] == rule
        assert len(line["outcomes"]) == 1 and line["outcomes"][0] in every


def test_text_is_a_row_a_seat_and_a_row_an_outcome(forehand: Run) -> None:
    out = forehand("wills", "-", "--tie-rule", "all_outcomes", stdin=lines_of(KNOWN | {"contract": "S"})).out
    assert [line.rstrip() for line in out.splitlines()[:-1]] == [
        "known  Bismarck, ♠",
        "              sure of  at best",
        "  forehand          0        1",
        "  middlehand        2        3",
        "  rearhand          0        1",
        "  1 of 3 tricks contested",
        "  each for itself (all_outcomes): 2 outcomes",
        "  forehand 0  middlehand 2  rearhand 1",
        "  forehand 0  middlehand 3  rearhand 0",
    ]


def test_text_of_a_pass_says_what_can_be_forced(forehand: Run) -> None:
    out = forehand("wills", "-", stdin=lines_of(ending(contract="pass"))).out.splitlines()
    assert out[1].split() == ["forced", "at", "best"]
    assert out[5].endswith("more can be forced than the 2 tricks there are")


def test_partners_share_a_row(forehand: Run) -> None:
    out = forehand("wills", "-", "--tie-rule", "first_card", stdin=lines_of(BRIDGE)).out.splitlines()
    assert [line.split()[0] for line in out[2:4]] == ["N-S", "E-W"]
    assert out[6] == "  N-S 1  E-W 1"


def test_values_not_known_are_bounds(forehand: Run) -> None:
    (line,) = forehand("wills", "-", "--json", "--limit-nodes", 10, stdin=lines_of(KNOWN)).lines
    assert (line["exact"], line["stopped"], line["guaranteed"]) == (False, "node_limit", [1, None, None])
    assert line["guaranteed_bounds"] == [[1, 1], [0, 3], [0, 3]]
    assert line["best_case_bounds"] == [[0, 3]] * 3
    assert (line["contested"], line["contested_bounds"]) == (None, [0, 2])


def test_what_is_too_long_for_max_n_is_out_of_range(forehand: Run) -> None:
    deal = deals("p16-0")[0] | {"contract": "NT"}
    deal.pop("talon", None)
    result = forehand("wills", "-", "--json", "--tie-rule", "help_left", stdin=lines_of(deal, KNOWN))
    first, second = result.lines
    assert result.code == 3
    assert [fault["code"] for fault in first["error"]["faults"]] == ["OUT_OF_RANGE"]
    assert second["outcomes"] == [[2, 1, 0]]
    assert "this one has 16" in result.err


def test_a_node_limit_in_the_way_of_max_n_is_out_of_range(forehand: Run) -> None:
    result = forehand("wills", "-", "--tie-rule", "first_card", "--limit-nodes", 3, stdin=lines_of(KNOWN))
    assert result.code == 2
    assert "max^n needs more nodes than the 3 allowed" in result.err


def test_an_unknown_rule_is_refused(forehand: Run) -> None:
    result = forehand("wills", "-", "--tie-rule", "best", stdin=lines_of(KNOWN))
    assert result.code == 2
    assert all(rule.value in result.err for rule in TieRule)


@pytest.mark.parametrize("rule", [None, *TieRule])
def test_a_server_answers_the_same(forehand: Run, server: str, rule: str | None) -> None:
    chosen = () if rule is None else ("--tie-rule", rule)
    here, there = (
        forehand("wills", "-", "--json", *chosen, *target, stdin=lines_of(KNOWN, BRIDGE)).out
        for target in ((), ("--target", server))
    )
    assert list(map(without_effort, here.splitlines())) == list(map(without_effort, there.splitlines()))


def without_effort(line: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(line)
    return {name: value for name, value in answer.items() if name not in ("nodes", "seconds")}
