"""Quotas and scores, with the sources' own examples (V11 of the rules)."""

from __future__ import annotations

import random

import pytest

from forehand.solver import Contract, Position, Variant, score_deal, variant
from forehand.solver.rules.variant import NO_TRUMP, PASS, SUIT_CONTRACTS

from ..deals import BISMARCK, BRITISH, ESTONIAN, FINNISH, FORMS, play_at_random, random_hands

CLUB_THREE, CLUB_FOUR = FINNISH
FRENCH = variant("bismarck", leader="left_of_forehand", exchange="optional", talon="closed")
SPADES = SUIT_CONTRACTS[0]


@pytest.mark.parametrize(
    ("contract", "tricks", "scores"),
    [
        (NO_TRUMP, (10, 4, 2), (2, 0, -2)),
        (SPADES, (10, 4, 2), (2, 0, -2)),
        (PASS, (3, 5, 8), (1, 1, -2)),
        (NO_TRUMP, (12, 2, 2), (4, -2, -2)),
        (NO_TRUMP, (13, 2, 1), (5, -2, -3)),
    ],
)
def test_the_french_examples(contract: Contract, tricks: tuple[int, ...], scores: tuple[int, ...]) -> None:
    assert score_deal(FRENCH, contract, tricks) == scores
    assert score_deal(BISMARCK, contract, tricks) == scores


@pytest.mark.parametrize(
    ("contract", "seat", "won", "score"),
    [
        pytest.param(PASS, 1, 3, 3, id="Swedish: another with 3 in pass gets plus points"),
        pytest.param(NO_TRUMP, 0, 11, 3, id="Finnish: 11 in no trump are 3 points"),
        pytest.param(NO_TRUMP, 2, 11, 7, id="the same for another seat"),
        pytest.param(PASS, 0, 2, 2, id="Finnish: 2 in pass are +2"),
        pytest.param(PASS, 1, 2, 4, id="the same for another seat in pass"),
        pytest.param(SPADES, 0, 8, 0, id="Finnish: the quota is worth nothing"),
        pytest.param(SPADES, 0, 10, 2, id="Danish: 10 in trumps are 2"),
        pytest.param(PASS, 0, 3, 1, id="Danish: 3 in pass are 1"),
    ],
)
def test_the_examples_that_give_one_seat(contract: Contract, seat: int, won: int, score: int) -> None:
    tricks = [0, 0, 0]
    tricks[seat] = won
    tricks[seat - 1] = 16 - won
    assert score_deal(BISMARCK, contract, tricks)[seat] == score


@pytest.mark.parametrize(
    ("game", "contract", "tricks", "scores"),
    [
        (BRITISH, NO_TRUMP, (7, 3, 3), (0, 0, 0)),
        (BRITISH, SPADES, (9, 4, 0), (2, 1, -3)),
        (BRITISH, PASS, (3, 5, 5), (0, 0, 0)),
        (BRITISH, PASS, (0, 7, 6), (3, -2, -1)),
        (CLUB_THREE, SPADES, (8, 4, 4), (0, 0, 0)),
        (CLUB_THREE, PASS, (2, 7, 7), (0, 0, 0)),
        (CLUB_THREE, PASS, (4, 5, 7), (-2, 2, 0)),
        (CLUB_FOUR, NO_TRUMP, (6, 2, 2, 2), (0, 0, 0, 0)),
        (CLUB_FOUR, SPADES, (9, 3, 0, 0), (3, 1, -2, -2)),
        (CLUB_FOUR, PASS, (0, 4, 4, 4), (0, 0, 0, 0)),
        (CLUB_FOUR, PASS, (1, 2, 3, 6), (-1, 2, 1, -2)),
        (ESTONIAN[0], NO_TRUMP, (10, 4, 2), (2, 0, -2)),
        (ESTONIAN[0], PASS, (3, 5, 8), (1, 1, -2)),
        (ESTONIAN[0], ESTONIAN[0].contract("no_hearts"), (3, 0, 10), (-3, 0, -10)),
        (ESTONIAN[0], ESTONIAN[0].contract("no_hearts"), (3, 0, 6), (-3, 0, -6)),
        (ESTONIAN[0], ESTONIAN[0].contract("no_queen"), (0, 1, 0), (0, -1, 0)),
        (ESTONIAN[1], ESTONIAN[1].contract("no_hearts"), (9, 0, 30), (-9, 0, -30)),
        (ESTONIAN[1], ESTONIAN[1].contract("no_queen"), (7, 0, 0), (-7, 0, 0)),
    ],
    ids=lambda value: value.name if isinstance(value, (Variant, Contract)) else "-".join(map(str, value)),
)
def test_the_other_forms(game: Variant, contract: Contract, tricks: tuple[int, ...], scores: tuple[int, ...]) -> None:
    assert score_deal(game, contract, tricks) == scores


@pytest.mark.parametrize("game", (BISMARCK, FRENCH, *FORMS), ids=lambda game: f"{game.name} {dict(game.options)}")
def test_every_deal_adds_up(game: Variant) -> None:
    """To nothing where there are quotas; else to what the penalty cards cost."""
    rng = random.Random(f"scores {game.name}")
    for contract in game.contracts:
        assert sum(game.quotas) == sum(game.misere_quotas) == game.hand_size
        for _ in range(10):
            hands = random_hands(rng, game, game.hand_size, 4)
            position = Position(game, contract, hands, game.leader or 0)
            tally = play_at_random(rng, position, game.hand_size * game.seats).tally
            scores = score_deal(game, contract, tally)
            assert sum(scores) == (0 if contract.value is None else -position.points_left)


@pytest.mark.parametrize("tricks", [(8, 4), (8, 4, 5), (-1, 9, 8), (16, 0, 0, 0)])
def test_tricks_that_cannot_be_are_refused(tricks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="add up to 16"):
        score_deal(BISMARCK, NO_TRUMP, tricks)


@pytest.mark.parametrize("points", [(8, 6, 0), (13, 0), (-1, 9, 1), (0, 0, 0, 0)])
def test_points_that_cannot_be_are_refused(points: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="add up to at most 13"):
        score_deal(ESTONIAN[0], ESTONIAN[0].contract("no_hearts"), points)


def test_a_contract_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="Bismarck has no contract no_queen"):
        score_deal(BISMARCK, ESTONIAN[0].contract("no_queen"), (1, 0, 0))


def test_a_game_without_quotas_is_refused() -> None:
    bridge = variant("bridge")
    with pytest.raises(ValueError, match="no quotas"):
        score_deal(bridge, bridge.contract("NT"), (13, 0, 0, 0))
