"""The forms that scripts rely on, and the many ways to write the same thing."""

from __future__ import annotations

from typing import Any

import pytest

from forehand.solver.cards import format_cards
from forehand.solver.formats import read_record, record_to_dict

HANDS = ["AK.Q..", "QJ.2..", "98.3.."]
DEAL = "N:A.K.. Q.J.. T.9.. 8.7.."


def test_the_bezique_form() -> None:
    record = read_record(
        {
            "id": "v7",
            "hands": ["QS 7S QH 8H AD KD KD 7C", "KS 7S AH QH 9H QD 9D 9C"],
            "trump": "C",
            "leader": 0,
            "last_trick": 10,
            "follow": "must_beat",
        }
    )
    assert record_to_dict(record) == {
        "id": "v7",
        "game": "bezique",
        "options": {"follow": "must_beat", "last_trick": 10},
        "hands": ["QS 7S QH 8H AD KD KD 7C", "KS 7S AH QH 9H QD 9D 9C"],
        "contract": "C",
        "leader": 0,
    }


@pytest.mark.parametrize("trump", ["NT", "n", None, "No Trump", "no_trump", "notrump"])
@pytest.mark.parametrize("leader", ["W", "w", "West", 3])
def test_the_bridge_form(trump: Any, leader: Any) -> None:
    record = read_record({"id": "b", "deal": DEAL, "trump": trump, "leader": leader})
    assert list(record_to_dict(record).items()) == [
        ("id", "b"),
        ("game", "bridge"),
        ("deal", DEAL),
        ("contract", "NT"),
        ("leader", "W"),
    ]
    assert record.asked_seat == record.leader


def test_declarer_is_the_seat_asked_about_and_its_left_leads() -> None:
    record = read_record({"deal": DEAL, "trump": "S", "declarer": "S"})
    assert (record.leader, record.asked_seat) == (3, 2)
    assert read_record({"deal": DEAL, "declarer": "S", "leader": "W", "seat": "N"}).asked_seat == 0
    assert read_record({"game": "whist", "deal": DEAL, "declarer": "W"}).leader == 0


@pytest.mark.parametrize(
    ("hands", "game"),
    [
        (["A...", "K..."], "bezique"),
        (["A...", "K...", "Q..."], "bismarck"),
        (["A...", "K...", "Q...", "J..."], "bridge"),
    ],
)
def test_the_hands_tell_the_game(hands: list[str], game: str) -> None:
    assert read_record({"hands": hands, "leader": 0}).variant.name == game


@pytest.mark.parametrize(
    "hand", ["AK.Q..", "ak.q..", "QH KS AS", "QH,KS,AS", "♥Q ♠K ♠A", ["SA", "sk", "Qh"], "AK.Q.-.-"]
)
def test_a_hand_may_be_written_in_many_ways(hand: Any) -> None:
    assert read_record({"hands": [hand, *HANDS[1:]]}).deal.hands[0] == read_record({"hands": HANDS}).deal.hands[0]


@pytest.mark.parametrize(
    "play",
    [
        "AS QS 9S KS JS",
        "AS,QS,9S,KS,JS",
        ["AS", "QS", "9S", "KS", "JS"],
        [{"leader": 0, "cards": ["AS", "QS", "9S"]}, {"leader": "forehand", "cards": ["KS", "JS"]}],
        [{"cards": "AS QS 9S"}, {"leader": None, "cards": "KS JS"}],
    ],
)
def test_the_play_may_be_written_in_many_ways(play: Any) -> None:
    record = read_record({"hands": HANDS, "contract": "NT", "play": play})
    assert format_cards(list(record.play)) == "AS QS 9S KS JS"
    assert record_to_dict(record)["play"] == ["AS", "QS", "9S", "KS", "JS"]


@pytest.mark.parametrize(
    ("written", "name"), [("spades", "S"), ("♥", "H"), ("d", "D"), ("C", "C"), ("PASS", "pass"), ("nt", "NT")]
)
def test_a_contract_may_be_written_in_many_ways(written: str, name: str) -> None:
    contract = read_record({"hands": HANDS, "contract": written}).contract
    assert contract is not None
    assert contract.name == name


@pytest.mark.parametrize("written", ["no_hearts", "no hearts", "No-Hearts", "NOHEARTS"])
def test_a_contract_of_two_words_too(written: str) -> None:
    record = read_record({"game": "bismarck-estonian", "hands": HANDS, "contract": written, "trump": None})
    assert record_to_dict(record)["contract"] == "no_hearts"


def test_a_number_may_choose_among_numbers() -> None:
    hands = [*HANDS, "76.4.."]
    records = [
        read_record({"game": "bismarck-finnish", "options": {"players": players}, "hands": hands})
        for players in (4, "4")
    ]
    assert records[0] == records[1]
    assert record_to_dict(records[0])["options"] == {"players": "4"}


def test_trump_may_stand_beside_an_equal_contract() -> None:
    record = read_record({"hands": HANDS, "contract": "pass", "trump": None})
    assert record.contract is not None
    assert record.contract.is_misere


@pytest.mark.parametrize("field", ["id", "game", "options", "talon", "laid_away", "contract", "leader", "seat", "play"])
def test_null_is_as_good_as_absent(field: str) -> None:
    assert read_record({"hands": HANDS, field: None}) == read_record({"hands": HANDS})


def test_other_fields_are_kept() -> None:
    extra: dict[str, object] = {
        "guaranteed": {"NT": [1, 2, 3]},
        "note": None,
        "players": ["Ann", "Bo", "Cy"],
        "name": "x",
        "date": "1901",
    }
    extra |= {"value": 3, "source": "a book", "dealer": "N", "east": "Bo", "tricks": [1, 2, 3], "display": 1}
    record = read_record({"hands": HANDS, **extra})
    assert record.extra == extra
    assert list(record_to_dict(record))[-len(extra) :] == list(extra)
