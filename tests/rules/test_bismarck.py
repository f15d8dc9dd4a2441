"""Every form of Bismarck and every option: what it says, and a deal in which it makes the difference.

The values are worked out by hand; the referee and the search must both give them.
"""

from __future__ import annotations

from typing import Any

import pytest

from forehand.solver import Contract, InvalidInput, Record, Variant, read_record, record_to_dict, solve, variant
from forehand.solver.cards import Card, format_hand
from forehand.solver.objectives import objective_for
from forehand.solver.rules import FollowRule
from forehand.solver.rules.referee import Referee

from ..deals import BISMARCK, BRITISH, ESTONIAN, FINNISH, FORMS

CLUB_THREE, CLUB_FOUR = FINNISH


def record_of(game: str, hands: str, contract: str, **options: str | int) -> Record:
    """The record of hands such as ``AS KS | QS AH | 2S 3H``."""
    return read_record({"game": game, "options": options, "hands": hands.split(" | "), "contract": contract})


def value_of(record: Record) -> int:
    """What seat 0 gets, by the search and by the referee."""
    assert record.contract is not None
    referee = Referee(record.variant, record.contract)
    objective = objective_for(record.variant, record.contract, 0)
    expected = referee.value(referee.start(record.hands, record.leader), objective.counts, objective.wants)
    assert solve(record.start(), 0).bounds.value == expected
    return expected


def full_deal(game: Variant) -> dict[str, Any]:
    """The whole pack in order, the strongest cards to seat 0."""
    size = game.hand_size
    hands = [game.pack[seat :: game.seats][:size] for seat in range(game.seats)]
    dealt = {card for hand in hands for card in hand}
    talon = [card for card in game.pack if card not in dealt]
    return {
        "game": game.name,
        "options": dict(game.options),
        "hands": [format_hand(hand) for hand in hands],
        "talon": format_hand(tuple(talon)),
    }


NUMBERS: list[tuple[Variant, tuple[int, int, int], str, tuple[int, ...], tuple[int, ...]]] = [
    (BISMARCK, (3, 16, 0), "follow_only", (8, 4, 4), (4, 6, 6)),
    (BRITISH, (3, 13, 1), "follow_only", (7, 3, 3), (3, 5, 5)),
    (CLUB_THREE, (3, 16, 0), "follow_or_trump", (8, 4, 4), (2, 7, 7)),
    (CLUB_FOUR, (4, 12, 0), "follow_or_trump", (6, 2, 2, 2), (0, 4, 4, 4)),
    (ESTONIAN[0], (3, 16, 0), "follow_only", (8, 4, 4), (4, 6, 6)),
]
"""Seats, cards each and the seat that leads; the duty of who does not lead; quotas, and quotas in pass."""


@pytest.mark.parametrize("numbers", NUMBERS, ids=lambda numbers: f"{numbers[0].name} for {numbers[1][0]}")
def test_the_numbers_of_each_form(numbers: tuple[Any, ...]) -> None:
    game, (seats, cards, leader), follow, quotas, misere_quotas = numbers
    assert (game.seats, game.hand_size, game.leader) == (seats, cards, leader)
    assert game.follow is FollowRule(follow)
    assert (game.quotas, game.misere_quotas) == (quotas, misere_quotas)
    assert sum(quotas) == sum(misere_quotas) == cards
    assert seats * cards + game.talon_size == game.deck_size
    assert (game.talon_size, game.exchange) == (4, "mandatory")


@pytest.mark.parametrize("game", [BISMARCK, *FORMS], ids=lambda game: f"{game.name} {dict(game.options)}")
def test_a_full_deal_with_its_exchange(game: Variant) -> None:
    fields = full_deal(game)
    dealt = read_record(fields)
    laid_away = dealt.deal.hands[0][:2] + dealt.deal.talon[:2]
    record = read_record(fields | {"laid_away": format_hand(laid_away), "contract": "pass"})
    assert record.leader == game.leader
    assert len(record.hands[0]) == game.hand_size
    assert not set(laid_away) & set(record.hands[0])
    assert read_record(record_to_dict(record)) == record


@pytest.mark.parametrize(("leader", "value"), [("forehand", 2), ("left_of_forehand", 1)])
def test_who_leads(leader: str, value: int) -> None:
    record = record_of("bismarck", "AS KS | QS AH | 2S 3H", "NT", leader=leader)
    assert value_of(record) == value


@pytest.mark.parametrize("exchange", ["mandatory", "optional", "none"])
@pytest.mark.parametrize("game", ["bismarck", "bismarck-estonian"])
def test_the_exchange(game: str, exchange: str) -> None:
    rules = variant(game, exchange=exchange)
    assert rules.exchange == exchange
    fields = full_deal(rules)
    kept = read_record(fields)
    assert kept.hands == kept.deal.hands
    changed = fields | {"laid_away": kept.deal.talon}
    if exchange != "none":
        assert read_record(changed | {"laid_away": fields["talon"]}).hands == kept.hands
        return
    with pytest.raises(InvalidInput, match="these rules have no exchange"):
        read_record(changed | {"laid_away": fields["talon"]})


@pytest.mark.parametrize(
    ("valfri", "contracts"),
    [
        ("suit", ["S", "H", "D", "C", "NT", "pass"]),
        ("either", ["S", "H", "D", "C", "NT", "pass"]),
        ("no_trump", ["S", "NT", "pass"]),
    ],
)
def test_what_the_free_choice_may_name(valfri: str, contracts: list[str]) -> None:
    assert [contract.name for contract in variant("bismarck", valfri=valfri).contracts] == contracts


