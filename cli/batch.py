"""One loop for all commands: read a deal, ask, print, and go on whatever became of it.

Asking is done in threads of its own, so that Ctrl-C, which reaches the main thread, can end it.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import click

from forehand import Fault, InvalidInput, Record

from .backend import Backend, BackendError, open_backend
from .inputs import Problem, read_problems
from .progress import Progress
from .render import Renderer, open_renderer
from .settings import Settings

T = TypeVar("T")

FINE, FAILED, BAD_INPUT, SOME_FAILED, INTERRUPTED = 0, 1, 2, 3, 130
"""The exit codes of every command."""

READ_AHEAD = 4
"""Deals a thread that are read before the first of them is answered, so that a hard one does not hold up the others."""


class NoDeals(click.ClickException):
    """The files hold nothing to answer."""

    exit_code = BAD_INPUT


@dataclass(slots=True)
class Session:
    """What a command works with."""

    backend: Backend
    renderer: Renderer
    progress: Progress
    on_failure: Callable[[Problem, Sequence[Fault]], None] | None = None


@dataclass(slots=True)
class Outcome:
    """How many deals were answered, were bad, or found no answer for another reason; whether the rest is left out."""

    answered: int = 0
    bad: int = 0
    unanswered: int = 0
    is_cut_short: bool = False

    @property
    def exit_code(self) -> int:
        """What the batch comes to."""
        if not self.bad and not self.unanswered:
            return FINE
        if self.answered:
            return SOME_FAILED
        return FAILED if self.unanswered else BAD_INPUT


def run_batch(
    settings: Settings,
    ask: Callable[[Session, Record], T],
    show: Callable[[Session, Record, T], None],
    *,
    threads: int = 1,
    on_failure: Callable[[Problem, Sequence[Fault]], None] | None = None,
) -> None:
    """Answers every deal of the files in order and leaves with the exit code; faults go to standard error.

    ``ask`` is called for ``threads`` deals at a time; ``show`` prints an answer, in the main thread, where
    ``on_failure`` is told of each deal that has none.
    """
    outcome = Outcome()
    progress = Progress()
    renderer = open_renderer(settings.as_json, progress)
    with open_backend(settings) as backend, _asking(backend, threads) as pool:
        session = Session(backend, renderer, progress, on_failure)
        problems = read_problems(settings.files, settings.file_format)
        for problem, asked in _ask_all(problems, lambda record: pool.submit(ask, session, record), threads):
            answer = _wait(session, problem, asked, outcome)
            if answer is not None:
                with progress.hidden():
                    show(session, *answer)
            if outcome.is_cut_short:
                break
    if outcome == Outcome():
        raise NoDeals(f"no deals in {', '.join(settings.files)}")
    click.get_current_context().exit(outcome.exit_code)


@contextmanager
def _asking(backend: Backend, threads: int) -> Iterator[ThreadPoolExecutor]:
    """The threads that ask; what ends the batch early ends their questions."""
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            backend.cancel()


def _ask_all(
    problems: Iterable[Problem], ask: Callable[[Record], Future[T]], threads: int
) -> Iterator[tuple[Problem, Future[T] | None]]:
    """The deals in order, each with its answer to be; with one thread none is read before the last was answered."""
    ahead = 1 if threads == 1 else READ_AHEAD * threads
    waiting: deque[tuple[Problem, Future[T] | None]] = deque()
    for problem in problems:
        waiting.append((problem, None if problem.record is None else ask(problem.record)))
        if len(waiting) == ahead:
            yield waiting.popleft()
    yield from waiting


def _wait(session: Session, problem: Problem, asked: Future[T] | None, outcome: Outcome) -> tuple[Record, T] | None:
    """The deal and its answer; None, and its faults told, where there is none."""
    if problem.record is None or asked is None:
        outcome.bad += 1
        _fail(session, problem, problem.faults)
        return None
    try:
        answer = asked.result()
    except InvalidInput as error:
        outcome.bad += 1
        _fail(session, problem, error.faults)
        return None
    except BackendError as error:
        outcome.unanswered += 1
        outcome.is_cut_short = error.is_gone
        _fail(session, problem, (Fault("", error.code, str(error)),))
        return None
    outcome.answered += 1
    return problem.record, answer


def _fail(session: Session, problem: Problem, faults: tuple[Fault, ...]) -> None:
    with session.progress.hidden():
        for line in problem.describe(faults):
            print(line, file=sys.stderr, flush=True)
        session.renderer.failure(problem, faults)
        if session.on_failure is not None:
            session.on_failure(problem, faults)
