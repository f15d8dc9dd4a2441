"""Deals whose values others have published."""

from __future__ import annotations

import pytest

from forehand.solver.cards import Card, parse_hand
from forehand.solver.concepts import solve
from forehand.solver.rules import Position, variant
from forehand.solver.search import Solver

BISMARCK = variant("bismarck")
FOLLOW = ("must_beat", "follow_or_trump", "follow_only")


def bismarck(hands: list[str], contract: str, leader: int) -> Position:
    return Position(BISMARCK, BISMARCK.contract(contract), [parse_hand(hand) for hand in hands], leader)


@pytest.mark.parametrize(
    ("hands", "forced"),
    [
        (["T987.8.98.987", "AK.QJT.AKQT.A", "QJ.97.J7.KQJT"], 1),
        (["T987.98.987.8", "AK.AKQT.J.QJT", "QJ.J7.AKQT.97"], 2),
        (["8.T987.987.98", "AT9.KQ.K.AQJT", "J7.AJ.AQJT.K7"], 2),
    ],
    ids=["Kovalevskaya", "Kovalevskaya, a variant", "Lasker"],
)
def test_famous_misere_problems(hands: list[str], forced: int) -> None:
    for leader, expected in ((0, 0), (1, forced), (2, forced)):
        assert solve(bismarck(hands, "pass", leader), 0, solver=Solver(16)).value == expected


@pytest.mark.parametrize(
    ("hands", "contract", "values"),
    [
        (["H6 D7 C2", "SQ SK C3", "S2 H3 H8"], "NT", [1, 0, 0]),
        (["H6 D7 C2", "SQ SK C3", "S2 H3 H8"], "S", [0, 2, 0]),
        (["H9 D3 C3", "S2 SK CQ", "D9 CT CJ"], "pass", [0, 3, 3]),
    ],
)
def test_three_wills(hands: list[str], contract: str, values: list[int]) -> None:
    position = bismarck(hands, contract, 0)
    assert [solve(position, seat, solver=Solver(1)).value for seat in range(3)] == values


def bezique(hands: list[str], leader: int, follow: str, last_trick: int = 10) -> Position:
    game = variant("bezique", follow=follow, last_trick=last_trick)
    return Position(game, game.contract("C"), [parse_hand(hand, game.ranks) for hand in hands], leader)


ILLUSTRATIVE = ["KH KH QH 7D KD KS KS 8C", "AH TH AD AD KD AS TS 7C"]


@pytest.mark.parametrize("follow", FOLLOW)
@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("last_trick", [0, 10])
def test_the_illustrative_deal_of_bezique(follow: str, leader: int, last_trick: int) -> None:
    position = bezique(ILLUSTRATIVE, leader, follow, last_trick)
    assert position.points_left == 60 + last_trick
    assert solve(position, 0, solver=Solver(1)).value == 0
    assert solve(position, 1, solver=Solver(1)).value == 60 + last_trick


@pytest.mark.parametrize("follow", FOLLOW)
@pytest.mark.parametrize("last_trick", [0, 10])
def test_the_line_of_the_book(follow: str, last_trick: int) -> None:
    position = bezique(ILLUSTRATIVE, 0, follow, last_trick)
    line = "KH AH AD 7D AD KD AS KS TH QH TS KS KD 8C KH 7C"
    for word in line.split():
        position = position.play(Card.parse(word))
    assert position.is_over
    assert position.tally == (0, 60 + last_trick)


@pytest.mark.parametrize(
    ("hands", "differences"),
    [
        (["QS 7S QH 8H AD KD KD 7C", "KS 7S AH QH 9H QD 9D 9C"], (10, -10, -10)),
        (["QS 9S JH JD 7D KC 9C 9C", "KS 9S AD AD 9D TC 8C 7C"], (-20, -40, -40)),
        (["TS AH TH KH AD TD KD 9C", "QS JS 8S AH AD QD JD QC"], (60, 40, 40)),
        (["AS QS AH 8H TD JD 8C 7C", "TS QS 9S 8S 7H QD TC JC"], (20, 40, 20)),
    ],
)
def test_where_the_rules_of_following_differ(hands: list[str], differences: tuple[int, ...]) -> None:
    for follow, difference in zip(FOLLOW, differences, strict=True):
        position = bezique(hands, 0, follow)
        assert 2 * solve(position, 0, solver=Solver(1)).value - position.points_left == difference, follow
