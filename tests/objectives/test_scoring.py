"""Bismarck's quotas, with the sources' own examples (V11 of the rules)."""

from __future__ import annotations

import itertools

import pytest

from forehand.solver import Contract, score_deal, variant

BISMARCK = variant("bismarck")
NO_TRUMP, PASS = BISMARCK.contract("NT"), BISMARCK.contract("pass")


@pytest.mark.parametrize(
    ("contract", "tricks", "scores"),
    [
        (NO_TRUMP, (10, 4, 2), (2, 0, -2)),
        (PASS, (3, 5, 8), (1, 1, -2)),
        (NO_TRUMP, (11, 3, 2), (3, -1, -2)),
        (PASS, (2, 7, 7), (2, -1, -1)),
        (PASS, (5, 3, 8), (-1, 3, -2)),
    ],
)
def test_the_examples_of_the_sources(contract: Contract, tricks: tuple[int, ...], scores: tuple[int, ...]) -> None:
    assert score_deal(BISMARCK, contract, tricks) == scores


@pytest.mark.parametrize("contract", BISMARCK.contracts, ids=lambda contract: contract.name)
def test_every_deal_adds_up_to_nothing(contract: Contract) -> None:
    for first, second in itertools.product(range(17), repeat=2):
        if first + second <= 16:
            tricks = (first, second, 16 - first - second)
            assert sum(score_deal(BISMARCK, contract, tricks)) == 0


@pytest.mark.parametrize("tricks", [(8, 4), (8, 4, 5), (-1, 9, 8), (16, 0, 0, 0)])
def test_tricks_that_cannot_be_are_refused(tricks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="add up to 16"):
        score_deal(BISMARCK, NO_TRUMP, tricks)


def test_a_game_without_quotas_is_refused() -> None:
    bridge = variant("bridge")
    with pytest.raises(ValueError, match="no quotas"):
        score_deal(bridge, bridge.contract("NT"), (13, 0, 0, 0))
