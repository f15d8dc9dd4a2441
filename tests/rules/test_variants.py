"""The games as data: what their numbers must satisfy, and faults in options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from forehand.solver.cards import RANKS, Card
from forehand.solver.errors import InvalidInput
from forehand.solver.rules import GAMES, TrickValue, Variant, variant, variant_of

from ..deals import VARIANTS


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: f"{game.name} {dict(game.options)}")
def test_the_numbers_of_a_game_fit_together(game: Variant) -> None:
    assert 2 <= game.seats <= 4
    assert set(game.ranks) <= set(RANKS)
    assert len(set(game.ranks)) == len(game.ranks)
    assert game.seats * game.hand_size + game.talon_size <= game.deck_size
    assert len({contract.name for contract in game.contracts}) == len(game.contracts)
    for contract in game.contracts:
        assert game.contract(contract.name) is contract
    for seat in range(game.seats):
        assert seat in game.side_of(seat)
        assert len(game.side_of(seat)) == (2 if game.has_partnerships else 1)


def test_bismarck() -> None:
    game = variant("bismarck")
    assert game.seats * game.hand_size + game.talon_size == game.deck_size == 52
    assert game.leader == 0
    assert variant("bismarck", leader="left_of_forehand").leader == 1
    assert [(c.name, c.trump, c.is_misere) for c in game.contracts] == [
        ("S", "S", False),
        ("H", "H", False),
        ("D", "D", False),
        ("C", "C", False),
        ("NT", None, False),
        ("pass", None, True),
    ]


def test_bezique() -> None:
    game = variant("bezique")
    assert game.deck_size == 64
    assert game.ranks == "ATKQJ987"
    assert dict(game.options) == {"follow": "follow_or_trump", "last_trick": 10}
    assert game.trick_value.per_trick == 0
    brisques = sum(points for _, points in game.trick_value.by_rank) * 4 * game.packs
    assert brisques == 160
    assert variant("bezique", last_trick=0).trick_value.last_trick == 0


def test_bridge_and_whist() -> None:
    for game in (variant("bridge"), variant("whist")):
        assert game.seats * game.hand_size == game.deck_size == 52
        assert game.side_of(1) == (1, 3)
        assert not any(contract.is_misere for contract in game.contracts)
    assert {contract.trump for contract in variant("bridge").contracts} == {"S", "H", "D", "C", None}
    assert {contract.trump for contract in variant("whist").contracts} == {"S", "H", "D", "C"}


def test_equal_options_give_equal_variants() -> None:
    assert variant("bismarck") == variant("bismarck", leader="forehand", exchange="mandatory")
    assert variant("bismarck") != variant("bismarck", exchange="none")


def test_every_option_names_its_default_among_its_choices() -> None:
    for game in GAMES.values():
        for option in game.options:
            assert option.accepts(option.default)
            assert option.meaning
            assert not option.accepts(None)
            assert not option.accepts(True)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(InvalidInput, match="unknown game 'poker'") as error:
        variant("poker")
    assert [(fault.path, fault.code) for fault in error.value.faults] == [("game", "UNKNOWN_GAME")]


def test_every_fault_in_options_is_named() -> None:
    with pytest.raises(InvalidInput) as error:
        variant_of("bezique", {"follow": "never", "last_trick": -10, "color": "red"}, "deal.")
    assert [(fault.path, fault.code) for fault in error.value.faults] == [
        ("deal.options.follow", "BAD_OPTION"),
        ("deal.options.last_trick", "BAD_OPTION"),
        ("deal.options.color", "UNKNOWN_OPTION"),
    ]


@pytest.mark.parametrize("value", [True, 2.5, None, "10", 1001, [10], {}])
def test_last_trick_is_a_whole_number_in_range(value: object) -> None:
    with pytest.raises(InvalidInput, match="a whole number from 0 to 1000"):
        variant_of("bezique", {"last_trick": value})


def test_a_variant_the_search_cannot_hold_is_refused() -> None:
    bismarck = variant("bismarck")
    with pytest.raises(ValueError, match=r"5 seats.*17 cards in a hand"):
        replace(bismarck, seat_names=tuple("abcde"), hand_size=17)
    with pytest.raises(ValueError, match="26 cards in a suit"):
        replace(bismarck, packs=2)
    with pytest.raises(ValueError, match="at most 32767"):
        replace(bismarck, trick_value=TrickValue(per_trick=2100))
    with pytest.raises(ValueError, match="exchange 'never': it must be one of mandatory, optional, none"):
        replace(bismarck, exchange="never")
    dear = replace(bismarck.contract("pass"), value=TrickValue(0, by_suit=(("H", 2521),)))
    with pytest.raises(ValueError, match="a deal worth 32773 points: at most 32767"):
        replace(bismarck, contracts=(*bismarck.contracts, dear))


def test_a_worth_that_cannot_be_is_refused() -> None:
    negative: list[dict[str, Any]] = [
        {"last_trick": -1},
        {"by_rank": (("A", -1),)},
        {"by_suit": (("H", -1),)},
        {"by_card": (("QS", -1),)},
    ]
    for fields in negative:
        with pytest.raises(ValueError, match="cannot be worth -1"):
            TrickValue(**fields)
    with pytest.raises(ValueError, match="no such rank, suit or card: '1', 'X', 'SQ', ''"):
        TrickValue(1, (("1", 1),), 0, (("X", 1),), (("SQ", 1), ("", 1)))


def test_what_a_card_counts() -> None:
    value = TrickValue(0, (("K", 3),), 0, (("H", 1), ("D", 0)), (("QS", 13), ("KH", 5)))
    counted = {text: value.card_points(Card.parse(text)) for text in ("KH", "2H", "QS", "KS", "2S", "KD")}
    assert counted == {"KH": 9, "2H": 1, "QS": 13, "KS": 3, "2S": 0, "KD": 3}
    assert value.has_card_points
    assert not TrickValue(1, by_suit=(("H", 0),)).has_card_points
