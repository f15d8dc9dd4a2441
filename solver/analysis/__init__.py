"""Floor 5: what people ask after the game."""

from .cards import CardScore, CardScores, score_cards
from .postmortem import BestLine, PlayedCard, PostMortem, analyze_play
from .table import Table, TableCell, solve_table

__all__ = [
    "BestLine",
    "CardScore",
    "CardScores",
    "PlayedCard",
    "PostMortem",
    "Table",
    "TableCell",
    "analyze_play",
    "score_cards",
    "solve_table",
]
