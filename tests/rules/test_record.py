"""A record is checked when it is made: every fault, with its place and code."""

from __future__ import annotations

import random
from typing import Any

import pytest

from forehand.solver.cards import Card, Deal, Hand, parse_hand, sort_hand
from forehand.solver.errors import InvalidInput
from forehand.solver.rules import Contract, Record, Variant, variant
from forehand.solver.rules.variant import NO_TRUMP, PASS

from ..deals import BEZIQUE, BISMARCK, BRIDGE, VARIANTS, WHIST, random_record


def full_hands(game: Variant, seed: int = 1) -> list[Hand]:
    """The hands of a random full deal, the talon last where the game has one."""
    pack = [*game.pack] * game.packs
    random.Random(seed).shuffle(pack)
    parts = [
        sort_hand(pack[seat * game.hand_size : (seat + 1) * game.hand_size], game.ranks) for seat in range(game.seats)
    ]
    start = game.seats * game.hand_size
    return [*parts, sort_hand(pack[start : start + game.talon_size], game.ranks)]


def record_of(game: Variant, parts: list[Hand], **fields: Any) -> Record:
    """The record of these hands, the last part being the talon."""
    return Record(game, Deal(tuple(parts[:-1]), parts[-1]), fields.pop("leader", 0), **fields)


def faults_of(game: Variant, parts: list[Hand], **fields: Any) -> list[tuple[str, str]]:
    """Paths and codes of the faults the record has."""
    with pytest.raises(InvalidInput) as error:
        record_of(game, parts, **fields)
    assert len(error.value.args[0].splitlines()) == len(error.value.faults)
    return [(fault.path, fault.code) for fault in error.value.faults]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: f"{game.name} {dict(game.options)}")
def test_sound_records(game: Variant) -> None:
    rng = random.Random(f"records {game.name}")
    assert record_of(game, full_hands(game)).play == ()
    for _ in range(10):
        record = random_record(rng, game, 4, plays=rng.randint(0, 4 * game.seats))
        *_, last = record.positions()
        assert record.end() == last
        assert last.cards_left == 4 * game.seats - len(record.play)


@pytest.mark.parametrize("game", [BISMARCK, BRIDGE, WHIST])
def test_51_cards(game: Variant) -> None:
    parts = full_hands(game)
    parts[1] = parts[1][1:]
    assert faults_of(game, parts) == [("hands[1]", "WRONG_COUNT")]


def test_51_cards_with_a_short_talon() -> None:
    parts = full_hands(BISMARCK)
    parts[3] = parts[3][1:]
    assert faults_of(BISMARCK, parts) == [("talon", "WRONG_COUNT")]


@pytest.mark.parametrize("game", [BISMARCK, BRIDGE, WHIST])
def test_53_cards(game: Variant) -> None:
    parts = full_hands(game)
    parts[0] = (*parts[0], parts[1][0])
    assert sorted(faults_of(game, parts)) == [("hands[0]", "WRONG_COUNT"), ("hands[1]", "DUPLICATE_CARD")]


def test_a_card_twice_and_another_missing() -> None:
    parts = full_hands(BRIDGE)
    parts[2] = (parts[0][3], *parts[2][1:])
    assert sorted(faults_of(BRIDGE, parts)) == [("hands", "MISSING_CARD"), ("hands[2]", "DUPLICATE_CARD")]
    with pytest.raises(InvalidInput, match=f"missing from the deal: {full_hands(BRIDGE)[2][0]}"):
        record_of(BRIDGE, parts)


def test_a_card_in_hand_and_talon() -> None:
    parts = full_hands(BISMARCK)
    parts[3] = (*parts[3][:3], parts[1][5])
    assert ("talon", "DUPLICATE_CARD") in faults_of(BISMARCK, parts)


