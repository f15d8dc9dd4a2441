"""Floor 5: records as JSON and PBN, read and written, and the dumps of an online server."""

from .deals import format_pbn_deal, parse_pbn_deal
from .lines import RecordLine, read_records
from .online_dump import read_online_dump
from .pbn import read_pbn, write_pbn
from .record import read_record, record_to_dict
from .session import (
    read_session,
    session_to_dict,
)

__all__ = [
    "RecordLine",
    "format_pbn_deal",
    "parse_pbn_deal",
    "read_online_dump",
    "read_pbn",
    "read_record",
    "read_records",
    "read_session",
    "record_to_dict",
    "session_to_dict",
    "write_pbn",
]
