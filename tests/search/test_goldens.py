"""Stored values of Bismarck deals: ``tests/data/bismarck.jsonl``, one deal a line.

``guaranteed`` and ``pass_forced`` come from another program, which agreed with an exhaustive search and, up to
thirteen cards, with a bridge solver.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from forehand.solver.cards import Hand, parse_hand
from forehand.solver.concepts import solve
from forehand.solver.rules import Position, variant
from forehand.solver.search import Solver

BISMARCK = variant("bismarck")
DEALS = [json.loads(line) for line in (Path(__file__).parents[1] / "data" / "bismarck.jsonl").read_text().splitlines()]
TWELVE = [deal for deal in DEALS if "guaranteed" in deal]
SIXTEEN = [deal for deal in DEALS if "forehand_guaranteed" in deal]


def value(deal: dict[str, Any], contract: str, seat: int, solver: Solver) -> int:
    hands: list[Hand] = [parse_hand(hand) for hand in deal["hands"]]
    return solve(Position(BISMARCK, BISMARCK.contract(contract), hands, deal["leader"]), seat, solver=solver).value


def test_all_deals_are_here() -> None:
    assert (len(TWELVE), len(SIXTEEN)) == (12, 16)


@pytest.mark.parametrize("deal", TWELVE, ids=lambda deal: deal["id"])
def test_twelve_cards(deal: dict[str, Any]) -> None:
    solver = Solver(64)
    found = {name: [value(deal, name, seat, solver) for seat in range(3)] for name in deal["guaranteed"]}
    assert found == deal["guaranteed"]
    assert [value(deal, "pass", seat, solver) for seat in range(3)] == deal["pass_forced"]


@pytest.mark.long
@pytest.mark.parametrize("contract", ["NT", "S", "H", "D", "C"])
@pytest.mark.parametrize("deal", SIXTEEN, ids=lambda deal: deal["id"])
def test_sixteen_cards(deal: dict[str, Any], contract: str) -> None:
    assert value(deal, contract, 0, Solver()) == deal["forehand_guaranteed"][contract]


@pytest.mark.long
@pytest.mark.parametrize(
    "deal", [deal for deal in SIXTEEN if "forehand_pass_forced" in deal], ids=lambda deal: deal["id"]
)
def test_sixteen_cards_pass(deal: dict[str, Any]) -> None:
    assert value(deal, "pass", 0, Solver()) == deal["forehand_pass_forced"]