def test_identical_cards_in_two_packs() -> None:
    game = BEZIQUE[0]
    parts = [parse_hand("AS AS KH", game.ranks), parse_hand("7D 7D 8C", game.ranks), ()]
    assert record_of(game, parts).hands[0] == cards("AS AS KH")
    parts[1] = parse_hand("AS 7D 8C", game.ranks)
    assert faults_of(game, parts) == [("hands[1]", "DUPLICATE_CARD")]


def test_a_rank_that_is_not_in_the_pack() -> None:
    game = BEZIQUE[0]
    assert faults_of(game, [cards("AS 2S"), cards("7D 3H"), ()]) == [
        ("hands[0]", "UNKNOWN_CARD"),
        ("hands[1]", "UNKNOWN_CARD"),
    ]


def test_empty_hands() -> None:
    parts = full_hands(BISMARCK)
    assert faults_of(BISMARCK, [(), *parts[1:]]) == [("hands[0]", "EMPTY_HAND")]
    assert faults_of(BISMARCK, [(), (), (), ()]) == [(f"hands[{seat}]", "EMPTY_HAND") for seat in range(3)]


@pytest.mark.parametrize("seats", [0, 2, 4])
def test_too_few_or_too_many_hands(seats: int) -> None:
    parts = [cards("AS"), cards("KS"), cards("QS"), cards("JS")][:seats]
    assert ("hands", "WRONG_SEATS") in faults_of(BISMARCK, [*parts, ()])


@pytest.mark.parametrize("leader", [-1, 3, 17])
def test_a_leader_who_is_not_there(leader: int) -> None:
    assert faults_of(BISMARCK, full_hands(BISMARCK), leader=leader) == [("leader", "WRONG_LEADER")]


def test_a_seat_that_is_not_there() -> None:
    assert faults_of(BRIDGE, full_hands(BRIDGE), seat=4) == [("seat", "UNKNOWN_SEAT")]


def test_a_contract_of_another_game() -> None:
    assert faults_of(WHIST, full_hands(WHIST), contract=NO_TRUMP) == [("contract", "UNKNOWN_CONTRACT")]
    assert faults_of(BISMARCK, full_hands(BISMARCK), contract=Contract("S", None)) == [("contract", "UNKNOWN_CONTRACT")]


def test_play_without_a_contract() -> None:
    parts = full_hands(BRIDGE)
    assert faults_of(BRIDGE, parts, play=(parts[0][0],)) == [("contract", "MISSING_CONTRACT")]
    with pytest.raises(InvalidInput, match="no contract is named"):
        record_of(BRIDGE, parts).start()


def test_the_exchange() -> None:
    *hands, talon = full_hands(BISMARCK)
    laid_away = (*hands[0][:2], *talon[:2])
    record = record_of(BISMARCK, [*hands, talon], laid_away=laid_away)
    assert sorted(record.hands[0]) == sorted((*hands[0][2:], *talon[2:]))
    assert record.hands[1:] == tuple(hands[1:])


def test_faults_of_the_exchange() -> None:
    *hands, talon = full_hands(BISMARCK)
    parts = [*hands, talon]
    assert faults_of(BISMARCK, parts, laid_away=hands[0][:3]) == [("laid_away", "WRONG_COUNT")]
    assert faults_of(BISMARCK, parts, laid_away=hands[1][:4]) == [("laid_away", "CARD_NOT_HELD")] * 4
    assert faults_of(BISMARCK, parts, laid_away=(talon[0],) * 4) == [("laid_away", "CARD_NOT_HELD")] * 3
    assert faults_of(BISMARCK, [*hands, ()], laid_away=hands[0][:4]) == [("laid_away", "MISSING_TALON")]
    no_exchange = variant("bismarck", exchange="none")
    assert faults_of(no_exchange, parts, laid_away=hands[0][:4]) == [("laid_away", "NO_EXCHANGE")]
    with pytest.raises(InvalidInput, match="laid_away: 1 card laid away; it must be 4"):
        record_of(BISMARCK, parts, laid_away=hands[0][:1])


SMALL = [cards("AS KS 2H"), cards("QS JS 4H"), cards("TS 9S 6D"), ()]


