"""The dump of the online server: the position it holds, and every fault it may have."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forehand import InvalidInput, Position, Variant, read_online_dump, score_cards

from .online import CLUB, Hand, card_fields, sample
from .strategies import json_values

Dump = dict[str, Any]

TRUMP = sample("trump")
TRICK = "trick.trickCards"
TYPE = "handStatute.handType"


def refusal_of(data: Any) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        read_online_dump(data)
    assert str(caught.value).encode()
    return caught.value


def faults_of(data: Any) -> list[tuple[str, str]]:
    return [(fault.path, fault.code) for fault in refusal_of(data).faults]


def changed(path: str, value: Any, base: Dump = TRUMP) -> Dump:
    """The dump with another value at a dotted path; ``...`` takes the field out."""
    dump = copy.deepcopy(base)
    *way, last = [int(key) if key.isdecimal() else key for key in path.split(".")]
    inner: Any = dump
    for key in way:
        inner = inner[key]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return dump


def place_of(rank: str, suit: str, dump: Dump = TRUMP) -> int:
    """Where in the pack a card is."""
    wanted = {"rank": rank, "suit": suit + "\ufe0f"}
    return [entry["card"] for entry in dump["cards"]].index(wanted)


@pytest.mark.parametrize(
    ("name", "contract", "values"),
    [
        ("trump", "H", {"♦5": 4, "♦8": 4, "♥2": 3, "♥6": 4, "♥8": 4}),
        ("misere", "pass", {"♦10": 2, "♥7": 2, "♥Q": 2, "♠3": 3, "♠4": 3}),
    ],
)
def test_the_samples_have_their_known_values(name: str, contract: str, values: dict[str, int]) -> None:
    record = read_online_dump(sample(name))
    assert record.contract is not None and record.contract.name == contract
    assert record.variant == CLUB[0]
    assert record.extra == {"players": ["p1", "p2", "p3"]}
    position = record.end()
    assert position.to_move == 2
    assert {score.card.symbol: score.value for score in score_cards(position).cards} == values


@pytest.mark.parametrize("game", CLUB, ids=["three", "four"])
@given(seed=st.integers(0, 2**32), plays=st.integers(0, 48), is_choice=st.booleans())
def test_a_position_is_read_as_it_was_written(game: Variant, seed: int, plays: int, is_choice: bool) -> None:
    hand = Hand(seed, game, plays, is_choice=is_choice)
    record = read_online_dump(hand.dump())
    expected, found = hand.position, record.end()
    assert (record.variant, record.contract, record.extra["players"]) == (game, hand.contract, hand.players)
    assert (found.hands, found.trick, found.to_move) == (expected.hands, expected.trick, expected.to_move)


def test_a_finished_hand_is_one_that_is_over() -> None:
    assert read_online_dump(Hand(1, CLUB[0], 48, is_choice=True).dump()).end().is_over


def test_suits_come_with_and_without_a_selector() -> None:
    hand = Hand(2, CLUB[1], 9, is_choice=True)
    plain = hand.dump()
    for entry in plain["cards"]:
        entry["card"]["suit"] = entry["card"]["suit"].rstrip("\ufe0f")
    assert read_online_dump(plain) == read_online_dump(hand.dump())


def test_the_first_table_card_makes_trumps_where_none_are_given() -> None:
    record = read_online_dump(changed("handStatute.handType.gameType.trumpSuit", ...))
    assert record.contract is not None and record.contract.name == "H"


@pytest.mark.parametrize("trick", [None, {"trickCards": []}, ...])
def test_before_the_first_trick_the_eldest_hand_leads(trick: Any) -> None:
    dump = Hand(3, CLUB[0], 0, is_choice=True).dump()
    assert read_online_dump(changed("trick", trick, dump)).end().to_move == 0


def test_who_comes_first_in_a_trick_not_begun_leads() -> None:
    hand = Hand(4, CLUB[0], 6, is_choice=True)
    dump = hand.dump()
    seats = [(hand.position.to_move + place) % 3 for place in range(3)]
    dump["trick"] = {"trickCards": [{"player": {"name": hand.players[seat]}, "card": None} for seat in seats]}
    found = read_online_dump(dump).end()
    assert found == Position(hand.game, hand.contract, hand.position.hands, hand.position.to_move)


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("cards", ..., [("cards", "MISSING_FIELD")]),
        ("cards", "AS", [("cards", "WRONG_TYPE")]),
        ("cards", [{}] * 201, [("cards", "TOO_LONG")]),
        ("cards.3", 7, [("cards[3]", "WRONG_TYPE")]),
        ("cards.3.card", ..., [("cards[3].card", "MISSING_FIELD")]),
        ("cards.3.card", "2S", [("cards[3].card", "WRONG_TYPE")]),
        ("cards.3.card.rank", "1", [("cards[3].card.rank", "UNKNOWN_CARD")]),
        ("cards.3.card.rank", "T", [("cards[3].card.rank", "UNKNOWN_CARD")]),
        ("cards.3.card.rank", 2, [("cards[3].card.rank", "WRONG_TYPE")]),
        ("cards.3.card.suit", "S", [("cards[3].card.suit", "UNKNOWN_CARD")]),
        ("cards.3.card.suit", "", [("cards[3].card.suit", "UNKNOWN_CARD")]),
        ("cards.3.isPlayed", ..., [("cards[3].isPlayed", "MISSING_FIELD")]),
        ("cards.3.isPlayed", 1, [("cards[3].isPlayed", "WRONG_TYPE")]),
        ("cards.3.card", {"rank": "3", "suit": "♦"}, [("cards[3]", "DUPLICATE_CARD")]),
        ("cards.3", ..., [("cards", "WRONG_COUNT")]),
        ("handStatute", ..., [("handStatute", "MISSING_FIELD")]),
        ("handStatute", [], [("handStatute", "WRONG_TYPE")]),
        ("handStatute.playerOrder", None, [("handStatute.playerOrder", "MISSING_FIELD")]),
        ("handStatute.playerOrder", [], [("handStatute.playerOrder", "WRONG_COUNT")]),
        ("handStatute.playerOrder.1", "p2", [("handStatute.playerOrder[1]", "WRONG_TYPE")]),
        ("handStatute.playerOrder.1.name", 2, [("handStatute.playerOrder[1].name", "WRONG_TYPE")]),
        ("handStatute.playerOrder.1.name", "\ud800", [("handStatute.playerOrder[1].name", "BAD_TEXT")]),
        ("handStatute.playerOrder.1.name", "p1", [("handStatute.playerOrder[1].name", "DUPLICATE_PLAYER")]),
        ("handStatute.eldestHand", ..., [("handStatute.eldestHand", "MISSING_FIELD")]),
        ("handStatute.eldestHand.name", "p2", [("handStatute.eldestHand.name", "CONTRADICTION")]),
        ("handStatute.playersInGame", 4, [("handStatute.playersInGame", "CONTRADICTION")]),
        ("handStatute.playersInGame", "3", [("handStatute.playersInGame", "WRONG_TYPE")]),
        ("handStatute.tricksInHand", 12, [("handStatute.tricksInHand", "CONTRADICTION")]),
        ("handStatute.handType", ..., [(TYPE, "MISSING_FIELD")]),
        ("handStatute.handType.isChoice", ..., [(f"{TYPE}.isChoice", "MISSING_FIELD")]),
        ("handStatute.handType.isChoice", 0, [(f"{TYPE}.isChoice", "WRONG_TYPE")]),
        ("handStatute.handType.gameType", ..., [(f"{TYPE}.gameType", "MISSING_FIELD")]),
        ("handStatute.handType", {"isChoice": True}, [(f"{TYPE}.gameType", "MISSING_CONTRACT")]),
        (
            "handStatute.handType",
            {"isChoice": True, "gameType": {"value": "Trump"}},
            [(f"{TYPE}.gameType.trumpSuit", "MISSING_FIELD")],
        ),
        ("handStatute.handType.gameType.value", "trump", [(f"{TYPE}.gameType.value", "UNKNOWN_CONTRACT")]),
        ("handStatute.handType.gameType.value", 1, [(f"{TYPE}.gameType.value", "WRONG_TYPE")]),
        ("handStatute.handType.gameType.trumpSuit", 0, [(f"{TYPE}.gameType.trumpSuit", "UNKNOWN_SUIT")]),
        ("handStatute.handType.gameType.trumpSuit", True, [(f"{TYPE}.gameType.trumpSuit", "WRONG_TYPE")]),
        (
            "handStatute.handType.gameType.trumpSuit",
            4,
            [(f"{TYPE}.gameType.trumpSuit", "CONTRADICTION"), ("trick.trumpSuit", "CONTRADICTION")],
        ),
        ("trick", ..., [("trick", "MISSING_FIELD")]),
        ("trick", 3, [("trick", "WRONG_TYPE")]),
        ("trick.trickCards", ..., [(TRICK, "MISSING_FIELD")]),
        ("trick.trickCards.2", ..., [(TRICK, "WRONG_COUNT")]),
        ("trick.trickCards.1", None, [(f"{TRICK}[1]", "WRONG_TYPE")]),
        ("trick.trickCards.1.player", ..., [(f"{TRICK}[1].player", "MISSING_FIELD")]),
        ("trick.trickCards.1.player.name", "p9", [(f"{TRICK}[1].player.name", "UNKNOWN_PLAYER")]),
        ("trick.trickCards.1.player.name", "p2", [(f"{TRICK}[1].player.name", "WRONG_PLAYER")]),
        ("trick.trickCards.1.card.rank", "0", [(f"{TRICK}[1].card.rank", "UNKNOWN_CARD")]),
        ("trick.trickCards.1.card", ..., [(f"{TRICK}[2].card", "OUT_OF_TURN")]),
        ("trick.trickSuit", 2, [("trick.trickSuit", "CONTRADICTION")]),
        ("trick.trickSuit", 9, [("trick.trickSuit", "CONTRADICTION")]),
        ("trick.trumpSuit", "3", [("trick.trumpSuit", "WRONG_TYPE")]),
        ("trick.trumpSuit", 1, [("trick.trumpSuit", "CONTRADICTION")]),
    ],
)
def test_a_fault_is_named_where_it_is(path: str, value: Any, expected: list[tuple[str, str]]) -> None:
    assert faults_of(changed(path, value)) == expected


@pytest.mark.parametrize("data", [None, [], "dump", 3])
def test_what_is_no_object_is_no_dump(data: Any) -> None:
    assert faults_of(data) == [("", "WRONG_TYPE")]


def test_all_faults_are_named_at_once() -> None:
    dump = changed("cards.3.card.rank", "1", changed("trick.trickCards.1.player.name", "p9"))
    assert faults_of(changed("handStatute.handType.gameType.value", "Grand", dump)) == [
        ("cards[3].card.rank", "UNKNOWN_CARD"),
        (f"{TYPE}.gameType.value", "UNKNOWN_CONTRACT"),
        (f"{TRICK}[1].player.name", "UNKNOWN_PLAYER"),
    ]


@pytest.mark.parametrize("laid_away", range(4))
def test_an_exchange_not_finished_is_named(laid_away: int) -> None:
    hand = Hand(5, CLUB[0], 0, is_choice=True)
    dump = hand.dump()
    for card in sorted(hand.gone)[laid_away:]:
        dump["cards"][hand.pack.index(card)]["isPlayed"] = False
    assert faults_of(dump) == [("cards", "EXCHANGE_NOT_FINISHED")]
    assert f"has {20 - laid_away} unplayed cards" in str(refusal_of(dump))


def test_a_card_of_the_trick_is_marked_played() -> None:
    place = place_of("2", "♦")
    assert faults_of(changed(f"cards.{place}.isPlayed", False)) == [(f"cards[{place}].isPlayed", "NOT_PLAYED")]


def test_a_card_of_the_trick_is_its_players() -> None:
    dump = changed("trick.trickCards.1.card", {"rank": "7", "suit": "♠️"})
    assert faults_of(dump) == [(f"{TRICK}[1].card", "CARD_NOT_HELD")]


@pytest.mark.parametrize(("place", "name"), [(5, "p1"), (21, "p2"), (44, "p3")])
def test_a_card_marked_played_that_was_not_is_noticed(place: int, name: str) -> None:
    dump = changed(f"cards.{place}.isPlayed", True)
    assert TRUMP["cards"][place]["isPlayed"] is False
    assert faults_of(dump) == [("cards", "WRONG_COUNT")]
    assert repr(name) in str(refusal_of(dump))


def test_only_the_eldest_hand_leads_to_the_first_trick() -> None:
    dump = Hand(6, CLUB[0], 0, is_choice=True).dump()
    dump["trick"] = {"trickCards": [{"player": {"name": f"player {seat}"}} for seat in (1, 2, 0)]}
    assert faults_of(dump) == [(f"{TRICK}[0].player.name", "WRONG_LEADER")]


def find_hand(is_wanted: Callable[[Hand], bool]) -> Hand:
    """The first hand of four players like this, somewhere in a trick."""
    hands = (Hand(seed, CLUB[1], 4 * (seed % 8) + 1, is_choice=True) for seed in range(1000))
    return next(filter(is_wanted, hands))


def test_a_revoke_is_named_by_the_card() -> None:
    def may_revoke(hand: Hand) -> bool:
        position = hand.position
        return len(position.legal_plays()) < len(position.hands[position.to_move])

    hand = find_hand(may_revoke)
    position = hand.position
    seat = position.to_move
    wrong = next(card for card in position.hands[seat] if card not in position.legal_plays())
    dump = hand.dump()
    dump["trick"]["trickCards"][1]["card"] = card_fields(wrong)
    dump["cards"][hand.pack.index(wrong)]["isPlayed"] = True
    assert faults_of(dump) == [(f"{TRICK}[1].card", "REVOKE")]


def test_who_cannot_follow_must_trump() -> None:
    def must_trump(hand: Hand) -> bool:
        position, trump = hand.position, hand.contract.trump
        legal = position.legal_plays()
        return trump not in (None, position.trick[0].suit) and {card.suit for card in legal} == {trump}

    hand = find_hand(must_trump)
    legal = read_online_dump(hand.dump()).end().legal_plays()
    assert {card.suit for card in legal} == {hand.contract.trump}


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(way for key, item in items for way in paths_in(item, (*path, key)))]


@given(st.data())
def test_a_dump_spoilt_anyhow_is_read_or_refused(data: st.DataObject) -> None:
    hand = Hand(data.draw(st.integers(0, 99)), CLUB[data.draw(st.integers(0, 1))], 7, is_choice=True)
    dump: Any = hand.dump()
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(paths_in(dump)[1:]))
        inner = dump
        for key in way:
            inner = inner[key]
        if data.draw(st.booleans()):
            inner[last] = data.draw(json_values)
        else:
            del inner[last]
    try:
        read_online_dump(dump)
    except InvalidInput as error:
        assert error.faults and all(fault.code for fault in error.faults)
        assert str(error).encode()
