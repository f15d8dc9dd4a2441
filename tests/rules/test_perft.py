"""Counts of plays against the goldens that ``make_perft`` wrote."""

from __future__ import annotations

import json
from typing import Any

import pytest

from forehand.solver.cards import parse_hand
from forehand.solver.rules import GAMES, Position, variant

from .make_perft import FOLDER

FILES = sorted(FOLDER.glob("*.json"))


def test_every_game_has_goldens() -> None:
    games = {json.loads(file.read_text())["game"] for file in FILES}
    assert games == GAMES.keys()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_counts(file: Any) -> None:
    content = json.loads(file.read_text())
    game = variant(content["game"], **content["options"])
    for golden in content["positions"]:
        hands = [parse_hand(hand, game.ranks) for hand in golden["hands"]]
        # A trick is in order of play, so it is read card by card.
        trick = [parse_hand(word, game.ranks)[0] for word in golden["trick"].split()]
        position = Position(game, game.contract(golden["contract"]), hands, golden["leader"], trick)
        assert [position.perft(plays) for plays in range(len(golden["counts"]))] == golden["counts"]
