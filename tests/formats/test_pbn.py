"""PBN files: what is read from them, what is wrong with them, and a second opinion by endplay."""

from __future__ import annotations

import random
from typing import Any

import endplay.parsers.pbn as peer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forehand import Card, InvalidInput, Record
from forehand.solver.cards import format_cards
from forehand.solver.formats import format_pbn_deal, parse_pbn_deal, read_pbn, read_record, record_to_dict, write_pbn

FILE = r"""% PBN 2.1
%a line of no importance
[Event "Club \"A\""]
; a remark
[Board "1"] {a remark over

three lines}
[Dealer "S"]
[Deal "W:A.K.2. 4.5.6. 7.8.9. T.J.Q."]
[Declarer "S"] [Contract "3HX"]
[Auction "S"]
1H Pass 2H =1= Pass
3H AP
[Note "1:weak"]
[Play "W"]
SA S4 S7! ST $1
D2 D6 D9 DQ =2= ; the queen holds
CA - - -
*
[Note "2:of course"]
[Generator "a hand"]

[Event "#"]
[Board "2"]
[Dealer "E"]
[Deal "N:A.K.2. 4.5.6. 7.8.9. T.J.Q."]
[Declarer ""]
[Contract "Pass"]
"""


def test_what_a_file_tells() -> None:
    text = FILE.replace("CA - - -", "- - - HJ")
    first, second = read_pbn(text)
    assert (first.id, first.leader, first.seat) == ("1", 3, 2)
    assert first.contract is not None
    assert first.contract.name == "H"
    assert format_cards(list(first.play)) == "AS 4S 7S TS 2D 6D 9D QD JH"
    assert first.extra["pbn"] == {
        "Event": 'Club "A"',
        "Dealer": "S",
        "Contract": "3HX",
        "Auction": 'S\n1H Pass 2H =1= Pass\n3H AP\n[Note "1:weak"]',
        "Generator": "a hand",
    }
    assert (second.id, second.leader, second.contract, second.seat) == ("2", 2, None, None)
    assert second.extra["pbn"] == {"Event": 'Club "A"', "Dealer": "E", "Contract": "Pass"}


def test_what_is_written_is_stable() -> None:
    records = read_pbn(FILE.replace("CA - - -\n", ""))
    written = write_pbn(records)
    assert read_pbn(written) == records
    assert write_pbn(read_pbn(written)) == written
    assert [read_record(record_to_dict(record)) for record in records] == records
    assert read_pbn(written.replace("\n", "\r\n")) == records


def test_the_export_has_the_mandatory_tags_in_order() -> None:
    record = read_record(
        {
            "id": "7",
            "deal": "N:A.K.. Q.J.. T.9.. 8.7..",
            "contract": "NT",
            "leader": "E",
            "seat": "W",
            "guaranteed": [1],
            "pbn": {"Event": "x", "Zoo": "z", "Auction": "N\n1NT AP"},
            "play": "QS TS 8S AS KH",
        }
    )
    assert write_pbn([record]).splitlines() == [
        "% PBN 2.1",
        "% EXPORT",
        '[Event "x"]',
        '[Site "?"]',
        '[Date "?"]',
        '[Board "7"]',
        '[West "?"]',
        '[North "?"]',
        '[East "?"]',
        '[South "?"]',
        '[Dealer "?"]',
        '[Vulnerable "?"]',
        '[Deal "N:A.K.. Q.J.. T.9.. 8.7.."]',
        '[Scoring "?"]',
        '[Declarer "N"]',
        '[Contract "?"]',
        '[Result "?"]',
        r'[Forehand "{\"contract\": \"NT\", \"seat\": \"W\", \"guaranteed\": [1]}"]',
        '[Zoo "z"]',
        '[Auction "N"]',
        "1NT AP",
        '[Play "E"]',
        "SQ ST S8 SA",
        "- - - HK",
        "*",
    ]
    assert read_pbn(write_pbn([record])) == [record]


