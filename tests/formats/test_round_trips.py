"""What is written is read back equal, whatever the game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forehand import InvalidInput, Record, variant
from forehand.solver.formats import (
    format_pbn_deal,
    parse_pbn_deal,
    read_pbn,
    read_record,
    read_records,
    record_to_dict,
    write_pbn,
)

from .strategies import records

DATA = Path(__file__).parent.parent / "data" / "bismarck.jsonl"
BRIDGE = (variant("bridge"),)


@settings(max_examples=300, deadline=None)
@given(records())
def test_a_record_survives_json(record: Record) -> None:
    text = json.dumps(record_to_dict(record))
    assert read_record(json.loads(text)) == record
    (line,) = read_records([text])
    assert (line.record, line.id, line.faults) == (record, record.id, ())
    assert record_to_dict(line.record or record) == json.loads(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(records(BRIDGE), max_size=3))
def test_records_survive_pbn(written: list[Record]) -> None:
    text = write_pbn(written)
    assert read_pbn(text) == written
    assert write_pbn(read_pbn(text)) == text


@settings(max_examples=50, deadline=None)
@given(records(BRIDGE), st.sampled_from("NESW"))
def test_a_deal_may_begin_with_any_seat(record: Record, first: str) -> None:
    assert parse_pbn_deal(format_pbn_deal(record.deal.hands, first)) == record.deal.hands


def test_a_deal_is_written_for_four_seats_only() -> None:
    with pytest.raises(ValueError, match="four hands"):
        format_pbn_deal([()] * 3)
    with pytest.raises(ValueError, match="four hands"):
        format_pbn_deal([()] * 4, "X")


def test_the_known_deals_keep_their_values() -> None:
    lines = DATA.read_text(encoding="utf-8").splitlines()
    found = list(read_records(lines))
    assert [line.number for line in found] == list(range(1, len(lines) + 1))
    for line, text in zip(found, lines, strict=True):
        assert line.record is not None, line.faults
        given_fields = json.loads(text)
        written = record_to_dict(line.record)
        assert read_record(written) == line.record
        assert given_fields.items() <= written.items()


def test_an_extra_field_cannot_pass_for_another() -> None:
    record = read_record({"hands": ["A...", "K...", "Q..."]})
    spoiled = Record(record.variant, record.deal, 0, extra={"hand": 1, "depth": float("inf")})
    with pytest.raises(InvalidInput) as caught:
        record_to_dict(spoiled)
    assert [fault.code for fault in caught.value.faults] == ["UNKNOWN_FIELD", "BAD_NUMBER"]
