"""The command run in this process or in one of its own, and the deals its tests ask about."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from tests.evidence import LOG_FORMAT, STOP_SECONDS, Log
from tests.sources import ROOT

DEALS = ROOT / "tests/data/bismarck.jsonl"
DEMO = ROOT / "cli/data/demo.json"
COMMAND = [sys.executable, "-m", "forehand.cli"]
EAGER = """
import os, sys
os.setpriority = lambda *args: None
from forehand.cli.main import main
sys.exit(main())
"""
"""The command with a server whose searches do not stand back, so that they go on while the machine is busy."""
SLOW_IN_PASS = f"""
import logging, sys
logging.basicConfig(filename=sys.argv.pop(1), level=logging.INFO, format="{LOG_FORMAT}")
from tests.slow import make_pass_slow
make_pass_slow(sys.argv.pop(1))
{EAGER}
"""
"""The same with a Pass of 16 cards that never ends; first come a file for its log and the module that makes solvers."""
EFFORT = re.compile(r'"nodes": \d+, "seconds": [\d.e-]+|(?<=\()[\d,]+ nodes?, [\d.]+ s(?=[;)])')

ENDING: dict[str, Any] = {"id": "ending", "game": "bismarck", "hands": ["A2...", "K3...", "Q4..."], "leader": 0}
"""Two spades each."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a run ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The output as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Result]


def ending(**fields: Any) -> dict[str, Any]:
    """The ending, with other fields; those that are None are left out."""
    return {name: value for name, value in {**ENDING, "contract": "S", **fields}.items() if value is not None}


def lines_of(*deals: dict[str, Any]) -> str:
    """Deals as JSON Lines."""
    return "".join(json.dumps(deal) + "\n" for deal in deals)


def deals(*names: str) -> list[dict[str, Any]]:
    """The known deals with these ids, in order."""
    known = {deal["id"]: deal for deal in map(json.loads, DEALS.read_text(encoding="utf-8").splitlines())}
    return [known[name] for name in names]


def environment(**changes: str) -> dict[str, str]:
    """This process's environment, with nothing that would change how text looks."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "PYTHONUTF8": "1", **changes}


class Process(subprocess.Popen[str]):
    """A process that a failed test does not wait for."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.end()
        super().__exit__(kind, error, trace)

    def end(self) -> None:
        """Has it leave, or if it will not, ends it."""
        self.terminate()
        try:
            self.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()


def spawn(*args: object, command: Sequence[str] = COMMAND, **options: Any) -> Process:
    """The command as a process of its own, its output in pipes."""
    return Process(
        [*command, *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        **options,
    )


def spawn_slow(log: Log, module: str, *args: object) -> Process:
    """The same, but where ``module`` makes the solvers a Pass of 16 cards never ends; ``log`` says when it begins."""
    return spawn(*args, command=[sys.executable, "-c", SLOW_IN_PASS, str(log.path), module], cwd=ROOT)


def standard_input(data: bytes) -> io.TextIOWrapper:
    """What stands for ``sys.stdin``."""
    return io.TextIOWrapper(io.BytesIO(data))
