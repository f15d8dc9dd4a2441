"""The benchmarks: the same signature every time, figures of the right shape, and a wrong value does not pass."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from benchmarks import ablate, bench, bismarck, compare, plot, problems, questions, scaling
from benchmarks.measure import Report, Row
from benchmarks.peers import PEERS, Cells, Forehand, Found
from benchmarks.problems import BENCH_DEALS, KINDS, random_records, read_problems
from forehand.solver.formats import format_pbn_deal
from forehand.solver.rules import GAMES, Record
from forehand.solver.search import NO_LIMITS, Bounds, Limits, SearchOptions

SPREAD = {
    *("problems", "median_seconds", "mean_seconds", "worst_seconds"),
    *("median_nodes", "mean_nodes", "worst_nodes"),
}


class Wrong(Forehand):
    """A peer that gives one seat a trick too many in every answer."""

    NAME = "wrong"

    def single(self, record: Record) -> Found:
        return one_more(super().single(record))

    def table(self, record: Record, limits: Limits = NO_LIMITS) -> Found:
        return one_more(super().table(record, limits))


def one_more(found: Found) -> Found:
    cells: Cells = dict(found.cells)
    cells[min(cells)] += 1
    return replace(found, cells=cells)


def figures(module: ModuleType, arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> Any:
    """What the benchmark prints as JSON; its exit code must be ``code``."""
    capsys.readouterr()
    assert module.main([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_the_signature_is_the_same_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--json"]) == 0
    first = json.loads(capsys.readouterr().out)["bench"]
    assert bench.main(["--expect", str(first)]) == 0
    assert capsys.readouterr().out.endswith(f"\nBench: {first}\n")
    assert bench.main(["--expect", str(first + 1)]) == 1
    assert f"{first}, but {first + 1} was expected" in capsys.readouterr().err


def test_every_game_is_in_the_signature() -> None:
    stored = list(read_problems(BENCH_DEALS))
    assert {record.variant.name for record in stored} == set(GAMES)
    assert any(len(record.play) % record.variant.seats for record in stored)


def test_a_wrong_value_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right, *_ = read_problems(BENCH_DEALS)
    wrong = replace(right, extra={"value": right.extra["value"] + 1})
    monkeypatch.setattr(bench, "read_problems", lambda path: [right, wrong])
    assert bench.main([]) == 1
    assert capsys.readouterr().err.count("wrong value") == 1


@pytest.mark.parametrize("kind", KINDS)
def test_random_deals_depend_on_the_seed_alone(kind: str) -> None:
    few, many = random_records(kind, 6, 3, 1), random_records(kind, 6, 5, 1)
    assert few == many[:3]
    assert few != random_records(kind, 6, 3, 2)
    assert len({record.deal for record in many}) == 5


def test_bismarck_checks_what_it_measures(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(bismarck, ["--ids", "p16-11", "--contracts", "NT,S"], capsys)
    assert found["faults"] == []
    assert {row["kind"]: row["checked"] for row in found["forehand"]} == {"no trump": 1, "trump": 1}
    assert {row["kind"]: row["problems"] for row in found["others"]} == {"no trump": 8, "trump": 8}
    assert all(set(row) == {"kind", "checked", "worst", *SPREAD} for row in found["forehand"] + found["others"])
    assert [(row["contracts"], row["seats"], row["problems"]) for row in found["deals"]] == [(2, 3, 1)]
    assert [(row["question"], row["asked"]) for row in found["questions"]] == [
        ("bismarck, every legal card", 2),
        ("bismarck, whole play", 3),
    ]


@pytest.mark.parametrize("section", ["forehand", "deals"])
def test_bismarck_reports_a_wrong_value(
    section: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bismarck, "known_value", lambda record, contract: 16)
    found = figures(bismarck, ["--ids", "p16-11", "--contracts", "S", "--sections", section], capsys, 1)
    assert len(found["faults"]) == 1


@pytest.mark.parametrize(
    "arguments", [["--ids", "p99"], ["--contracts", "NT,grand"], ["--deals", "0"], ["--sections", ""]]
)
def test_bismarck_knows_what_it_is_asked_for(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        bismarck.main(arguments)
    assert exit_.value.code == 2


def test_compare_agrees_with_the_peer(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("endplay")
    found = figures(compare, ["--deals", "3", "--tables", "1", "--questions", "1"], capsys)
    assert found["faults"] == []
    assert found["peer"][0]["name"].startswith("DDS")
    assert [(row["work"], row["deals"]) for row in found["compared"]] == [("single values", 3), ("tables of 20", 1)]
    for row in found["compared"]:
        assert min(row["seconds"], row["peer_seconds"], row["ratio_of_totals"], row["nodes_a_deal"]) > 0
    assert [row["asked"] for row in found["questions"]] == [1, 2]


@pytest.mark.parametrize("count", ["--deals", "--tables"])
def test_compare_reports_a_wrong_value(
    count: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(PEERS, "dds", lambda: Wrong(16))
    none = ["--deals", "0", "--tables", "0", "--questions", "0"]
    assert figures(compare, none, capsys)["faults"] == []
    assert len(figures(compare, [*none, count, "2"], capsys, 1)["faults"]) == 2


def random_deal() -> str:
    (record,) = random_records("bridge", 8, 1, 1)
    return format_pbn_deal(record.hands)


def test_compare_solves_the_freaks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    easy = "N:AKQ... .AKQ.. ..AKQ. ...AKQ"
    monkeypatch.setattr(compare, "FREAKS", (easy,))
    monkeypatch.setitem(PEERS, "dds", lambda: Wrong(16))
    none = ["--deals", "0", "--tables", "0", "--questions", "0", "--freaks"]
    alone = figures(compare, none, capsys)["freaks"]
    assert [(set(row), row["solved"]) for row in alone] == [({"deal", "solved", "seconds", "nodes"}, 20)]
    both = figures(compare, [*none, "both"], capsys, 1)["freaks"]
    assert [set(row) for row in both] == [{"deal", "solved", "seconds", "nodes", "peer_seconds"}]
    monkeypatch.setattr(compare, "FREAKS", (random_deal(),))
    (given_up,) = figures(compare, [*none, "--freak-nodes", "1"], capsys)["freaks"]
    assert given_up["solved"] < 20


def test_compare_says_when_the_peer_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> Forehand:
        raise ImportError("no module")

    monkeypatch.setitem(PEERS, "dds", missing)
    assert compare.main([]) == 2
    assert "dds is not installed" in capsys.readouterr().err


def test_questions_report_values_that_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_off(record: Record, memory_mib: int) -> Any:
        solution = problems.solve_fresh(record, memory_mib)
        return replace(solution, bounds=Bounds(solution.value + 1, solution.value + 1))

    starts = random_records("trump", 4, 1, 1)
    plays = [questions.played_at_random(starts[0], 1)]
    assert questions.rows("bismarck", starts, plays, 16)[1] == []
    monkeypatch.setattr(questions, "solve_fresh", one_off)
    assert len(questions.rows("bismarck", starts, plays, 16)[1]) == 1 + 3


def test_played_well_costs_nobody_a_trick_of_the_seat_asked_about() -> None:
    (start,) = random_records("no trump", 5, 1, 1)
    played = questions.played_well(start, 16)
    assert len(played.play) == 15
    assert played.end().tally[start.asked_seat] == problems.solve_fresh(start, 16).value


SMALL = {"bridge": (("bridge", 6, 2),), "pass": (("pass", 5, 2),)}


def test_ablate_has_a_row_a_switch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(ablate, "WORK", SMALL)
    found = figures(ablate, [], capsys)
    assert [set(row) for row in found["all on"]] == [{"work", *SPREAD}] * 2
    assert [row["off"] for row in found["off"]] == list(SearchOptions.switches())
    columns = {f"{work}_{what}" for work in SMALL for what in ("nodes", "seconds", "stopped")}
    assert all(set(row) == {"off", *columns} for row in found["off"])
    assert found["off"][0]["bridge_nodes"] > 1


def test_ablate_gives_up_and_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(ablate, "WORK", SMALL)
    monkeypatch.setattr(ablate, "LEAST_LIMIT", 1)
    (row,) = figures(ablate, ["--switches", "use_table", "--work", "bridge", "--give-up", "1"], capsys)["off"]
    assert row["bridge_stopped"] > 0


def test_ablate_reports_a_switch_that_changes_a_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_off(record: Record, memory_mib: int, *rest: Any) -> Any:
        solution = problems.solve_fresh(record, memory_mib, *rest)
        return replace(solution, bounds=solution.bounds + len(rest))

    monkeypatch.setattr(ablate, "WORK", SMALL)
    monkeypatch.setattr(ablate, "solve_fresh", one_off)
    found = figures(ablate, ["--switches", "use_table", "--work", "pass"], capsys, 1)
    assert len(found["faults"]) == 2


def test_scaling_and_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scaling, "MEMORIES_MIB", (1, 2))
    found = figures(scaling, ["--deals", "1", "--least-cards", "4", "--most-cards", "5"], capsys)
    assert found["faults"] == []
    assert [(row["kind"], row["cards"], row["problems"]) for row in found["cards"]] == [
        (kind, *row) for kind in KINDS for row in ((4, 2), (5, 1))
    ]
    assert [row["threads"] for row in found["threads"]] == [1, 2]
    assert [set(row) for row in found["memory"]] == [{"memory_mib", *SPREAD}] * 2
    printed = tmp_path / "scaling.json"
    printed.write_text(json.dumps(found))
    for name in ("one.svg", "two.svg", "one.png"):
        assert plot.main([str(printed), "--out", str(tmp_path / name)]) == 0
    assert "<svg" in (tmp_path / "one.svg").read_text()
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_scaling_reports_a_value_that_depends_on_the_memory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_off(record: Record, memory_mib: int) -> Any:
        solution = problems.solve_fresh(record, memory_mib)
        return replace(solution, bounds=solution.bounds + memory_mib)

    monkeypatch.setattr(scaling, "MEMORIES_MIB", (1, 2))
    monkeypatch.setattr(scaling, "solve_fresh", one_off)
    small = ["--deals", "1", "--least-cards", "4", "--most-cards", "4"]
    assert len(figures(scaling, [*small, "--sections", "memory"], capsys, 1)["faults"]) == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"threads": []}'])
def test_plot_wants_figures(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    with pytest.raises(SystemExit) as exit_:
        plot.main([])
    assert exit_.value.code == 2


def test_for_people_figures_are_tables(capsys: pytest.CaptureFixture[str]) -> None:
    rows: list[Row] = [{"kind": "pass", "mean_nodes": 1234567, "seconds": 0.25}]
    report = Report({"cards": rows, "empty": []})
    report.add("cards", [{"kind": "no trump", "mean_nodes": 5, "seconds": 0.00012}], ["a fault"])
    assert report.publish(as_json=False) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "cards",
        "kind      mean nodes  seconds",
        "pass       1,234,567    0.250",
        "no trump           5  0.00012",
    ]
    assert err == "a fault\n"
