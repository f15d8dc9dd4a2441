"""Sessions as JSON: what is written is read back equal, and whatever is wrong is told with its place."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forehand import FORMS, InvalidInput, analyze_session, read_session, score_sheet, session_to_dict
from forehand.solver.cards import format_hand
from forehand.solver.formats.json_text import parse_json
from forehand.solver.formats.session import session_digest

from ..sessions import PLAYERS, real_session, small_games, small_session, spoiled
from .strategies import json_values

SMALL_FORMS = ("standard", "grand", "short", "three_deals", "estonian")
SOUND = real_session(1, "standard", 3)


@pytest.fixture(autouse=True, scope="module")
def _games() -> Iterator[None]:
    with small_games():
        yield


@functools.cache
def _made(seed: int, form: str) -> str:
    return json.dumps(small_session(seed, form))


def copied(seed: int, form: str) -> Any:
    """A session to be spoiled."""
    return json.loads(_made(seed, form))


def faults_of(data: Any) -> list[tuple[str, str]]:
    """Path and code of each fault, whether the session could be read or not."""
    try:
        return [(fault.path, fault.code) for fault in score_sheet(read_session(data)).faults]
    except InvalidInput as error:
        return [(fault.path, fault.code) for fault in error.faults]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_written_and_read_back_equal(form: str) -> None:
    data = real_session(3, form)
    session = read_session(data)
    written = session_to_dict(session)
    assert read_session(json.loads(json.dumps(written))) == session
    assert written == data


@given(
    st.integers(0, 2**32),
    st.sampled_from(SMALL_FORMS),
    st.sampled_from([{}, {"leader": "left_of_forehand"}, {"exchange": "optional"}, {"exchange": "none"}]),
    st.dictionaries(st.sampled_from(["note", "date", "where"]), st.none() | st.integers(-9, 9) | st.text(), max_size=3),
)
@settings(max_examples=60)
def test_round_trip(seed: int, form: str, options: dict[str, Any], extra: dict[str, Any]) -> None:
    data = small_session(seed, form, **options) | extra
    data["deals"][0] |= extra
    data["deals"].insert(1, {"contract": data["deals"][1]["contract"], "misdeal": "twenty cards", "hands": ["?"]})
    if "leader" in options:
        del data["deals"][2]["play"]  # in a deal that is redone forehand would have led
    session = read_session(data)
    assert not session.faults and not any(deal.faults for deal in session.deals)
    written = session_to_dict(session)
    assert read_session(json.loads(json.dumps(written))) == session
    assert session_to_dict(read_session(written)) == written


def test_what_was_not_understood_cannot_be_written() -> None:
    with pytest.raises(InvalidInput) as raised:
        session_to_dict(read_session(spoiled(SOUND, 1, contract="bridge")))
    assert [fault.path for fault in raised.value.faults] == ["deals[1].contract"]


def test_players_are_named_by_name_or_number_and_hands_are_theirs() -> None:
    session = read_session(SOUND)
    deal = session.deals[1]
    assert deal.forehand == 1 and deal.record is not None
    by_number = read_session(spoiled(SOUND, 1, forehand=1))
    assert by_number == session
    written = session_to_dict(session)["deals"][1]["hands"]
    assert written == SOUND["deals"][1]["hands"]
    assert read_session({**SOUND, "deals": [SOUND["deals"][0]]}).deals[0].record is not None


def test_the_play_may_be_written_trick_by_trick_with_the_player_who_led() -> None:
    cards = SOUND["deals"][1]["play"].split()
    session = read_session(SOUND)
    record = session.deals[1].record
    assert record is not None
    tricks = []
    for number, position in enumerate(list(record.positions())[:-1:3]):
        leader = PLAYERS[(1 + position.leader) % 3]
        tricks.append({"leader": leader, "cards": cards[3 * number : 3 * number + 3]})
    assert read_session(spoiled(SOUND, 1, play=tricks)) == session
    tricks[2] = {**tricks[2], "leader": next(name for name in PLAYERS[:3] if name != tricks[2]["leader"])}
    assert faults_of(spoiled(SOUND, 1, play=tricks)) == [("deals[1].play[2].leader", "WRONG_LEADER")]
    tricks[2] = {**tricks[2], "leader": "Zoe"}
    assert ("deals[1].play[2].leader", "UNKNOWN_PLAYER") in faults_of(spoiled(SOUND, 1, play=tricks))


HANDS = SOUND["deals"][1]["hands"]
CARD_OF_BO = next(rank + suit for rank, suit in zip(HANDS[1].split(".")[1], "H" * 9, strict=False))
CARD_OF_CYD = HANDS[2].split(".")[1][0] + "H"

FAULTS = [
    ({"contract": "bridge"}, "contract", "UNKNOWN_CONTRACT"),
    ({"contract": 3}, "contract", "WRONG_TYPE"),
    ({"contract": None}, "contract", "MISSING_CONTRACT"),
    ({"contract": "trumf", "trump": None}, "trump", "MISSING_TRUMP"),
    ({"contract": "trumf", "trump": "NT"}, "trump", "WRONG_TRUMP"),
    ({"contract": "trumf", "trump": "Z"}, "trump", "UNKNOWN_CONTRACT"),
    ({"contract": "spader", "trump": "H"}, "trump", "WRONG_TRUMP"),
    ({"forehand": "Zoe"}, "forehand", "UNKNOWN_PLAYER"),
    ({"forehand": 3}, "forehand", "UNKNOWN_PLAYER"),
    ({"forehand": 1.5}, "forehand", "WRONG_TYPE"),
    ({"forehand": "Ann"}, "forehand", "OUT_OF_TURN"),
    ({"hands": HANDS[:2]}, "hands", "WRONG_SEATS"),
    ({"hands": "all"}, "hands", "WRONG_TYPE"),
    ({"hands": [HANDS[0], HANDS[1], 5]}, "hands[2]", "WRONG_TYPE"),
    ({"hands": [HANDS[0], HANDS[1] + "X", HANDS[2]]}, "hands[1]", "UNKNOWN_CARD"),
    ({"hands": [HANDS[0], HANDS[1], HANDS[2].replace(".", "", 1)]}, "hands[2]", "BAD_HAND"),
    ({"talon": CARD_OF_CYD}, "talon", "WRONG_COUNT"),
    ({"talon": None}, "laid_away", "MISSING_TALON"),
    ({"laid_away": None}, "laid_away", "MISSING_FIELD"),
    ({"laid_away": []}, "laid_away", "WRONG_COUNT"),
    ({"laid_away": SOUND["deals"][1]["laid_away"] + " AS"}, "laid_away", "WRONG_COUNT"),
    ({"laid_away": f"{CARD_OF_CYD} AS KS QS"}, "laid_away", "CARD_NOT_HELD"),
    ({"play": "AS XX"}, "play[1]", "UNKNOWN_CARD"),
    ({"play": [CARD_OF_CYD]}, "play[0]", "WRONG_LEADER"),
    ({"play": 7}, "play", "WRONG_TYPE"),
    ({"turned": "AS"}, "turned", "UNKNOWN_FIELD"),
    ({"tricks": [16, 0]}, "tricks", "WRONG_COUNT"),
    ({"tricks": [16, 0, -1]}, "tricks[2]", "OUT_OF_RANGE"),
    ({"tricks": [16, 0, True]}, "tricks[2]", "WRONG_TYPE"),
    ({"tricks": "all"}, "tricks", "WRONG_TYPE"),
    ({"tricks": [16, 0, 0]}, "tricks", "WRONG_TRICKS"),
    ({"scores": [1, 1, 1]}, "scores", "NOT_ZERO_SUM"),
    ({"scores": [12, -4, -8]}, "scores", "WRONG_SCORES"),
    ({"misdeal": "twenty cards"}, "scores", "MISDEAL_SCORED"),
    ({"misdeal": 20, "tricks": None, "scores": None}, "misdeal", "WRONG_TYPE"),
    ({"hand": HANDS}, "hand", "UNKNOWN_FIELD"),
    ({"note": float("nan")}, "note", "BAD_NUMBER"),
]


@pytest.mark.parametrize(("fields", "path", "code"), FAULTS)
def test_a_fault_of_a_deal_is_named_with_its_path(fields: dict[str, Any], path: str, code: str) -> None:
    found = faults_of(spoiled(SOUND, 1, **fields))
    assert (f"deals[1].{path}", code) in found
    of_cards = {"hands", "talon", "laid_away", "play"} & fields.keys()
    if not of_cards and "forehand" not in fields and "misdeal" not in fields:
        assert len([fault for fault in found if fault[0].startswith("deals[1]")]) == 1


@pytest.mark.parametrize("exchange", ["mandatory", "optional"])
def test_not_told_what_was_laid_away_is_the_only_fault(exchange: str) -> None:
    sound = real_session(5, "standard", 3, exchange=exchange)
    for deal in range(3):
        assert faults_of(spoiled(sound, deal, laid_away=None)) == [(f"deals[{deal}].laid_away", "MISSING_FIELD")]


@pytest.mark.parametrize("laid_away", [None, [], ""])
def test_hands_as_they_were_played_keep_their_play(laid_away: object) -> None:
    record = read_session(SOUND).deals[1].record
    assert record is not None and record.play
    hands = [format_hand(record.hands[seat]) for seat in (2, 0, 1)]
    session = read_session(spoiled(SOUND, 1, talon=None, hands=hands, laid_away=None))
    changed = spoiled(SOUND, 1, talon=None, hands=hands)
    changed["deals"][1]["laid_away"] = laid_away
    assert faults_of(changed) == []
    assert read_session(changed) == session
    assert [deal.record and deal.record.play for deal in session.deals][1] == record.play


@pytest.mark.parametrize("form", ["three_deals", "finnish"])
def test_trumps_are_of_a_suit_the_talon_has(form: str) -> None:
    sound = real_session(6, form)
    suits = {suit for suit, ranks in zip("SHDC", sound["deals"][0]["talon"].split("."), strict=True) if ranks}
    assert len(suits) < 4
    for trump in "SHDC":
        changed = spoiled(sound, 0, turned=None, trump=trump, play=None, tricks=None, scores=None)
        assert faults_of(changed) == ([] if trump in suits else [("deals[0].trump", "WRONG_TRUMP")])


def test_a_card_of_two_hands_and_the_talon_is_named_by_player() -> None:
    hands = list(HANDS)
    taken = SOUND["deals"][1]["talon"].split(".")
    suit = next(suit for suit in range(4) if taken[suit])
    parts = hands[2].split(".")
    lost = next(place for place in range(4) if place != suit and parts[place])
    parts[lost] = parts[lost][1:]
    parts[suit] += taken[suit][0]
    hands[2] = ".".join(parts)
    found = score_sheet(read_session(spoiled(SOUND, 1, hands=hands))).faults
    (shared,) = (fault for fault in found if fault.code == "DUPLICATE_CARD")
    assert "hands[2], talon" in shared.message
    assert ("deals[1].hands", "MISSING_CARD") in [(fault.path, fault.code) for fault in found]


FRAME_FAULTS = [
    ({"form": "chess"}, "form", "UNKNOWN_FORM"),
    ({"form": 1}, "form", "WRONG_TYPE"),
    ({"form": "british", "game": None}, "options.leader", "UNKNOWN_OPTION"),
    ({"game": "whist", "options": {}}, "players", "WRONG_SEATS"),
    ({"game": "chess"}, "game", "UNKNOWN_GAME"),
    ({"options": {"leader": "nobody"}}, "options.leader", "BAD_OPTION"),
    ({"options": {"talon": "closed", "seen": "both"}}, "options.seen", "CONTRADICTION"),
    ({"players": ["A", "B"]}, "players", "WRONG_SEATS"),
    ({"players": ["A", "B", "A"]}, "players[2]", "DUPLICATE_PLAYER"),
    ({"players": ["A", "B", " "]}, "players[2]", "BAD_TEXT"),
    ({"players": ["A", "B", 3]}, "players[2]", "WRONG_TYPE"),
    ({"players": None}, "players", "MISSING_FIELD"),
    ({"first": "Zoe"}, "first", "UNKNOWN_PLAYER"),
    ({"length": 11}, "length", "WRONG_LENGTH"),
    ({"length": "12"}, "length", "WRONG_TYPE"),
    ({"length": 10**9}, "length", "OUT_OF_RANGE"),
    ({"tie": "dice"}, "tie", "BAD_OPTION"),
    ({"tie": []}, "tie", "BAD_OPTION"),
    ({"form": "short", "tie": "extra_deal"}, "tie", "BAD_OPTION"),
    ({"deals": None}, "deals", "MISSING_FIELD"),
    ({"deals": {}}, "deals", "WRONG_TYPE"),
    ({"deals": [{}] * 201}, "deals", "TOO_LONG"),
]


@pytest.mark.parametrize(("fields", "path", "code"), FRAME_FAULTS)
def test_without_a_frame_there_is_no_session(fields: dict[str, Any], path: str, code: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        read_session({**SOUND, **fields})
    assert (path, code) in [(fault.path, fault.code) for fault in raised.value.faults]


def test_faults_of_the_frame_and_of_the_deals_are_told_together() -> None:
    found = faults_of({**spoiled(SOUND, 1, contract="bridge"), "tie": "dice", "length": 3, "totals": 1})
    assert [path for path, _ in found] == ["length", "tie", "totals", "deals[1].contract"]


def test_what_hinders_nothing_stays_with_the_session() -> None:
    session = read_session({**SOUND, "totals": [1], "id": 7, "plyers": []})
    assert [fault.path for fault in session.faults] == ["plyers", "id", "totals"]
    assert len(session.deals) == 3


def test_misdeals_keep_their_cards_unread() -> None:
    data = spoiled(SOUND, 1, misdeal="twenty cards", tricks=None, scores=None, hands=["?"], trump=None)
    session = read_session(data)
    assert session.deals[1].faults == () and session.deals[1].record is None
    assert session_to_dict(session)["deals"][1]["hands"] == ["?"]


def test_a_drawn_trump_is_told_by_the_card_turned() -> None:
    data = real_session(2, "three_deals")
    turned = data["deals"][0]["turned"]
    assert read_session(spoiled(data, 0, trump=None)) == read_session(data)
    other = next(suit for suit in "SHDC" if suit != turned[1])
    assert faults_of(spoiled(data, 0, trump=other)) == [("deals[0].trump", "WRONG_TRUMP")]
    assert faults_of(spoiled(data, 0, turned=None, trump=None)) == [("deals[0].trump", "MISSING_TRUMP")]
    assert faults_of(spoiled(data, 0, turned=None)) == []
    held = data["deals"][0]["play"].split()[0]
    found = faults_of(spoiled(data, 0, turned=held, trump=None))
    assert ("deals[0].turned", "CARD_NOT_HELD") in found
    british = real_session(2, "british")
    assert faults_of(spoiled(british, 1, turned="2S", trump=None)) == [
        ("deals[1].turned", "UNKNOWN_CARD"),
        ("deals[1].trump", "MISSING_TRUMP"),
    ]


@given(st.data())
@settings(max_examples=200)
def test_malformed_sessions_never_crash(data: st.DataObject) -> None:
    session: Any = copied(data.draw(st.integers(0, 5)), data.draw(st.sampled_from(SMALL_FORMS)))
    for _ in range(data.draw(st.integers(1, 4))):
        spot, key = session, data.draw(st.sampled_from([*session, "tie", "first", "length", "totals", "options"]))
        if key == "deals" and data.draw(st.booleans()) and isinstance(session["deals"], list) and session["deals"]:
            spot = data.draw(st.sampled_from(session["deals"]))
            if not isinstance(spot, dict):
                continue
            key = data.draw(st.sampled_from([*spot, "turned", "trump", "misdeal", "laid_away"]))
        spot[key] = data.draw(json_values)
    try:
        sheet = score_sheet(read_session(session))
    except InvalidInput as error:
        assert error.faults and all(fault.code and fault.message for fault in error.faults)
    else:
        assert len(sheet.rows) == len(session["deals"])
        left_out = {row.place for row in sheet.rows if row.left_out}
        assert left_out == {row.place for row in sheet.rows if row.faults}


@given(json_values)
def test_anything_but_a_session_is_refused(value: Any) -> None:
    with pytest.raises(InvalidInput):
        read_session(value)


@pytest.mark.parametrize("field", ["id", "form", "game", "options", "players", "first", "tie", "deals", "totals"])
def test_however_long_a_text_is_a_fault_shows_little_of_it(field: str) -> None:
    text = "x" * 3000
    values = {"options": {"leader": text, "exchange": text}, "players": [text, "Bo", "Cyd"]}
    changed = {**SOUND, field: values.get(field, text)}
    for deal in (*range(3), None):
        for key in ("forehand", "contract", "trump", "turned", "misdeal", "play", "talon", "laid_away"):
            data = changed if deal is None or field == "deals" else spoiled(changed, deal, **{key: text})
            try:
                faults = score_sheet(read_session(data)).faults
            except InvalidInput as error:
                faults = error.faults
            assert all(len(fault.message) < 600 for fault in faults)


def test_faults_of_one_deal_leave_the_others_judged() -> None:
    sound = small_session(9)
    whole = analyze_session(read_session(sound))
    report = analyze_session(read_session(spoiled(sound, 4, laid_away="AS")))
    assert report.sheet.rows[4].left_out == ("analysis", "spread")
    assert report.deals[4].why_left_out == "faults"
    for place in set(range(12)) - {4}:
        judged, before = report.deals[place], whole.deals[place]
        assert (judged.entries, judged.play_costs) == (before.entries, before.play_costs)


def test_json_is_read_strictly() -> None:
    for text, code in (
        ("{", "BAD_JSON"),
        ('{"a": 1, "a": 2}', "DUPLICATE_FIELD"),
        ('{"a": NaN}', "BAD_NUMBER"),
        ("1" * 5000, "BAD_NUMBER"),
        ("[" * 100_000, "TOO_DEEP"),
    ):
        with pytest.raises(InvalidInput) as raised:
            parse_json(text)
        assert [fault.code for fault in raised.value.faults] == [code]
    assert parse_json('\ufeff{"a": 1}') == {"a": 1}


def test_the_digest_tells_sessions_apart() -> None:
    assert session_digest(SOUND) == session_digest(copy.deepcopy(SOUND))
    assert session_digest(SOUND) != session_digest(spoiled(SOUND, 0, note="x"))