def test_other_games_have_no_pbn() -> None:
    with pytest.raises(InvalidInput) as caught:
        write_pbn([read_record({"hands": ["A...", "K...", "Q..."]})])
    assert [(fault.path, fault.code) for fault in caught.value.faults] == [("records[0]", "UNKNOWN_GAME")]
    assert read_pbn(write_pbn([])) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"W:A.K.2. 4', '"W:AQ.K.2. 4', [("line 9, deal.hands[3]", "WRONG_COUNT")]),
        ('"W:A.K.2. 4', '"A.K.2. 4', [("line 9, deal", "BAD_DEAL")]),
        ('"N:A.K.2.', '"N:-', [("line 25, deal.hands[0]", "HIDDEN_HAND")]),
        ('[Deal "N:', '[Dael "N:', [("line 22, hands", "MISSING_FIELD")]),
        ("3HX", "8H", [("line 10", "UNKNOWN_CONTRACT")]),
        ('[Declarer "S"]', '[Declarer "X"]', [("line 10", "UNKNOWN_SEAT")]),
        ('[Play "W"]', '[Play "N"]', [("line 15", "WRONG_LEADER")]),
        ("S7!", "D9", [("line 16, play[2]", "REVOKE"), ("line 17, play[6]", "CARD_NOT_HELD")]),
        ("S7!", "S?", [("line 16, play[2]", "UNKNOWN_CARD")]),
        ("S7!", "-", [("line 16", "BAD_PLAY"), ("line 17", "BAD_PLAY")]),
        ("*\n", "* SA\n", [("line 18", "BAD_PLAY")]),
        ('[Dealer "S"]', '[Dealer "S"', [("line 8", "BAD_PBN")]),
        ('[Dealer "S"]', '[Dealer "S"] North', [("line 8", "BAD_PBN")]),
        ("three lines}", "three lines", [("line 5", "BAD_PBN")]),
        ('[Board "2"]', '[Board "2"] [Board "3"]', [("line 23", "DUPLICATE_FIELD")]),
        ('[Board "2"]', '[Board "2"] [Board "2"]', []),
        ('[Board "1"]', r'[Forehand "{\"leader\": 9}"]', [("line 10, leader", "WRONG_LEADER")]),
        ('[Board "1"]', r'[Forehand "{\"leader\": null}"]', [("line 10, leader", "MISSING_LEADER")]),
        ('[Board "1"]', r'[Forehand "{\"contract\": \"hearts\"}"]', []),
        ('[Board "2"]', '[Forehand "{"]', [("line 23", "BAD_JSON")]),
        ('[Board "2"]', '[Forehand "[]"]', [("line 23", "BAD_JSON")]),
        ('[Board "2"]', r'[Forehand "{\"hands\": []}"]', [("line 23", "UNKNOWN_FIELD")]),
        ('[Board "2"]', r'[Forehand "{\"leader\": 9}"]', [("line 26, leader", "WRONG_LEADER")]),
    ],
)  # fmt: skip
def test_faults_name_the_line(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    sound = FILE.replace("CA - - -\n", "")
    text = sound.replace(old, new, 1)
    assert text != sound
    faults: list[tuple[str, str]] = []
    try:
        read_pbn(text)
    except InvalidInput as error:
        faults = [(fault.path, fault.code) for fault in error.faults]
    assert faults == expected


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from([*FILE.split("\n"), "{", "[", '"', "\n\n", "-", '[Forehand "{}"]', "SA S4"])), st.text()
)
def test_whatever_a_file_holds_only_faults_come_out(lines: list[str], junk: str) -> None:
    for text in ("\n".join(lines), "\n".join([*lines, junk])):
        try:
            records = read_pbn(text)
        except InvalidInput as error:
            assert all(fault.path.startswith("line ") for fault in error.faults)
        else:
            assert read_pbn(write_pbn(records)) == records


kept_tags = st.dictionaries(
    st.sampled_from(["Event", "Dealer", "Contract", "Zoo", "Auction", "Note", "Play", "a b"]),
    st.text(max_size=8) | st.text('\\"#?%\n[]{};NS ', max_size=5) | st.sampled_from(["#", "?", "4S", "Pass", "E"]),
    min_size=1,
    max_size=4,
)


@settings(max_examples=300, deadline=None)
@given(kept_tags, st.text(max_size=4), st.sampled_from([None, "S", "NT"]), st.sampled_from([None, *"NESW"]))
def test_whatever_is_kept_survives(tags: dict[str, str], name: str, contract: str | None, seat: str | None) -> None:
    fields = {
        "deal": "N:A... K... Q... J...",
        "leader": "S",
        "pbn": tags,
        "id": name,
        "contract": contract,
        "seat": seat,
    }
    try:
        record = read_record(fields)
    except InvalidInput:
        return
    assert read_pbn(write_pbn([record, record])) == [record, record]


def _full_record(seed: int) -> Record:
    rng = random.Random(seed)
    pack = [Card(rank, suit) for suit in "SHDC" for rank in "AKQJT98765432"]
    rng.shuffle(pack)
    hands = [format_cards(pack[seat * 13 : seat * 13 + 13]) for seat in range(4)]
    contract = rng.choice(["S", "H", "D", "C", "NT"])
    fields: dict[str, Any] = {"id": str(seed), "hands": hands, "declarer": rng.choice("NESW"), "contract": contract}
    fields["pbn"] = {"Contract": f"4{contract}", "Dealer": "N", "Vulnerable": "None"}
    position = read_record(fields).start()
    play = []
    while not position.is_over:
        play.append(rng.choice(position.legal_plays()))
        position = position.play(play[-1])
    return read_record({**fields, "play": list(map(str, play))})


@pytest.mark.parametrize("seed", range(5))
def test_endplay_reads_the_same(seed: int) -> None:
    record = _full_record(seed)
    (board,) = peer.loads(write_pbn([record]))
    assert parse_pbn_deal(str(board.deal)) == record.deal.hands
    assert [Card.parse(str(card)) for card in board.play] == list(record.play)
    assert board.contract is not None
    assert board.contract.declarer.abbr == "NESW"[record.seat or 0]
    text = peer.dumps([board])
    (again,) = read_pbn(text)
    assert (again.deal, again.leader, again.contract, again.play) == (
        record.deal,
        record.leader,
        record.contract,
        record.play,
    )
    assert format_pbn_deal(again.deal.hands) == format_pbn_deal(record.deal.hands)
