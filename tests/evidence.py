"""What tests hold on to instead of the clock: lines of a log, work done, and a port that stays without a server."""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

WAIT_SECONDS = 200.0
"""Far more than anything waited for takes."""

STOP_SECONDS = 10.0
"""A search stops within milliseconds; this leaves room for processes that wait for their turn."""

DEADLINES = (0.5, 2.0, 8.0, 32.0)
"""Seconds to try one after the other, until they are enough for what must come before a deadline."""

LOG_FORMAT = "%(created).6f %(message)s"
"""How a log is written that is waited for."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a log: when it was written (Unix time) and its words."""

    time: float
    text: str

    def number(self, name: str) -> float:
        """The number after ``name=``."""
        found = re.search(rf"\b{name}=([\d.]+)", self.text)
        assert found is not None, self.text
        return float(found[1])


@dataclass(frozen=True, slots=True)
class Log:
    """The log that another process writes."""

    path: Path

    def text(self) -> str:
        """All of it so far."""
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""

    def count(self, words: str) -> int:
        """How often the words are in it so far."""
        return self.text().count(words)

    def wait_for(self, words: str, count: int = 1) -> LogLine:
        """The line that has the words for the ``count``-th time, waited for."""
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            whole = self.text().rpartition("\n")[0]
            lines = [line for line in whole.splitlines() if words in line]
            if len(lines) >= count:
                moment, _, text = lines[count - 1].partition(" ")
                return LogLine(float(moment), text)
            time.sleep(0.01)
        raise AssertionError(f"{words!r} is not {count} times in the log:\n{self.text()}")


def cpu_seconds(process: int) -> float:
    """What a process has used of the processors, however long it waited for them; 0 where there is no /proc to tell."""
    told = Path(f"/proc/{process}/stat")
    if not told.exists():
        return 0.0
    user, system = told.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def unheard_address() -> Iterator[str]:
    """A ``host:port`` where nobody listens, nor can as long as the block runs."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{taken.getsockname()[1]}"
