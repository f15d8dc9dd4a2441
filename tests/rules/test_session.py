"""Forms of a session as data, and the order of its deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from forehand import FORMS, InvalidInput, Session, SessionDeal, read_session, score_sheet, variant
from forehand.solver.rules.session_order import slots_of

from ..sessions import PLAYERS, real_session, session_of, small_games, small_session


@pytest.fixture(autouse=True, scope="module")
def _games() -> Iterator[None]:
    with small_games():
        yield


def faults_of(data: dict[str, Any]) -> list[tuple[str, str]]:
    """Path and code of each fault."""
    return [(fault.path, fault.code) for fault in score_sheet(read_session(data)).faults]


def named(session: dict[str, Any]) -> list[str]:
    return [deal["contract"] for deal in session["deals"]]


def scored(*contracts: str, form: str = "standard", **fields: Any) -> dict[str, Any]:
    """A session of contracts alone, each a draw."""
    deals = [{"contract": name, **({"trump": "H"} if name in ("trumf", "choice") else {})} for name in contracts]
    return {"form": form, "players": list(PLAYERS[:3]), "deals": deals, **fields}


STANDARD = ("spader", "spader", "spader", "trumf", "trumf", "trumf", "sang", "sang", "sang", "pass", "pass", "pass")


@pytest.mark.parametrize("form", FORMS)
def test_a_whole_session_of_every_form_is_sound(form: str) -> None:
    session = read_session(real_session(1, form))
    sheet = score_sheet(session)
    assert sheet.faults == ()
    assert sheet.is_over and sheet.winners
    assert len(session.deals) == session.length


@pytest.mark.parametrize("form", [form for form in FORMS if form != "estonian"])
def test_every_row_and_the_totals_add_up_to_zero(form: str) -> None:
    sheet = score_sheet(read_session(real_session(2, form)))
    assert [sum(row.scores or (1,)) for row in sheet.rows] == [0] * len(sheet.rows)
    assert sum(sheet.totals) == 0


def test_penalties_add_up_to_what_was_in_play() -> None:
    session = read_session(real_session(2, "estonian"))
    for row in score_sheet(session).rows:
        record = session.deals[row.place].record
        assert row.contract is not None and record is not None
        in_play = record.start().points_left if row.contract.value is not None else 0
        assert sum(row.scores or (1,)) == -in_play


@pytest.mark.parametrize(
    ("form", "seats", "length"),
    [
        ("standard", 3, 12),
        ("grand", 3, 24),
        ("three_deals", 3, 3),
        ("estonian", 3, 8),
        ("british", 3, 12),
        ("finnish", 3, 12),
        ("finnish", 4, 16),
        ("short", 3, 8),
    ],
)
def test_lengths(form: str, seats: int, length: int) -> None:
    assert FORMS[form].length(seats) == length


def test_the_short_game_has_as_many_deals_as_agreed() -> None:
    for agreed, times in ((2, 1), (6, 1), (8, 2), (12, 2), (13, 3)):
        assert FORMS["short"].length(3, agreed) == agreed
        assert FORMS["short"].limit(3, agreed) == times
    assert faults_of(real_session(3, "short", 5)) == []


def test_each_contract_comes_once_a_player_twice_in_grand() -> None:
    for form, times in (("standard", 1), ("grand", 2)):
        session = small_session(4, form)
        per_player = Counter((deal["forehand"], deal["contract"]) for deal in session["deals"])
        assert set(per_player.values()) == {times}
        assert faults_of(session) == []


def test_fixed_orders() -> None:
    assert named(real_session(5, "three_deals")) == ["trumf", "sang", "pass"]
    british = real_session(5, "british")
    assert named(british) == ["no_trump", "cut_trump", "chosen_trump", "lose_tricks"] * 3
    assert [deal["forehand"] for deal in british["deals"]] == [name for name in PLAYERS[:3] for _ in range(4)]
    rounds = [name for name in ("trump", "grand", "misere", "choice") for _ in range(4)]
    assert named(real_session(5, "finnish", players="4")) == rounds


def test_the_first_six_estonian_deals_have_a_contract_each() -> None:
    session = real_session(6, "estonian")
    assert Counter(named(session)[:6]) == Counter(entry.name for entry in FORMS["estonian"].menu)
    free = {**session, "deals": [*session["deals"][:6], *[session["deals"][6] | {"forehand": "Ann"}]]}
    assert faults_of(free) == []


def test_trumf_follows_the_option() -> None:
    (trumf,) = (entry for entry in FORMS["standard"].menu if entry.name == "trumf")
    for option, plays in (("suit", "SHDC"), ("no_trump", ("NT",)), ("either", ("S", "H", "D", "C", "NT"))):
        assert [contract.name for contract in trumf.plays(variant("bismarck", valfri=option))] == list(plays)


def test_contracts_have_other_names() -> None:
    form = FORMS["standard"]
    for name in ("Valfri", "VALTTI", "vapaa valinta", "vapaa-valinta"):
        entry = form.entry(name)
        assert entry is not None and entry.name == "trumf"
    assert form.entry("no_hearts") is None


def test_a_contract_used_is_named_with_its_path() -> None:
    used = scored("spader", "spader", "spader", "trumf", "spader", "trumf")
    (fault,) = score_sheet(read_session(used)).faults
    assert (fault.path, fault.code) == ("deals[4].contract", "CONTRACT_USED")
    assert fault.message == "Bo has used spader, in deal 2; left are trumf, sang, pass"


def test_a_forced_contract_ignored_is_named_with_its_path() -> None:
    (fault,) = score_sheet(read_session(scored(*STANDARD[:9], "sang"))).faults
    assert (fault.path, fault.code) == ("deals[9].contract", "FORCED_CONTRACT")
    assert fault.message == "sang is named, but Ann has only pass left; sang was named in deal 7"


def test_a_deal_out_of_turn_is_one_fault() -> None:
    data = scored(*STANDARD)
    data["deals"][4]["forehand"] = "Cyd"
    assert faults_of(data)[0] == ("deals[4].forehand", "OUT_OF_TURN")
    codes = [code for _, code in faults_of(data)]
    assert codes.count("OUT_OF_TURN") == 1


def test_deals_that_follow_on_from_one_left_out_are_in_turn() -> None:
    data = scored("spader", "spader", "trumf", "trumf", "spader")
    for deal, forehand in zip(data["deals"], ("Ann", "Bo", "Ann", "Bo", "Cyd"), strict=True):
        deal["forehand"] = forehand
    assert faults_of(data) == [("deals[2].forehand", "OUT_OF_TURN")]


def test_who_is_first_may_be_said() -> None:
    session = read_session(scored(*STANDARD, first="Cyd"))
    assert [deal.forehand for deal in session.deals[:4]] == [2, 0, 1, 2]
    assert score_sheet(session).faults == ()


def test_the_order_is_held_to() -> None:
    assert faults_of(scored("sang", "sang", "pass", form="three_deals")) == [("deals[0].contract", "WRONG_ORDER")]


def test_a_misdeal_is_redone_by_the_same_player_with_the_same_contract() -> None:
    data = scored("spader", "spader", "spader", "trumf")
    data["deals"][1]["misdeal"] = "played with twenty cards"
    session = read_session(data)
    assert score_sheet(session).faults == ()
    assert [deal.forehand for deal in session.deals] == [0, 1, 1, 2]
    assert [slot.number for slot in slots_of(session)] == [0, 1, 1, 2]
    data["deals"][2]["contract"] = "sang"
    assert faults_of(data) == [("deals[2].contract", "NOT_REDONE")]
    data["deals"][2] |= {"contract": "spader", "forehand": "Cyd"}
    assert ("deals[2].forehand", "OUT_OF_TURN") in faults_of(data)


def test_forehand_leads_a_deal_that_is_redone() -> None:
    data = small_session(7, leader="left_of_forehand")
    redone = small_session(7)["deals"][0]
    data["deals"].insert(0, {"contract": redone["contract"], "misdeal": True})
    data["deals"][1] = redone
    session = read_session(data)
    assert score_sheet(session).faults == ()
    records = [deal.record for deal in session.deals[1:3]]
    assert [record and record.leader for record in records] == [0, 1]


def test_an_extra_deal_breaks_a_tie_and_only_a_tie() -> None:
    draw = scored(*STANDARD, "trumf")
    for deal in draw["deals"]:
        deal["scores"] = [0, 0, 0]
    assert faults_of(draw) == []
    assert faults_of({**draw, "tie": "shared"}) == [("deals[12]", "NO_TIE")]
    draw["deals"][12] = {"contract": "sang", "scores": [1, 0, -1]}
    assert faults_of(draw) == [("deals[12].contract", "WRONG_EXTRA_DEAL")]
    draw["deals"][12] = {"contract": "trumf", "trump": "S", "scores": [1, 0, -1]}
    assert score_sheet(read_session(draw)).winners == (0,)
    draw["deals"][0]["scores"] = [2, 0, -2]
    assert faults_of(draw) == [("deals[12]", "NO_TIE")]
    assert score_sheet(read_session(draw)).totals == (2, 0, -2)


def test_the_extra_deal_is_the_next_player_s() -> None:
    draw = scored(*STANDARD, "trumf")
    for deal in draw["deals"]:
        deal["scores"] = [0, 0, 0]
    draw["deals"][12]["forehand"] = "Bo"
    assert faults_of(draw) == [("deals[12].forehand", "OUT_OF_TURN")]


def test_a_tie_is_a_shared_win_until_it_is_broken() -> None:
    draw = scored(*STANDARD)
    for deal in draw["deals"]:
        deal["scores"] = [0, 0, 0]
    sheet = score_sheet(read_session(draw))
    assert (sheet.winners, sheet.has_open_tie) == ((0, 1, 2), True)
    assert not score_sheet(read_session({**draw, "tie": "shared"})).has_open_tie


def test_a_deal_too_many() -> None:
    data = scored("sang", "sang", "pass", form="short", length=2)
    data["deals"][2]["scores"] = [0, 0, 0]
    assert faults_of(data) == [("deals[2]", "TOO_MANY_DEALS")]
    draw = scored(*STANDARD, "trumf", "trumf")
    for deal in draw["deals"]:
        deal["scores"] = [0, 0, 0]
    assert faults_of(draw) == [("deals[13]", "TOO_MANY_DEALS")]


def test_a_frame_that_does_not_fit_is_refused() -> None:
    bismarck = variant("bismarck")
    for change, path in (
        ({"players": ("A", "B")}, "players"),
        ({"players": ("A", "A", "B")}, "players"),
        ({"form": FORMS["estonian"], "length": 8}, "form"),
        ({"variant": variant("whist"), "players": ("A", "B", "C", "D"), "length": 16}, "form"),
        ({"first": 3}, "first"),
        ({"length": 11}, "length"),
        ({"form": FORMS["short"], "length": 0}, "length"),
        ({"tie": "dice"}, "tie"),
    ):
        sound = Session(bismarck, FORMS["standard"], ("A", "B", "C"), (SessionDeal(0),), length=12)
        with pytest.raises(InvalidInput) as raised:
            replace(sound, **change)
        assert [fault.path for fault in raised.value.faults] == [path]


def test_every_contract_of_a_form_can_be_played_in_its_game() -> None:
    for form in FORMS.values():
        assert form.fits(variant(form.game))
        assert {name for name in form.order} <= {entry.name for entry in form.menu}
        assert form.tie_break in ("", *(entry.name for entry in form.menu))


def test_standard_is_played_with_the_british_pack_too() -> None:
    assert faults_of(session_of(variant("bismarck-british"), FORMS["standard"], 8)) == []
