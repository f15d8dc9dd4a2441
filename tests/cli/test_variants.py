"""``forehand variants``, ``--version`` and ``--help``."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from forehand import GAMES

from .running import Run


def test_json_tells_games_and_options(forehand: Run) -> None:
    result = forehand("variants", "--json")
    assert result.code == 0
    games = {line["game"]: line for line in result.lines}
    assert list(games) == list(GAMES)
    assert games["bismarck"]["contracts"] == ["S", "H", "D", "C", "NT", "pass"]
    assert games["bismarck"]["seats"] == ["forehand", "middlehand", "rearhand"]
    follow, last_trick = games["bezique"]["options"]
    assert follow["choices"] == ["follow_or_trump", "must_beat", "follow_only"]
    assert follow["default"] == "follow_or_trump"
    assert follow["meaning"]
    assert (last_trick["default"], last_trick["minimum"], last_trick["maximum"]) == (10, 0, 1000)


def test_text_tells_them_too(forehand: Run) -> None:
    out = forehand("variants").out
    for game in GAMES.values():
        assert game.name in out
        for option in game.options:
            assert f"option     {option.name}: " in out
            assert option.meaning in out


def test_version(forehand: Run) -> None:
    result = forehand("--version")
    assert (result.code, result.out) == (0, f"forehand, version {version('forehand')}\n")


@pytest.mark.parametrize("command", ["solve", "cards", "table", "postmortem", "variants", "serve"])
def test_every_command_has_help(forehand: Run, command: str) -> None:
    assert command in forehand("--help").out
    result = forehand(command, "--help")
    assert result.code == 0
    assert result.out.startswith(f"Usage: forehand {command}")


def test_help_tells_the_exit_codes(forehand: Run) -> None:
    assert "130 interrupted" in forehand("--help").out
