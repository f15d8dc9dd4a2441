"""Floor 5: what people ask after the game."""

from .cards import CardScore, CardScores, score_cards
from .exchange import DiscardValue, Exchange, ExchangeProgress, discard_value, find_exchange, find_exchanges
from .hindsight import ContractWorth, Hindsight, has_hindsight, hindsight_of
from .postmortem import BestLine, PlayedCard, PostMortem, analyze_play
from .table import Table, TableCell, solve_table

__all__ = [
    "BestLine",
    "CardScore",
    "CardScores",
    "ContractWorth",
    "DiscardValue",
    "Exchange",
    "ExchangeProgress",
    "Hindsight",
    "PlayedCard",
    "PostMortem",
    "Table",
    "TableCell",
    "analyze_play",
    "discard_value",
    "find_exchange",
    "find_exchanges",
    "has_hindsight",
    "hindsight_of",
    "score_cards",
    "solve_table",
]
