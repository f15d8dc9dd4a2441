"""The best way to spread contracts over deals: a small assignment problem, solved exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Count = tuple[int, ...]
"""How often each contract may still be named."""


def best_spread(
    values: Sequence[Sequence[int | None]], times: Sequence[int], named: Sequence[int] | None = None
) -> tuple[int, ...] | None:
    """For each deal the contract to name, so that the values add up to the most; None if there is no way.

    ``values[deal][contract]`` is what a contract is worth in a deal, None where it cannot be named; each may be named
    ``times[contract]`` times at most. Of spreads that are as good the one that keeps most of what was ``named``
    is taken, then the one that names earlier contracts first.

    Deal by deal, the best of each way to have used the contracts up is kept, of which there are few: 81 in Grand.
    """
    best: dict[Count, tuple[int, int, tuple[int, ...]]] = {tuple(times): (0, 0, ())}
    for deal, row in enumerate(values):
        kept = None if named is None else named[deal]
        best = _after(best, row, kept)
    if not best:
        return None
    return max(best.values(), key=lambda found: (found[0], found[1], tuple(-contract for contract in found[2])))[2]


def _after(
    best: Mapping[Count, tuple[int, int, tuple[int, ...]]], row: Sequence[int | None], named: int | None
) -> dict[Count, tuple[int, int, tuple[int, ...]]]:
    """The best spreads over one deal more."""
    longer: dict[Count, tuple[int, int, tuple[int, ...]]] = {}
    for left, (total, kept, spread) in sorted(best.items(), key=lambda item: item[1][2]):
        for contract, value in enumerate(row):
            if value is None or not left[contract]:
                continue
            after = (*left[:contract], left[contract] - 1, *left[contract + 1 :])
            found = (total + value, kept + (contract == named), (*spread, contract))
            if after not in longer or found[:2] > longer[after][:2]:
                longer[after] = found
    return longer
