"""DDS, the bridge solver of Bo Haglund and Soren Hein, through the ``endplay`` package."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from endplay import config
from endplay.dds import calc_dd_table, solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal, Denom, Player

from forehand.solver.formats import format_pbn_deal
from forehand.solver.rules import Contract, Record

from .peers import Cells, Found

T = TypeVar("T")
NAME = f"DDS of endplay {config.__version__}"


def single(record: Record) -> Found:
    """The tricks of the leader's side, in best-one mode."""
    contract = record.start().contract
    deal = Deal(format_pbn_deal(record.hands))
    deal.trump, deal.first = denomination(contract), Player(record.leader)
    board, seconds = timed(lambda: solve_board(deal, mode=SolveMode.OptimalOne))
    tricks = max(tricks for _, tricks in board)
    return Found({(contract.name, record.leader): tricks}, seconds)


def table(record: Record) -> Found:
    """All twenty values of the deal."""
    deal = Deal(format_pbn_deal(record.hands))
    found, seconds = timed(lambda: calc_dd_table(deal))
    cells: Cells = {
        (contract.name, seat): found[denomination(contract), Player(seat)]
        for contract in record.variant.contracts
        for seat in range(record.variant.seats)
    }
    return Found(cells, seconds)


def timed(call: Callable[[], T]) -> tuple[T, float]:
    """What a call returns, and the CPU seconds of all threads: DDS may use several."""
    started = time.process_time()
    result = call()
    return result, time.process_time() - started


def denomination(contract: Contract) -> Denom:
    """The contract's trumps as DDS calls them."""
    return Denom("SHDC".index(contract.trump) if contract.trump else 4)
