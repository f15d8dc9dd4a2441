"""Everything that can be wrong with a record is named, with its place, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forehand import InvalidInput
from forehand.solver.formats import parse_pbn_deal, read_record, read_records

from .strategies import json_values

SMALL: dict[str, Any] = {"game": "bismarck", "hands": ["AK.Q..", "QJ.2..", "98.3.."], "contract": "NT"}
BRIDGE: dict[str, Any] = {"deal": "N:A.K.. Q.J.. T.9.. 8.7..", "trump": "NT", "leader": "W"}
BEZIQUE: dict[str, Any] = {"hands": ["AS TS", "KS QS"], "trump": "S", "leader": 0}
CLUB: dict[str, Any] = SMALL | {"game": "bismarck-finnish"}
ESTONIAN: dict[str, Any] = SMALL | {"game": "bismarck-estonian", "contract": "no hearts"}
BRITISH: dict[str, Any] = SMALL | {
    "game": "bismarck-british",
    "hands": ["AK.Q..", "QJ.2..", "98.4.."],
    "talon": "...A652",
}
FULL: dict[str, Any] = {
    "game": "bismarck",
    "hands": ["AKQJ.AKQJ.AKQJ.AKQJ", "T987.T987.T987.T987", "6543.6543.6543.6543"],
    "talon": "2.2.2.2",
    "contract": "NT",
}


def faults_of(data: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as caught:
        read_record(data)
    assert str(caught.value).encode()
    return [(fault.path, fault.code) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("base", "changes", "expected"),
    [
        (SMALL, {"id": 7}, [("id", "WRONG_TYPE")]),
        (SMALL, {"id": "\ud800"}, [("id", "BAD_TEXT")]),
        (SMALL, {"game": "skat"}, [("game", "UNKNOWN_GAME")]),
        (SMALL, {"game": ["bismarck"]}, [("game", "WRONG_TYPE")]),
        (SMALL, {"game": None, "hands": ["A..."]}, [("game", "MISSING_FIELD")]),
        (SMALL, {"game": "skat", "hands": ["AX..."]}, [("game", "UNKNOWN_GAME"), ("hands[0]", "UNKNOWN_CARD")]),
        (SMALL, {"options": 3}, [("options", "WRONG_TYPE")]),
        (SMALL, {"options": {"leader": ["x"]}}, [("options.leader", "WRONG_TYPE")]),
        (SMALL, {"options": {"leader": True}}, [("options.leader", "WRONG_TYPE")]),
        (SMALL, {"options": {"leader": "dealer"}}, [("options.leader", "BAD_OPTION")]),
        (SMALL, {"options": {"laeder": "forehand"}}, [("options.laeder", "UNKNOWN_OPTION")]),
        (SMALL, {"options": {"\udfff": 1}}, [("options", "BAD_TEXT")]),
        (SMALL, {"options": {"talon": "closed", "seen": "both"}}, [("options.seen", "CONTRADICTION")]),
        (SMALL, {"options": {"players": 4}}, [("options.players", "UNKNOWN_OPTION")]),
        (CLUB, {"options": {"players": 5}}, [("options.players", "BAD_OPTION")]),
        (CLUB, {"options": {"players": 10**5000}}, [("options.players", "BAD_OPTION")]),
        (CLUB, {"options": {"players": 4}}, [("hands", "WRONG_SEATS")]),
        (ESTONIAN, {"options": {"heart_points": 1001}}, [("options.heart_points", "BAD_OPTION")]),
        (ESTONIAN, {"options": {"queen_points": "1"}}, [("options.queen_points", "BAD_OPTION")]),
        (SMALL, {"contract": "no hearts"}, [("contract", "UNKNOWN_CONTRACT")]),
        (SMALL, {"contract": "H", "options": {"valfri": "no_trump"}}, [("contract", "UNKNOWN_CONTRACT")]),
        (ESTONIAN, {"contract": None, "trump": "no queen"}, [("trump", "UNKNOWN_CONTRACT")]),
        (BRITISH, {}, [("hands[1]", "UNKNOWN_CARD"), ("talon", "UNKNOWN_CARD")]),
        (BRITISH, {"laid_away": "4C", "talon": None}, [
            ("hands[1]", "UNKNOWN_CARD"), ("laid_away", "UNKNOWN_CARD"), ("laid_away", "MISSING_TALON")]),
        (BEZIQUE, {"last_trick": 10**5000}, [("last_trick", "BAD_OPTION")]),
        (BEZIQUE, {"last_trick": -1}, [("last_trick", "BAD_OPTION")]),
        (BEZIQUE, {"follow": "never"}, [("follow", "BAD_OPTION")]),
        (BEZIQUE, {"follow": "must_beat", "options": {"follow": "follow_only"}}, [("follow", "CONTRADICTION")]),
        (SMALL, {"follow": "must_beat"}, [("follow", "UNKNOWN_OPTION")]),
        (SMALL, {"exchange": "none"}, [("exchange", "UNKNOWN_FIELD")]),
        (SMALL, {"leadr": 1, "hand": []}, [("leadr", "UNKNOWN_FIELD"), ("hand", "UNKNOWN_FIELD")]),
        (SMALL, {"contrakt": "S"}, [("contrakt", "UNKNOWN_FIELD")]),
        (SMALL, {"plya": [], "paly": []}, [("plya", "UNKNOWN_FIELD"), ("paly", "UNKNOWN_FIELD")]),
        (SMALL, {"saet": 1, "di": "x", "tlaon": ""}, [(name, "UNKNOWN_FIELD") for name in ("saet", "di", "tlaon")]),
        (SMALL, {"Leader": 1}, [("Leader", "UNKNOWN_FIELD")]),
        (SMALL, {"note": float("nan")}, [("note", "BAD_NUMBER")]),
        (SMALL, {"note": [{"a": 10**5000}]}, [("note[0].a", "BAD_NUMBER")]),
        (SMALL, {"note": {1: 2}}, [("note", "BAD_TEXT")]),
        (SMALL, {"note": {1}}, [("note", "WRONG_TYPE")]),
        (SMALL, {3: 2}, [("", "BAD_TEXT")]),
        (SMALL, {"hands": None}, [("hands", "MISSING_FIELD")]),
        (SMALL, {"hands": "A.K.Q.J"}, [("hands", "WRONG_TYPE")]),
        (SMALL, {"hands": ["A..."] * 201}, [("hands", "TOO_LONG")]),
        (SMALL, {"hands": ["A...", "K..."]}, [("hands", "WRONG_SEATS")]),
        (SMALL, {"hands": ["A...", 5, "K..."]}, [("hands[1]", "WRONG_TYPE")]),
        (SMALL, {"hands": ["A...", None, "K..."]}, [("hands[1]", "WRONG_TYPE")]),
        (SMALL, {"hands": ["A...", ["KS", 3, "XX"], "K..."]}, [
            ("hands[1][1]", "WRONG_TYPE"), ("hands[1][2]", "UNKNOWN_CARD"), ("hands[1]", "WRONG_COUNT"),
            ("hands[2]", "DUPLICATE_CARD")]),
        (SMALL, {"hands": ["AK.Q.", "QJ.2..", "98.3.."]}, [("hands[0]", "BAD_HAND")]),
        (SMALL, {"hands": ["A" * 2001, "QJ.2..", "98.3.."]}, [("hands[0]", "TOO_LONG")]),
        (SMALL, {"hands": [["AS"] * 201, "QJ.2..", "98.3.."]}, [("hands[0]", "TOO_LONG")]),
        (SMALL, {"hands": ["AK.Q..", "Q1.2..", "98.3.."]}, [("hands[1]", "UNKNOWN_CARD")]),
        (SMALL, {"hands": ["AK.Q..", "QJ.2..", "98..."]}, [("hands[2]", "WRONG_COUNT")]),
        (SMALL, {"hands": ["AK.Q..", "QJ.2..", "..."]}, [("hands[2]", "EMPTY_HAND")]),
        (SMALL, {"hands": ["AK.Q..", "QJ.Q..", "98.3.."]}, [("hands[1]", "DUPLICATE_CARD")]),
        (BEZIQUE, {"hands": ["AS 6S", "KS QS"]}, [("hands[0]", "UNKNOWN_CARD")]),
        (FULL, {"talon": "2.2.2."}, [("talon", "WRONG_COUNT")]),
        (FULL, {"talon": "2.2.22."}, [("talon", "DUPLICATE_CARD"), ("hands", "MISSING_CARD")]),
        (FULL, {"talon": "2.2.2X."}, [("talon", "UNKNOWN_CARD")]),
        (FULL, {"talon": 4}, [("talon", "WRONG_TYPE")]),
        (FULL, {"laid_away": "2.2.2.", "talon": "2.2.2.2"}, [("laid_away", "WRONG_COUNT")]),
        (FULL, {"laid_away": "T.2.2.2"}, [("laid_away", "CARD_NOT_HELD")]),
        (FULL, {"laid_away": "KQJ.2.2."}, [("laid_away", "WRONG_COUNT")]),
        (FULL, {"laid_away": ["2S", "2S", "2H", "2D"]}, [("laid_away", "CARD_NOT_HELD")]),
        (FULL, {"laid_away": "A.2.2.2", "play": "AS"}, [("play[0]", "CARD_NOT_HELD")]),
        (FULL, {"talon": "A.2.2.2"}, [("talon", "DUPLICATE_CARD"), ("hands", "MISSING_CARD")]),
        (FULL, {"talon": "KQJ.2.2."}, [("talon", "WRONG_COUNT"), *[("talon", "DUPLICATE_CARD")] * 3]),
        (FULL, {"laid_away": "X.2.2.2"}, [("laid_away", "UNKNOWN_CARD")]),
        (FULL, {"laid_away": "2.2.2.2", "talon": None}, [("laid_away", "MISSING_TALON")]),
        (FULL, {"laid_away": "2.2.2.2", "options": {"exchange": "none"}}, [("laid_away", "NO_EXCHANGE")]),
        (BRIDGE, {"hands": ["A...", "K...", "Q...", "J..."]}, [("deal", "CONTRADICTION")]),
        (BRIDGE, {"game": "bismarck", "leader": 0}, [("deal", "WRONG_SEATS")]),
        (BRIDGE, {"deal": 7}, [("deal", "WRONG_TYPE")]),
        (BRIDGE, {"deal": "A... K... Q... J..."}, [("deal", "BAD_DEAL")]),
        (BRIDGE, {"deal": "N:A... K... Q..."}, [("deal", "WRONG_SEATS")]),
        (BRIDGE, {"deal": "N:" + "A" * 2000}, [("deal", "TOO_LONG")]),
        (BRIDGE, {"deal": "E:A... - Q... J..."}, [("deal.hands[2]", "HIDDEN_HAND")]),
        (BRIDGE, {"deal": "E:A... AS Q... J..."}, [("deal.hands[2]", "BAD_HAND")]),
        (BRIDGE, {"deal": "E:A... K... QT... J..."}, [("deal.hands[3]", "WRONG_COUNT")]),
        (SMALL, {"contract": 4}, [("contract", "WRONG_TYPE")]),
        (SMALL, {"contract": "4S"}, [("contract", "UNKNOWN_CONTRACT")]),
        (BRIDGE, {"trump": "pass"}, [("trump", "UNKNOWN_CONTRACT")]),
        (SMALL, {"contract": None, "trump": "pass"}, [("trump", "UNKNOWN_CONTRACT")]),
        (SMALL, {"contract": "S", "trump": "H"}, [("trump", "CONTRADICTION")]),
        (SMALL, {"contract": "S", "trump": None}, [("trump", "CONTRADICTION")]),
        (BRIDGE, {"leader": None}, [("leader", "MISSING_LEADER")]),
        (BRIDGE, {"leader": "X"}, [("leader", "WRONG_LEADER")]),
        (BRIDGE, {"leader": 4}, [("leader", "WRONG_LEADER")]),
        (BRIDGE, {"leader": 10**5000}, [("leader", "WRONG_LEADER")]),
        (BRIDGE, {"leader": True}, [("leader", "WRONG_TYPE")]),
        (BRIDGE, {"leader": 1.0}, [("leader", "WRONG_TYPE")]),
        (BRIDGE, {"declarer": "W"}, [("leader", "WRONG_LEADER")]),
        (BRIDGE, {"declarer": "me", "leader": None}, [("declarer", "UNKNOWN_SEAT")]),
        (SMALL, {"declarer": 0}, [("declarer", "UNKNOWN_FIELD")]),
        (SMALL, {"seat": 3}, [("seat", "UNKNOWN_SEAT")]),
        (SMALL, {"play": 3}, [("play", "WRONG_TYPE")]),
        (SMALL, {"play": "A" * 2001}, [("play", "TOO_LONG")]),
        (SMALL, {"play": ["AS"] * 201}, [("play", "TOO_LONG")]),
        (SMALL, {"play": ["AS", 3, "XS"]}, [("play[1]", "WRONG_TYPE"), ("play[2]", "UNKNOWN_CARD")]),
        (SMALL, {"play": "AS", "contract": None}, [("contract", "MISSING_CONTRACT")]),
        (SMALL, {"play": "AS 2H"}, [("play[1]", "REVOKE")]),
        (SMALL, {"play": "AS 2H 9S 2H"}, [("play[1]", "REVOKE"), ("play[3]", "CARD_NOT_HELD")]),
        (SMALL, {"play": "AS QS 9S JS"}, [("play[3]", "WRONG_LEADER")]),
        (SMALL, {"play": "AS QS TS"}, [("play[2]", "CARD_NOT_HELD")]),
        (SMALL, {"play": "AS QS 9S KS JS 8S QH 2H 3H AS"}, [("play[9]", "PLAY_AFTER_END")]),
        (SMALL, {"play": [{"leader": 1, "cards": "AS QS 9S"}]}, [("play[0].leader", "WRONG_LEADER")]),
        (SMALL, {"play": [{"leader": 9, "cards": "AS QS 9S"}]}, [("play[0].leader", "WRONG_LEADER")]),
        (SMALL, {"play": [{"cards": "AS QS 9S"}, {"leader": 1, "cards": "JS"}]}, [("play[1].leader", "WRONG_LEADER")]),
        (SMALL, {"play": [{"cards": "AS QS"}, {"cards": "KS"}]}, [("play[0].cards", "WRONG_COUNT")]),
        (SMALL, {"play": [{"cards": []}]}, [("play[0].cards", "WRONG_COUNT")]),
        (SMALL, {"play": [{"leader": 0}]}, [("play[0]", "MISSING_FIELD")]),
        (SMALL, {"play": [{"cards": "AS QS 9S", "led": 0}]}, [("play[0]", "UNKNOWN_FIELD")]),
        (SMALL, {"play": [{"cards": "AS QS 9S"}, "KS"]}, [("play[1]", "WRONG_TYPE")]),
        (SMALL, {"play": [{"cards": ["AS", 1]}]}, [("play[0].cards[1]", "WRONG_TYPE")]),
        (SMALL, {"play": [{"cards": ["AS", "2H"]}]}, [("play[0].cards[1]", "REVOKE")]),
        (FULL, {"leader": 2, "play": "6S"}, [("leader", "WRONG_LEADER")]),
        (FULL, {"leader": 1, "play": "TS", "options": {"leader": "forehand"}}, [("leader", "WRONG_LEADER")]),
    ],
)  # fmt: skip
def test_each_fault_is_named_where_it_is(base: dict[str, Any], changes: dict[str, Any], expected: Any) -> None:
    assert faults_of({**base, **changes}) == expected


def test_all_faults_are_named_together() -> None:
    spoiled = {
        "id": 1,
        "game": "bismarck",
        "options": {"leader": "dealer"},
        "hands": ["AK.Q..", "QX.2..", "98.3.."],
        "contract": "5NT",
        "leader": 3,
        "seat": "west",
        "play": ["AS", "??"],
    }
    assert faults_of(spoiled) == [
        ("id", "WRONG_TYPE"),
        ("options.leader", "BAD_OPTION"),
        ("hands[1]", "UNKNOWN_CARD"),
        ("leader", "WRONG_LEADER"),
        ("seat", "UNKNOWN_SEAT"),
        ("contract", "UNKNOWN_CONTRACT"),
        ("play[1]", "UNKNOWN_CARD"),
    ]


@pytest.mark.parametrize("value", [None, 3, "x", [], [1], True])
def test_a_record_is_an_object(value: Any) -> None:
    assert faults_of(value) == [("", "WRONG_TYPE")]


def test_paths_get_the_prefix() -> None:
    with pytest.raises(InvalidInput) as caught:
        read_record({**SMALL, "leader": 7, "hands": ["A...", "K..."], "\ud800": 1}, "record.")
    assert [fault.path for fault in caught.value.faults] == ["record", "record.leader", "record.hands"]


def test_nesting_has_an_end() -> None:
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    assert faults_of({**SMALL, "note": deep}) == [("note" + "[0]" * 20, "TOO_DEEP")]


def test_a_full_deal_tells_which_seat_leads() -> None:
    assert dict(read_record({**FULL, "leader": 1}).variant.options)["leader"] == "left_of_forehand"
    assert dict(read_record({**FULL, "leader": "forehand"}).variant.options)["leader"] == "forehand"
    assert read_record({**FULL, "options": {"leader": "left_of_forehand"}}).leader == 1
    assert read_record(FULL).leader == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{", "BAD_JSON"),
        ("[1]", "WRONG_TYPE"),
        ('{"hands": NaN}', "BAD_NUMBER"),
        ('{"note": 1e999, "hands": ["A...", "K...", "Q..."]}', "BAD_NUMBER"),
        ('{"note": ' + "9" * 5000 + "}", "BAD_NUMBER"),
        ("[" * 100_000, "TOO_DEEP"),
        ('{"hands": ["A...", "K...", "Q..."], "note": {"a": 1, "a": 2}}', "DUPLICATE_FIELD"),
        ('{"hands": ["A...", "K...", "Q..."], "id": "\\ud800"}', "BAD_TEXT"),
    ],
)
def test_a_bad_line_does_not_stop_the_others(text: str, expected: str) -> None:
    good = '{"id": "good", "hands": ["A...", "K...", "Q..."]}'
    lines = list(read_records(["\ufeff" + good + "\n", "\n", text + "\n", good]))
    assert [(line.number, line.id) for line in lines] == [(1, "good"), (3, ""), (4, "good")]
    assert lines[1].record is None
    assert [fault.code for fault in lines[1].faults] == [expected]


def test_a_number_too_long_is_told_in_our_words() -> None:
    (line,) = read_records(['{"id": ' + "9" * 5000 + "}"])
    assert [str(fault) for fault in line.faults] == ["a number of 5000 digits is too long to be read"]


def test_a_bad_line_keeps_its_id() -> None:
    (line,) = read_records(['{"id": "d1", "hands": []}'])
    assert (line.id, line.record) == ("d1", None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", "BAD_DEAL"), ("X:A... K... Q... J...", "BAD_DEAL"), ("N:A... K... - J...", "HIDDEN_HAND")],
)
def test_a_bad_deal_text(text: str, expected: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_pbn_deal(text)
    assert [fault.code for fault in caught.value.faults] == [expected]


FIELD_NAMES = [
    *("id", "game", "options", "hands", "deal", "talon", "laid_away", "contract", "trump", "leader", "declarer"),
    *("seat", "play", "follow", "last_trick", "guaranteed", "pbn", "", "leadr"),
]


@settings(max_examples=600, deadline=None)
@given(
    st.sampled_from([{}, SMALL, BRIDGE, BEZIQUE, FULL]),
    st.dictionaries(st.sampled_from(FIELD_NAMES), json_values, min_size=1, max_size=4),
)
def test_whatever_stands_in_a_field_only_faults_come_out(base: dict[str, Any], changes: dict[str, Any]) -> None:
    try:
        read_record({**base, **changes})
    except InvalidInput as error:
        assert error.faults
        assert str(error).encode()


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([SMALL, BRIDGE]),
    st.sampled_from(["hands", "options", "play"]),
    st.lists(json_values | st.fixed_dictionaries({"leader": json_values, "cards": json_values}), max_size=4)
    | st.dictionaries(st.sampled_from(["leader", "exchange", "follow", "x"]), json_values, max_size=3),
)
def test_whatever_stands_inside_a_field_only_faults_come_out(base: dict[str, Any], field: str, value: Any) -> None:
    try:
        read_record({**base, field: value})
    except InvalidInput as error:
        assert str(error).encode()


@settings(max_examples=200, deadline=None)
@given(st.text() | st.text('{}[]",:0123456789aN\\', max_size=30))
def test_whatever_a_line_holds_only_faults_come_out(text: str) -> None:
    for line in read_records([text]):
        assert line.record is not None or line.faults
