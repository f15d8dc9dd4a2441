"""The post-mortem of recorded plays against the referee."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from forehand.solver.analysis import PlayedCard, analyze_play
from forehand.solver.concepts import solve
from forehand.solver.errors import InvalidInput, LimitReached
from forehand.solver.objectives import objective_for
from forehand.solver.rules import Position, Record, Variant
from forehand.solver.search import Limits, Solver, StopFlag

from ..deals import BEZIQUE, BISMARCK, BRIDGE, WHIST, Question, random_record, referee_value

GAMES = pytest.mark.parametrize(
    "game", [BISMARCK, BRIDGE, WHIST, BEZIQUE[1], BEZIQUE[3]], ids=lambda game: f"{game.name} {game.follow}"
)


def total(position: Position, seat: int) -> int:
    """What the referee says ``seat``'s side is sure of in the whole deal."""
    objective = objective_for(position.variant, position.contract, seat)
    won = sum(position.tally[other] for other in objective.counts)
    return won + referee_value(Question(position, objective))


def records(game: Variant, seed: int) -> list[Record]:
    """Records of dense deals of four cards, some with the play cut short."""
    rng = random.Random(f"post-mortem {seed} {game.name} {game.follow}")
    full = 4 * game.seats
    return [
        random_record(rng, game, 4, suits=rng.randint(2, 4), plays=rng.choice((full, full, rng.randint(0, full))))
        for _ in range(12)
    ]


@GAMES
def test_every_card_is_judged_as_the_referee_would(game: Variant) -> None:
    for record in records(game, 1):
        judged = analyze_play(record, solver=Solver(1))
        positions = list(record.positions())
        assert judged.is_exact
        assert [card.card for card in judged.cards] == list(record.play)
        for card, before, after in zip(judged.cards, positions, positions[1:], strict=False):
            assert card.seat == before.to_move
            assert card.trick == card.index // game.seats + 1
            assert card.before.value == total(before, card.seat)
            assert card.after.value == total(after, card.seat)
            free = [
                other for other in before.legal_plays() if total(before.play(other), card.seat) == card.before.value
            ]
            assert list(card.free_cards) == free
            assert free
            assert (card.cost == 0) == (card.card in free)


@GAMES
def test_costs_add_up(game: Variant) -> None:
    for record in records(game, 2):
        judged = analyze_play(record, solver=Solver(1))
        start, end = record.start(), record.end()
        assert judged.tally == end.tally
        assert [bounds.value for bounds in judged.at_start] == [total(start, seat) for seat in range(game.seats)]
        assert all(card.cost >= 0 for card in judged.cards)
        for seat in range(game.seats):
            own = [card.cost for card in judged.cards if card.seat == seat]
            assert judged.costs[seat] == sum(own)
        assert [card.index for card in judged.turning_points] == [c.index for c in judged.cards if c.cost]


@GAMES
def test_what_a_side_ends_with_is_its_start_less_its_costs_plus_gifts(game: Variant) -> None:
    for record in records(game, 3):
        judged = analyze_play(record, solver=Solver(1))
        positions = list(record.positions())
        sign = -1 if record.contract is not None and record.contract.is_misere else 1
        for seat in range(game.seats):
            side = game.side_of(seat)
            costs = sum(card.cost for card in judged.cards if card.seat in side)
            gifts = sum(
                sign * (total(after, seat) - total(before, seat))
                for before, after in pairwise(positions)
                if before.to_move not in side
            )
            assert gifts >= 0
            assert sign * total(positions[-1], seat) == sign * judged.at_start[seat].value - costs + gifts
            assert judged.gifts[seat] == (gifts if positions[-1].is_over else None)


@GAMES
def test_every_card_that_could_have_been_played_has_its_value(game: Variant) -> None:
    for record in records(game, 16):
        judged = analyze_play(record, include_values=True, solver=Solver(1))
        assert judged.is_exact
        for card, before in zip(judged.cards, record.positions(), strict=False):
            expected = [(other, total(before.play(other), card.seat)) for other in before.legal_plays()]
            assert [(score.card, score.value) for score in card.values] == expected
        plain = analyze_play(record, solver=Solver(1))
        assert plain.cards == tuple(
            replace(card, values=(), effort=other.effort) for card, other in zip(judged.cards, plain.cards, strict=True)
        )
        assert all(card.values == () for card in plain.cards)


