"""One loop for all commands: read a deal, ask, print, and go on whatever became of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import click

from forehand import Fault, InvalidInput, Record

from .backend import Backend, BackendError, open_backend
from .inputs import Problem, read_problems
from .progress import Progress
from .render import Renderer, open_renderer
from .settings import Settings

FINE, FAILED, BAD_INPUT, SOME_FAILED, INTERRUPTED = 0, 1, 2, 3, 130
"""The exit codes of every command."""


@dataclass(slots=True)
class Session:
    """What a command works with."""

    backend: Backend
    renderer: Renderer
    progress: Progress


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


def run_batch(settings: Settings, answer: Callable[[Session, Record], None]) -> None:
    """Answers every deal of the files and leaves with the exit code; faults go to standard error."""
    outcome = Outcome()
    progress = Progress()
    renderer = open_renderer(settings.as_json, progress)
    with open_backend(settings) as backend:
        session = Session(backend, renderer, progress)
        try:
            for problem in read_problems(settings.files, settings.file_format):
                _answer_one(session, problem, answer, outcome)
                if outcome.is_cut_short:
                    break
        finally:
            progress.clear()
    if outcome == Outcome():
        raise click.UsageError(f"no deals in {', '.join(settings.files)}")
    click.get_current_context().exit(outcome.exit_code)


def _answer_one(
    session: Session, problem: Problem, answer: Callable[[Session, Record], None], outcome: Outcome
) -> None:
    if problem.record is None:
        outcome.bad += 1
        _fail(session, problem, problem.faults)
        return
    try:
        answer(session, problem.record)
    except InvalidInput as error:
        outcome.bad += 1
        _fail(session, problem, error.faults)
    except BackendError as error:
        outcome.unanswered += 1
        outcome.is_cut_short = error.is_gone
        _fail(session, problem, (Fault("", error.code, str(error)),))
    else:
        outcome.answered += 1


def _fail(session: Session, problem: Problem, faults: tuple[Fault, ...]) -> None:
    session.progress.clear()
    for line in problem.describe(faults):
        print(line, file=sys.stderr, flush=True)
    session.renderer.failure(problem, faults)
