"""Wire messages to library types and back, for both ends; no other place knows both.

What decodes a request raises InvalidInput with every fault, paths as in the messages.
"""

from .answers import (
    SOLVER_VERSION,
    decode_card_scores,
    decode_played_card,
    decode_post_mortem,
    decode_solution,
    decode_table,
    decode_table_cell,
    encode_card_scores,
    encode_play_event,
    encode_solution,
    encode_table_event,
)
from .exchanges import Exchanges, decode_exchange, decode_exchange_progress, encode_exchange_event
from .games import OfferedGame, decode_game, encode_game_page, offered_games
from .requests import (
    TIE_RULE_NUMBERS,
    ExchangeQuestion,
    PlayQuestion,
    Question,
    TableQuestion,
    WillsQuestion,
    decode_exchange_question,
    decode_play_question,
    decode_question,
    decode_table_question,
    decode_wills_question,
    encode_limits,
    encode_record,
)
from .wills import decode_wills, encode_wills

__all__ = [
    "SOLVER_VERSION",
    "TIE_RULE_NUMBERS",
    "ExchangeQuestion",
    "Exchanges",
    "OfferedGame",
    "PlayQuestion",
    "Question",
    "TableQuestion",
    "WillsQuestion",
    "decode_card_scores",
    "decode_exchange",
    "decode_exchange_progress",
    "decode_exchange_question",
    "decode_game",
    "decode_play_question",
    "decode_played_card",
    "decode_post_mortem",
    "decode_question",
    "decode_solution",
    "decode_table",
    "decode_table_cell",
    "decode_table_question",
    "decode_wills",
    "decode_wills_question",
    "encode_card_scores",
    "encode_exchange_event",
    "encode_game_page",
    "encode_limits",
    "encode_play_event",
    "encode_record",
    "encode_solution",
    "encode_table_event",
    "encode_wills",
    "offered_games",
]
