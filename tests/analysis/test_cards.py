"""The value of every card, touching and identical ones included."""

from __future__ import annotations

import pytest

from forehand.solver.analysis import score_cards
from forehand.solver.cards import parse_hand
from forehand.solver.objectives import objective_for
from forehand.solver.rules import Position, Variant
from forehand.solver.search import Limits, Solver, StopFlag

from ..deals import BEZIQUE, BISMARCK, BRIDGE, WHIST, Question, describe, random_positions, referee_value

GAMES = pytest.mark.parametrize(
    "game", [BISMARCK, BRIDGE, WHIST, *BEZIQUE[1::2]], ids=lambda game: f"{game.name} {game.follow}"
)


@GAMES
@pytest.mark.parametrize("size", [4, 5])
def test_every_card_scores_what_the_referee_says(game: Variant, size: int) -> None:
    for position in random_positions(51, game, size, 30):
        solver = Solver(1)
        for seat in range(game.seats):
            objective = objective_for(game, position.contract, seat)
            scores = score_cards(position, seat, solver=solver)
            assert scores.seat == seat
            assert [score.card for score in scores.cards] == list(position.legal_plays())
            for score in scores.cards:
                after = position.play(score.card)
                won = sum(after.tally[other] - position.tally[other] for other in objective.counts)
                expected = won + referee_value(Question(after, objective))
                assert score.value == expected, f"{describe(Question(position, objective))} card {score.card}"


def test_touching_cards_are_listed_each() -> None:
    hands = [parse_hand("AKQ..."), parse_hand(".AKQ.."), parse_hand("..AKQ.")]
    scores = score_cards(Position(BISMARCK, BISMARCK.contract("NT"), hands, 0), solver=Solver(1))
    assert [(str(score.card), score.value) for score in scores.cards] == [("AS", 3), ("KS", 3), ("QS", 3)]


def test_a_card_between_others_on_the_table_is_not_touching() -> None:
    """Middlehand's queen beats the jack led, its ten does not, whatever else is gone."""
    hands = [parse_hand("..3.2"), parse_hand("QT..2."), parse_hand("9..5.3")]
    position = Position(BISMARCK, BISMARCK.contract("NT"), hands, 0, parse_hand("J..."))
    scores = score_cards(position, solver=Solver(1))
    values = {str(score.card): score.value for score in scores.cards}
    objective = objective_for(BISMARCK, position.contract, 1)
    for card in position.legal_plays():
        after = position.play(card)
        assert values[str(card)] == referee_value(Question(after, objective))


def test_identical_cards_are_listed_once() -> None:
    game = BEZIQUE[1]
    hands = [parse_hand("AS AS 7S", game.ranks), parse_hand("TS TS 8S", game.ranks)]
    scores = score_cards(Position(game, game.contract("C"), hands, 0), solver=Solver(1))
    assert [str(score.card) for score in scores.cards] == ["AS", "7S"]


def test_limits_leave_bounds_that_hold_the_values() -> None:
    for position in random_positions(52, BISMARCK, 6, 20):
        exact = [score.value for score in score_cards(position, 0, solver=Solver(1)).cards]
        scores = score_cards(position, 0, solver=Solver(1), limits=Limits(20))
        for value, score in zip(exact, scores.cards, strict=True):
            assert score.bounds.lower <= value <= score.bounds.upper
        assert scores.is_exact == (scores.effort.stopped == "")


def test_a_flag_set_beforehand_leaves_bounds() -> None:
    stop = StopFlag()
    stop.set()
    (position,) = random_positions(53, BRIDGE, 6, 1)
    scores = score_cards(position, solver=Solver(1), stop=stop)
    assert scores.effort.stopped == "cancelled"
    assert not scores.is_exact


def test_a_seat_that_is_not_there_is_refused() -> None:
    (position,) = random_positions(54, BISMARCK, 3, 1)
    with pytest.raises(ValueError, match="there is no seat 7"):
        score_cards(position, 7)
