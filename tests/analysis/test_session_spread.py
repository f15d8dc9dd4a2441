"""The best spread of contracts against trying every one."""

from __future__ import annotations

from collections import Counter
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from forehand.solver.analysis.session_spread import best_spread


def try_all(values: list[list[int | None]], times: list[int]) -> int | None:
    """The most there is to have, None if there is no way at all."""
    totals = []
    for spread in product(range(len(times)), repeat=len(values)):
        worth = [row[contract] for row, contract in zip(values, spread, strict=True)]
        used = Counter(spread)
        if None not in worth and all(used[contract] <= limit for contract, limit in enumerate(times)):
            totals.append(sum(score for score in worth if score is not None))
    return max(totals, default=None)


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[list[int | None]], list[int]]:
    """Up to five deals and four contracts, some of which cannot be named."""
    contracts = draw(st.integers(1, 4))
    score = st.none() | st.integers(-8, 8) | st.integers(-8, 8)
    values = draw(st.lists(st.lists(score, min_size=contracts, max_size=contracts), max_size=5))
    return values, draw(st.lists(st.integers(0, 3), min_size=contracts, max_size=contracts))


@given(problems())
@settings(max_examples=300)
def test_no_spread_is_better(problem: tuple[list[list[int | None]], list[int]]) -> None:
    values, times = problem
    spread = best_spread(values, times)
    best = try_all(values, times)
    if spread is None:
        assert best is None
        return
    worth = [row[contract] for row, contract in zip(values, spread, strict=True)]
    assert None not in worth
    assert sum(score for score in worth if score is not None) == best
    assert all(Counter(spread)[contract] <= limit for contract, limit in enumerate(times))


@given(st.lists(st.lists(st.integers(-8, 8), min_size=4, max_size=4), min_size=8, max_size=8))
@settings(max_examples=10)
def test_grand_too(values: list[list[int]]) -> None:
    spread = best_spread(values, [2] * 4)
    assert spread is not None and Counter(spread) == Counter([*range(4), *range(4)])
    best = try_all([list(row) for row in values], [2] * 4)
    assert sum(row[contract] for row, contract in zip(values, spread, strict=True)) == best


@given(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=3, max_size=3), st.permutations(range(3)))
def test_of_equals_the_one_that_changes_least(values: list[list[int]], named: list[int]) -> None:
    spread = best_spread(values, [1, 1, 1], named)
    assert spread is not None
    best = sum(values[deal][contract] for deal, contract in enumerate(spread))
    if sum(values[deal][contract] for deal, contract in enumerate(named)) == best:
        assert spread == tuple(named)


def test_nothing_to_spread() -> None:
    assert best_spread([], [1]) == ()
    assert best_spread([[1]], [0]) is None
