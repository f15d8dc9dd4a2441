"""A real server in a process of its own, and the deals its tests ask about."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from forehand import Record
from forehand.server.config import Config
from forehand.solver.formats import read_record
from forehand.solver.rules import variant
from tests.sources import ROOT

PROGRAM = """
import json, logging, sys
from forehand.server.app import run
from forehand.server.config import Config
logging.basicConfig(level=logging.INFO, format="%(created).6f %(message)s")
{prelude}
sys.exit(run(Config(**json.loads(sys.argv[1])), lambda address: print(address, flush=True)))
"""

SMALL = {"game": "bismarck", "id": "small", "hands": ["AK2.Q..", "QJT.K..", "987.A.."], "leader": 0}
"""Four cards each: solved in no time."""

SLOW_IN_PASS = "from tests.slow import make_pass_slow; make_pass_slow('forehand.server.service')"
"""The prelude of a server that never ends a Pass of 16 cards."""

WAIT_SECONDS = 20.0
"""Far more than anything waited for here takes."""


def small(**fields: object) -> Record:
    """The small deal, with other fields."""
    return read_record({**SMALL, "contract": "NT", **fields})


def long_fields() -> dict[str, object]:
    """A 16-card deal whose Pass has no end on a server that is slow in it, while its no trump takes a moment."""
    lines = (ROOT / "tests/data/bismarck.jsonl").read_text(encoding="utf-8").splitlines()
    (fields,) = (deal for deal in map(json.loads, lines) if deal["id"] == "p16-4")
    return {**fields, "contract": "pass", "options": dict(variant("bismarck").options)}


def long() -> Record:
    """The long question as a record."""
    return read_record(long_fields())


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the server's log: when it was written (Unix time) and its words."""

    time: float
    text: str

    def number(self, name: str) -> float:
        """The number after ``name=``."""
        found = re.search(rf"\b{name}=([\d.]+)", self.text)
        assert found is not None, self.text
        return float(found[1])


class RunningServer:
    """A server process; ``prelude`` is code it runs before it serves."""

    def __init__(self, folder: Path, config: Config | None = None, prelude: str = "") -> None:
        config = config or Config(listen="127.0.0.1:0", workers=2, memory_mib=32, niceness=0)
        self._log = folder / "server.log"
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM.format(prelude=prelude), json.dumps(asdict(config))],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=ROOT,
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, self._log.read_text()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def terminate(self) -> int:
        """Sends SIGTERM and answers the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(WAIT_SECONDS)

    def log(self) -> str:
        """All of the log so far."""
        return self._log.read_text()

    def wait_for(self, words: str, count: int = 1) -> LogLine:
        """The line of the log that has the words for the ``count``-th time, waited for."""
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            lines = [line for line in self.log().splitlines() if words in line]
            if len(lines) >= count:
                moment, _, text = lines[count - 1].partition(" ")
                return LogLine(float(moment), text)
            time.sleep(0.01)
        raise AssertionError(f"{words!r} is not in the log:\n{self.log()}")
