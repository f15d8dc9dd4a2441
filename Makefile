# Forehand on a fresh machine: Python 3.11 or later with venv, a C compiler and make are all it takes.
# Every target makes its own .venv and builds what is out of date first.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

SOURCES := $(shell find solver -name '*.pyx' -o -name '*.pxd')
# Every stub beside a compiled module, as the module's name: solver/search/stop.pyi is forehand.solver.search.stop.
STUBBED := $(addprefix forehand.,$(subst /,.,$(basename $(shell find solver -name '*.pyi'))))

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_ROOT_USER_ACTION := ignore

.DEFAULT_GOAL := help
.PHONY: help machine build test check check-long check-lowest demo session bench clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

define MACHINE
import importlib.util, os, shlex, shutil, sys, sysconfig
name = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
compiler = shlex.split(name)[0]
header = os.path.join(sysconfig.get_path("include"), "Python.h")
needs = [
    (sys.version_info >= (3, 11), f"Python 3.11 or later; {sys.executable} is {sys.version.split()[0]} (make PYTHON=... names another)"),
    (importlib.util.find_spec("ensurepip"), "Python's venv module with pip (on Debian and Ubuntu: apt-get install python3-venv)"),
    (shutil.which(compiler), f"a C compiler; there is no {compiler} (on Debian and Ubuntu: apt-get install gcc; CC=... names another)"),
    (os.path.exists(header), f"Python's C headers; there is no {header} (on Debian and Ubuntu: apt-get install python3-dev)"),
]
missing = [text for found, text in needs if not found]
sys.exit("Forehand cannot be built here. Missing:\n" + "\n".join("  - " + text for text in missing) if missing else 0)
endef
export MACHINE

machine:
	@command -v $(PYTHON) >/dev/null || { echo "Forehand needs Python 3.11 or later; there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c "$$MACHINE"

$(VENV)/installed: pyproject.toml | machine
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install -q --group dev
	@touch $@

# Cython looks at the dates of its sources only, so a change of how they are built starts from nothing.
$(VENV)/built: $(VENV)/installed setup.py $(SOURCES) | machine
	@echo "Building Forehand ..."
	@$(if $(filter $(VENV)/installed setup.py,$?),find solver -name '*.c' -delete)
	@$(BIN)/python -m pip install -q --no-build-isolation -e '.[service]'
	@touch $@

build: $(VENV)/built  ## make .venv and build the compiled modules

test: build  ## run the everyday tests
	$(BIN)/python -m pytest

check: build  ## lint, types, stubs, proto
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks setup.py
	$(BIN)/python -m mypy.stubtest --ignore-disjoint-bases --allowlist .ci/stubtest-allowlist $(STUBBED)
	$(PYTHON) proto/generate --check
	$(BIN)/buf lint

check-long: build  ## run the long tests: every stored value
	$(BIN)/python -m pytest -m long --timeout 7200

check-lowest: machine  ## install the lowest versions allowed, not editable, and test the library, the command and the service
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lowest/bin/python -m pip install -q --upgrade 'pip>=25.1'
	.ci/lowest-bounds > .venv-lowest/constraints.txt
	.venv-lowest/bin/python -m pip install -q -c .venv-lowest/constraints.txt --group test '.[service]'
	.venv-lowest/bin/python -m pytest tests/test_public_face.py tests/test_readme.py tests/formats tests/cli tests/server

demo: build  ## post-mortem of a recorded Bismarck deal, over a server of its own
	$(BIN)/python -m forehand.cli.demo

session: build  ## post-mortem of a recorded game of twelve deals; Ctrl-C stops it, and the next time it goes on
	@mkdir -p build
	$(BIN)/forehand session --threads 2 --resume build/session.state tests/data/session-demo.json

bench: build  ## solve the fixed set of problems and print the signature of the search
	$(BIN)/python -m benchmarks.bench

clean:  ## remove everything that was made here
	rm -rf $(VENV) .venv-* build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find solver -name '*.so' -delete -o -name '*.c' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
