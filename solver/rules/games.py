"""The games Forehand knows, by name."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import Fault, InvalidInput
from . import bezique, bismarck, bridge
from .variant import Game, Variant

GAMES: dict[str, Game] = {game.name: game for game in (*bismarck.GAMES, bezique.GAME, bridge.BRIDGE, bridge.WHIST)}
"""Every game, by name."""


def variant(name: str, /, **options: str | int) -> Variant:
    """The game called ``name`` with these options, the rest at their defaults.

    Raises InvalidInput naming an unknown game, every unknown option, every value an option cannot take
    and every two that cannot go together.
    """
    return variant_of(name, options)


def variant_of(name: str, options: Mapping[str, object], path: str = "") -> Variant:
    """As :func:`variant`; fault paths are ``path`` + ``game`` and ``path`` + ``options.<name>``."""
    game = GAMES.get(name)
    if game is None:
        raise InvalidInput(
            [Fault(path + "game", "UNKNOWN_GAME", f"unknown game {name!r:.60}; known are {', '.join(GAMES)}")]
        )
    known = {option.name: option for option in game.options}
    chosen: dict[str, str | int] = {option.name: option.default for option in game.options}
    faults = []
    for key, value in options.items():
        where = f"{path}options.{key}"
        if key not in known:
            names = ", ".join(known) or "none"
            faults.append(Fault(where, "UNKNOWN_OPTION", f"{name} has no option {key!r:.60}; it has {names}"))
        elif (read := known[key].read(value)) is not None:
            chosen[key] = read
        else:
            allowed = ", ".join(known[key].choices) or f"a whole number from 0 to {known[key].maximum}"
            faults.append(Fault(where, "BAD_OPTION", f"{key} cannot be {value!r:.60}; it may be {allowed}"))
    for (first, one), (second, other) in game.clashes:
        if (chosen[first], chosen[second]) == (one, other):
            text = f"{second} cannot be {other!r} where {first} is {one!r}"
            faults.append(Fault(f"{path}options.{second}", "CONTRADICTION", text))
    if faults:
        raise InvalidInput(faults)
    return game.build(chosen)
