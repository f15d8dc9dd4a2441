"""Small rooms: how long a file and a function may be, and how many parameters it may take."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sources import ROOT, functions, source_files

FILE_LINES = 400
FUNCTION_LINES = 60
SEARCH_STEP_LINES = 100
"""One function of the search may be this long: the step itself."""
PARAMETERS = 5


def long_files(root: Path = ROOT) -> list[str]:
    """Files over the budget."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in source_files(root)}
    return [f"{path.relative_to(root)}: {length} lines" for path, length in lengths.items() if length > FILE_LINES]


def long_functions(root: Path = ROOT) -> list[str]:
    """Functions over the budget, but for the search step."""
    found: list[str] = []
    is_step_taken = False
    for path in source_files(root):
        for function in functions(path):
            may_be_step = path.is_relative_to(root / "solver/search") and function.lines <= SEARCH_STEP_LINES
            if function.lines <= FUNCTION_LINES:
                continue
            if may_be_step and not is_step_taken:
                is_step_taken = True
            else:
                found.append(f"{path.relative_to(root)}:{function.line} {function.name}: {function.lines} lines")
    return found


def wide_functions(root: Path = ROOT) -> list[str]:
    """Functions with too many positional parameters."""
    return [
        f"{path.relative_to(root)}:{function.line} {function.name}: {function.parameters} parameters"
        for path in source_files(root)
        for function in functions(path)
        if function.parameters > PARAMETERS and not _is_test(function.name)
    ]


def _is_test(name: str) -> bool:
    # The parameters of a test are the columns of its table.
    return name.startswith("test_")


def test_files_are_short() -> None:
    assert long_files() == []


def test_functions_are_short() -> None:
    assert long_functions() == []


def test_functions_take_few_parameters() -> None:
    assert wide_functions() == []


def write(root: Path, file: str, text: str) -> None:
    """One source file in a tree of its own."""
    target = root / file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)


def body(lines: int, indent: str = "    ") -> str:
    """Statements enough to make a function of one signature line ``lines`` long."""
    return f"{indent}a = 1\n" * (lines - 1)


@pytest.mark.parametrize("file", ["solver/cards/card.py", "solver/rules/position.pyx", "cli/main.py"])
def test_a_long_file_is_caught(tmp_path: Path, file: str) -> None:
    write(tmp_path, file, "a = 1\n" * FILE_LINES)
    assert long_files(tmp_path) == []
    write(tmp_path, file, "a = 1\n" * (FILE_LINES + 1))
    assert long_files(tmp_path) == [f"{file}: {FILE_LINES + 1} lines"]


@pytest.mark.parametrize(
    ("file", "signature"),
    [
        ("cli/main.py", "def main() -> None:"),
        ("server/app.py", "async def main() -> None:"),
        ("solver/rules/position.pyx", "def main():"),
        ("solver/rules/position.pyx", "cpdef int main(int a):"),
        ("solver/rules/position.pxd", "cdef inline CardSet* main(const State* state, int a) noexcept nogil:"),
    ],
)
def test_a_long_function_is_caught(tmp_path: Path, file: str, signature: str) -> None:
    write(tmp_path, file, f"{signature}\n{body(60)}\n\na = main()\n")
    assert long_functions(tmp_path) == []
    write(tmp_path, file, f"{signature}\n{body(61)}\n\na = main()\n")
    assert long_functions(tmp_path) == [f"{file}:1 main: 61 lines"]


def test_a_long_method_is_caught(tmp_path: Path) -> None:
    method = f"    def main(\n        self, a\n    ):\n{body(59, '        ')}"
    write(tmp_path, "solver/rules/position.pyx", f"cdef class A(B):\n{method}\n    def other(self):\n        pass\n")
    assert long_functions(tmp_path) == ["solver/rules/position.pyx:2 main: 61 lines"]


def test_only_one_function_of_the_search_may_be_longer(tmp_path: Path) -> None:
    step = f"cdef bint step(State* state) noexcept nogil:\n{body(100)}\n"
    write(tmp_path, "solver/search/core.pyx", step)
    assert long_functions(tmp_path) == []
    write(tmp_path, "solver/search/table.pxd", step)
    assert long_functions(tmp_path) == ["solver/search/table.pxd:1 step: 100 lines"]
    write(tmp_path, "solver/search/core.pyx", f"cdef bint step(State* state) noexcept nogil:\n{body(101)}\n")
    assert "solver/search/core.pyx:1 step: 101 lines" in long_functions(tmp_path)


@pytest.mark.parametrize(
    ("file", "signature", "parameters"),
    [
        ("cli/main.py", "def f(a, b, c, d, e, *, g, h):", 5),
        ("cli/main.py", "def f(a, /, b, c, d, e, g=1):", 6),
        ("cli/main.py", "async def f(a, b, c, d, e, g):", 6),
        ("solver/rules/position.pyx", "def f(a, b=(1, 2), int c=0, d=None, e=[1, 2], *, g=1):", 5),
        ("solver/rules/position.pyx", "cdef int f(\n    const State* a,\n    int b, c, d,\n    e, g,\n) except -1:", 6),
    ],
)
def test_a_wide_function_is_caught(tmp_path: Path, file: str, signature: str, parameters: int) -> None:
    write(tmp_path, file, f"{signature}\n    pass\n")
    expected = [f"{file}:1 f: {parameters} parameters"] if parameters > PARAMETERS else []
    assert wide_functions(tmp_path) == expected


@pytest.mark.parametrize("file", ["cli/main.py", "solver/rules/position.pyx"])
def test_self_is_no_parameter(tmp_path: Path, file: str) -> None:
    write(tmp_path, file, "class A:\n    def f(self, a, b, c, d, e):\n        pass\n")
    assert wide_functions(tmp_path) == []


def test_an_assignment_from_a_call_is_no_function(tmp_path: Path) -> None:
    write(tmp_path, "solver/rules/position.pyx", "cdef f(a):\n    cdef int b = g(a, a, a, a, a, a)\n")
    assert [function.name for function in functions(tmp_path / "solver/rules/position.pyx")] == ["f"]
