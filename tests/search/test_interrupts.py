"""What comes in while a search runs: signals, and a second question to the same solver."""

import os
import random
import signal
import threading
import time

import pytest

from forehand.solver import Limits, SearchOptions, Solver, StopFlag, solve
from forehand.solver.rules import Position
from forehand.solver.rules.variant import PASS
from tests.deals import BISMARCK, random_hands

LATEST = 2.0
"""Seconds an interrupt may take on a loaded machine; it is ten milliseconds on an idle one."""


@pytest.fixture
def position() -> Position:
    """One that plain alpha-beta takes years for."""
    return Position(BISMARCK, PASS, random_hands(random.Random(1), BISMARCK, 16, 4), 0)


def test_control_c_ends_a_search_in_the_main_thread(position: Position) -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        solve(position, 0, solver=Solver(options=SearchOptions.plain()))
    assert time.monotonic() - started < 0.3 + LATEST


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
    finally:
        stop.set()
        thread.join()
    assert solve(position, 0, solver=solver, limits=Limits(nodes=1000)).effort.nodes == 1000
