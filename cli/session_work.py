"""The search of a session: told on the progress line, ended by Ctrl-C, and kept in a file as it goes."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import click

from forehand import Limits, Session, SessionReport, Solver, StopFlag, analyze_session, score_sheet
from forehand.solver.analysis import SessionProgress, StepAnswer
from forehand.solver.analysis.session import steps_of
from forehand.solver.formats.json_text import parse_json
from forehand.solver.formats.session_state import read_state, state_to_dict

from .progress import Progress

_BAR = 24
"""Signs of the progress bar."""


class StateFile:
    """What is known of one session, in a file that is whole at any time: each time it is written aside and renamed.

    ``digest`` ties it to the session. Raises click.FileError if it cannot be read or written.
    """

    def __init__(self, path: Path, digest: str) -> None:
        self.path = Path(os.path.realpath(path))
        self.digest = digest

    def read(self, session: Session) -> tuple[StepAnswer, ...]:
        """The answers in it, none if there is no file yet; raises InvalidInput with every fault of what it holds."""
        try:
            text = self.path.read_bytes().decode("utf-8", "replace")
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise self._error(error) from error
        return read_state(parse_json(text), self.digest, steps_of(score_sheet(session)))

    def write(self, answers: list[StepAnswer]) -> None:
        """Replaces what is in it."""
        aside = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        try:
            with aside.open("w", encoding="utf-8") as stream:
                json.dump(state_to_dict(self.digest, answers), stream)
                stream.flush()
                os.fsync(stream.fileno())
            aside.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
            raise self._error(error) from error

    def _error(self, error: OSError) -> click.FileError:
        return click.FileError(str(self.path), error.strerror or str(error))


@dataclass(slots=True)
class SessionWork:
    """One session to be judged, and what is known of it already."""

    session: Session
    progress: Progress
    limits: Limits
    memory_mib: int
    threads: int
    state: StateFile | None = None
    known: list[StepAnswer] = field(default_factory=list)

    def run(self) -> tuple[SessionReport, bool]:
        """The report, and whether Ctrl-C came before it was done."""
        stop = StopFlag()
        if self.state is not None:
            self.state.write(self.known)
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(self._analyze, stop)
            try:
                return asked.result(), False
            except KeyboardInterrupt:
                stop.set()
                return asked.result(), True
            finally:
                stop.set()

    def _analyze(self, stop: StopFlag) -> SessionReport:
        return analyze_session(
            self.session,
            known=tuple(self.known),
            threads=self.threads,
            solver=Solver(self.memory_mib),
            limits=self.limits,
            stop=stop,
            on_progress=self._tell,
            on_answer=self._keep,
        )

    def _keep(self, answer: StepAnswer) -> None:
        if answer.is_complete:
            self.known.append(answer)
            if self.state is not None:
                self.state.write(self.known)

    def _tell(self, at: SessionProgress) -> None:
        part = (at.done + (at.fraction if at.fraction < 1 else 0)) / max(1, at.total)
        full = int(part * _BAR)
        place, contract = at.key
        what = f"deal {place + 1}, {contract or 'the play'}"
        self.progress.note(f"[{'#' * full}{'.' * (_BAR - full)}] {at.done} of {at.total}; {what} {at.fraction:.0%}")
