"""The benchmark of the exchange: figures of the right shape, and a wrong value does not pass."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from benchmarks import exchange
from forehand import Bounds, Exchange, find_exchanges

ASKED = ["--ids", "p16-1", "--contracts", "NT", "--one", "--json"]


def test_the_figures_of_one_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert exchange.main(ASKED) == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["contract"] for row in told["exchange"]] == ["NT", "no trump"]
    assert all(row["problems"] == row["complete"] == row["median_ways"] == 1 for row in told["exchange"])
    (whole,) = told["all contracts of a deal"]
    assert whole["worst_nodes"] == told["exchange"][0]["worst_nodes"] > 0


def test_a_wrong_value_does_not_pass(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more(*args: Any, **options: Any) -> tuple[Exchange, ...]:
        return tuple(
            replace(found, bounds=Bounds(found.value + 1, found.value + 1))
            for found in find_exchanges(*args, **options)
        )

    monkeypatch.setattr(exchange, "find_exchanges", one_more)
    assert exchange.main(ASKED) == 1
    assert "p16-1 NT: 8, but laid away it comes to 7" in capsys.readouterr().err


def test_a_limit_leaves_the_rest_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert exchange.main([*ASKED, "--limit-nodes", "10"]) == 0
    (row, _) = json.loads(capsys.readouterr().out)["exchange"]
    assert (row["complete"], row["problems"]) == (0, 1)
