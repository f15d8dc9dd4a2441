"""What a finished deal scores where seats have quotas."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import Contract, Variant


def score_deal(variant: Variant, contract: Contract, tricks: Sequence[int]) -> tuple[int, ...]:
    """Each seat's score: its tricks less its quota, or in a misère its quota less its tricks.

    The scores of a deal add up to 0, for the quotas are as many as the tricks. Raises ValueError for a game
    without quotas, and for tricks that are not one number a seat adding up to a full deal's.
    """
    quotas = variant.misere_quotas if contract.is_misere else variant.quotas
    if not quotas:
        raise ValueError(f"{variant.title} has no quotas")
    if len(tricks) != variant.seats or min(tricks) < 0 or sum(tricks) != sum(quotas):
        raise ValueError(f"tricks {tuple(tricks)}: there must be {variant.seats} numbers that add up to {sum(quotas)}")
    sign = -1 if contract.is_misere else 1
    return tuple(sign * (won - quota) for won, quota in zip(tricks, quotas, strict=True))
