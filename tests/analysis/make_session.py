"""Write the demo session: twelve deals at random, contracts named and cards played by rule of thumb, with slips.

``python -m tests.analysis.make_session`` rewrites ``tests/data/session-demo.json``.
"""

from __future__ import annotations

import functools
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from forehand.solver.cards import Card, Deal, Hand, sort_hand
from forehand.solver.formats.session import read_session, session_to_dict
from forehand.solver.objectives import score_deal
from forehand.solver.rules import Contract, Position, Record, Variant, variant
from forehand.solver.rules.session_forms import FORMS, MenuEntry, SessionForm

FILE = Path(__file__).parents[1] / "data" / "session-demo.json"
PLAYERS = ("Astrid", "Birger", "Cajsa")
SLIP = 0.08
"""How often a player takes any legal card."""


def make_session(
    rng: random.Random, game: Variant, form: SessionForm, players: Sequence[str], deals: int
) -> dict[str, Any]:
    """A session of so many deals as a JSON-ready object, each contract named by what the cards look like."""
    seats = len(players)
    length = form.length(seats, deals)
    named: Counter[tuple[int | None, str]] = Counter()
    made = []
    for number in range(deals):
        forehand = form.forehand(number, seats)
        owner = None if form.is_shared else forehand
        allowed = form.allowed(number, seats)
        if number < length - form.free_last and not form.order:
            allowed = tuple(entry for entry in allowed if named[owner, entry.name] < form.limit(seats, length))
        made.append(make_deal(rng, game, allowed, forehand, players))
        named[owner, made[-1]["contract"]] += 1
    data: dict[str, Any] = {
        "id": "demo",
        "form": form.name,
        "game": game.name,
        "options": dict(game.options),
        "players": list(players),
    }
    if form.has_free_length:
        data["length"] = deals
    return session_to_dict(read_session({**data, "deals": made}))


def make_deal(
    rng: random.Random, game: Variant, allowed: Sequence[MenuEntry], forehand: int, players: Sequence[str]
) -> dict[str, Any]:
    """A deal of ``forehand``'s, who may name what is allowed."""
    seats, size = len(players), game.hand_size
    pack = list(game.pack)
    rng.shuffle(pack)
    hands = tuple(sort_hand(pack[seat * size : (seat + 1) * size], game.ranks) for seat in range(seats))
    talon = sort_hand(pack[seats * size :], game.ranks)
    turned = rng.choice(talon)
    entry, contract = max(
        (
            (entry, contract)
            for entry in allowed
            for contract in entry.plays(game)
            if not entry.drawn or contract.trump == turned.suit
        ),
        key=lambda choice: promise(game, (*hands[0], *talon), choice[1]),
    )
    laid_away = () if game.exchange == "none" else lay_away(game, (*hands[0], *talon), contract, game.talon_size)
    record = Record(game, Deal(hands, talon), game.leader or 0, contract=contract, laid_away=laid_away)
    play = play_out(rng, record)
    tally = functools.reduce(Position.play, play, record.start()).tally
    scores = score_deal(game, contract, tally)
    by_player = [(player - forehand) % seats for player in range(seats)]
    return {
        "forehand": players[forehand],
        "contract": entry.name,
        **({"turned": str(turned)} if entry.drawn else {}),
        **({"trump": contract.name} if len(entry.plays(game)) > 1 else {}),
        "hands": [[str(card) for card in hands[seat]] for seat in by_player],
        "talon": [str(card) for card in talon],
        **({"laid_away": [str(card) for card in laid_away]} if laid_away else {}),
        "play": [str(card) for card in play],
        "tricks": [tally[seat] for seat in by_player],
        "scores": [scores[seat] for seat in by_player],
    }


def strength(game: Variant, card: Card) -> int:
    """More is stronger."""
    return len(game.ranks) - game.ranks.index(card.rank)


def promise(game: Variant, held: Hand, contract: Contract) -> float:
    """How good a contract looks: high cards and trumps, or in a misère the want of high cards."""
    high = sum(max(0, strength(game, card) - len(game.ranks) + 4) for card in held)
    if contract.is_misere:
        return 30.0 - 1.6 * high
    if contract.trump is None:
        return 1.0 * high
    return 0.6 * high + 2.5 * sum(card.suit == contract.trump for card in held)


def lay_away(game: Variant, held: Hand, contract: Contract, count: int) -> Hand:
    """In a misère the highest cards of short suits, else the lowest plain ones."""

    def keep(card: Card) -> tuple[bool, int]:
        length = sum(other.suit == card.suit for other in held)
        if contract.is_misere:
            return False, length - 2 * strength(game, card)
        return card.suit == contract.trump, 2 * strength(game, card) + length

    return sort_hand(sorted(held, key=keep)[:count], game.ranks)


def play_out(rng: random.Random, record: Record) -> list[Card]:
    """A whole play by rule of thumb."""
    position, play = record.start(), []
    while not position.is_over:
        legal = position.legal_plays()
        card = rng.choice(legal) if rng.random() < SLIP else thumb(position, legal)
        play.append(card)
        position = position.play(card)
    return play


def thumb(position: Position, legal: tuple[Card, ...]) -> Card:
    """The card a beginner plays: in a misère as high as does not win; else as low as wins, or the lowest."""
    game, contract = position.variant, position.contract

    def rank(card: Card) -> tuple[bool, int]:
        return card.suit == contract.trump, strength(game, card)

    if not position.trick:
        return (min if contract.is_misere else max)(legal, key=lambda card: strength(game, card))
    led = position.trick[0].suit
    best = max((card for card in position.trick if card.suit in (led, contract.trump)), key=rank)
    winning = [card for card in legal if card.suit in (led, contract.trump) and rank(card) > rank(best)]
    losing = [card for card in legal if card not in winning]
    if contract.is_misere:
        return max(losing or winning, key=rank)
    return min(winning or legal, key=rank)


def demo_session() -> dict[str, Any]:
    """The demo."""
    return make_session(random.Random("demo session"), variant("bismarck"), FORMS["standard"], PLAYERS, 12)


if __name__ == "__main__":
    FILE.write_text(json.dumps(demo_session(), indent=1) + "\n")
