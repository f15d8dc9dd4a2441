"""The README's examples: its Python is run, its commands too, and what it shows is what comes out."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import EAGER
from tests.evidence import WAIT_SECONDS
from tests.sources import ROOT

README = ROOT / "README.md"
ADDRESS = "127.0.0.1:50051"
"""Where the README's server listens; the tests' listens on a free port."""
COMMANDS_OF_MINUTES = re.compile(r"^forehand session (?!--sheet)")


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of the console blocks, each with the output shown for it."""
    parts = (part for block in blocks(text, "console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def chosen(are_long: bool) -> list[tuple[str, str]]:
    """Those of the README that take minutes, or all others."""
    listed = commands(README.read_text(encoding="utf-8"))
    return [example for example in listed if bool(COMMANDS_OF_MINUTES.search(example[0])) == are_long]


def environment() -> dict[str, str]:
    """This process's, with the installed ``forehand`` first on the path, at a fixed width and without color."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server on a free loopback port; gives its address."""
    command = [sys.executable, "-c", EAGER, "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
        process.terminate()


def failures(text: str) -> int:
    """How many Python examples of a text do not give what it shows; they share their names, in order."""
    parser = doctest.DocTestParser()
    examples = [example for block in blocks(text, "pycon") for example in parser.get_examples(block)]
    assert examples
    test = doctest.DocTest(examples, {}, README.name, str(README), 0, None)
    return doctest.DocTestRunner(verbose=False).run(test).failed


def is_as_shown(shown: str, output: str) -> bool:
    """Whether the output is what is shown, where ``...`` stands for anything; showing nothing promises nothing."""
    return not shown or doctest.OutputChecker().check_output(shown, output, doctest.ELLIPSIS)


def test_python_examples(server: str) -> None:
    text = README.read_text(encoding="utf-8").replace(ADDRESS, server)
    assert failures(re.sub(r"\btimeout=\d+", f"timeout={WAIT_SECONDS}", text)) == 0


def check(command: str, shown: str, place: Path) -> None:
    """Holds a command to what is shown for it; what it writes stays in ``place``."""
    assert "forehand " in command
    for entry in ROOT.iterdir():
        (place / entry.name).symlink_to(entry)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=place,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert is_as_shown(shown, done.stdout), done.stdout


@pytest.mark.parametrize(("command", "shown"), chosen(are_long=False))
def test_commands(command: str, shown: str, tmp_path: Path) -> None:
    check(command, shown, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(("command", "shown"), chosen(are_long=True))
def test_commands_that_take_minutes(command: str, shown: str, tmp_path: Path) -> None:
    check(command, shown, tmp_path)


def test_make_targets_exist() -> None:
    named = set(re.findall(r"\bmake ([a-z-]+)", " ".join(blocks(README.read_text(encoding="utf-8"), "sh"))))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"demo", "test"} <= named <= targets


def test_links_lead_somewhere() -> None:
    for page in (README, ROOT / "CONTRIBUTING.md", ROOT / "benchmarks" / "README.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_a_wrong_example_is_caught(capsys: pytest.CaptureFixture[str]) -> None:
    assert failures("```pycon\n>>> 1 + 1\n2\n```\n\n```pycon\n>>> 1 + 1\n3\n```\n") == 1
    assert "Expected" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("shown", "output", "is_right"),
    [("a 1\n", "a 1\n", True), ("a ...\nc\n", "a 1\nb\nc\n", True), ("", "anything", True), ("a 1\n", "a 2\n", False)],
)
def test_a_wrong_output_is_caught(shown: str, output: str, is_right: bool) -> None:
    assert is_as_shown(shown, output) is is_right


def test_commands_are_read_with_their_output() -> None:
    text = "```console\n$ forehand a\nx\ny\n$ forehand b | sort\n```\n```sh\nforehand c\n```\n"
    assert commands(text) == [("forehand a", "x\ny\n"), ("forehand b | sort", "")]
