"""``forehand session``."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forehand import analyze_session, read_session

from ..evidence import WAIT_SECONDS, Log
from ..sessions import real_session, small_games, small_session, spoiled
from ..slow import ENDLESS
from .running import COMMAND, Run, environment, spawn_slow
from .running import lines_of as text_of

DEMO = Path(__file__).parents[1] / "data" / "session-demo.json"


@pytest.fixture(autouse=True, scope="module")
def _games() -> Iterator[None]:
    with small_games():
        yield


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A small session in a file."""
    path = tmp_path / "session.json"
    path.write_text(json.dumps(small_session(1), indent=1))
    return path


def without_seconds(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != "seconds"}


def test_json_tells_everything_the_library_finds(forehand: Run, written: Path) -> None:
    data = json.loads(written.read_text())
    report = analyze_session(read_session(data))
    result = forehand("session", written, "--json")
    (answer,) = result.lines
    assert (result.code, result.err) == (0, "")
    assert (answer["id"], answer["form"], answer["game"]) == ("demo", "standard", "bismarck-small")
    assert answer["exact"] is True and answer["over"] is True and answer["faults"] == []
    assert answer["totals"] == list(report.sheet.totals)
    assert answer["nodes"] == report.effort.nodes
    for deal, judged in zip(answer["deals"], report.deals, strict=True):
        hindsight = judged.hindsight
        assert hindsight is not None
        assert deal["contract_cost"] == hindsight.contract_cost.value
        assert deal["exchange_cost"] == hindsight.exchange_cost.value
        assert deal["play_costs"] == list(judged.play_costs)
        assert deal["worth"].keys() == {"S", "H", "D", "C", "NT", "pass"}
        for worth in hindsight.contracts:
            told = deal["worth"][worth.contract.name]
            assert (told["value"], told["score"]) == (worth.bounds.value, worth.score.value)
            assert len(told["discards"]) == len(worth.discards)
    for loss, due in zip(answer["losses"], report.losses, strict=True):
        assert loss["total"] == due.total == loss["contracts"] + loss["exchange"] + loss["play"]
    for spread, found in zip(answer["spreads"], report.spreads, strict=True):
        assert found is not None
        assert spread["gain"] == found.gain == spread["best_score"] - spread["named_score"]
        assert sum(deal["score"] for deal in spread["best"]) == spread["best_score"]


def test_text_has_the_sheet_with_used_contracts_and_the_losses(forehand: Run, written: Path) -> None:
    out = forehand("session", written).out
    assert out.startswith("demo  Small Bismarck, twelve deals, each contract once a player\n")
    assert len(re.findall(r"^ +\d+  (?:Ann|Bo|Cyd) +(?:spader|trumf [♠♥♦♣]|sang|pass) ", out, re.MULTILINE)) == 24
    assert len(re.findall(r"^  (?:Ann|Bo|Cyd) +(?:x\d+ *){4}$", out, re.MULTILINE)) == 3
    assert "hindsight is not blame" in out
    assert len(re.findall(r"^  (?:Ann|Bo|Cyd): .+ against ", out, re.MULTILINE)) == 3


def test_the_sheet_alone_needs_no_search(forehand: Run) -> None:
    result = forehand("session", DEMO, "--sheet", "--json")
    (answer,) = result.lines
    assert result.code == 0 and len(answer["deals"]) == 12
    assert sum(answer["totals"]) == 0 and "nodes" not in answer
    assert "left on the table" not in forehand("session", DEMO, "--sheet").out


def test_faults_are_told_and_the_rest_is_judged(forehand: Run) -> None:
    data = spoiled(small_session(1), 2, laid_away="AS", scores=[1, 1, 1])
    result = forehand("session", "-", "--json", stdin=text_of(data))
    (answer,) = result.lines
    assert result.code == 3
    paths = [fault["path"] for fault in answer["faults"]]
    assert paths == ["deals[2].laid_away", "deals[2].laid_away", "deals[2].scores"]
    assert [line.split(": ")[:2] for line in result.err.splitlines()] == [["<stdin>", path] for path in paths]
    assert answer["deals"][2]["left_out"] == ["analysis", "spread", "scores"]
    assert answer["deals"][2]["why"] == "faults"
    assert all("worth" in deal for deal in answer["deals"] if deal["deal"] != 2)
    out = forehand("session", "-", stdin=text_of(data)).out
    assert "deal 3: was not judged; took no part in spreading the contracts; its scores as written were left out" in out


def test_misdeals_and_deals_without_cards_are_shown_as_such(forehand: Run) -> None:
    data = small_session(1)
    bare = {key: data["deals"][0][key] for key in ("contract", "trump", "scores") if key in data["deals"][0]}
    data["deals"][0] = bare
    data["deals"].insert(0, {"contract": bare["contract"], "misdeal": "twenty cards"})
    result = forehand("session", "-", stdin=text_of(data))
    assert result.code == 0
    assert re.search(r"^ +1  Ann .*misdeal: twenty cards$", result.out, re.MULTILINE)
    assert re.search(r"^ +2  Ann .*no cards are recorded$", result.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("stdin", "code"),
    [
        ("{", "BAD_JSON"),
        ("[]", "WRONG_TYPE"),
        ("{}", "MISSING_FIELD"),
        (b"\xff", "BAD_TEXT"),
        ("[" * 100_000, "TOO_DEEP"),
        ("", "BAD_JSON"),
    ],
)
def test_what_is_no_session_is_refused(forehand: Run, stdin: str | bytes, code: str) -> None:
    result = forehand("session", "-", "--json", stdin=stdin)
    assert result.code == 2
    assert code in [fault["code"] for fault in result.lines[0]["error"]["faults"]]
    assert result.err.startswith("<stdin>: ")
    assert "Traceback" not in result.err


