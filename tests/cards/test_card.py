"""Cards and hands as text."""

from __future__ import annotations

import random

import pytest

from forehand.solver.cards import RANKS, SUITS, Card, format_cards, format_hand, parse_hand, sort_hand

PACK = [Card(rank, suit) for suit in SUITS for rank in RANKS]


@pytest.mark.parametrize("text", ["QS", "SQ", "qs", "sQ", " qS ", "♠Q", "Q♠", "♠\ufe0fQ"])
def test_forms_of_a_card(text: str) -> None:
    assert Card.parse(text) == Card("Q", "S")


@pytest.mark.parametrize("text", ["TH", "10H", "H10", "♥10", "10♥", "th", "♥️10"])
def test_forms_of_a_ten(text: str) -> None:
    assert Card.parse(text) == Card("T", "H")


@pytest.mark.parametrize("text", ["", "S", "Q", "QQ", "SS", "1S", "QX", "QSS", "11H", "100H", "Q S", "0H", "🂡"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as error:
        Card.parse(text)
    assert repr(text) in str(error.value)


def test_every_card_reads_back() -> None:
    for card in PACK:
        assert Card.parse(str(card)) == card
        assert Card.parse(card.symbol) == card
    assert Card("T", "D").symbol == "♦10"


def test_a_hand_by_suits() -> None:
    hand = parse_hand("AKT.Q9..J82")
    assert format_cards(hand) == "AS KS TS QH 9H JC 8C 2C"
    assert format_hand(hand) == "AKT.Q9..J82"
    assert parse_hand("...") == ()
    assert parse_hand("TKA.9Q..28J") == hand
    assert parse_hand("ak10.q9.-.j82") == hand


def test_a_hand_by_cards() -> None:
    assert format_hand(parse_hand("8C, AS QH JC,KS 10S 2C 9H")) == "AKT.Q9..J82"
    assert parse_hand("") == parse_hand("  ") == ()


def test_bezique_sorts_the_ten_above_the_king() -> None:
    assert format_cards(parse_hand("KS TS AS QS AS", "ATKQJ987")) == "AS AS TS KS QS"


def test_random_hands_read_back() -> None:
    rng = random.Random(3)
    for size in range(14):
        hand = sort_hand(rng.sample(PACK, size))
        assert parse_hand(format_hand(hand)) == hand
        assert parse_hand(format_cards(hand)) == hand


@pytest.mark.parametrize("text", ["AK.Q", "AK.Q.J", "A.K.Q.J.T", "."])
def test_a_hand_has_four_suits(text: str) -> None:
    with pytest.raises(ValueError, match="not 4"):
        parse_hand(text)


def test_every_fault_of_a_hand_is_named() -> None:
    with pytest.raises(ValueError, match="unknown rank") as error:
        parse_hand("AX.1.K.Z")
    assert str(error.value).count("unknown rank") == 3
    with pytest.raises(ValueError, match="is not a card") as error:
        parse_hand("AS ZZ KS 1H")
    assert [word for word in ("ZZ", "1H", "AS") if repr(word) in str(error.value)] == ["ZZ", "1H"]
    with pytest.raises(ValueError, match="not in this game's pack") as error:
        parse_hand("AS 2S 6H", "ATKQJ987")
    assert "2S" in str(error.value)
    assert "6H" in str(error.value)
