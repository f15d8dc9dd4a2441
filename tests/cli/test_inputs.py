"""What the command reads, and what becomes of deals that are bad."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .running import DEALS, Run, ending, lines_of

PBN = """% PBN 2.1
[Event "club"]
[Board "7"]
[Deal "N:AK2... QJ3... ..A32. ...AKQ"]
[Declarer "W"]
[Contract "3NT"]
"""
BAD = ending(id="bad", hands=["A2...", "A3...", "Q4...K"])


def test_several_files_and_standard_input_in_order(forehand: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    first.write_text(lines_of(ending(id="1"), ending(id="2")))
    second.write_text(lines_of(ending(id="4")))
    result = forehand("solve", first, "-", second, "--json", stdin=lines_of(ending(id="3")))
    assert [line["id"] for line in result.lines] == ["1", "2", "3", "4"]


def test_json_file_holds_a_record_or_a_list(forehand: Run, tmp_path: Path) -> None:
    one, many = tmp_path / "one.json", tmp_path / "many.JSON"
    one.write_text(json.dumps(ending(id="1"), indent=2))
    many.write_text(json.dumps([ending(id="2"), BAD, ending(id="3")], indent=2))
    result = forehand("solve", one, many, "--json")
    assert result.code == 3
    assert [line["id"] for line in result.lines] == ["1", "2", "bad", "3"]
    line = result.lines[2]["error"]["line"]
    assert many.read_text().splitlines()[line - 1] == "  {"
    assert many.read_text().splitlines()[line] == '    "id": "bad",'


@pytest.mark.parametrize("start", ["", "\ufeff", "\n \n"])
@pytest.mark.parametrize("indent", [0, 2])
@pytest.mark.parametrize("many", [False, True])
def test_json_over_several_lines_is_known_by_its_first(forehand: Run, start: str, indent: int, many: bool) -> None:
    text = start + json.dumps([ending(), BAD] if many else ending(), indent=indent)
    assert forehand("solve", "-", "--json", stdin=text).lines[0]["value"] == 1
    result = forehand("solve", "-", "--json", "--format", "jsonl", stdin=text)
    assert result.code == 2
    assert result.lines[0]["error"]["faults"][0]["code"] == "BAD_JSON"


@pytest.mark.parametrize("more", [json.dumps(ending(), indent=2), "}"])
def test_a_slip_in_json_over_several_lines_is_one_fault(forehand: Run, more: str) -> None:
    text = json.dumps(ending(), indent=2) + "\n"
    result = forehand("solve", "-", stdin=text + more)
    assert result.code == 2
    assert result.err.startswith(f"<stdin>:{len(text.splitlines()) + 1}: no JSON: Extra data")
    assert len(result.err.splitlines()) == 1


def test_a_first_line_cut_short_leaves_the_others_as_they_are(forehand: Run) -> None:
    result = forehand("solve", "-", "--json", stdin='{"id": "x",\n' + lines_of(ending()))
    assert [("error" in line, line["id"]) for line in result.lines] == [(True, ""), (False, "ending")]


def test_pbn_is_known_by_its_extension_or_by_format(forehand: Run, tmp_path: Path) -> None:
    path = tmp_path / "deal.pbn"
    path.write_text(PBN)
    (line,) = forehand("solve", path, "--json").lines
    assert line["value"] == 1
    (same,) = forehand("solve", "-", "--format", "pbn", "--json", stdin=PBN).lines
    assert (same["id"], same["value"]) == (line["id"], 1)


@pytest.mark.parametrize(
    ("file_format", "text"), [("jsonl", lines_of(ending())), ("json", json.dumps([ending()], indent=1)), ("pbn", PBN)]
)
def test_a_byte_order_mark_is_skipped(forehand: Run, file_format: str, text: str) -> None:
    result = forehand("solve", "-", "--json", "--format", file_format, stdin=b"\xef\xbb\xbf" + text.encode())
    assert result.code == 0
    assert result.lines[0]["value"] == 1


@pytest.mark.parametrize(("file_format", "line"), [("jsonl", 1), ("json", 2)])
def test_a_field_given_twice_is_a_fault(forehand: Run, file_format: str, line: int) -> None:
    text = json.dumps(ending(id="first"))[:-1] + ', "id": "second"}'
    stdin = text if file_format == "jsonl" else f"[\n{text}]"
    result = forehand("solve", "-", "--json", "--format", file_format, stdin=stdin)
    assert result.code == 2
    assert result.lines[0]["error"]["line"] == line
    assert [fault["code"] for fault in result.lines[0]["error"]["faults"]] == ["DUPLICATE_FIELD"]


def test_bad_deals_are_told_and_the_others_answered(forehand: Run, tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(lines_of(ending(id="1"), BAD) + "\n{nonsense\n" + lines_of(ending(id="5")))
    result = forehand("solve", path, "--json")
    assert result.code == 3
    assert [line["id"] for line in result.lines] == ["1", "bad", "", "5"]
    first, second = (line["error"] for line in result.lines[1:3])
    assert first["line"] == 2
    assert [(fault["path"], fault["code"]) for fault in first["faults"]] == [
        ("hands[2]", "WRONG_COUNT"),
        ("hands[1]", "DUPLICATE_CARD"),
    ]
    assert (second["line"], second["faults"][0]["code"]) == (4, "BAD_JSON")
    said = result.err.splitlines()
    assert said[0].startswith(f"{path}:2: hands[2]: 3 cards")
    assert said[1].startswith(f"{path}:2: hands[1]: AS is there 2 times")
    assert said[2].startswith(f"{path}:4: ")
    assert len(said) == 3


def test_text_of_a_batch_has_its_faults_on_standard_error_only(forehand: Run) -> None:
    result = forehand("solve", "-", stdin=lines_of(BAD, ending()))
    assert result.code == 3
    assert len(result.out.splitlines()) == 1
    assert result.err.startswith("<stdin>:1: hands[2]: ")


@pytest.mark.parametrize("command", ["solve", "cards", "table", "postmortem"])
def test_only_bad_deals_is_exit_code_2(forehand: Run, command: str) -> None:
    result = forehand(command, "-", "--json", stdin=lines_of(BAD, BAD))
    assert result.code == 2
    assert [line["id"] for line in result.lines] == ["bad", "bad"]


def test_revoke_is_named_by_trick_and_card(forehand: Run) -> None:
    deal = ending(hands=["A.2..", "K.3..", "Q.4.."], play=["AS", "3H"])
    result = forehand("postmortem", "-", stdin=lines_of(deal))
    assert result.code == 2
    assert "<stdin>:1: play[1]: trick 1" in result.err


@pytest.mark.parametrize(
    ("data", "file_format"),
    [
        (b'{"id": "\xff"}\n', "jsonl"),
        (b'{"id": "\xff"}', "json"),
        (b"[1, 2", "json"),
        (b"[" * 100_000, "json"),
        (b"[" + b"9" * 5000 + b"]", "json"),
        (b"", "json"),
        (b"[Deal 7", "pbn"),
        (b'\xef\xbb\xbf[Event "\xff"]', "pbn"),
        (b"\xff\xfe{\x00", "json"),
    ],
)
def test_unreadable_text_is_a_fault_and_no_crash(forehand: Run, data: bytes, file_format: str) -> None:
    result = forehand("solve", "-", "--json", "--format", file_format, stdin=data)
    assert result.code == 2
    (line,) = result.lines
    assert line["error"]["faults"]
    assert result.err.startswith("<stdin>:1: ")


@pytest.mark.parametrize("data", ["", "\n \n"])
def test_no_deals_is_bad_usage(forehand: Run, data: str) -> None:
    result = forehand("solve", "-", stdin=data)
    assert result.code == 2
    assert result.err == "Error: no deals in -\n"


@pytest.mark.parametrize(
    "args",
    [
        ("unknown",),
        ("solve",),
        ("solve", "no-such-file"),
        ("solve", "."),
        ("solve", DEALS, "--limit-nodes", "-1"),
        ("solve", DEALS, "--limit-nodes", 10**30),
        ("solve", DEALS, "--memory-mib", "0"),
        ("solve", DEALS, "--memory-mib", 10**12),
        ("solve", DEALS, "--timeout", "0"),
        ("solve", DEALS, "--timeout", "nan"),
        ("solve", DEALS, "--timeout", "inf"),
        ("solve", DEALS, "--format", "lin"),
        ("solve", DEALS, "--threads", "0"),
        ("postmortem", DEALS, "--threads", "2"),
        ("postmortem", DEALS, "--line-after", "-1"),
        ("solve", DEALS, "--seats", "all"),
        ("table", DEALS, "--seats", "some"),
        ("solve", DEALS, "--target", ""),
        ("solve", DEALS, "--target", "nonsense"),
        ("solve", DEALS, "--target", "host:99999"),
        ("postmortem", DEALS, "--target", ":50051"),
        ("variants", "--target", "host:"),
        ("serve", "--listen", "nowhere"),
    ],
)
def test_bad_usage_is_exit_code_2(forehand: Run, args: tuple[object, ...]) -> None:
    result = forehand(*args)
    assert (result.code, result.out) == (2, "")
    assert "Usage: forehand" in result.err


@pytest.mark.parametrize("number", ["1e5", "", "many", "9" * 5000])
def test_what_is_no_whole_number_is_told_in_plain_words(forehand: Run, number: str) -> None:
    result = forehand("solve", DEALS, "--limit-nodes", number)
    assert result.code == 2
    assert "is not a whole number in digits, such as 100000" in result.err
    assert len(result.err) < 400


def test_text_of_a_record_cannot_steer_the_terminal(forehand: Run) -> None:
    good, bad = ending(id="\x1b[2J\n"), ending(options={"\x1b[2J": 1})
    result = forehand("solve", "-", stdin=lines_of(good, bad))
    assert "\x1b" not in result.out + result.err
    assert len(result.out.splitlines()) == 1
