"""What is counted, and who wants it: the two maps a search question needs."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import Contract, Variant


@dataclass(frozen=True, slots=True)
class Objective:
    """The points of the seats in ``counts`` are counted; the seats in ``wants`` want many of them, the others few."""

    counts: frozenset[int]
    wants: frozenset[int]


def objective_for(variant: Variant, contract: Contract, seat: int) -> Objective:
    """The question whose answer is the value of a deal for ``seat``.

    The points of the seat's side are counted; the side wants many of them, or, in a misère, few,
    and all other seats work against it together.
    """
    side = frozenset(variant.side_of(seat))
    others = frozenset(range(variant.seats)) - side
    return Objective(counts=side, wants=others if contract.is_misere else side)
