"""What a finished deal scores."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import Contract, Variant


def score_deal(variant: Variant, contract: Contract, tricks: Sequence[int]) -> tuple[int, ...]:
    """Each seat's score: its tricks less its quota, or in a misère its quota less its tricks.

    The scores of a deal add up to 0, for the quotas are as many as the tricks. Under a contract that counts points of
    its own ``tricks`` are these, and nobody owes a quota, for no source gives any: what a seat took is its score, or in
    a misère what it loses.

    Raises ValueError for a contract the variant has not, for a game without quotas, and for tricks that are not one
    number a seat adding up to a full deal's (points: to no more than that, for cards may be laid away).
    """
    if contract not in variant.contracts:
        raise ValueError(f"{variant.title} has no contract {contract.name}")
    owes = contract.value is None
    quotas = variant.misere_quotas if contract.is_misere else variant.quotas
    if owes and not quotas:
        raise ValueError(f"{variant.title} has no quotas")
    total = sum(quotas) if owes else variant.worth_of(contract)
    is_whole = sum(tricks) == total if owes else sum(tricks) <= total
    if len(tricks) != variant.seats or min(tricks) < 0 or not is_whole:
        most = "" if owes else "at most "
        raise ValueError(f"tricks {tuple(tricks)}: there must be {variant.seats} numbers that add up to {most}{total}")
    sign = -1 if contract.is_misere else 1
    owed = quotas if owes else (0,) * variant.seats
    return tuple(sign * (won - quota) for won, quota in zip(tricks, owed, strict=True))
