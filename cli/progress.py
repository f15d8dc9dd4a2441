"""The line on standard error that says how far the work is, on a terminal only."""

from __future__ import annotations

import os
import sys

from .inputs import printable


class Progress:
    """One line that is written over and over, and wiped before anything else is printed."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._is_dirty = False

    def note(self, text: str) -> None:
        """Shows ``text`` in place of what was shown before."""
        if self._is_shown:
            sys.stderr.write(f"\r\x1b[2K{printable(text)}")
            sys.stderr.flush()
            self._is_dirty = True

    def clear(self) -> None:
        """Wipes the line."""
        if self._is_dirty:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self._is_dirty = False
