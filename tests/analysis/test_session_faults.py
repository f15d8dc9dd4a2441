"""Every kind of fault, put anywhere in a session: it is named with its path, and the rest is judged as before."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forehand import SessionReport, analyze_session, read_session

from ..sessions import PLAYERS, small_games, small_session

Deal = dict[str, Any]
Spoil = Callable[[random.Random, Deal], tuple[str, str]]
"""Puts a fault in a deal, and tells the field and the code."""


@pytest.fixture(autouse=True, scope="module")
def _games() -> Iterator[None]:
    with small_games():
        yield


def cards_of(text: str) -> list[str]:
    """The cards of a hand with dots."""
    suits = zip("SHDC", text.split("."), strict=True)
    return [rank + suit for suit, ranks in suits for rank in ranks]


def share_a_card_with_the_talon(rng: random.Random, deal: Deal) -> tuple[str, str]:
    player = rng.randrange(3)
    hand = cards_of(deal["hands"][player])
    hand[rng.randrange(len(hand))] = rng.choice(cards_of(deal["talon"]))
    deal["hands"][player] = hand
    return "talon", "DUPLICATE_CARD"


def share_a_card_between_hands(rng: random.Random, deal: Deal) -> tuple[str, str]:
    one, other = rng.sample(range(3), 2)
    hand = cards_of(deal["hands"][one])
    hand[rng.randrange(len(hand))] = rng.choice(cards_of(deal["hands"][other]))
    deal["hands"][one] = hand
    return "hands", "MISSING_CARD"


def lay_away_one_more(rng: random.Random, deal: Deal) -> tuple[str, str]:
    forehand = PLAYERS.index(deal["forehand"])
    held = [*cards_of(deal["hands"][forehand]), *cards_of(deal["talon"])]
    laid_away = deal["laid_away"].split()
    deal["laid_away"] = [*laid_away, rng.choice([card for card in held if card not in laid_away])]
    return "laid_away", "WRONG_COUNT"


def lay_away_one_less(rng: random.Random, deal: Deal) -> tuple[str, str]:
    laid_away = deal["laid_away"].split()
    laid_away.remove(rng.choice(laid_away))
    deal["laid_away"] = laid_away
    return "laid_away", "WRONG_COUNT"


def lay_away_what_is_not_held(rng: random.Random, deal: Deal) -> tuple[str, str]:
    others = [hand for player, hand in enumerate(deal["hands"]) if PLAYERS[player] != deal["forehand"]]
    laid_away = deal["laid_away"].split()
    laid_away[rng.randrange(len(laid_away))] = rng.choice(cards_of(rng.choice(others)))
    deal["laid_away"] = laid_away
    return "laid_away", "CARD_NOT_HELD"


def play_a_card_twice(rng: random.Random, deal: Deal) -> tuple[str, str]:
    play = deal["play"].split()
    place = rng.randrange(1, len(play))
    play[place] = play[rng.randrange(place)]
    deal["play"] = play
    return f"play[{place}]", "CARD_NOT_HELD"


def scores_off_zero(rng: random.Random, deal: Deal) -> tuple[str, str]:
    deal["scores"][rng.randrange(3)] += rng.choice((-2, -1, 1, 2))
    return "scores", "NOT_ZERO_SUM"


def scores_that_do_not_follow(rng: random.Random, deal: Deal) -> tuple[str, str]:
    one, other = rng.sample(range(3), 2)
    deal["scores"][one] += 1
    deal["scores"][other] -= 1
    return "scores", "WRONG_SCORES"


def tricks_that_do_not_follow(rng: random.Random, deal: Deal) -> tuple[str, str]:
    deal["tricks"][rng.randrange(3)] += 1
    return "tricks", "WRONG_TRICKS"


def an_unknown_contract(rng: random.Random, deal: Deal) -> tuple[str, str]:
    deal["contract"] = rng.choice(("bridge", "no_hearts", ""))
    return "contract", "UNKNOWN_CONTRACT"


def an_unknown_player(rng: random.Random, deal: Deal) -> tuple[str, str]:
    deal["forehand"] = rng.choice(("Zoe", 3, -1))
    return "forehand", "UNKNOWN_PLAYER"


OF_CARDS: tuple[Spoil, ...] = (
    share_a_card_with_the_talon,
    share_a_card_between_hands,
    lay_away_one_more,
    lay_away_one_less,
    lay_away_what_is_not_held,
    play_a_card_twice,
    an_unknown_contract,
    an_unknown_player,
)
OF_SCORES: tuple[Spoil, ...] = (scores_off_zero, scores_that_do_not_follow, tricks_that_do_not_follow)


@functools.cache
def _made(seed: int) -> str:
    return json.dumps(small_session(seed))


@functools.cache
def _sound(seed: int) -> SessionReport:
    return analyze_session(read_session(json.loads(_made(seed))))


def judged(seed: int, place: int, spoil: Spoil) -> tuple[SessionReport, SessionReport, tuple[str, str]]:
    """The report of a sound session, of the spoiled one, and the path and code of its fault."""
    data = json.loads(_made(seed))
    field, code = spoil(random.Random(f"{seed} {place}"), data["deals"][place])
    return (
        _sound(seed),
        analyze_session(read_session(data)),
        (f"deals[{place}].{field}", code),
    )


def others_are_as_before(before: SessionReport, after: SessionReport, place: int) -> bool:
    return all(
        (one.entries, one.play_costs) == (other.entries, other.play_costs)
        for one, other in zip(before.deals, after.deals, strict=True)
        if one.place != place
    )


@given(st.integers(0, 4), st.integers(0, 11), st.sampled_from(OF_CARDS))
@settings(max_examples=32)
def test_a_fault_of_the_cards_leaves_out_the_deal_alone(seed: int, place: int, spoil: Spoil) -> None:
    before, after, fault = judged(seed, place, spoil)
    found = [(each.path, each.code) for each in after.sheet.faults]
    assert fault in found
    assert all(path.startswith(f"deals[{place}]") for path, _ in found)
    assert after.sheet.rows[place].left_out[:2] == ("analysis", "spread")
    assert after.deals[place].hindsight is None
    assert others_are_as_before(before, after, place)
    assert all(spread is not None and place not in spread.places for spread in after.spreads)


@given(st.integers(0, 4), st.integers(0, 11), st.sampled_from(OF_SCORES))
@settings(max_examples=15)
def test_a_fault_of_the_scores_leaves_them_out_and_nothing_else(seed: int, place: int, spoil: Spoil) -> None:
    before, after, fault = judged(seed, place, spoil)
    assert [(each.path, each.code) for each in after.sheet.faults] == [fault]
    assert after.sheet.rows[place].left_out == ("scores",)
    assert after.sheet.totals == before.sheet.totals
    assert [spread and spread.gain for spread in after.spreads] == [spread and spread.gain for spread in before.spreads]


@given(st.integers(0, 4), st.integers(3, 11))
@settings(max_examples=15)
def test_a_contract_used_or_a_forced_one_ignored(seed: int, place: int) -> None:
    def name_again(rng: random.Random, deal: Deal) -> tuple[str, str]:
        earlier = rng.randrange(place % 3, place, 3)
        first = json.loads(_made(seed))["deals"][earlier]
        for field in ("play", "tricks", "scores", "trump"):
            deal.pop(field, None)
        deal |= {"contract": first["contract"], **({"trump": first["trump"]} if "trump" in first else {})}
        return "contract", "FORCED_CONTRACT" if place >= 9 else "CONTRACT_USED"

    _, after, fault = judged(seed, place, name_again)
    found = [(each.path, each.code) for each in after.sheet.faults]
    assert fault in found
    assert after.sheet.rows[place].left_out == ("spread",)
    assert after.deals[place].hindsight is not None
    assert all(spread is not None and place not in spread.places for spread in after.spreads)


@given(st.integers(0, 4), st.integers(1, 11))
@settings(max_examples=15)
def test_a_deal_out_of_turn(seed: int, place: int) -> None:
    def take_another_turn(rng: random.Random, deal: Deal) -> tuple[str, str]:
        deal["forehand"] = rng.choice([name for name in PLAYERS[:3] if name != deal["forehand"]])
        for field in ("hands", "talon", "laid_away", "play", "tricks", "scores"):
            deal.pop(field)
        return "forehand", "OUT_OF_TURN"

    _, after, fault = judged(seed, place, take_another_turn)
    found = [(each.path, each.code) for each in after.sheet.faults]
    assert found[0] == fault
    assert [code for _, code in found].count("OUT_OF_TURN") == 1
    assert "spread" in after.sheet.rows[place].left_out
