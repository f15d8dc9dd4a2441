"""Forehand beside another bridge solver: the same random deals, taking turns, values compared."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence

from forehand.solver.cards import Deal
from forehand.solver.formats import parse_pbn_deal
from forehand.solver.rules import Record, variant
from forehand.solver.search import Limits

from . import questions
from .measure import Report, Row, command_line, progress, ratios, whole
from .peers import PEERS, Forehand, Found, Peer
from .problems import random_records

FREAKS = (
    "N:.Q853.AJ962.KT74 Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962",
    "N:KJ9753..AQT8642. ..KJ9753.AQT8642 .AQT8642..KJ9753 AQT8642.KJ9753..",
)
"""The hardest bridge deals known, as tables."""

FREAK_NODES = 100_000_000

Solve = Callable[[Record], Found]


def side_by_side(work: str, records: Sequence[Record], ours: Solve, theirs: Solve) -> tuple[list[Row], list[str]]:
    """The row of this work, if there are any records, and every value that differs."""
    pairs: list[tuple[Found, Found]] = []
    faults: list[str] = []
    for record in progress(records, work):
        # Taking turns, so that neither always meets a cold processor.
        pairs.append(both(record, ours, theirs, mine_first=len(pairs) % 2 == 0))
        faults += differences(record, *pairs[-1])
    if not pairs:
        return [], []
    seconds, peer_seconds = [mine.seconds for mine, _ in pairs], [other.seconds for _, other in pairs]
    row: Row = {
        "work": work,
        "deals": len(pairs),
        **ratios(seconds, peer_seconds),
        "seconds": round(sum(seconds), 4),
        "peer_seconds": round(sum(peer_seconds), 4),
        "median_ms": round(1000 * statistics.median(seconds), 2),
        "peer_median_ms": round(1000 * statistics.median(peer_seconds), 2),
        "nodes_a_deal": round(statistics.mean(mine.nodes for mine, _ in pairs)),
    }
    return [row], faults


def both(record: Record, ours: Solve, theirs: Solve, *, mine_first: bool) -> tuple[Found, Found]:
    """What both say of a record: ours, theirs."""
    if mine_first:
        mine = ours(record)
        return mine, theirs(record)
    other = theirs(record)
    return ours(record), other


def differences(record: Record, mine: Found, other: Found) -> list[str]:
    """Every value that is not the same."""
    return [
        f"{record.id}: {contract} by seat {seat}: {tricks}, the peer says {other.cells.get((contract, seat))}"
        for (contract, seat), tricks in mine.cells.items()
        if other.cells.get((contract, seat)) != tricks
    ]


def freaks(forehand: Forehand, peer: Peer | None, limits: Limits) -> tuple[list[Row], list[str]]:
    """A row for each freak deal's table, beside the peer's if there is one, and every value that differs.

    ``solved`` is how many of the 20 values were known within ``limits``.
    """
    rows: list[Row] = []
    faults: list[str] = []
    for number, text in enumerate(progress(FREAKS, "freak tables"), 1):
        record = Record(variant("bridge"), Deal(parse_pbn_deal(text)), 0, id=f"freak {number}")
        mine = forehand.table(record, limits)
        row: dict[str, str | int | float] = {
            "deal": text,
            "solved": len(mine.cells),
            "seconds": round(mine.seconds, 3),
            "nodes": mine.nodes,
        }
        if peer is not None:
            other = peer.table(record)
            row["peer_seconds"] = round(other.seconds, 3)
            faults += differences(record, mine, other)
        rows.append(row)
    return rows, faults


def ask_questions(count: int, seed: int, memory_mib: int) -> tuple[list[Row], list[str]]:
    """What the value of every card and the judgement of a whole play cost in bridge; no peer is asked."""
    starts = random_records("bridge", 13, count, seed + 2)
    plays = [
        record
        for start in starts
        for record in (questions.played_well(start, memory_mib), questions.played_at_random(start, seed))
    ]
    return questions.rows("bridge", starts, plays, memory_mib)


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison; 1 if a value differs, 2 if the peer is not installed."""
    parser = command_line(
        "compare", __doc__, deals=100, deals_help="deals solved for one contract and leader", least_deals=0
    )
    parser.add_argument("--peer", choices=sorted(PEERS), default="dds", help="the other solver (default: dds)")
    parser.add_argument("--tables", type=whole(0), default=40, metavar="N", help="deals solved as tables (default: 40)")
    parser.add_argument(
        "--questions", type=whole(0), default=10, metavar="N", help="deals asked every card of (default: 10)"
    )
    parser.add_argument(
        "--freaks",
        nargs="?",
        const="ours",
        choices=("ours", "both"),
        help="solve the freak tables too; 'both' asks the peer as well, which may take minutes or not end",
    )
    parser.add_argument(
        "--freak-nodes",
        type=whole(0),
        default=FREAK_NODES,
        metavar="N",
        help=f"Forehand gives a freak up after so many (default: {FREAK_NODES:,})",
    )
    chosen = parser.parse_args(arguments)
    try:
        peer = PEERS[chosen.peer]()
    except ImportError as error:
        print(f"{chosen.peer} is not installed: {error}", file=sys.stderr)
        return 2
    forehand = Forehand(chosen.memory_mib)
    report = Report()
    singles = random_records("bridge", 13, chosen.deals, chosen.seed)
    # Other deals than the single ones: some peers remember the deal before.
    tables = random_records("bridge", 13, chosen.tables, chosen.seed + 1)
    report.add("peer", [{"name": peer.NAME}])
    report.add("compared", *side_by_side("single values", singles, forehand.single, peer.single))
    report.add("compared", *side_by_side("tables of 20", tables, forehand.table, peer.table))
    report.add("questions", *ask_questions(chosen.questions, chosen.seed, chosen.memory_mib))
    if chosen.freaks:
        report.add("freaks", *freaks(forehand, peer if chosen.freaks == "both" else None, Limits(chosen.freak_nodes)))
    return report.publish(as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
