"""The fast rules against the referee, and by hand where a rule is easily got wrong."""

from __future__ import annotations

import pickle
import random

import pytest

from forehand.solver.cards import Card, parse_hand
from forehand.solver.errors import InvalidInput
from forehand.solver.rules import Position, Variant, variant
from forehand.solver.rules.referee import Referee
from forehand.solver.rules.variant import NO_TRUMP, SUIT_CONTRACTS

from ..deals import BEZIQUE, BISMARCK, BRIDGE, BRITISH, DRILLS, FORMS, VARIANTS, random_position, referee_state

CLUBS = SUIT_CONTRACTS[3]


def cards(text: str) -> tuple[Card, ...]:
    """The cards in the order written."""
    return tuple(Card.parse(word) for word in text.split())


def bezique(follow: str, last_trick: int = 10) -> Variant:
    return variant("bezique", follow=follow, last_trick=last_trick)


@pytest.mark.parametrize("game", (*VARIANTS, *DRILLS), ids=lambda game: f"{game.name} {dict(game.options)}")
def test_random_playouts_agree_card_by_card(game: Variant) -> None:
    rng = random.Random(f"playouts {game.name} {game.options}")
    for number in range(60):
        size = rng.choice((1, 2, 3, 5, game.hand_size))
        position = random_position(rng, game, size, rng.randint(1, 4))
        referee, state = referee_state(position)
        while not position.is_over:
            assert position.hands == state.hands, number
            assert position.to_move == state.to_move
            assert position.legal_plays() == referee.legal_plays(state)
            assert position.cards_left == sum(map(len, state.hands))
            card = rng.choice(position.legal_plays())
            position, state = position.play(card), referee.play(state, card)
            assert (position.leader, position.trick, position.tally) == (state.leader, state.trick, state.tally)
        assert state.is_over
        assert position.legal_plays() == ()


