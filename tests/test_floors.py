"""Who may import whom: a file knows its own floor and lower ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import forehand
from tests.sources import ROOT, Import, imports, source_files

FLOORS = {
    "forehand.solver.errors": 0,
    "forehand.solver.cards": 0,
    "forehand.solver.rules": 1,
    "forehand.solver.objectives": 2,
    "forehand.solver.search": 3,
    "forehand.solver.concepts": 4,
    "forehand.solver.analysis": 5,
    "forehand.solver.formats": 5,
    "forehand.v1": 6,
    "forehand.server": 6,
    "forehand.cli": 6,
}
PUBLIC_FACE = 5
"""The floor of forehand and forehand.solver themselves, which show what is below."""

CORE = "forehand.solver.search.core"
KNOW_CORE = ("driver.py", "test_builds.py", "core_bmi2.pyx", "core_bmi2.pyi")
WIRE = ("grpc", "grpc_health", "grpc_reflection", "grpc_status", "google")

GAME_NAMES = "|".join(forehand.GAMES)
WIRE_WORDS = r"grpc|_pb2"
SEARCH_WORDS = r"(?<![a-z])(?:alpha|beta|cutoff|window|transposition)(?![a-z])"


def floor_of(name: str) -> int | None:
    """The floor of a dotted name; None for what is not Forehand's."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in FLOORS:
            return FLOORS[".".join(parts[:length])]
    return PUBLIC_FACE if parts[0] == "forehand" else None


def is_forbidden(path: Path, found: Import, root: Path) -> bool:
    """Whether the file at ``path`` may not import this."""
    top, *_ = found.name.split(".")
    if top in ("solver", "server", "cli"):
        return True
    inside = path.relative_to(root).with_suffix("")
    if inside.parts[0] == "solver" and top in WIRE:
        return True
    if f"{found.name}.".startswith((f"{CORE}.", f"{CORE}_")) and path.name not in KNOW_CORE:
        return "search" in inside.parts
    mine, other = floor_of(".".join(("forehand", *inside.parts)).removesuffix(".__init__")), floor_of(found.name)
    if mine is None or other is None or inside.parts[0] in ("tests", "benchmarks"):
        return False
    return other > mine


def violations(root: Path = ROOT) -> list[str]:
    """Every import that goes up, as ``file:line imports name``."""
    return [
        f"{path.relative_to(root)}:{found.line} imports {found.name}"
        for path in source_files(root)
        for found in imports(path, root)
        if is_forbidden(path, found, root)
    ]


def mentions(words: str, *folders: str, root: Path = ROOT) -> list[str]:
    """Every line of the folders that has one of the words, as ``file:line``."""
    return [
        f"{path.relative_to(root)}:{number}"
        for path in source_files(root, *folders)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(words, line, re.IGNORECASE)
    ]


def test_no_import_goes_up() -> None:
    assert violations() == []


def test_search_and_concepts_name_no_game() -> None:
    assert mentions(GAME_NAMES, "solver/search", "solver/concepts") == []


def test_solver_knows_no_wire() -> None:
    assert mentions(WIRE_WORDS, "solver") == []


def test_rules_know_no_search() -> None:
    assert mentions(SEARCH_WORDS, "solver/rules") == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("solver/cards/card.py", "from ..rules import Position"),
        ("solver/rules/games.py", "from forehand.solver.search.driver import Solver"),
        ("solver/rules/position.pxd", "from ..search.table cimport Table"),
        ("solver/rules/position.pyx", "from ..search.table cimport (\n    Table,\n    probe,\n)"),
        ("solver/rules/position.pyx", "cimport forehand.solver.search.table"),
        ("solver/search/table.pxd", "from .core cimport Search"),
        ("solver/search/limits.py", "from . import core_bmi2"),
        ("solver/search/driver.py", "from ..concepts import solve"),
        ("solver/concepts/guaranteed.py", "from .. import analyze_play"),
        ("solver/analysis/cards.py", "import forehand.server.app"),
        ("solver/formats/__init__.py", "from forehand.v1 import solver_pb2"),
        ("solver/errors.py", "import grpc"),
        ("solver/errors.py", "from google.protobuf import message"),
        ("cli/main.py", "import solver"),
        ("tests/test_it.py", "from solver.cards import Card"),
        ("benchmarks/bench.py", "from server import app"),
    ],
)
def test_an_import_that_goes_up_is_caught(tmp_path: Path, file: str, line: str) -> None:
    target = tmp_path / file
    target.parent.mkdir(parents=True)
    target.write_text(f'"""A file."""\n{line}\n')
    assert violations(tmp_path) != []
    assert all(found.startswith(f"{file}:2 imports ") for found in violations(tmp_path))


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("solver/search/driver.py", "from . import core, core_bmi2"),
        ("solver/search/driver.py", "from ..objectives import Objective"),
        ("solver/search/core.pyx", "from .table cimport Table"),
        ("solver/search/core.pyx", "from ..rules.position cimport State"),
        ("solver/analysis/cards.py", "from ..formats import read_record"),
        ("solver/__init__.py", "from .analysis import score_cards"),
        ("server/codec.py", "from forehand.v1 import solver_pb2"),
        ("server/codec.py", "from forehand.solver import Record"),
        ("cli/main.py", "from forehand.server.client import Client"),
    ],
)
def test_an_import_that_stays_or_goes_down_is_fine(tmp_path: Path, file: str, line: str) -> None:
    target = tmp_path / file
    target.parent.mkdir(parents=True)
    target.write_text(f"{line}\n")
    assert violations(tmp_path) == []


@pytest.mark.parametrize(
    ("words", "folder", "text", "is_caught"),
    [
        (GAME_NAMES, "solver/search", "# as in Bridge", True),
        (GAME_NAMES, "solver/search", "# as in a partnership game", False),
        (WIRE_WORDS, "solver", "solver_pb2.Deal", True),
        (SEARCH_WORDS, "solver/rules", "cdef int alpha", True),
        (SEARCH_WORDS, "solver/rules", "zero_window = 1", True),
        (SEARCH_WORDS, "solver/rules", "in alphabetical order", False),
    ],
)
def test_a_word_out_of_place_is_caught(tmp_path: Path, words: str, folder: str, text: str, is_caught: bool) -> None:
    target = tmp_path / folder / "any.pyx"
    target.parent.mkdir(parents=True)
    target.write_text(text)
    assert (mentions(words, folder, root=tmp_path) != []) is is_caught
