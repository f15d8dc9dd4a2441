"""Random records of every game, and random JSON values to spoil them with."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from forehand.solver.cards import Card, Deal, Hand, sort_hand
from forehand.solver.rules import Record, Variant, variant

VARIANTS = (
    variant("bismarck"),
    variant("bismarck", leader="left_of_forehand", exchange="optional"),
    variant("bismarck", exchange="none", valfri="no_trump"),
    variant("bismarck", talon="closed"),
    variant("bismarck-british"),
    variant("bismarck-finnish"),
    variant("bismarck-finnish", players="4"),
    variant("bismarck-estonian", heart_points=3, seen="both"),
    variant("bezique", follow="must_beat", last_trick=0),
    variant("bezique"),
    variant("bridge"),
    variant("whist"),
)

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["N", "0", "AS", "A.K.Q.J", "NT", "pass", "N:... ... ... ...", "forehand", "\ud800", 0, 1, 2]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)

extras = st.dictionaries(
    st.sampled_from(["guaranteed", "pass_forced", "note", "date", "dealer", "pbn"]),
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**60), 2**60)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=5,
    ),
    max_size=3,
)


@st.composite
def records(draw: st.DrawFn, games: tuple[Variant, ...] = VARIANTS) -> Record:
    """A sound record, with and without talon, exchange, contract, play, seat and extra fields."""
    game = draw(st.sampled_from(games))
    rng = random.Random(draw(st.integers(0, 2**32)))
    size = draw(st.integers(1, game.hand_size))
    pack = [*game.pack] * game.packs
    rng.shuffle(pack)
    hands = tuple(sort_hand([pack.pop() for _ in range(size)], game.ranks) for _ in range(game.seats))
    talon = sort_hand([pack.pop() for _ in range(game.talon_size)], game.ranks) if draw(st.booleans()) else ()
    laid_away: Hand = ()
    if talon and game.exchange != "none" and draw(st.booleans()):
        laid_away = sort_hand(rng.sample([*hands[0], *talon], len(talon)), game.ranks)
    is_full = size == game.hand_size and game.leader is not None
    fields: dict[str, Any] = {
        "leader": game.leader if is_full else draw(st.integers(0, game.seats - 1)),
        "id": draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=6)),
        "contract": draw(st.none() | st.sampled_from(game.contracts)),
        "laid_away": laid_away,
        "seat": draw(st.none() | st.integers(0, game.seats - 1)),
        "extra": {key: value for key, value in draw(extras).items() if value is not None},
    }
    record = Record(game, Deal(hands, talon), **fields)
    if record.contract is None:
        return record
    return Record(game, record.deal, **fields, play=_random_play(record, rng, draw(st.integers(0, size * game.seats))))


def _random_play(record: Record, rng: random.Random, count: int) -> tuple[Card, ...]:
    position = record.start()
    play: list[Card] = []
    for _ in range(count):
        play.append(rng.choice(position.legal_plays()))
        position = position.play(play[-1])
    return tuple(play)
