"""What comes in while a search runs: signals, and a second question to the same solver."""

import contextlib
import os
import random
import signal
import threading
import time
from functools import partial

import pytest

from forehand.solver import Limits, SearchOptions, Solver, StopFlag, solve
from forehand.solver.objectives import objective_for
from forehand.solver.rules import Position
from forehand.solver.rules.variant import PASS
from tests.deals import BISMARCK, random_hands
from tests.evidence import STOP_SECONDS


@pytest.fixture
def position() -> Position:
    """One that plain alpha-beta takes years for."""
    return Position(BISMARCK, PASS, random_hands(random.Random(1), BISMARCK, 16, 4), 0)


def test_control_c_ends_a_search_in_the_main_thread(position: Position) -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        solve(position, 0, solver=Solver(options=SearchOptions.plain()))
    assert time.monotonic() - started < 0.3 + STOP_SECONDS


def test_a_signal_handler_runs_while_the_search_goes_on(position: Position) -> None:
    heard: list[int] = []
    stop = StopFlag()

    def handle(number: int, _frame: object) -> None:
        heard.append(number)
        stop.set()

    before = signal.signal(signal.SIGUSR1, handle)
    try:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        solution = solve(position, 0, solver=Solver(options=SearchOptions.plain()), stop=stop)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert heard == [signal.SIGUSR1]
    assert solution.effort.stopped == "cancelled"


def test_a_solver_takes_one_question_at_a_time(position: Position) -> None:
    solver, stop = Solver(options=SearchOptions.plain()), StopFlag()
    thread = threading.Thread(target=solve, args=(position, 0), kwargs={"solver": solver, "stop": stop})
    thread.start()
    try:
        time.sleep(0.3)
        with pytest.raises(RuntimeError, match="answering another question"):
            solve(position, 0, solver=solver, limits=Limits(nodes=1000))
        with pytest.raises(RuntimeError, match="answering another question"):
            solver.clear()
    finally:
        stop.set()
        thread.join()
    assert solve(position, 0, solver=solver, limits=Limits(nodes=1000)).effort.nodes == 1000


@pytest.mark.parametrize("contract", ["S", "NT", "pass"])
def test_a_question_refused_leaves_the_one_being_answered_alone(contract: str) -> None:
    """A signal handler asks about other deals while the search runs: refused, and nothing of it stays."""
    game, rng = BISMARCK.contract(contract), random.Random(5)
    size = 12 if game.is_misere else 16
    deals = [Position(BISMARCK, game, random_hands(rng, BISMARCK, size, 4), seat % 3) for seat in range(6)]
    expected = [solve(deal, 0).bounds for deal in deals]
    solver, refused = Solver(64), 0

    def ask_about_others(*_: object) -> None:
        nonlocal refused
        for deal in deals:
            objective = objective_for(BISMARCK, game, 1)
            for question in (solver.evaluate, partial(solver.quick_claim, target=5)):
                try:
                    question(deal, objective)
                except RuntimeError as error:
                    assert "answering another question" in str(error)
                    refused += 1

    before = signal.signal(signal.SIGALRM, ask_about_others)
    signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
    try:
        found = [solve(deal, 0, solver=solver).bounds for deal in deals]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert refused
    assert found == expected
    assert [solve(deal, 0, solver=solver).bounds for deal in deals] == expected


@pytest.mark.parametrize("contract", ["S", "pass"])
def test_a_question_refused_in_another_thread_leaves_the_first_alone(contract: str) -> None:
    game, rng = BISMARCK.contract(contract), random.Random(7)
    deals = [Position(BISMARCK, game, random_hands(rng, BISMARCK, 12, 4), seat % 3) for seat in range(6)]
    expected = [solve(deal, 0).bounds for deal in deals]
    solver, done = Solver(64), threading.Event()

    def ask_about_others() -> None:
        while not done.is_set():
            for deal in deals:
                with contextlib.suppress(RuntimeError):
                    solve(deal, 1, solver=solver)

    thread = threading.Thread(target=ask_about_others)
    thread.start()
    try:
        for _ in range(20):
            for deal, bounds in zip(deals, expected, strict=True):
                with contextlib.suppress(RuntimeError):
                    assert solve(deal, 0, solver=solver).bounds == bounds
    finally:
        done.set()
        thread.join()
    assert [solve(deal, 0, solver=solver).bounds for deal in deals] == expected