def test_values_at_a_limit_hold_the_true_ones() -> None:
    record = random_record(random.Random(17), BISMARCK, 6, suits=3, plays=18)
    exact = analyze_play(record, include_values=True, solver=Solver(1))
    for nodes in (0, 50, exact.effort.nodes // 2, exact.effort.nodes - 1):
        limited = analyze_play(record, include_values=True, solver=Solver(1), limits=Limits(nodes))
        assert not limited.is_exact
        assert limited.gifts == tuple(
            gift if known is not None else None for gift, known in zip(exact.gifts, limited.gifts, strict=True)
        )
        for card, known in zip(limited.cards, exact.cards, strict=True):
            for score, true in zip(card.values, known.values, strict=True):
                assert score.bounds.lower <= true.value <= score.bounds.upper


def test_cards_are_told_as_they_are_known() -> None:
    for record in records(BISMARCK, 4):
        told: list[PlayedCard] = []
        judged = analyze_play(record, solver=Solver(1), on_card=told.append)
        assert tuple(told) == judged.cards
        assert judged.effort.nodes >= sum(card.effort.nodes for card in told)


def test_a_record_without_play() -> None:
    record = replace(records(BISMARCK, 5)[0], play=())
    judged = analyze_play(record, solver=Solver(1))
    assert judged.cards == ()
    assert judged.costs == judged.tally == (0, 0, 0)


def test_a_record_without_contract_is_refused() -> None:
    record = replace(records(BISMARCK, 6)[0], play=(), contract=None)
    with pytest.raises(InvalidInput, match="no contract is named") as error:
        analyze_play(record)
    assert [fault.code for fault in error.value.faults] == ["MISSING_CONTRACT"]
    with pytest.raises(InvalidInput) as error:
        analyze_play(record, line_after=1)
    assert [fault.code for fault in error.value.faults] == ["MISSING_CONTRACT", "OUT_OF_RANGE"]


def test_at_a_limit_what_is_known_is_right() -> None:
    rng = random.Random(7)
    record = random_record(rng, BISMARCK, 6, suits=3, plays=18)
    exact = analyze_play(record, solver=Solver(1))
    limited = analyze_play(record, solver=Solver(1), limits=Limits(exact.effort.nodes // 2))
    assert limited.effort.stopped == "node_limit"
    assert not limited.is_exact
    assert len(limited.cards) == len(record.play)
    for card, known in zip(limited.cards, exact.cards, strict=True):
        assert card.before.lower <= known.before.value <= card.before.upper
        assert card.after.lower <= known.after.value <= card.after.upper
        if card.is_cost_known:
            assert card.cost == known.cost
        else:
            with pytest.raises(LimitReached):
                _ = card.cost


def test_a_seat_with_an_unknown_cost_has_no_sum() -> None:
    rng = random.Random(14)
    record = random_record(rng, BISMARCK, 6, suits=3, plays=18)
    exact = analyze_play(record, solver=Solver(1))
    limits = (0, 50, exact.effort.nodes // 2, exact.effort.nodes - 1)
    sums = [analyze_play(record, solver=Solver(1), limits=Limits(nodes)) for nodes in limits]
    assert sums[0].costs == (None, None, None)
    assert len({limited.costs for limited in sums}) > 1
    for limited in sums:
        for seat, cost in enumerate(limited.costs):
            assert (cost is None) == any(card.seat == seat and not card.is_cost_known for card in limited.cards)
            assert cost in (None, exact.costs[seat])


@GAMES
def test_a_forced_card_costs_nothing_whatever_the_limit(game: Variant) -> None:
    for record in records(game, 15):
        judged = analyze_play(record, solver=Solver(1), limits=Limits(0))
        for card, before in zip(judged.cards, record.positions(), strict=False):
            if before.legal_plays() == (card.card,):
                assert (card.cost, card.free_cards, card.after) == (0, (card.card,), card.before)


def test_free_cards_at_a_limit_are_free() -> None:
    rng = random.Random(8)
    for _ in range(5):
        record = random_record(rng, BISMARCK, 6, suits=3, plays=18)
        exact = analyze_play(record, solver=Solver(1))
        for nodes in (10, 50, 200):
            limited = analyze_play(record, solver=Solver(1), limits=Limits(nodes))
            for card, known in zip(limited.cards, exact.cards, strict=True):
                assert set(card.free_cards) <= set(known.free_cards)


def test_a_flag_set_beforehand() -> None:
    stop = StopFlag()
    stop.set()
    record = random_record(random.Random(9), BISMARCK, 6, plays=18)
    judged = analyze_play(record, solver=Solver(1), stop=stop)
    assert judged.effort.stopped == "cancelled"
    assert judged.turning_points == ()


@GAMES
def test_the_best_line_from_any_point(game: Variant) -> None:
    for record in records(game, 10):
        positions = list(record.positions())
        for after in {0, len(record.play) // 2, len(record.play)}:
            judged = analyze_play(record, line_after=after, solver=Solver(1))
            expected = solve(positions[after], include_line=True, solver=Solver(1))
            line = judged.best_line
            assert line is not None
            assert (line.after, line.seat, line.bounds) == (after, positions[after].to_move, expected.bounds)
            assert line.cards == expected.line
            assert judged.is_exact


def test_no_line_is_given_unasked() -> None:
    assert analyze_play(records(BISMARCK, 11)[0], solver=Solver(1)).best_line is None


@pytest.mark.parametrize("after", [-1, 25])
def test_a_line_after_more_cards_than_there_are_is_refused(after: int) -> None:
    record = random_record(random.Random(12), BISMARCK, 8, plays=24)
    with pytest.raises(InvalidInput, match=f"line_after: no line after card {after}; 24 recorded"):
        analyze_play(record, line_after=after)


def test_at_a_limit_there_is_no_line() -> None:
    record = random_record(random.Random(13), BISMARCK, 8, plays=24)
    judged = analyze_play(record, line_after=0, solver=Solver(1), limits=Limits(10))
    assert judged.best_line is not None
    assert judged.best_line.cards == ()
    assert not judged.best_line.bounds.is_exact
