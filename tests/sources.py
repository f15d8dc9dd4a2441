"""The project's own sources as text: which files there are, what they import, which functions they hold."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("solver", "server", "cli", "benchmarks", "tests")
KINDS = (".py", ".pyi", ".pyx", ".pxd")
CYTHON = (".pyx", ".pxd")

_FROM = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n#;]*)", re.MULTILINE)
_PLAIN = re.compile(r"^[ \t]*c?import[ \t]+([^\n#;]+)", re.MULTILINE)
_FUNCTION = re.compile(r"^([ \t]*)(?:cpdef|cdef|def)[ \t]+(?!class\b)(?:[^=(\n]*[ \t*])?(\w+)[ \t]*\(", re.MULTILINE)


@dataclass(frozen=True)
class Import:
    """A dotted name that a file imports; each name of ``from a import b, c`` is one: ``a.b`` and ``a.c``."""

    line: int
    name: str


@dataclass(frozen=True)
class Function:
    """A function, its length in lines and how many positional parameters it has beside ``self`` and ``cls``."""

    line: int
    name: str
    lines: int
    parameters: int


def source_files(root: Path = ROOT, *folders: str) -> list[Path]:
    """The sources under ``folders`` (default: all that are written by hand), in order."""
    found = (path for folder in folders or FOLDERS for path in (root / folder).rglob("*") if path.suffix in KINDS)
    return sorted(path for path in found if "_pb2" not in path.name)


def imports(path: Path, root: Path = ROOT) -> list[Import]:
    """What the file imports or cimports, with relative names made absolute: ``forehand.solver.cards.Card``."""
    package = ("forehand", *path.relative_to(root).parent.parts)
    text = path.read_text(encoding="utf-8")
    found = _cython_imports(text) if path.suffix in CYTHON else _python_imports(text)
    return [Import(line, _absolute(name, level, package)) for line, level, name in found]


def _absolute(name: str, level: int, package: tuple[str, ...]) -> str:
    return name if level == 0 else ".".join([*package[: len(package) - level + 1], name])


def _python_imports(text: str) -> Iterator[tuple[int, int, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, 0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = f"{node.module}." if node.module else ""
            yield from ((node.lineno, node.level, module + alias.name) for alias in node.names)


def _cython_imports(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _FROM.finditer(text):
        dots, module, names = match.groups()
        for name in names.strip("() \t").split(","):
            if name.strip():
                yield _line(text, match), len(dots), f"{module}.{name.split()[0]}".lstrip(".")
    for match in _PLAIN.finditer(text):
        for name in match[1].split(","):
            yield _line(text, match), 0, name.split()[0]


def functions(path: Path) -> list[Function]:
    """Every function of the file, methods and nested ones included."""
    text = path.read_text(encoding="utf-8")
    return list(_cython_functions(text) if path.suffix in CYTHON else _python_functions(text))


def _python_functions(text: str) -> Iterator[Function]:
    tree = ast.parse(text)
    methods = {item for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for item in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
            if node in methods and names[:1] in (["self"], ["cls"]):
                del names[0]
            yield Function(node.lineno, node.name, (node.end_lineno or node.lineno) - node.lineno + 1, len(names))


def _cython_functions(text: str) -> Iterator[Function]:
    for match in _FUNCTION.finditer(text):
        end = _closing(text, match.end())
        names = _split(text[match.end() : end])
        if "*" in names:
            del names[names.index("*") :]
        if names[:1] and names[0].split()[-1] in ("self", "cls"):
            del names[0]
        yield Function(_line(text, match), match[2], _length(text, match, end), len(names))


def _length(text: str, start: re.Match[str], end: int) -> int:
    """Lines from the signature to the last line that is indented deeper than it."""
    head = text[start.start() : end].count("\n") + 1
    length = head
    for number, line in enumerate(text[end:].split("\n")[1:], head + 1):
        if line.strip() and len(line) - len(line.lstrip()) <= len(start[1]):
            break
        if line.strip():
            length = number
    return length


def _closing(text: str, start: int) -> int:
    """Where the parenthesis that was opened just before ``start`` is closed."""
    depth = 1
    for place in range(start, len(text)):
        depth += (text[place] in "([") - (text[place] in ")]")
        if depth == 0:
            return place
    raise ValueError(f"no closing parenthesis after {text[start - 40 : start]!r}")


def _split(parameters: str) -> list[str]:
    """The parameters, cut at the commas outside brackets."""
    parts = [""]
    depth = 0
    for letter in parameters:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1