def play_faults(play: str) -> list[tuple[str, str, str]]:
    """Path, code and message of every fault in this play of the small deal."""
    with pytest.raises(InvalidInput) as error:
        record_of(BISMARCK, SMALL, contract=NO_TRUMP, play=cards(play))
    return [(fault.path, fault.code, fault.message) for fault in error.value.faults]


def test_a_sound_play() -> None:
    record = record_of(BISMARCK, SMALL, contract=NO_TRUMP, play=cards("AS QS TS KS JS 9S 2H 4H 6D"))
    assert record.end().is_over
    assert record.end().tally == (2, 1, 0)
    assert [position.to_move for position in record.positions()] == [0, 1, 2, 0, 1, 2, 0, 1, 2, 1]


def test_a_revoke_in_the_middle_names_trick_seat_and_card() -> None:
    assert play_faults("AS QS TS KS 4H 9S 2H JS 6D") == [
        ("play[4]", "REVOKE", "trick 2: seat 1 (middlehand) may not play 4H to the lead of KS: legal are JS")
    ]


def test_every_revoke_is_named() -> None:
    faults = play_faults("AS 4H TS KS QS 6D 2H JS 9S")
    assert [(path, code) for path, code, _ in faults] == [("play[1]", "REVOKE"), ("play[5]", "REVOKE")]
    assert "trick 1: seat 1 (middlehand) may not play 4H" in faults[0][2]
    assert "trick 2: seat 2 (rearhand) may not play 6D" in faults[1][2]


def test_a_lead_out_of_turn() -> None:
    assert play_faults("AS QS TS JS 9S KS") == [
        (
            "play[3]",
            "WRONG_LEADER",
            "trick 2: JS is led by seat 1 (middlehand), but the lead is with seat 0 (forehand)",
        )
    ]


@pytest.mark.parametrize(
    ("play", "path", "message"),
    [
        ("AS QS TS 7C", "play[3]", "trick 2: seat 0 (forehand) does not hold 7C"),
        ("AS TS", "play[1]", "trick 1: seat 1 (middlehand) does not hold TS"),
        ("AS QS TS AS", "play[3]", "trick 2: seat 0 (forehand) does not hold AS"),
    ],
)
def test_a_card_not_in_the_hand(play: str, path: str, message: str) -> None:
    assert play_faults(play) == [(path, "CARD_NOT_HELD", message)]


def test_a_record_that_goes_on_after_the_last_trick() -> None:
    ((path, code, message),) = play_faults("AS QS TS KS JS 9S 2H 4H 6D 2H")
    assert (path, code) == ("play[9]", "PLAY_AFTER_END")
    assert "trick 4" in message


def test_a_duty_to_beat_is_checked() -> None:
    game = variant("bezique", follow="must_beat")
    parts = [cards("KS 7H"), cards("AS 9S"), ()]
    fields: dict[str, Any] = {"contract": game.contract("C"), "play": cards("KS 9S")}
    assert faults_of(game, parts, **fields) == [("play[1]", "REVOKE")]
    assert record_of(variant("bezique"), parts, **fields).end().tally == (0, 0)


def test_faults_of_several_kinds_come_together() -> None:
    parts = full_hands(BISMARCK)
    parts[1] = parts[1][1:]
    parts[3] = parts[3][:2]
    found = faults_of(BISMARCK, parts, leader=5, seat=9, contract=Contract("X", None), laid_away=parts[1][:1])
    assert {path for path, _ in found} == {"hands[1]", "talon", "leader", "seat", "contract", "laid_away"}


def test_the_seat_asked_about() -> None:
    assert record_of(BISMARCK, SMALL, contract=PASS, leader=2).asked_seat == 0
    assert record_of(BISMARCK, SMALL, contract=PASS, seat=1).asked_seat == 1
    assert record_of(BRIDGE, full_hands(BRIDGE), leader=3).asked_seat == 3
