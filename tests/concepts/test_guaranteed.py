"""Guaranteed values and best lines."""

from __future__ import annotations

import random

import pytest

from forehand.solver.concepts import best_line, solve
from forehand.solver.objectives import objective_for
from forehand.solver.rules import Position, Variant
from forehand.solver.search import Limits, Solver, StopFlag

from ..deals import BEZIQUE, BISMARCK, BRIDGE, WHIST, Question, random_hands, random_positions, referee_value

GAMES = pytest.mark.parametrize(
    "game", [BISMARCK, BRIDGE, WHIST, BEZIQUE[1], BEZIQUE[3]], ids=lambda game: f"{game.name} {game.follow}"
)


@GAMES
def test_the_value_is_the_referees(game: Variant) -> None:
    for position in random_positions(41, game, 4, 40):
        for seat in range(game.seats):
            expected = referee_value(Question(position, objective_for(game, position.contract, seat)))
            assert solve(position, seat, solver=Solver(1)).value == expected


@GAMES
def test_the_tally_is_not_in_the_value(game: Variant) -> None:
    for position in random_positions(42, game, 3, 10):
        tally = (5,) * game.seats
        ahead = Position(game, position.contract, position.hands, position.leader, position.trick, tally=tally)
        assert solve(ahead, solver=Solver(1)).bounds == solve(position, solver=Solver(1)).bounds


def test_the_seat_to_move_is_asked_about_by_default() -> None:
    for position in random_positions(43, BISMARCK, 4, 20):
        assert solve(position, solver=Solver(1)).seat == position.to_move


@GAMES
def test_a_best_line_is_legal_keeps_the_value_and_ends(game: Variant) -> None:
    for position in random_positions(44, game, 5, 25):
        seat = len(position.trick) % game.seats
        side = game.side_of(seat)
        solver = Solver(1)
        line = best_line(position, seat, solver=solver)
        assert len(line) == position.cards_left
        total = sum(position.tally[other] for other in side) + solve(position, seat, solver=solver).value
        after = position
        for card in line:
            assert card in after.legal_plays()
            after = after.play(card)
            rest = Question(after, objective_for(game, position.contract, seat))
            assert sum(after.tally[other] for other in side) + referee_value(rest) == total
        assert after.is_over


def test_a_best_line_takes_the_weakest_of_equal_cards() -> None:
    for position in random_positions(45, BISMARCK, 4, 20):
        solver = Solver(1)
        known = position.tally[0] + solve(position, 0, solver=solver).value
        totals = {
            card: position.play(card).tally[0] + solve(position.play(card), 0, solver=solver).value
            for card in position.legal_plays()
        }
        *_, weakest = (card for card, total in totals.items() if total == known)
        assert best_line(position, 0, solver=solver)[0] == weakest


@GAMES
def test_a_solution_has_its_line_when_asked(game: Variant) -> None:
    for position in random_positions(48, game, 4, 10):
        solver = Solver(1)
        asked = solve(position, include_line=True, solver=solver)
        assert asked.line == best_line(position, solver=solver)
        assert asked.bounds == solve(position, solver=solver).bounds
        assert solve(position, solver=solver).line == ()


def test_a_line_cut_short_is_the_beginning_of_the_whole() -> None:
    (position,) = random_positions(49, BISMARCK, 8, 1)
    whole = solve(position, include_line=True, solver=Solver(1))
    alone = solve(position, solver=Solver(1)).effort.nodes
    for nodes in range(alone, whole.effort.nodes + 1):
        short = solve(position, include_line=True, solver=Solver(1), limits=Limits(nodes))
        assert short.bounds == whole.bounds
        assert short.line == whole.line[: len(short.line)]
        assert (short.line == whole.line) == (short.effort.stopped == "")


def test_a_line_stops_at_a_limit() -> None:
    hands = random_hands(random.Random(46), BISMARCK, 16, 4)
    position = Position(BISMARCK, BISMARCK.contract("NT"), hands, 0)
    assert best_line(position, 0, solver=Solver(1), limits=Limits(100)) == ()
    stop = StopFlag()
    stop.set()
    assert best_line(position, 0, solver=Solver(1), stop=stop) == ()


def test_a_line_of_a_position_that_is_over() -> None:
    for position in random_positions(47, BRIDGE, 2, 5):
        last = position
        for card in best_line(position, solver=Solver(1)):
            last = last.play(card)
        assert last.is_over
        assert best_line(last, solver=Solver(1)) == ()


@pytest.mark.parametrize("game", [BRIDGE, WHIST, BEZIQUE[1]], ids=lambda game: game.name)
def test_the_other_of_two_sides_gets_the_rest_and_costs_no_search(game: Variant) -> None:
    for position in random_positions(50, game, 6, 20):
        if position.trick:
            continue
        solver = Solver(1)
        first, second = (solve(position, seat, solver=solver) for seat in (0, 1))
        assert first.value + second.value == position.points_left
        assert second.effort.nodes <= position.points_left + 1
