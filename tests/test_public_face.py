"""``import forehand``: what it offers, that it is documented, and that it needs nothing but the solver."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import types
import typing
from itertools import zip_longest
from pathlib import Path

import pytest

import forehand
from forehand import solver

FOLDER = Path(inspect.getfile(solver)).parent

BLOCKED = """
import sys
sys.modules.update(dict.fromkeys(("grpc", "google", "google.protobuf", "click", "rich"), None))
import forehand
deal = forehand.Deal(tuple(map(forehand.parse_hand, ("A.K..", "K.Q..", "Q.A.."))))
record = forehand.Record(forehand.variant("bismarck"), deal, leader=0)
print(forehand.solve(record.start(record.variant.contract("NT"))).value)
"""


def in_order(names: list[str]) -> list[str]:
    """Constants, then types, then functions, each by the alphabet."""
    return sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))


def documented(tree: ast.Module) -> set[str]:
    """The functions, classes and constants of a module that have a docstring, below them for constants."""
    names = set()
    for node, after in zip_longest(tree.body, tree.body[1:]):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            names.add(node.name)
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def home_of(name: str) -> list[Path]:
    """The files that may say what a public name is: its module's, a stub first, or all for a constant."""
    module = getattr(getattr(forehand, name), "__module__", "")
    if not module.startswith("forehand.solver"):
        return sorted(FOLDER.rglob("*.py"))
    path = FOLDER.joinpath(*module.split(".")[2:])
    return [file for file in (path.with_suffix(".pyi"), path.with_suffix(".py")) if file.exists()][:1]


def named_types(annotation: object) -> set[type]:
    """Every class in a type, ``X`` and ``Y`` in ``tuple[X | None, list[Y]]``."""
    if isinstance(annotation, types.GenericAlias | types.UnionType) or typing.get_args(annotation):
        return set().union(*map(named_types, typing.get_args(annotation)))
    return {annotation} if isinstance(annotation, type) else set()


def test_the_face_is_sorted() -> None:
    assert forehand.__all__ == solver.__all__ == in_order(solver.__all__)


def test_the_face_is_complete() -> None:
    public = {name for name, value in vars(solver).items() if name[0] != "_" and not inspect.ismodule(value)}
    assert set(forehand.__all__) == public
    assert all(getattr(forehand, name) is getattr(solver, name) for name in forehand.__all__)


@pytest.mark.parametrize("name", forehand.__all__)
def test_a_public_name_has_a_docstring(name: str) -> None:
    written = [documented(ast.parse(file.read_text(encoding="utf-8"))) for file in home_of(name)]
    assert any(name in names for names in written)


@pytest.mark.parametrize("name", forehand.__all__)
def test_a_public_name_speaks_of_public_types_only(name: str) -> None:
    value = getattr(forehand, name)
    if not isinstance(value, type | types.FunctionType):
        return
    ours = {kind for hint in typing.get_type_hints(value).values() for kind in named_types(hint)}
    hidden = {kind.__name__ for kind in ours if kind.__module__.startswith("forehand")} - set(forehand.__all__)
    assert hidden == set()


def test_the_face_needs_neither_service_nor_command() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_a_name_without_a_docstring_is_caught() -> None:
    text = '''A = 1\n"""One."""\nB = 2\nC: int = 3\n"""Three."""\ndef f(): "F."\ndef g(): pass\nclass D: pass'''
    assert documented(ast.parse(text)) == {"A", "C", "f"}


def test_a_name_out_of_order_is_caught() -> None:
    assert in_order(["solve", "Card", "GAMES", "Bounds", "best_line"]) == [
        "GAMES",
        "Bounds",
        "Card",
        "best_line",
        "solve",
    ]
