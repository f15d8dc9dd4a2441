"""Floor 1: what the games are, as data, and positions in the play."""

from .games import GAMES, variant, variant_of
from .position import Position
from .record import Record
from .session import (
    Session,
    SessionDeal,
)
from .session_forms import (
    FORMS,
    MenuEntry,
    SessionForm,
)
from .session_order import (
    DealSlot,
)
from .variant import Contract, FollowRule, Game, Option, TrickValue, Variant

__all__ = [
    "FORMS",
    "GAMES",
    "Contract",
    "DealSlot",
    "FollowRule",
    "Game",
    "MenuEntry",
    "Option",
    "Position",
    "Record",
    "Session",
    "SessionDeal",
    "SessionForm",
    "TrickValue",
    "Variant",
    "variant",
    "variant_of",
]
