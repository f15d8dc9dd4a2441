"""The public face of the solver: everything here is also in ``forehand``."""

from .analysis import (
    BestLine,
    CardScore,
    CardScores,
    PlayedCard,
    PostMortem,
    Table,
    TableCell,
    analyze_play,
    score_cards,
    solve_table,
)
from .cards import Card, Deal, format_cards, format_hand, parse_hand
from .concepts import Solution, best_line, solve
from .errors import Fault, ForehandError, InvalidInput, LimitReached
from .formats import RecordLine, read_pbn, read_record, read_records, record_to_dict, write_pbn
from .objectives import Objective, objective_for, score_deal
from .rules import GAMES, Contract, FollowRule, Game, Option, Position, Record, TrickValue, Variant, variant
from .search import Bounds, Effort, Limits, SearchOptions, Solver, StopFlag

__all__ = [
    "GAMES",
    "BestLine",
    "Bounds",
    "Card",
    "CardScore",
    "CardScores",
    "Contract",
    "Deal",
    "Effort",
    "Fault",
    "FollowRule",
    "ForehandError",
    "Game",
    "InvalidInput",
    "LimitReached",
    "Limits",
    "Objective",
    "Option",
    "PlayedCard",
    "Position",
    "PostMortem",
    "Record",
    "RecordLine",
    "SearchOptions",
    "Solution",
    "Solver",
    "StopFlag",
    "Table",
    "TableCell",
    "TrickValue",
    "Variant",
    "analyze_play",
    "best_line",
    "format_cards",
    "format_hand",
    "objective_for",
    "parse_hand",
    "read_pbn",
    "read_record",
    "read_records",
    "record_to_dict",
    "score_cards",
    "score_deal",
    "solve",
    "solve_table",
    "variant",
    "write_pbn",
]
