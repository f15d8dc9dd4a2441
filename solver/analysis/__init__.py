"""Floor 5: what people ask after the game."""

from .cards import CardScore, CardScores, score_cards
from .exchange import DiscardValue, Exchange, ExchangeProgress, discard_value, find_exchange, find_exchanges
from .postmortem import BestLine, PlayedCard, PostMortem, analyze_play
from .table import Table, TableCell, solve_table

__all__ = [
    "BestLine",
    "CardScore",
    "CardScores",
    "DiscardValue",
    "Exchange",
    "ExchangeProgress",
    "PlayedCard",
    "PostMortem",
    "Table",
    "TableCell",
    "analyze_play",
    "discard_value",
    "find_exchange",
    "find_exchanges",
    "score_cards",
    "solve_table",
]
