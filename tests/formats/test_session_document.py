"""docs/session-format.md says what is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

from forehand import FORMS, read_session, score_sheet, session_to_dict
from forehand.solver.analysis import session_sheet
from forehand.solver.formats.session import SESSION_FIELDS
from forehand.solver.formats.session_deal import DEAL_FIELDS

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "session-format.md").read_text(encoding="utf-8")
FILES = (
    "formats/session.py",
    "formats/session_deal.py",
    "formats/session_state.py",
    "rules/session.py",
    "rules/session_order.py",
    "analysis/session_sheet.py",
)


def section(head: str, end: str = "\n#") -> str:
    """What stands below a head, up to the next."""
    return TEXT.split(head + "\n")[1].split(end)[0]


def fields_of(text: str) -> list[str]:
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"\w+", row)]


def test_the_example_is_sound_and_read_back_equal() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    session = read_session(json.loads(block))
    assert score_sheet(session).faults == ()
    assert read_session(session_to_dict(session)) == session


def test_every_field_and_no_other_is_in_the_tables() -> None:
    assert sorted(fields_of(section("## The session"))) == sorted(SESSION_FIELDS)
    assert fields_of(section("## A deal")) == list(DEAL_FIELDS)


def test_every_form_is_told_with_its_contracts() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*)$", section("### Forms"), re.MULTILINE))
    assert rows.keys() == FORMS.keys()
    for name in ("standard", "short", "three_deals", "estonian", "british", "finnish"):
        assert {entry.name for entry in FORMS[name].menu} <= set(re.findall(r"`(\w+)`", rows[name]))


def test_every_fault_code_is_told() -> None:
    of_records = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", TEXT + of_records))
    sources = [(ROOT / "solver" / name).read_text(encoding="utf-8") for name in FILES]
    used = {code for text in sources for code in re.findall(r'"([A-Z]+(?:_[A-Z]+)+)"', text)}
    assert used <= told
    own = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", section("## Faults", "\n## ")))
    assert own <= used


def test_what_is_left_out_is_told_as_the_sheet_does() -> None:
    for code in session_sheet._OF_ORDER:
        (row,) = (line for line in section("## Faults", "\n## ").splitlines() if f"`{code}`" in line)
        assert "spread" in row.split("|")[3]
