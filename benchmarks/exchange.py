"""What to lay away on the full Bismarck deals with known values: how long the best takes, contract by contract.

Every best way is found, or with --one a single one. Each deal has one solver for all its contracts.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

from forehand.solver.analysis import Exchange, discard_value, find_exchanges
from forehand.solver.rules import Record, variant
from forehand.solver.search import Effort, Limits, Solver

from .bismarck import CONTRACTS, chosen_records, kind_of
from .measure import Report, Row, command_line, listed, progress, spread, whole


@dataclass(frozen=True, slots=True)
class Found:
    """One contract of one deal: a cost, for the report."""

    record: Record
    exchange: Exchange

    @property
    def nodes(self) -> int:
        """Nodes searched."""
        return self.exchange.effort.nodes

    @property
    def seconds(self) -> float:
        """CPU seconds."""
        return self.exchange.effort.seconds

    @property
    def fault(self) -> str:
        """What is wrong with the answer, solved again by itself; "" if nothing is, or only bounds are known."""
        exchange = self.exchange
        if not exchange.is_exact:
            return ""
        value = discard_value(self.record, exchange.contract, exchange.discards[0]).value
        if value == exchange.value:
            return ""
        return f"{self.record.id} {exchange.contract.name}: {exchange.value}, but laid away it comes to {value}"


def rows(found: list[Found]) -> list[Row]:
    """A row a contract, and one a kind of contract."""
    groups = {each.exchange.contract.name: "" for each in found} | {
        kind_of(each.exchange.contract): "" for each in found
    }
    listed_rows: list[Row] = []
    for name in groups:
        members = [each for each in found if name in (each.exchange.contract.name, kind_of(each.exchange.contract))]
        ways = [len(each.exchange.discards) for each in members]
        listed_rows.append(
            {
                "contract": name,
                "complete": sum(each.exchange.is_complete for each in members),
                **spread(members),
                "median_ways": sorted(ways)[len(ways) // 2],
                "worst": max(members, key=lambda each: each.seconds).record.id,
            }
        )
    return listed_rows


def whole_deals(found: list[Found]) -> list[Row]:
    """All contracts of each deal together."""
    deals: dict[str, list[Effort]] = {}
    for each in found:
        deals.setdefault(each.record.id, []).append(each.exchange.effort)
    sums = [
        Effort(sum(effort.nodes for effort in efforts), sum(effort.seconds for effort in efforts))
        for efforts in deals.values()
    ]
    return [{"contracts": max(map(len, deals.values())), **spread(sums)}]


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; 1 if a value is not what the cards laid away come to, 2 for a deal that is not there."""
    parser = command_line("exchange", __doc__, deals=2, deals_help="the first full deals of the file; there are 16")
    parser.add_argument("--ids", type=listed(), default=[], metavar="ID,ID", help="these deals instead, by their names")
    parser.add_argument(
        "--contracts",
        type=listed(*CONTRACTS),
        default=list(CONTRACTS),
        metavar=",".join(CONTRACTS),
        help="these only (default: all)",
    )
    parser.add_argument("--one", action="store_true", help="one best way is enough")
    parser.add_argument("--limit-nodes", type=whole(0), metavar="N", help="at most so many nodes a contract")
    chosen = parser.parse_args(arguments)
    try:
        records = chosen_records(chosen.ids, chosen.deals)
    except ValueError as error:
        parser.error(str(error))
    contracts = [variant("bismarck").contract(name) for name in chosen.contracts]
    found: list[Found] = []
    for record in progress(records, "deals"):
        solver = Solver(chosen.memory_mib)
        for contract in contracts:
            (exchange,) = find_exchanges(
                replace(record, seat=None),
                [contract],
                include_ties=not chosen.one,
                solver=solver,
                limits=Limits(chosen.limit_nodes),
            )
            found.append(Found(record, exchange))
    report = Report()
    report.add("exchange", rows(found), [each.fault for each in found if each.fault])
    report.add("all contracts of a deal", whole_deals(found))
    return report.publish(as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
