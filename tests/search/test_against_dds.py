"""Bridge values, and three-hand values set in a bridge deal, against DDS (through ``endplay``).

A deal of three hands up to thirteen cards becomes a bridge deal when the lone seat sits North, the others East and
West, and South gets the lowest cards of the plain suits: South never takes a trick, so North-South's tricks are
what North is sure of. DDS keeps global state: everything here runs in one thread.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from forehand.solver.analysis import score_cards, solve_table
from forehand.solver.cards import RANKS, SUITS, Card, Deal, Hand, format_hand, sort_hand
from forehand.solver.concepts import solve
from forehand.solver.rules import Contract, Position, Record, variant
from forehand.solver.search import Solver

dds = pytest.importorskip("endplay.dds")
types = pytest.importorskip("endplay.types")

BRIDGE = variant("bridge")
BISMARCK = variant("bismarck")
POSITIVE = [contract for contract in BISMARCK.contracts if not contract.is_misere]


def dds_deal(hands: list[Hand] | tuple[Hand, ...], contract: Contract, leader: int) -> object:
    """The deal as DDS takes it, hands in the order North, East, South, West."""
    deal = types.Deal("N:" + " ".join(map(format_hand, hands)))
    deal.trump = types.Denom("SHDC".index(contract.trump) if contract.trump else 4)
    deal.first = types.Player(leader)
    return deal


def random_full_deal(rng: random.Random) -> tuple[Hand, ...]:
    pack = [Card(rank, suit) for suit in SUITS for rank in RANKS]
    rng.shuffle(pack)
    return tuple(sort_hand(pack[place::4]) for place in range(4))


def check_tables(seed: int, count: int) -> None:
    rng = random.Random(f"tables {seed}")
    for number in range(count):
        hands = random_full_deal(rng)
        expected = dds.calc_dd_table(dds_deal(hands, BRIDGE.contract("NT"), 0))
        table = solve_table(Record(BRIDGE, Deal(hands), 0), solver=Solver(64))
        for cell in table.cells:
            denomination = types.Denom("SHDC".index(cell.contract.trump) if cell.contract.trump else 4)
            tricks = expected[denomination, types.Player(cell.solution.seat)]
            assert cell.solution.value == tricks, (number, hands, cell)


def check_cards(seed: int, count: int, size: int, plays: int) -> None:
    """Every card's value, some plays into a deal of ``size`` cards."""
    rng = random.Random(f"cards {seed} {size} {plays}")
    for number in range(count):
        hands = tuple(sort_hand(rng.sample(hand, size)) for hand in random_full_deal(rng))
        leader = rng.randrange(4)
        position = Position(BRIDGE, rng.choice(BRIDGE.contracts), hands, leader)
        deal = dds_deal(hands, position.contract, leader)
        for _ in range(plays):
            card = rng.choice(position.legal_plays())
            position = position.play(card)
            deal.play(types.Card(str(card)[::-1]))  # type: ignore[attr-defined]
        expected = {Card.parse(str(card)): tricks for card, tricks in dds.solve_board(deal)}
        found = {score.card: score.value for score in score_cards(position, solver=Solver(64)).cards}
        assert found == expected, (number, position.hands, position.trick, position.contract)


def three_hands(rng: random.Random, size: int, trump: str | None) -> tuple[tuple[Hand, ...], Hand]:
    """Three hands of ``size`` cards and South's: the lowest of the plain suits, as even as may be."""
    plain = [suit for suit in SUITS if suit != trump]
    lengths = dict.fromkeys(plain, 0)
    for place in range(size):
        lengths[plain[place % len(plain)]] += 1
    south = [Card(rank, suit) for suit in plain for rank in RANKS[13 - lengths[suit] :]]
    pack = [Card(rank, suit) for suit in SUITS for rank in RANKS]
    rest = [card for card in pack if card not in south]
    rng.shuffle(rest)
    return tuple(sort_hand(rest[seat * size : (seat + 1) * size]) for seat in range(3)), sort_hand(south)


def three_hand_cases(seed: int, count: int) -> Iterator[tuple[Position, int, int]]:
    """Positions, the lone seat, and the tricks DDS gives it."""
    rng = random.Random(f"three hands {seed}")
    for _ in range(count):
        contract = rng.choice(POSITIVE)
        size = rng.choice((10, 11, 12, 13))
        hands, south = three_hands(rng, size, contract.trump)
        lone, leader = rng.randrange(3), rng.randrange(3)
        north, east, west = (hands[(lone + turn) % 3] for turn in range(3))
        place = {lone: 0, (lone + 1) % 3: 1, (lone + 2) % 3: 3}[leader]
        scores = dds.solve_board(dds_deal([north, east, south, west], contract, place))
        most = max(tricks for _, tricks in scores)
        yield Position(BISMARCK, contract, hands, leader), lone, most if place == 0 else size - most


def check_three_hands(seed: int, count: int) -> None:
    for position, lone, tricks in three_hand_cases(seed, count):
        assert solve(position, lone, solver=Solver(64)).value == tricks, (position.hands, position.contract, lone)


def test_tables() -> None:
    check_tables(1, 3)


@pytest.mark.parametrize(("size", "plays"), [(13, 0), (13, 3), (10, 6), (8, 1), (6, 2)])
def test_cards(size: int, plays: int) -> None:
    check_cards(1, 8, size, plays)


def test_three_hands() -> None:
    check_three_hands(1, 25)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_tables(seed: int) -> None:
    check_tables(seed, 10)


@pytest.mark.long
@pytest.mark.parametrize("plays", range(12))
def test_many_cards(plays: int) -> None:
    check_cards(2, 20, 13, plays)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_three_hand_values(seed: int) -> None:
    check_three_hands(seed, 50)
