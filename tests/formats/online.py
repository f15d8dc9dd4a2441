"""Dumps of the online server: the stored samples, and any position in play written as one."""

from __future__ import annotations

import json
import random
from typing import Any

from forehand import Card, Position, Variant, variant
from forehand.solver.cards import SUIT_SYMBOLS
from tests.deals import play_at_random
from tests.sources import ROOT

CLUB = (variant("bismarck-finnish", players="3"), variant("bismarck-finnish", players="4"))
NUMBER_OF_SUIT = {"D": 1, "C": 2, "H": 3, "S": 4}


def sample(name: str) -> dict[str, Any]:
    """A stored dump, fresh every time."""
    text = (ROOT / f"tests/data/online-dump-{name}.json").read_text(encoding="utf-8")
    dump: dict[str, Any] = json.loads(text)
    return dump


def card_fields(card: Card) -> dict[str, str]:
    """A card as the server writes it."""
    return {"rank": "10" if card.rank == "T" else card.rank, "suit": SUIT_SYMBOLS[card.suit] + "\ufe0f"}


class Hand:
    """A random hand of the club's game played some cards far: the pack in dealt order, and what happened to it."""

    def __init__(self, seed: int, game: Variant, plays: int, *, is_choice: bool) -> None:
        rng = random.Random(seed)
        self.game, self.is_choice = game, is_choice
        self.players = [f"player {seat}" for seat in range(game.seats)]
        self.pack = list(game.pack)
        rng.shuffle(self.pack)
        turned = self.pack[-4]
        self.contract = rng.choice([contract for contract in game.contracts if contract.trump in (None, turned.suit)])
        if is_choice:
            self.contract = rng.choice(game.contracts)
        size = game.hand_size
        hands = [self.pack[seat * size : (seat + 1) * size] for seat in range(game.seats)]
        hands[0] += self.pack[-4:]
        self.gone = set(rng.sample(hands[0], 4))
        hands[0] = [card for card in hands[0] if card not in self.gone]
        self.position = Position(game, self.contract, hands, 0)
        self.trick: list[tuple[int, Card]] = []
        for _ in range(plays):
            after = play_at_random(rng, self.position, 1)
            (card,) = set(held(self.position)) - set(held(after))
            self.trick = [*(self.trick if self.position.trick else []), (self.position.to_move, card)]
            self.gone.add(card)
            self.position = after

    def dump(self) -> dict[str, Any]:
        """The hand as the server dumps it."""
        names = [{"name": name} for name in self.players]
        kind = "Misere" if self.contract.is_misere else "Trump" if self.contract.trump else "NoTrump"
        game_type: dict[str, Any] = {"value": kind}
        if self.contract.trump:
            game_type["trumpSuit"] = NUMBER_OF_SUIT[self.contract.trump]
        return {
            "game": {"players": names, "handNumber": 0},
            "cards": [{"card": card_fields(card), "isPlayed": card in self.gone} for card in self.pack],
            "handStatute": {
                "eldestHand": names[0],
                "handType": {"isChoice": self.is_choice, "gameType": game_type},
                "playerOrder": names,
                "playersInGame": self.game.seats,
                "tricksInHand": self.game.hand_size,
            },
            "trick": self._trick() if self.trick else None,
        }

    def _trick(self) -> dict[str, Any]:
        leader, led = self.trick[0]
        laid = dict(self.trick)
        order = [(leader + place) % self.game.seats for place in range(self.game.seats)]
        entries = [
            {"player": {"name": self.players[seat]}} | ({"card": card_fields(laid[seat])} if seat in laid else {})
            for seat in order
        ]
        trump = NUMBER_OF_SUIT[self.contract.trump or led.suit]
        return {"trickSuit": NUMBER_OF_SUIT[led.suit], "trumpSuit": trump, "trickCards": entries, "trickNumber": 1}


def held(position: Position) -> list[Card]:
    """The cards nobody has played yet."""
    return [card for hand in position.hands for card in hand]
