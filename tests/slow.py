"""Searches that no test lives to see the end of, however fast the search becomes.

In Pass a full deal is searched with every switch off: plain alpha-beta without a table, which takes years. Whatever
stops it stops a real search. All other contracts, and Pass with a few cards, take no longer than ever.
"""

from __future__ import annotations

import importlib
import logging

from forehand import Bounds, Objective, Position, SearchOptions, Solver
from forehand.solver.search import DEFAULT_MEMORY_MIB, Meter

TABLE = "forehand.solver.analysis.table"

ENDLESS = "plain search of 48 cards"
"""What a process logs as it begins a search that does not end."""

logger = logging.getLogger(__name__)


class SlowInPass(Solver):
    """A solver that is plain where the contract is Pass."""

    def __init__(self, memory_mib: int = DEFAULT_MEMORY_MIB, options: SearchOptions | None = None) -> None:
        super().__init__(memory_mib, options)
        self._plain = Solver(1, SearchOptions.plain())

    def _ask(self, position: Position, objective: Objective, target: int, meter: Meter) -> Bounds | None:
        if position.contract.is_misere:
            if meter.nodes_left is None:
                logger.info("plain search of %d cards", position.cards_left)
            return self._plain._ask(position, objective, target, meter)
        return super()._ask(position, objective, target, meter)


def make_pass_slow(*modules: str) -> None:
    """Has these modules of this process make slow solvers, and tables too."""
    for name in (*modules, TABLE):
        importlib.import_module(name).__dict__["Solver"] = SlowInPass
