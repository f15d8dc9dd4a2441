"""The line on standard error that says how far the work is, on a terminal only."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from .inputs import printable


class Progress:
    """One line that is written over and over by any thread, and wiped before anything else is printed."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._is_dirty = False
        self._lock = RLock()

    def note(self, text: str) -> None:
        """Shows ``text`` in place of what was shown before."""
        if not self._is_shown:
            return
        with self._lock:
            sys.stderr.write(f"\r\x1b[2K{printable(text)}")
            sys.stderr.flush()
            self._is_dirty = True

    def clear(self) -> None:
        """Wipes the line."""
        with self._lock:
            if self._is_dirty:
                sys.stderr.write("\r\x1b[2K")
                sys.stderr.flush()
                self._is_dirty = False

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Keeps the line away while the block prints."""
        with self._lock:
            self.clear()
            yield