@pytest.mark.parametrize("game", (*VARIANTS, *DRILLS), ids=lambda game: f"{game.name} {dict(game.options)}")
def test_points_left_is_what_a_playout_gives(game: Variant) -> None:
    rng = random.Random(f"points {game.name} {game.options}")
    for _ in range(30):
        position = random_position(rng, game, rng.randint(1, game.hand_size), rng.randint(2, 4))
        left, tricks, won = position.points_left, position.tricks_left, sum(position.tally)
        plays = 0
        while not position.is_over:
            position = position.play(rng.choice(position.legal_plays()))
            plays += 1
        assert sum(position.tally) - won == left
        assert position.points_left == position.tricks_left == 0
        assert tricks == -(-plays // game.seats)


@pytest.mark.parametrize(
    "game", [BISMARCK, *FORMS, BRIDGE, *BEZIQUE[::2]], ids=lambda game: f"{game.name} {game.follow}"
)
def test_perft_agrees_with_the_referee(game: Variant) -> None:
    rng = random.Random(f"perft {game.name} {game.follow}")
    for _ in range(20):
        position = random_position(rng, game, 3, rng.randint(1, 3))
        referee, state = referee_state(position)
        plays = min(position.cards_left, 6)
        assert position.perft(plays) == referee.perft(state, plays)


@pytest.mark.parametrize("leader", [0, 1])
def test_of_identical_cards_the_first_played_wins(leader: int) -> None:
    hands = [cards("AS 7S"), cards("AS 7S")]
    for card in cards("AS 7S"):
        position = Position(bezique("follow_only"), CLUBS, hands, leader).play(card).play(card)
        assert position.leader == leader
        assert sum(position.tally) == position.tally[leader] == (20 if card.rank == "A" else 0)


def test_identical_cards_are_one_play() -> None:
    position = Position(bezique("follow_only"), CLUBS, [cards("AS AS KS"), cards("9H 8H 8H")], 0)
    assert position.legal_plays() == cards("AS KS")
    assert position.play(Card("A", "S")).hands[0] == cards("AS KS")
    assert position.perft(2) == 4


def test_ten_is_above_king_in_bezique_and_below_jack_elsewhere() -> None:
    position = Position(bezique("follow_only"), CLUBS, [cards("KS"), cards("TS")], 0)
    assert position.play(Card("K", "S")).play(Card("T", "S")).tally == (0, 20)
    bismarck = Position(BISMARCK, NO_TRUMP, [cards("TS"), cards("JS"), cards("9S")], 0)
    for card in cards("TS JS 9S"):
        bismarck = bismarck.play(card)
    assert bismarck.tally == (0, 1, 0)


@pytest.mark.parametrize(
    ("hand", "led", "follow_only", "follow_or_trump", "must_beat"),
    [
        ("AS 7S 7C", "KS", "AS 7S", "AS 7S", "AS"),
        ("QS 7S 7C", "KS", "QS 7S", "QS 7S", "QS 7S"),
        ("KS 7S 7C", "KS", "KS 7S", "KS 7S", "KS 7S"),
        ("AH 7H 7C", "KS", "AH 7H 7C", "7C", "7C"),
        ("AH 7H 8D", "KS", "AH 7H 8D", "AH 7H 8D", "AH 7H 8D"),
        ("AC 8C 7C", "9C", "AC 8C 7C", "AC 8C 7C", "AC"),
    ],
)
def test_follow_rules(hand: str, led: str, follow_only: str, follow_or_trump: str, must_beat: str) -> None:
    legal = {"follow_only": follow_only, "follow_or_trump": follow_or_trump, "must_beat": must_beat}
    for follow, expected in legal.items():
        for contract in (CLUBS, NO_TRUMP):
            hands = [cards(f"{led} 7D 8D"), cards(hand)]
            position = Position(bezique(follow), contract, hands, 0).play(Card.parse(led))
            if contract is CLUBS:
                assert set(position.legal_plays()) == set(cards(expected))
            referee, state = referee_state(position)
            assert set(position.legal_plays()) == set(referee.legal_plays(state))


def test_must_beat_with_three_hands_counts_a_ruff() -> None:
    game = DRILLS[0]
    hands = [cards("2S 3S"), cards("5C 4D"), cards("AS KS")]
    position = Position(game, CLUBS, hands, 0).play(Card("2", "S")).play(Card("5", "C"))
    assert position.legal_plays() == cards("AS KS")
    hands = [cards("2S 3S"), cards("5C 4D"), cards("6C 2C")]
    position = Position(game, CLUBS, hands, 0).play(Card("2", "S")).play(Card("5", "C"))
    assert position.legal_plays() == cards("6C")


def test_last_trick_is_worth_more() -> None:
    position = Position(bezique("follow_only", 50), CLUBS, [cards("AS 7S"), cards("KH KD")], 0)
    assert position.points_left == 60
    for card in cards("AS KH 7S KD"):
        position = position.play(card)
    assert position.tally == (60, 0)


def test_mid_trick_start() -> None:
    position = Position(
        BISMARCK, NO_TRUMP, [cards("2S"), cards("AS 3H"), cards("KS 3D")], 0, cards("4S"), tally=(3, 1, 0)
    )
    assert (position.to_move, position.cards_left, position.tricks_left) == (1, 5, 2)
    assert position.legal_plays() == cards("AS")
    assert position.play(Card("A", "S")).play(Card("K", "S")).tally == (3, 2, 0)


def test_positions_are_values() -> None:
    rng = random.Random(7)
    for game in VARIANTS:
        position = random_position(rng, game, 4, 3)
        again = Position(game, position.contract, position.hands, position.leader, position.trick, tally=position.tally)
        assert position == again
        assert hash(position) == hash(again)
        assert pickle.loads(pickle.dumps(position)) == position
        assert position != position.play(position.legal_plays()[0])


@pytest.mark.parametrize(
    ("hands", "leader", "trick", "tally", "faults"),
    [
        (["2S", "3S"], 0, "", None, {("hands", "WRONG_SEATS")}),
        (["2S", "3S", "4S"], 3, "", None, {("leader", "WRONG_LEADER")}),
        (["2S", "3S", "4S"], -1, "", None, {("leader", "WRONG_LEADER")}),
        (["2S", "3S", "4S"], 0, "", (0, 0), {("tally", "WRONG_SEATS")}),
        (["2S", "3S 4H", "4S"], 0, "", None, {("hands[1]", "WRONG_COUNT")}),
        (["2S", "2S", "2S"], 0, "", None, {("hands[1]", "DUPLICATE_CARD"), ("hands[2]", "DUPLICATE_CARD")}),
        (["", "3S", "4S"], 0, "3S", None, {("trick[0]", "DUPLICATE_CARD")}),
        (["", "", ""], 0, "3S 4S 5S", None, {("trick", "WRONG_COUNT")}),
        (["2H", "3S 4S", "4H 5H"], 0, "2S", None, set()),
        (["2H", "3S", "4H 5H"], 0, "2S 3H", None, {("trick[1]", "REVOKE")}),
    ],
)
def test_what_is_no_position(
    hands: list[str], leader: int, trick: str, tally: tuple[int, ...] | None, faults: set[tuple[str, str]]
) -> None:
    def build() -> Position:
        return Position(BISMARCK, NO_TRUMP, [parse_hand(hand) for hand in hands], leader, cards(trick), tally=tally)

    if not faults:
        build()
        return
    with pytest.raises(InvalidInput) as error:
        build()
    assert {(fault.path, fault.code) for fault in error.value.faults} == faults


def test_a_card_of_another_pack_is_named() -> None:
    with pytest.raises(InvalidInput) as error:
        Position(bezique("follow_only"), CLUBS, [cards("2S"), cards("7S")], 0)
    assert [(fault.path, fault.code) for fault in error.value.faults] == [("hands[0]", "UNKNOWN_CARD")]
    with pytest.raises(InvalidInput) as error:
        Position(BRITISH, CLUBS, [cards("4C"), cards("5C"), cards("4D")], 0)
    assert [(fault.path, fault.code) for fault in error.value.faults] == [("hands[0]", "UNKNOWN_CARD")]


def test_faulty_plays_are_named() -> None:
    position = Position(BISMARCK, NO_TRUMP, [cards("2S 2H"), cards("AS 3H"), cards("KS 3D")], 0).play(Card("2", "S"))
    for card, code in (("3H", "REVOKE"), ("KS", "CARD_NOT_HELD"), ("4C", "CARD_NOT_HELD")):
        with pytest.raises(InvalidInput) as error:
            position.play(Card.parse(card))
        (fault,) = error.value.faults
        assert (fault.path, fault.code) == ("card", code)
        assert "seat 1 (middlehand)" in fault.message
    with pytest.raises(InvalidInput):
        position.play(Card("K", "S"), force=True)
    forced = position.play(Card("3", "H"), force=True).play(Card("K", "S"))
    assert forced.leader == 2
    over = forced.play(Card("3", "D")).play(Card("2", "H")).play(Card("A", "S"))
    assert over.is_over
    assert over.play_fault(Card("2", "S")) is not None
    with pytest.raises(InvalidInput, match="after the last trick"):
        over.play(Card("2", "S"))


def test_the_referee_refuses_a_revoke() -> None:
    referee = Referee(BISMARCK, NO_TRUMP)
    state = referee.play(referee.start([cards("2S"), cards("AS"), cards("KS")], 0), Card("2", "S"))
    with pytest.raises(ValueError, match="seat 1 may not play KS"):
        referee.play(state, Card("K", "S"))
