"""What a session's report looks like: the two forms share this shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from forehand import Fault, ScoreSheet, SessionReport


class SessionRenderer(Protocol):
    """Writes to standard output."""

    def sheet(self, sheet: ScoreSheet) -> None:
        """The score sheet alone."""

    def report(self, report: SessionReport) -> None:
        """The sheet and everything that was found."""

    def failure(self, faults: Sequence[Fault]) -> None:
        """A session, or the state of one, that cannot be read; the faults go to standard error elsewhere."""


def open_session_renderer(as_json: bool) -> SessionRenderer:
    """The renderer of the form asked for; only readable text pays for importing rich."""
    if as_json:
        from .session_json import SessionJson

        return SessionJson()
    from .session_text import SessionText

    return SessionText()
