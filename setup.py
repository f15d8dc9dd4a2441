"""Builds the compiled modules; everything else is in pyproject.toml.

The search core is built twice on x86-64: for any machine, and for x86-64-v3 (hardware pext and
popcount); the driver picks one at import.
"""

import platform

from Cython.Build import cythonize
from setuptools import Extension, setup

SOLVER = "src/forehand/solver"
# Loops over four suits are too short to pay for vectors: without them the search is 3 % faster.
FLAGS = ["-O3", "-fno-tree-vectorize", "-fno-strict-aliasing", "-Wno-unused-function"]


def extension(name: str, *flags: str) -> Extension:
    return Extension(
        f"forehand.solver.{name}", [f"{SOLVER}/{name.replace('.', '/')}.pyx"], extra_compile_args=[*FLAGS, *flags]
    )


extensions = [
    extension("rules.position"),
    extension("search.stop"),
    extension("search.core"),
    extension("concepts.outcomes"),
]
if platform.machine().lower() in ("x86_64", "amd64"):
    extensions.append(extension("search.core_bmi2", "-march=x86-64-v3"))

setup(
    ext_modules=cythonize(
        extensions,
        include_path=["src"],
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    )
)
