"""Floor 5: what people ask after the game."""

from .cards import CardScore, CardScores, score_cards
from .exchange import (
    DiscardValue,
    Exchange,
    ExchangeProgress,
    discard_value,
    exchange_faults,
    find_exchange,
    find_exchanges,
    score_bounds,
)
from .hindsight import ContractWorth, Hindsight, has_hindsight, hindsight_of
from .postmortem import BestLine, PlayedCard, PostMortem, analyze_play
from .session import (
    ContractSpread,
    DealReport,
    EntryValue,
    PlayerLoss,
    SessionReport,
    analyze_session,
)
from .session_sheet import (
    ScoreSheet,
    SheetRow,
    score_sheet,
)
from .session_steps import (
    SessionProgress,
    StepAnswer,
)
from .table import Table, TableCell, solve_table

__all__ = [
    "BestLine",
    "CardScore",
    "CardScores",
    "ContractSpread",
    "ContractWorth",
    "DealReport",
    "DiscardValue",
    "EntryValue",
    "Exchange",
    "ExchangeProgress",
    "Hindsight",
    "PlayedCard",
    "PlayerLoss",
    "PostMortem",
    "ScoreSheet",
    "SessionProgress",
    "SessionReport",
    "SheetRow",
    "StepAnswer",
    "Table",
    "TableCell",
    "analyze_play",
    "analyze_session",
    "discard_value",
    "exchange_faults",
    "find_exchange",
    "find_exchanges",
    "has_hindsight",
    "hindsight_of",
    "score_bounds",
    "score_cards",
    "score_sheet",
    "solve_table",
]
