"""Small games of the family and sessions of them, quick enough to be judged whole."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from forehand.solver.rules import GAMES, Game, Variant, bismarck, variant
from forehand.solver.rules.session_forms import FORMS, SessionForm

from .analysis.make_session import make_session

PLAYERS = ("Ann", "Bo", "Cyd", "Dag")
SMALL = "bismarck-small"


def _build(options: dict[str, str | int]) -> Variant:
    return _shrunk(bismarck.build(options), SMALL)


def _build_estonian(options: dict[str, str | int]) -> Variant:
    return _shrunk(bismarck.build_estonian(options), f"{SMALL}-estonian")


def _shrunk(usual: Variant, name: str) -> Variant:
    """The same game with twelve cards: three each and a talon of three."""
    return replace(
        usual,
        name=name,
        title="Small Bismarck",
        ranks="AKQ",
        hand_size=3,
        talon_size=3,
        quotas=(1, 1, 1),
        misere_quotas=(1, 1, 1),
    )


_USUAL = (bismarck.LEADER, bismarck.EXCHANGE, bismarck.VALFRI)
_HIDDEN = (bismarck.TALON, bismarck.SEEN)
SMALL_GAMES = (
    Game(SMALL, "Small Bismarck", (*_USUAL, *_HIDDEN), _build),
    Game(
        f"{SMALL}-estonian",
        "Small Estonian Bismarck",
        (*_USUAL, *_HIDDEN, bismarck.HEART_POINTS, bismarck.QUEEN_POINTS),
        _build_estonian,
    ),
)


@contextmanager
def small_games() -> Iterator[None]:
    """Has the small games among those Forehand knows."""
    with pytest.MonkeyPatch.context() as patch:
        for game in SMALL_GAMES:
            patch.setitem(GAMES, game.name, game)
        yield


def small_session(seed: int, form: str = "standard", deals: int | None = None, **options: str | int) -> dict[str, Any]:
    """A session of the small game; only while :func:`small_games` are known."""
    game = variant(f"{SMALL}-estonian" if form == "estonian" else SMALL, **options)
    return session_of(game, FORMS[form], seed, deals)


def real_session(seed: int, form: str, deals: int | None = None, **options: str | int) -> dict[str, Any]:
    """A session of the game the form is for."""
    return session_of(variant(FORMS[form].game, **options), FORMS[form], seed, deals)


def session_of(game: Variant, form: SessionForm, seed: int, deals: int | None = None) -> dict[str, Any]:
    """A session, whole unless the number of its deals is given."""
    rng = random.Random(f"session {seed} {game.name} {form.name}")
    length = form.length(game.seats, deals)
    return make_session(rng, game, form, PLAYERS[: game.seats], length if deals is None else deals)


def spoiled(session: dict[str, Any], deal: int, **fields: Any) -> dict[str, Any]:
    """The session with other fields in one deal; None takes one away."""
    changed = copy.deepcopy(session)
    for field, value in fields.items():
        if value is None:
            changed["deals"][deal].pop(field, None)
        else:
            changed["deals"][deal][field] = value
    return changed