def test_an_unfinished_session_is_said_to_be(forehand: Run) -> None:
    data = small_session(1)
    data["deals"] = data["deals"][:5]
    assert "5 of 12 deals are played" in forehand("session", "-", stdin=text_of(data)).out


def test_ties_are_told(forehand: Run) -> None:
    deals = [{"contract": "sang", "scores": [0, 0, 0]}]
    data = {"form": "short", "length": 1, "players": ["A", "B", "C"], "deals": deals}
    assert "A and B and C share the win" in forehand("session", "-", "--sheet", stdin=text_of(data)).out
    deals = [{"contract": name, "scores": [0, 0, 0]} for name in ("spader", "sang", "pass") for _ in range(3)]
    deals += [{"contract": "trumf", "trump": "S", "scores": [0, 0, 0]}] * 3
    data = {"players": ["A", "B", "C"], "deals": deals}
    assert "or an extra deal of trumf breaks the tie" in forehand("session", "-", "--sheet", stdin=text_of(data)).out


def test_names_are_written_as_far_as_the_terminal_has_their_letters() -> None:
    data = {"id": "mö\x1b[2Jte", "players": ["Åsa", "Bo", "Čeněk"], "deals": [{"contract": "sang", "misdeal": "kört"}]}
    command = [*COMMAND, "session", "-", "--sheet"]
    environ = environment(PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    done = subprocess.run(command, input=json.dumps(data), capture_output=True, text=True, env=environ, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("m??[2Jte  Bismarck")
    assert re.search(r"^ +1  \?sa .* misdeal: k\?rt$", done.stdout, re.MULTILINE)


def test_out_of_nodes_values_are_open(forehand: Run) -> None:
    data = real_session(1, "three_deals")
    result = forehand("session", "-", "--json", "--limit-nodes", 0, stdin=text_of(data))
    (answer,) = result.lines
    assert (result.code, answer["exact"], answer["stopped"]) == (0, False, "node_limit")
    assert answer["deals"][0]["exchange_cost"] is None
    assert answer["deals"][0]["worth"][answer["deals"][0]["played"]]["bounds"] == [0, 16]
    assert answer["spreads"] == [None] * 3
    out = forehand("session", "-", "--limit-nodes", 0, stdin=text_of(data)).out
    assert "stopped at the node limit" in out and "not known yet" in out


def test_resumed_it_says_the_same(forehand: Run, written: Path, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    (whole,) = forehand("session", written, "--json").lines
    (kept,) = forehand("session", written, "--json", "--resume", state).lines
    assert without_seconds(kept) == without_seconds(whole)
    known = json.loads(state.read_text())
    assert len(known["answers"]) == 84
    known["answers"] = known["answers"][::2]
    state.write_text(json.dumps(known))
    (resumed,) = forehand("session", written, "--json", "--resume", state, "--threads", 2).lines
    assert without_seconds(resumed) == without_seconds(whole)
    assert len(json.loads(state.read_text())["answers"]) == 84
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".new"] == []
    (again,) = forehand("session", written, "--json", "--resume", state, "--limit-nodes", 0).lines
    assert without_seconds(again) == without_seconds(whole)


def test_a_state_of_another_session_is_refused_and_left_alone(forehand: Run, written: Path, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    forehand("session", written, "--resume", state)
    before = state.read_text()
    written.write_text(json.dumps(small_session(2)))
    result = forehand("session", written, "--json", "--resume", state)
    assert result.code == 2
    assert [fault["code"] for fault in result.lines[0]["error"]["faults"]] == ["SESSION_CHANGED"]
    assert result.err.startswith(f"{state}: session: ")
    assert state.read_text() == before
    for text in ("", "{}", "[1]", json.dumps(small_session(2))):
        state.write_text(text)
        assert forehand("session", written, "--resume", state).code == 2
        assert state.read_text() == text


def test_a_link_to_a_state_stays_one(forehand: Run, written: Path, tmp_path: Path) -> None:
    link, state = tmp_path / "link.json", tmp_path / "kept" / "state.json"
    state.parent.mkdir()
    link.symlink_to(state)
    forehand("session", written, "--resume", link)
    assert link.is_symlink()
    assert json.loads(state.read_text())["answers"]


def test_a_state_that_cannot_be_written_is_told(forehand: Run, written: Path, tmp_path: Path) -> None:
    result = forehand("session", written, "--resume", tmp_path / "nowhere" / "state.json")
    assert result.code == 1
    assert "nowhere" in result.err and "Traceback" not in result.err


def test_ctrl_c_prints_what_is_known_and_the_next_run_goes_on(tmp_path: Path) -> None:
    data = real_session(1, "standard", 3)
    for deal in data["deals"]:
        del deal["talon"], deal["laid_away"], deal["play"]
    path, state, log = tmp_path / "session.json", tmp_path / "state.json", Log(tmp_path / "log")
    path.write_text(json.dumps(data))
    makes_solvers = "forehand.solver.analysis.session_steps"
    with spawn_slow(log, makes_solvers, "session", path, "--json", "--resume", state) as process:
        log.wait_for(ENDLESS)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=WAIT_SECONDS)
    assert (process.returncode, err) == (130, "")
    answer = json.loads(out)
    assert answer["stopped"] == "cancelled" and answer["exact"] is False
    known = json.loads(state.read_text())["answers"]
    assert 0 < len(known) < 21
    first = answer["deals"][0]["worth"][known[0]["contract"]]
    assert first["value"] == known[0]["value"]
