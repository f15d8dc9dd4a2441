"""Limits, the stop flag, the memory cap, threads: none of them may change a value."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from forehand.solver.concepts import solve
from forehand.solver.errors import LimitReached
from forehand.solver.objectives import objective_for
from forehand.solver.rules import Position, Variant
from forehand.solver.search import Bounds, Effort, Limits, Meter, SearchOptions, Solver, StopFlag

from ..deals import BEZIQUE, BISMARCK, BRIDGE, Question, random_hands, random_position, random_questions
from ..evidence import STOP_SECONDS

GAMES = pytest.mark.parametrize("game", [BISMARCK, BRIDGE, BEZIQUE[1]], ids=lambda game: game.name)


def counted(question: Question, solver: Solver) -> tuple[Bounds, Effort]:
    """The answer and what it cost."""
    meter = Meter()
    return solver.evaluate(question.position, question.objective, meter), meter.effort


def large_position(contract: str, seed: int = 1, size: int = 16) -> Position:
    """A Bismarck deal too large to solve in a moment."""
    hands = random_hands(random.Random(f"large {seed}"), BISMARCK, size, 4)
    return Position(BISMARCK, BISMARCK.contract(contract), hands, 0)


@GAMES
def test_at_the_node_limit_the_bounds_hold_the_value(game: Variant) -> None:
    cut = 0
    for question in random_questions(21, game, 6, 25):
        value = Solver(1).evaluate(question.position, question.objective).value
        for nodes in (0, 1, 2, 5, 20, 100):
            meter = Meter(Limits(nodes))
            bounds = Solver(1).evaluate(question.position, question.objective, meter)
            assert bounds.lower <= value <= bounds.upper
            assert meter.nodes <= nodes + 1
            assert meter.stopped == ("" if bounds.is_exact else "node_limit")
            cut += not bounds.is_exact
    assert cut


@GAMES
def test_a_table_from_a_stopped_search_is_sound(game: Variant) -> None:
    for question in random_questions(22, game, 6, 25):
        value = Solver(1).evaluate(question.position, question.objective).value
        solver = Solver(1)
        for nodes in (1, 3, 10, 30, 100):
            solver.evaluate(question.position, question.objective, Meter(Limits(nodes)))
        assert solver.evaluate(question.position, question.objective) == Bounds(value, value)


def test_a_limit_is_for_the_whole_question() -> None:
    solution = solve(large_position("NT"), solver=Solver(16), limits=Limits(5000))
    assert not solution.is_exact
    assert solution.effort.stopped == "node_limit"
    assert solution.effort.nodes <= 5001
    with pytest.raises(LimitReached, match="only bounds"):
        _ = solution.value


def test_a_limit_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to"):
        Limits(-1)


def test_a_flag_set_beforehand() -> None:
    stop = StopFlag()
    stop.set()
    assert stop.is_set()
    solution = solve(large_position("NT"), solver=Solver(1), stop=stop)
    assert solution.effort.stopped == "cancelled"
    assert solution.bounds == Bounds(0, 16)
    assert solution.effort.nodes <= 1


def test_a_flag_set_while_searching() -> None:
    stop = StopFlag()
    set_at: list[float] = []

    def set_soon() -> None:
        time.sleep(0.1)
        set_at.append(time.monotonic())
        stop.set()

    setter = threading.Thread(target=set_soon)
    setter.start()
    solution = solve(large_position("pass"), 0, solver=Solver(options=SearchOptions.plain()), stop=stop)
    took = time.monotonic() - set_at[0]
    setter.join()
    assert solution.effort.stopped == "cancelled"
    assert not solution.is_exact
    assert took < STOP_SECONDS


@GAMES
def test_fresh_solvers_visit_the_same_nodes(game: Variant) -> None:
    for question in random_questions(23, game, 6, 20):
        first, again = (counted(question, Solver(2)) for _ in range(2))
        assert first[0] == again[0]
        assert first[1].nodes == again[1].nodes


def test_solvers_in_threads_do_not_meet() -> None:
    questions = [question for game in (BISMARCK, BRIDGE, BEZIQUE[1]) for question in random_questions(24, game, 7, 40)]

    def answers(_: int) -> list[tuple[Bounds, int]]:
        solver = Solver(1)
        found = [counted(question, solver) for question in questions]
        return [(bounds, effort.nodes) for bounds, effort in found]

    with ThreadPoolExecutor(4) as threads:
        first, *others = threads.map(answers, range(4))
    assert all(other == first for other in others)
    assert answers(0) == first


@pytest.mark.parametrize(("contract", "size"), [("NT", 15), ("S", 15), ("pass", 13)])
def test_a_full_table_keeps_values_exact(contract: str, size: int) -> None:
    small, large = Solver(1), Solver(64)
    for seed in range(3):
        position = large_position(contract, seed, size)
        for seat in (0, seed):
            objective = objective_for(BISMARCK, position.contract, seat)
            assert small.evaluate(position, objective) == large.evaluate(position, objective)
    assert small.table_usage()["bytes"] <= 1 << 20
    assert small.table_usage()["replaced_shapes"] > 10
    assert large.table_usage()["replaced_shapes"] == 0


@pytest.mark.parametrize("memory_mib", [0, -1])
def test_a_table_of_nothing_is_refused(memory_mib: int) -> None:
    with pytest.raises(ValueError, match="memory cap"):
        Solver(memory_mib)


def test_a_position_that_is_over() -> None:
    rng = random.Random(25)
    for game in (BISMARCK, BRIDGE, BEZIQUE[1]):
        position = random_position(rng, game, 1, 4)
        while not position.is_over:
            position = position.play(position.legal_plays()[0])
        assert solve(position, solver=Solver(1)).bounds == Bounds(0, 0)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no seat 3"):
        solve(large_position("NT"), 3, solver=Solver(1))


@GAMES
def test_a_cleared_solver_is_as_a_fresh_one(game: Variant) -> None:
    cleared = Solver(1)
    for question in random_questions(29, game, 7, 20):
        cleared.clear()
        assert cleared.table_usage() == Solver(1).table_usage()
        again, first = counted(question, cleared), counted(question, Solver(1))
        assert (again[0], again[1].nodes) == (first[0], first[1].nodes)


def test_a_full_table_is_cleared_like_any_other() -> None:
    solver = Solver(1)
    position = large_position("NT", 0, 15)
    questions = [(position, objective_for(BISMARCK, position.contract, seat)) for seat in range(3)]
    efforts = []
    for _ in range(2):
        solver.clear()
        meter = Meter()
        values = [solver.evaluate(*question, meter) for question in questions]
        efforts.append((values, meter.nodes, solver.table_usage()))
    assert efforts[0][2]["replaced_shapes"]
    assert efforts[0] == efforts[1]
