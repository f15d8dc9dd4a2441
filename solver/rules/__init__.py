"""Floor 1: what the games are, as data, and positions in the play."""

from .games import GAMES, variant, variant_of
from .position import Position
from .record import Record
from .variant import Contract, FollowRule, Game, Option, TrickValue, Variant

__all__ = [
    "GAMES",
    "Contract",
    "FollowRule",
    "Game",
    "Option",
    "Position",
    "Record",
    "TrickValue",
    "Variant",
    "variant",
    "variant_of",
]