@pytest.mark.parametrize(("talon", "seen"), [("open", "hand"), ("open", "talon"), ("open", "both"), ("closed", "hand")])
def test_what_was_seen_is_kept_and_changes_no_value(talon: str, seen: str) -> None:
    record = record_of("bismarck", "AS KS 2D | QS AH 4D | 2S 3H AD", "NT", talon=talon, seen=seen)
    written = record_to_dict(record)
    assert (written["options"]["talon"], written["options"]["seen"]) == (talon, seen)
    assert read_record(written) == record
    assert value_of(record) == value_of(record_of("bismarck", "AS KS 2D | QS AH 4D | 2S 3H AD", "NT"))


@pytest.mark.parametrize("seen", ["talon", "both"])
@pytest.mark.parametrize("game", ["bismarck", "bismarck-estonian"])
def test_a_closed_talon_is_not_seen(game: str, seen: str) -> None:
    with pytest.raises(InvalidInput, match=f"seen cannot be '{seen}' where talon is 'closed'") as error:
        variant(game, talon="closed", seen=seen)
    assert [(fault.path, fault.code) for fault in error.value.faults] == [("options.seen", "CONTRADICTION")]


@pytest.mark.parametrize(("game", "value"), [("bismarck", 0), ("bismarck-finnish", 1)])
def test_who_cannot_follow_must_trump_in_the_finnish_club(game: str, value: int) -> None:
    """Forehand leads the heart: middlehand throws its diamond if it may, and keeps the ace over the king."""
    assert value_of(record_of(game, "KS 2H | AS 3D | 2S 3H", "S")) == value


def test_nobody_must_trump_without_trumps() -> None:
    record = record_of("bismarck-finnish", "KS 2H | AS 3D | 2S 3H", "pass")
    position = record.start().play(Card("2", "H"))
    assert position.legal_plays() == (Card("A", "S"), Card("3", "D"))


@pytest.mark.parametrize("players", ["4", 4])
def test_four_play_in_the_finnish_club(players: str | int) -> None:
    game = variant("bismarck-finnish", players=players)
    assert game == CLUB_FOUR
    assert game.seat_names == ("forehand", "second", "third", "fourth")
    record = record_of("bismarck-finnish", "KS AH | AS 3D | 2S 3H | 4C 5C", "S", players=players)
    # The ace of hearts draws the ace of trumps, for second must trump; forehand's king trumps the diamond.
    assert value_of(record) == 1
    with pytest.raises(InvalidInput, match="has 3 seats"):
        record_of("bismarck-finnish", "KS AH | AS 3D | 2S 3H | 4C 5C", "S")


def test_the_british_pack() -> None:
    absent = {f"{rank}{suit}" for suit in "SHDC" for rank in "23"} | {"4C"}
    assert {str(card) for card in BRITISH.absent} == absent
    assert BRITISH.deck_size == len(BRITISH.pack) == 43
    assert BRITISH.seat_names[0] == "dealer"
    hands = ["AS 4C 4D", "KS 2D QS", "JS TS 4S"]
    with pytest.raises(InvalidInput) as error:
        read_record({"game": "bismarck-british", "hands": hands, "talon": "AH KH QH 3H", "play": "JS 2S"})
    assert [(fault.path, fault.code) for fault in error.value.faults] == [
        ("hands[0]", "UNKNOWN_CARD"),
        ("hands[1]", "UNKNOWN_CARD"),
        ("talon", "UNKNOWN_CARD"),
        ("play[1]", "UNKNOWN_CARD"),
    ]


@pytest.mark.parametrize(
    ("game", "hands", "value"),
    [
        ("bismarck", "AS KS | QS AH | 4S 4H", 2),
        ("bismarck-british", "AS KS | QS AH | 4S 4H", 1),
    ],
)
def test_the_dealers_left_leads_in_the_british_game(game: str, hands: str, value: int) -> None:
    assert value_of(record_of(game, hands, "NT")) == value


@pytest.mark.parametrize(("points", "value"), [(0, 0), (1, 3), (2, 6), (1000, 3000)])
def test_hearts_count_against_who_takes_them(points: int, value: int) -> None:
    """Whatever forehand leads, its ace takes the three hearts."""
    record = record_of("bismarck-estonian", "AH 2S | 3H 4S | KH 5S", "no hearts", heart_points=points)
    assert value_of(record) == value
    assert record.start().points_left == value


@pytest.mark.parametrize(("points", "value"), [(0, 0), (1, 1), (7, 7)])
def test_the_queen_of_spades_counts_alone(points: int, value: int) -> None:
    """Forehand's ace must take the queen; with the queen in no danger it takes nothing."""
    hands, safe = "AS 2H | QS 3H | 3S 4H", "KS 2H | QS 3H | AS 4H"
    assert value_of(record_of("bismarck-estonian", hands, "no_queen", queen_points=points)) == value
    assert value_of(record_of("bismarck-estonian", safe, "no_queen", queen_points=points)) == 0


def test_the_usual_contracts_of_the_estonian_form_count_tricks() -> None:
    hands = "AS KS 2H | QS AH 4D | 2S 3H AD"
    for contract in BISMARCK.contracts:
        usual, estonian = (record_of(game, hands, contract.name) for game in ("bismarck", "bismarck-estonian"))
        assert value_of(usual) == value_of(estonian)


def test_a_contract_says_what_a_trick_is_worth() -> None:
    hearts: Contract = ESTONIAN[1].contract("no_hearts")
    assert ESTONIAN[1].value_of(hearts).by_suit == (("H", 3),)
    assert ESTONIAN[1].value_of(ESTONIAN[1].contract("pass")) == ESTONIAN[1].trick_value
    assert ESTONIAN[1].worth_of(hearts) == 39
    assert ESTONIAN[1].worth_of(ESTONIAN[1].contract("no_queen")) == 7
    assert ESTONIAN[1].worth_of(ESTONIAN[1].contract("pass")) == 16
