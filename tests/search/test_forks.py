"""The table's forks: small deals never fill a list, so here every list forks at once."""

import pytest

from forehand.solver import SearchOptions, Solver, Variant
from tests.deals import BISMARCK, BRIDGE, DRILLS, describe, random_questions

PLAIN = SearchOptions.plain()


@pytest.mark.parametrize("fork_at", [1, 2, 5])
@pytest.mark.parametrize(("game", "size"), [(BISMARCK, 6), (BRIDGE, 5), *((drill, 4) for drill in DRILLS)])
def test_a_table_that_forks_early_gives_the_same_values(fork_at: int, game: Variant, size: int) -> None:
    forking = Solver(memory_mib=8, fork_at=fork_at)
    for question in random_questions(fork_at, game, size, 20):
        expected = Solver(memory_mib=1, options=PLAIN).evaluate(question.position, question.objective)
        assert forking.evaluate(question.position, question.objective) == expected, describe(question)


@pytest.mark.parametrize("fork_at", [0, 2**20 + 1])
def test_a_threshold_out_of_range_is_refused(fork_at: int) -> None:
    with pytest.raises(ValueError, match="fork at"):
        Solver(fork_at=fork_at)
