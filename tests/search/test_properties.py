"""What must hold of values whatever the deal, checked on deals beyond the referee's reach too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from forehand.solver.analysis import score_cards
from forehand.solver.cards import SUITS, Card, Hand, sort_hand
from forehand.solver.concepts import solve
from forehand.solver.objectives import Objective, objective_for
from forehand.solver.rules import Contract, Position, TrickValue, Variant, variant
from forehand.solver.search import Solver

from ..deals import (
    BEZIQUE,
    BISMARCK,
    BRIDGE,
    ESTONIAN,
    FINNISH,
    WHIST,
    Question,
    describe,
    play_at_random,
    random_questions,
)

GAMES = pytest.mark.parametrize(
    "game",
    [BISMARCK, *FINNISH, ESTONIAN[1], BRIDGE, BEZIQUE[1], BEZIQUE[3]],
    ids=lambda game: f"{game.name} for {game.seats} {game.follow}",
)


def sample(game: Variant, seed: int) -> Iterator[Question]:
    """Questions of four to eight cards a hand."""
    for size, count in ((4, 40), (6, 30), (8, 12)):
        yield from random_questions(seed, game, size, count)


def value(position: Position, objective: Objective) -> int:
    return Solver(1).evaluate(position, objective).value


@GAMES
def test_suits_may_change_places(game: Variant) -> None:
    rng = random.Random(31)
    for question in sample(game, 31):
        position = question.position
        new = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))

        trump = position.contract.trump
        worth = renamed_value(game.value_of(position.contract), new)
        contract = Contract("renamed", new[trump] if trump else None, position.contract.is_misere, worth)
        hands = [renamed(hand, new) for hand in position.hands]
        other = Position(game, contract, hands, position.leader, renamed(position.trick, new))
        assert value(other, question.objective) == value(position, question.objective), describe(question)


def renamed(cards: Hand, new: dict[str, str]) -> Hand:
    """The cards with their suits renamed."""
    return tuple(Card(card.rank, new[card.suit]) for card in cards)


def renamed_value(worth: TrickValue, new: dict[str, str]) -> TrickValue:
    """The worth of a trick with the suits renamed."""
    by_suit = tuple((new[suit], points) for suit, points in worth.by_suit)
    by_card = tuple((card[0] + new[card[1]], points) for card, points in worth.by_card)
    return replace(worth, by_suit=by_suit, by_card=by_card)


@GAMES
def test_seats_may_turn(game: Variant) -> None:
    for turn, question in enumerate(sample(game, 32)):
        position, seats = question.position, game.seats
        turned = [(seat + turn) % seats for seat in range(seats)]
        hands: list[Hand] = [()] * seats
        for seat, hand in enumerate(position.hands):
            hands[turned[seat]] = hand
        other = Position(game, position.contract, hands, turned[position.leader], position.trick)
        objective = Objective(
            frozenset(turned[seat] for seat in question.objective.counts),
            frozenset(turned[seat] for seat in question.objective.wants),
        )
        assert value(other, objective) == value(position, question.objective), describe(question)


@pytest.mark.parametrize("game", [BISMARCK, FINNISH[1], ESTONIAN[0], BRIDGE], ids=lambda game: game.name)
def test_only_the_order_of_ranks_counts(game: Variant) -> None:
    """Unless a card counts by itself."""
    rng = random.Random(33)
    for question in sample(game, 33):
        position = question.position
        if game.value_of(position.contract).by_card:
            continue
        played = [*position.trick, *(card for hand in position.hands for card in hand)]
        new: dict[Card, Card] = {}
        for suit in SUITS:
            held = sort_hand([card for card in played if card.suit == suit])
            places = sorted(rng.sample(range(len(game.ranks)), len(held)))
            new |= {card: Card(game.ranks[place], suit) for card, place in zip(held, places, strict=True)}
        hands = [tuple(new[card] for card in hand) for hand in position.hands]
        trick = tuple(new[card] for card in position.trick)
        other = Position(game, position.contract, hands, position.leader, trick)
        assert value(other, question.objective) == value(position, question.objective), describe(question)


@GAMES
def test_a_position_is_worth_its_best_card(game: Variant) -> None:
    for question in sample(game, 34):
        position = question.position
        solver = Solver(1)
        for seat in range(game.seats):
            wants = objective_for(game, position.contract, seat).wants
            scores = [score.value for score in score_cards(position, seat, solver=solver).cards]
            best = max(scores) if position.to_move in wants else min(scores)
            assert solve(position, seat, solver=solver).value == best, describe(question)


@GAMES
def test_what_a_side_does_not_win_the_others_do(game: Variant) -> None:
    everyone = frozenset(range(game.seats))
    for question in sample(game, 35):
        asked = question.objective
        mirrored = Objective(everyone - asked.counts, everyone - asked.wants)
        total = value(question.position, asked) + value(question.position, mirrored)
        assert total == question.position.points_left, describe(question)


@GAMES
def test_more_friends_do_no_harm(game: Variant) -> None:
    everyone = frozenset(range(game.seats))
    for question in sample(game, 36):
        counts = question.objective.counts
        wills = (frozenset[int](), question.objective.wants, everyone)
        least, between, most = (value(question.position, Objective(counts, wants)) for wants in wills)
        assert 0 <= least <= between <= most <= question.position.points_left, describe(question)


def test_penalties_of_three_points_are_three_times_as_dear() -> None:
    once, thrice = variant("bismarck-estonian"), variant("bismarck-estonian", heart_points=3, queen_points=3)
    for question in sample(once, 40):
        position = question.position
        dear = thrice.contract(position.contract.name)
        other = Position(thrice, dear, position.hands, position.leader, position.trick)
        times = 1 if dear.value is None else 3
        assert value(other, question.objective) == times * value(position, question.objective), describe(question)


def test_of_one_queen_somebody_takes_all() -> None:
    """So a seat that can be forced to take it is one the two others can force, and no seat is forced by less."""
    game = variant("bismarck-estonian", queen_points=5)
    contract = game.contract("no_queen")
    for question in sample(game, 41):
        position = question.position
        other = Position(game, contract, position.hands, position.leader, position.trick)
        forced = [solve(other, seat, solver=Solver(1)).value for seat in range(3)]
        assert set(forced) <= {0, other.points_left}, describe(question)
        assert max(forced) == other.points_left, describe(question)


def test_guarantees_in_bismarck_add_up() -> None:
    for question in sample(BISMARCK, 37):
        position = question.position
        solver = Solver(1)
        total = sum(solve(position, seat, solver=solver).value for seat in range(3))
        if position.contract.is_misere:
            assert total >= position.points_left, describe(question)
        else:
            assert total <= position.points_left, describe(question)


@pytest.mark.parametrize("game", [BRIDGE, WHIST], ids=lambda game: game.name)
def test_partners_have_one_value(game: Variant) -> None:
    for question in sample(game, 38):
        position = question.position
        values = [solve(position, seat, solver=Solver(1)).value for seat in range(4)]
        assert values == [values[0], values[1]] * 2
        assert values[0] + values[1] == position.points_left, describe(question)


@GAMES
def test_a_shared_table_is_exact_along_a_play(game: Variant) -> None:
    rng = random.Random(39)
    solver = Solver(1)
    for question in sample(game, 39):
        position = question.position
        while not position.is_over:
            assert solver.evaluate(position, question.objective).value == value(position, question.objective)
            position = play_at_random(rng, position, rng.randint(1, 5))
