"""The benchmarks: the signature is the same every time, and a wrong value does not pass."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from benchmarks import bench, bismarck
from benchmarks.problems import BENCH_DEALS, Answer, read_problems
from forehand.solver.rules import GAMES


def test_the_signature_is_the_same_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--json"]) == 0
    first = json.loads(capsys.readouterr().out)["bench"]
    assert bench.main(["--expect", str(first)]) == 0
    assert capsys.readouterr().out.endswith(f"\nBench: {first}\n")
    assert bench.main(["--expect", str(first + 1)]) == 1
    assert f"{first}, but {first + 1} was expected" in capsys.readouterr().err


def test_every_game_is_in_the_signature() -> None:
    problems = list(read_problems(BENCH_DEALS))
    assert {record.variant.name for record in problems} == set(GAMES)
    assert any(len(record.play) % record.variant.seats for record in problems)


def test_a_wrong_value_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right, *_ = read_problems(BENCH_DEALS)
    wrong = replace(right, extra={"value": right.extra["value"] + 1})
    monkeypatch.setattr(bench, "read_problems", lambda path: [right, wrong])
    assert bench.main([]) == 1
    assert capsys.readouterr().err.count("wrong value") == 1


def test_the_bismarck_benchmark_checks_what_it_measures(capsys: pytest.CaptureFixture[str]) -> None:
    assert bismarck.main(["--deals", "p16-11", "--contracts", "NT,S", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["wrong"] == []
    assert {kind: counts["checked"] for kind, counts in found["kinds"].items()} == {"no trump": 1, "trump": 1}


def test_the_bismarck_benchmark_reports_a_wrong_value(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Answer("trump", "p16-11 S", value=2, expected=1, nodes=1, seconds=0.1)
    monkeypatch.setattr(bismarck, "run", lambda *arguments: [wrong])
    assert bismarck.main(["--deals", "p16-11"]) == 1


@pytest.mark.parametrize("arguments", [["--deals", "p99"], ["--contracts", "NT,grand"]])
def test_the_bismarck_benchmark_knows_what_it_is_asked_for(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        bismarck.main(arguments)
    assert exit_.value.code == 2
