"""A real server in a process of its own, and the deals its tests ask about."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from forehand import Record, StopFlag
from forehand.server import app, guard
from forehand.server.admission import Admission
from forehand.server.config import Config
from forehand.solver.formats import read_record
from forehand.solver.rules import variant
from tests.evidence import LOG_FORMAT, WAIT_SECONDS, Log, LogLine
from tests.slow import make_pass_slow
from tests.sources import ROOT

PROGRAM = f"""
import json, logging, sys
from forehand.server.app import run
from forehand.server.config import Config
logging.basicConfig(level=logging.INFO, format="{LOG_FORMAT}")
{{prelude}}
sys.exit(run(Config(**json.loads(sys.argv[1])), lambda address: print(address, flush=True)))
"""

SMALL = {"game": "bismarck", "id": "small", "hands": ["AK2.Q..", "QJT.K..", "987.A.."], "leader": 0}
"""Four cards each: solved in no time."""

SLOW_IN_PASS = "from tests.server.running import make_slow; make_slow()"
"""The prelude of a server that never ends a Pass of 16 cards, and does not mind how slow the machine is."""

ASKED = "the question waits or runs"
"""What such a server logs of each question, once it has a thread or its place in the queue, or was refused."""


def make_slow() -> None:
    """What ``SLOW_IN_PASS`` stands for.

    However long messages take, a deadline is known as one, and what is told last has the time to leave.
    """
    make_pass_slow("forehand.server.service")
    guard.DEADLINE_SLACK_SECONDS = app.LAST_WORDS_SECONDS = WAIT_SECONDS
    admit = Admission.run

    async def told(self: Admission, work: Callable[[StopFlag], Any]) -> Any:
        asyncio.get_running_loop().call_soon(logging.info, ASKED)
        return await admit(self, work)

    Admission.run = told  # type: ignore[method-assign]


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


class RunningServer:
    """A server process; ``prelude`` is code it runs before it serves."""

    def __init__(self, folder: Path, config: Config | None = None, prelude: str = "") -> None:
        config = config or Config(listen="127.0.0.1:0", workers=2, memory_mib=32, niceness=0)
        self._log = Log(folder / "server.log")
        with self._log.path.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM.format(prelude=prelude), json.dumps(asdict(config))],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=ROOT,
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.log()

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
        return self._log.text()

    def wait_for(self, words: str, count: int = 1) -> LogLine:
        """The line of the log that has the words for the ``count``-th time, waited for."""
        return self._log.wait_for(words, count)
