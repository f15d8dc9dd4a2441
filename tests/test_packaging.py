"""What is shipped: one version, a changelog for it, the license, and packages that build from themselves."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import forehand
from tests.sources import ROOT, source_files

APACHE_2_0 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
"""SHA-256 of https://www.apache.org/licenses/LICENSE-2.0.txt."""

SHIPPED = (
    "forehand/py.typed",
    "forehand/cli/data/demo.json",
    "forehand/solver/rules/position.pyi",
    "forehand/solver/rules/position.pxd",
    "forehand/solver/search/core.pyi",
    "forehand/v1/solver.proto",
    "forehand/v1/solver_pb2.py",
    "forehand/v1/solver_pb2.pyi",
)

USE = """
import forehand
deal = forehand.Deal(tuple(map(forehand.parse_hand, ("AK...", "QJ...", ".AK..", "..AK."))))
record = forehand.Record(forehand.variant("whist"), deal, leader=0)
print(forehand.solve(record.start(record.variant.contract("S"))).value)
"""


def project() -> dict[str, Any]:
    """The [project] table of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def test_the_version_stands_in_one_place() -> None:
    version = project()["version"]
    assert metadata.version("forehand") == version
    literal = re.compile(rf"[\"']{re.escape(version)}[\"']")
    files = [path for path in source_files() if path.is_relative_to(ROOT / "tests") is False]
    assert [path.name for path in files if literal.search(path.read_text(encoding="utf-8"))] == []


def test_the_changelog_has_the_version() -> None:
    headings = re.findall(r"^## \[(.+?)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == project()["version"]


def test_the_license_is_apache_2_0() -> None:
    assert project()["license"] == "Apache-2.0"
    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == APACHE_2_0


def test_the_package_is_typed() -> None:
    assert (Path(forehand.__file__).parent / "py.typed").exists()


def test_every_compiled_module_has_a_stub() -> None:
    modules = [path for path in source_files(ROOT, "solver") if path.suffix == ".pyx"]
    assert modules
    assert [path.name for path in modules if not path.with_suffix(".pyi").exists()] == []


@pytest.mark.long
def test_what_is_packed_builds_from_itself(tmp_path: Path) -> None:
    """The wheel is made from the sdist, which is made from the tree; the library and the command run from it."""
    run(sys.executable, "-m", "build", "--outdir", str(tmp_path / "dist"), str(ROOT))
    (sdist,) = (tmp_path / "dist").glob("*.tar.gz")
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with tarfile.open(sdist) as archive:
        assert [member.name for member in archive.getmembers() if member.name.endswith((".so", ".c"))] == []
    with zipfile.ZipFile(wheel) as packed:
        assert set(SHIPPED) <= set(packed.namelist())
        assert [name for name in packed.namelist() if name.endswith((".c", ".pyx"))] == []
    venv.create(tmp_path / "env", with_pip=True)
    python, command = (tmp_path / "env" / "bin" / name for name in ("python", "forehand"))
    run(str(python), "-m", "pip", "install", "-q", str(wheel))
    assert run(str(python), "-c", USE) == "2\n"
    assert run(str(command), "variants").startswith("bismarck")
    assert "pip install" in run(str(command), "serve", code=1)


def run(*command: str, code: int = 0) -> str:
    """Run a command outside the tree; what it printed, errors too."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd="/", env=clean, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == code, done.stdout
    return done.stdout
