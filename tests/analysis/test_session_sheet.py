"""The score sheet: what each deal scores, and scores that do not follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forehand import ScoreSheet, read_session, score_deal, score_sheet

from ..sessions import PLAYERS, real_session, small_games, small_session, spoiled

SOUND = real_session(1, "standard")


@pytest.fixture(autouse=True, scope="module")
def _games() -> Iterator[None]:
    with small_games():
        yield


def sheet_of(data: dict[str, Any]) -> ScoreSheet:
    return score_sheet(read_session(data))


def one_deal(contract: str, **fields: Any) -> ScoreSheet:
    trump = {"trump": "H"} if contract == "trumf" else {}
    return sheet_of({"players": list(PLAYERS[:3]), "deals": [{"contract": contract, **trump, **fields}]})


@pytest.mark.parametrize(
    ("contract", "tricks", "scores"),
    [
        ("sang", (10, 4, 2), (2, 0, -2)),
        ("pass", (3, 5, 8), (1, 1, -2)),
        ("spader", (11, 3, 2), (3, -1, -2)),
        ("pass", (2, 11, 3), (2, -5, 3)),
        ("trumf", (8, 4, 4), (0, 0, 0)),
    ],
)
def test_scores_follow_from_tricks_and_tricks_from_scores(
    contract: str, tricks: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    for fields in (
        {"tricks": list(tricks)},
        {"scores": list(scores)},
        {"tricks": list(tricks), "scores": list(scores)},
    ):
        (row,) = one_deal(contract, **fields).rows
        assert (row.tricks, row.scores, row.faults) == (tricks, scores, ())


def test_a_deal_without_tricks_has_no_score() -> None:
    sheet = one_deal("sang")
    assert sheet.rows[0].scores is None and sheet.unscored == (0,)


def test_tricks_and_scores_are_by_player_whoever_is_forehand() -> None:
    deals = [{"contract": "sang", "tricks": [4, 4, 8], "forehand": "Cyd"}]
    sheet = sheet_of({"players": list(PLAYERS[:3]), "deals": deals, "first": "Cyd"})
    assert sheet.rows[0].scores == (0, 0, 0)


def test_the_play_counts_whatever_is_written() -> None:
    right = sheet_of(SOUND)
    wrong_scores = [score + change for score, change in zip(SOUND["deals"][2]["scores"], (1, -1, 0), strict=True)]
    for fields, code in (({"scores": wrong_scores}, "WRONG_SCORES"), ({"scores": [1, 1, 1]}, "NOT_ZERO_SUM")):
        sheet = sheet_of(spoiled(SOUND, 2, **fields))
        assert [(fault.path, fault.code) for fault in sheet.faults] == [("deals[2].scores", code)]
        assert sheet.totals == right.totals
        assert sheet.rows[2].left_out == ("scores",)
    sheet = sheet_of(spoiled(SOUND, 2, tricks=[16, 0, 0]))
    assert [(fault.path, fault.code) for fault in sheet.faults] == [("deals[2].tricks", "WRONG_TRICKS")]
    assert sheet.totals == right.totals


def test_scores_that_cannot_be_and_nothing_better_leave_the_deal_unscored() -> None:
    for fields, code in (
        ({"tricks": [8, 4, 5]}, "WRONG_TRICKS"),
        ({"scores": [1, 0, 0]}, "NOT_ZERO_SUM"),
        ({"scores": [20, -10, -10]}, "WRONG_SCORES"),
    ):
        sheet = one_deal("sang", **fields)
        assert [fault.code for fault in sheet.faults] == [code]
        assert sheet.unscored == (0,)


def test_totals_are_checked() -> None:
    right = sheet_of(SOUND).totals
    assert sheet_of({**SOUND, "totals": list(right)}).faults == ()
    for totals, code in (([1, 0, 0], "NOT_ZERO_SUM"), ([100, -50, -50], "WRONG_TOTALS")):
        sheet = sheet_of({**SOUND, "totals": totals})
        assert [(fault.path, fault.code) for fault in sheet.faults] == [("totals", code)]


def test_used_contracts_are_marked() -> None:
    sheet = sheet_of(SOUND)
    for player, name in enumerate(PLAYERS[:3]):
        used = sheet.used(player)
        assert sorted(place for places in used.values() for place in places) == list(range(player, 12, 3))
        for contract, (place,) in used.items():
            assert SOUND["deals"][place]["contract"] == contract
            assert SOUND["deals"][place]["forehand"] == name


def test_a_misdeal_scores_nothing_and_uses_nothing() -> None:
    data = {**SOUND, "deals": [{"contract": SOUND["deals"][0]["contract"], "misdeal": True}, *SOUND["deals"]]}
    sheet = sheet_of(data)
    assert sheet.totals == sheet_of(SOUND).totals
    assert sheet.is_over and sheet.rows[0].scores is None
    assert all(len(places) == 1 for player in range(3) for places in sheet.used(player).values())


@given(st.integers(0, 10**6), st.sampled_from(["standard", "grand", "short", "three_deals"]))
@settings(max_examples=30)
def test_every_deal_and_the_totals_sum_to_zero(seed: int, form: str) -> None:
    sheet = sheet_of(small_session(seed, form))
    assert sheet.faults == ()
    assert sum(sheet.totals) == 0
    for row in sheet.rows:
        assert row.scores is not None and sum(row.scores) == 0
        assert row.tricks is not None and sum(row.tricks) == sheet.session.variant.hand_size


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_scores_are_those_of_the_deal(seed: int) -> None:
    session = read_session(small_session(seed, "estonian"))
    for row in score_sheet(session).rows:
        record = session.deals[row.place].record
        assert record is not None and row.contract is not None and row.scores is not None
        by_seat = score_deal(record.variant, row.contract, record.end().tally)
        assert row.scores == session.by_player(by_seat, row.forehand)
