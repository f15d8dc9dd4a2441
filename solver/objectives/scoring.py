"""What a finished deal scores."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import Contract, Variant


def score_deal(variant: Variant, contract: Contract, points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's score, of what each has won: as a rule its tricks less its quota, or in a misère its quota less its
    tricks.

    The scores of a deal add up to 0 then, for the quotas are as many as the tricks. Under a contract that counts
    something of its own nobody owes a quota (no source gives any): what is won is the score, and in a misère what is
    lost, so that the scores add up to as much as there was in play.

    Raises ValueError for a contract the variant has not, for a game without quotas, and for points that are not one
    number a seat adding up to a full deal's (under a contract of its own value, to no more: cards may be laid away).
    """
    if contract not in variant.contracts:
        raise ValueError(f"{variant.title} has no contract {contract.name}")
    sign = -1 if contract.is_misere else 1
    quotas = (0,) * variant.seats
    total = variant.worth_of(contract)
    if contract.value is None:
        quotas = variant.misere_quotas if contract.is_misere else variant.quotas
        if not quotas:
            raise ValueError(f"{variant.title} has no quotas")
    can_be_less = contract.value is not None
    is_whole = sum(points) <= total if can_be_less else sum(points) == total
    if len(points) != variant.seats or min(points) < 0 or not is_whole:
        most = "at most " if can_be_less else ""
        raise ValueError(f"{tuple(points)}: there must be {variant.seats} numbers that add up to {most}{total}")
    return tuple(sign * (won - quota) for won, quota in zip(points, quotas, strict=True))
