"""docs/record-format.md says what is so: its examples are read, its tables name everything there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from forehand import GAMES
from forehand.solver.formats import read_pbn, read_record, read_records, record_to_dict
from forehand.solver.formats.fields import FIELDS, TOP_LEVEL_OPTIONS

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
EXAMPLES = [line for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_are_read(line: str) -> None:
    (read,) = read_records([line])
    assert read.record is not None, read.faults
    assert read_record(record_to_dict(read.record)) == read.record


def test_there_is_an_example_of_every_game() -> None:
    games = {line.record.variant.name for line in read_records(EXAMPLES) if line.record is not None}
    assert games == GAMES.keys()


def test_the_pbn_example_is_read() -> None:
    (block,) = re.findall(r"```pbn\n(.*?)```", TEXT, re.DOTALL)
    (record,) = read_pbn(block)
    assert len(record.play) == 8


def test_every_field_and_no_other_is_in_the_table() -> None:
    section = TEXT.split("## Fields")[1].split("**Other fields**")[0]
    assert re.findall(r"^\| `(\w+)`", section, re.MULTILINE) == [*FIELDS, *TOP_LEVEL_OPTIONS]


def test_every_game_is_told_with_its_seats_contracts_and_options() -> None:
    section = TEXT.split("### Games")[1].split("### The forms")[0]
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.*)$", section, re.MULTILINE))
    assert rows.keys() == GAMES.keys()
    for name, game in GAMES.items():
        variant = game.build({option.name: option.default for option in game.options})
        seats = ", ".join(f"{seat} `{title}`" for seat, title in enumerate(variant.seat_names))
        contracts = " ".join(f"`{contract.name}`" for contract in variant.contracts)
        assert rows[name].startswith(f"{seats} | {contracts} | ")
        for option in game.options:
            choices = ", ".join(f"`{choice}`" for choice in option.choices) or f"points, {option.default} by default"
            assert f"`{option.name}`: {choices}" in rows[name]


def test_every_fault_code_is_in_the_table() -> None:
    told = set(re.findall(r"`([A-Z]+_[A-Z_]+|REVOKE)`", TEXT.split("## Faults")[1].split("## PBN")[0]))
    formats = (ROOT / "solver" / "formats").glob("*.py")
    sources = [path for path in formats if not path.name.startswith(("session", "online"))]
    sources += [ROOT / "solver" / "rules" / name for name in ("record.py", "games.py", "position.pyx")]
    used = {code for path in sources for code in re.findall(r'"([A-Z]+_[A-Z_]+|REVOKE)"', path.read_text("utf-8"))}
    assert told == used
