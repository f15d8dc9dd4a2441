"""Write the perft goldens: counts of plays per variant, from the referee.

``python -m tests.rules.make_perft`` rewrites ``tests/data/perft/*.json``, one file a game and choice of options:
``game``, ``options``, and ``positions`` with ``contract``, ``leader``, ``hands`` (card lists), ``trick`` and
``counts``, where ``counts[n]`` is the number of sequences of ``n`` cards the rules allow (identical cards once).
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from forehand.solver.cards import format_cards
from forehand.solver.rules import Position, Variant

from ..deals import BEZIQUE, BISMARCK, BRIDGE, BRITISH, ESTONIAN, FINNISH, WHIST, random_position, referee_state

FOLDER = Path(__file__).parents[1] / "data" / "perft"
LIMIT = 20_000
TOLD_APART = ("follow", "players")
"""Options that change which cards may be played, or by how many."""


def golden(position: Position) -> dict[str, Any]:
    """One position and its counts, up to the end of the play or the first count above the limit."""
    referee, state = referee_state(position)
    counts = [1]
    while len(counts) <= position.cards_left and counts[-1] < LIMIT:
        counts.append(referee.perft(state, len(counts)))
    return {
        "contract": position.contract.name,
        "leader": position.leader,
        "hands": [format_cards(hand) for hand in position.hands],
        "trick": format_cards(position.trick),
        "counts": counts,
    }


def write(game: Variant) -> None:
    """The goldens of one variant: small deals to the end, larger ones as far as the limit."""
    rng = random.Random(f"perft {game.name} {game.options}")
    positions = []
    for size, suits in ((2, 1), (3, 2), (3, 4), (4, 2), (5, 3), (game.hand_size // 2, 4), (game.hand_size, 4)):
        position = random_position(rng, game, size, suits)
        while position.contract not in game.contracts:
            position = random_position(rng, game, size, suits)
        positions.append(golden(position))
    name = "-".join([game.name, *(str(dict(game.options)[key]) for key in TOLD_APART if key in dict(game.options))])
    content = {"game": game.name, "options": dict(game.options), "positions": positions}
    (FOLDER / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in (BISMARCK, BRITISH, *FINNISH, ESTONIAN[0], BRIDGE, WHIST, *BEZIQUE[1::2]):
        write(game)
