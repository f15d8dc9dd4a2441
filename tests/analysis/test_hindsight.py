"""Hindsight against every contract and every exchange, tried out by the referee."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from forehand.solver.analysis import (
    Exchange,
    analyze_play,
    find_exchange,
    find_exchanges,
    has_hindsight,
    hindsight_of,
)
from forehand.solver.cards import Deal
from forehand.solver.cards.card import sort_hand
from forehand.solver.objectives import objective_for, score_deal
from forehand.solver.rules import Contract, Record, Variant, variant
from forehand.solver.search import Bounds, Limits, Solver, StopFlag

from ..deals import BISMARCK, BRIDGE, Question, random_record, referee_value

SMALL = replace(
    BISMARCK, ranks="AKQJT", hand_size=4, talon_size=2, leader=None, quotas=(2, 1, 1), misere_quotas=(1, 1, 2)
)
"""Bismarck with four cards each, a talon of two and any leader, which the referee can try out."""
PENALTIES = replace(
    variant("bismarck-estonian", queen_points=3),
    ranks="AKQJT",
    hand_size=4,
    talon_size=2,
    leader=None,
    quotas=(2, 1, 1),
    misere_quotas=(1, 1, 2),
)
"""The same with contracts in which cards are avoided, some of which may be laid away."""
GAMES = [*(replace(SMALL, exchange=exchange) for exchange in ("mandatory", "optional", "none")), PENALTIES]
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=["mandatory", "optional", "none", "penalties"])


def small_records(seed: int, game: Variant, *, with_talon: bool = True, plays: int = 12) -> Iterator[Record]:
    """Random records of full deals, with the exchange made at random and so many random cards played."""
    rng = random.Random(f"hindsight {seed} {game.exchange}")
    for number in range(8):
        pack = list(game.pack)
        rng.shuffle(pack)
        hands = tuple(sort_hand(pack[4 * seat : 4 * seat + 4]) for seat in range(3))
        talon = sort_hand(pack[12:14]) if with_talon else ()
        laid_away = sort_hand(rng.sample([*hands[0], *talon], 2)) if with_talon and game.exchange != "none" else ()
        if game.exchange == "optional" and number % 2:
            laid_away = ()
        contract = rng.choice(game.contracts)
        record = Record(game, Deal(hands, talon), rng.randrange(3), contract=contract, laid_away=laid_away)
        position = record.start()
        play = []
        for _ in range(plays):
            play.append(rng.choice(position.legal_plays()))
            position = position.play(play[-1])
        yield replace(record, play=tuple(play))


def true_score(record: Record, contract: Contract) -> int:
    """What seat 0 scores with its hand as it is in the record, says the referee."""
    position = record.start(contract)
    won = referee_value(Question(position, objective_for(record.variant, contract, 0)))
    return score_deal(record.variant, contract, (won, record.variant.worth_of(contract) - won, 0))[0]


def true_best(record: Record, contract: Contract) -> int:
    """The same with the best exchange there is."""
    dealt = replace(record, laid_away=(), play=(), contract=contract)
    scores = []
    if record.variant.exchange == "none" or not record.deal.talon:
        return true_score(record, contract)
    if record.variant.exchange == "optional":
        scores.append(true_score(dealt, contract))
    for cards in combinations((*record.deal.hands[0], *record.deal.talon), 2):
        scores.append(true_score(replace(dealt, laid_away=sort_hand(cards)), contract))
    return max(scores)


@EACH_GAME
def test_every_contract_is_worth_what_the_best_exchange_makes_of_it(game: Variant) -> None:
    for record in small_records(1, game):
        found = hindsight_of(record, solver=Solver(1))
        assert record.contract is not None
        assert found.is_exact
        assert [worth.contract for worth in found.contracts] == list(record.variant.contracts)
        scores = {contract: true_best(record, contract) for contract in record.variant.contracts}
        assert {worth.contract: worth.score.value for worth in found.contracts} == scores
        for worth in found.contracts:
            assert len(worth.discards) == (record.variant.exchange != "none")
            for laid_away in worth.discards:
                chosen = replace(record, laid_away=laid_away, play=(), contract=worth.contract)
                assert true_score(chosen, worth.contract) == worth.score.value
        assert found.kept.value == true_score(replace(record, play=()), record.contract)
        assert found.best_score.value == found.best_score_of_all.value == max(scores.values())
        assert {worth.contract for worth in found.best_contracts} == {
            contract for contract, score in scores.items() if score == max(scores.values())
        }


@EACH_GAME
@pytest.mark.parametrize("with_talon", [True, False])
def test_the_costs_add_up(game: Variant, with_talon: bool) -> None:
    seen = set()
    for record in small_records(2, game, with_talon=with_talon):
        found = hindsight_of(record, solver=Solver(1))
        assert record.contract is not None
        judged = analyze_play(record, solver=Solver(1))
        parts = (found.contract_cost.value, found.exchange_cost.value, found.play_cost, found.gifts)
        assert None not in parts and min(part for part in parts if part is not None) >= 0
        assert found.play_cost == judged.costs[0]
        assert found.gifts == judged.gifts[0]
        contract_cost, exchange_cost, play_cost, gifts = (part or 0 for part in parts)
        assert found.best_score.value - contract_cost == found.named.score.value
        assert found.named.score.value - exchange_cost == found.kept.value
        assert found.kept.value - play_cost + gifts == found.had
        assert judged.scores == score_deal(record.variant, record.contract, judged.tally)
        assert found.had == judged.scores[0]
        seen.add((contract_cost > 0, exchange_cost > 0, play_cost > 0, gifts > 0))
    assert {any(kind[place] for kind in seen) for place in (0, 2, 3)} == {True}
    assert any(kind[1] for kind in seen) is (with_talon and game.exchange != "none")


def test_only_allowed_contracts_count_but_all_are_shown() -> None:
    for record in small_records(3, SMALL):
        everything = hindsight_of(record, solver=Solver(1))
        best = {worth.contract for worth in everything.best_contracts}
        allowed = [contract for contract in record.variant.contracts if contract not in best]
        found = hindsight_of(record, allowed, solver=Solver(1))
        assert found.contracts == everything.contracts
        assert set(found.allowed) == {*allowed, record.contract}
        assert found.best_score_of_all == everything.best_score
        scores = [worth.score.value for worth in found.contracts if worth.contract in found.allowed]
        assert found.best_score.value == max(scores)
        assert found.contract_cost.value == max(scores) - found.named.score.value
        forced = hindsight_of(record, [], solver=Solver(1))
        assert forced.contract_cost.value == 0
        assert forced.best_contracts == (forced.named,)


def test_answers_known_already_are_not_searched_again() -> None:
    for record in small_records(4, SMALL):
        found = hindsight_of(record, solver=Solver(1))
        exchanges = find_exchanges(record, include_ties=False, solver=Solver(1))
        judged = analyze_play(record, solver=Solver(1))
        known = hindsight_of(record, exchanges=exchanges, judged=judged, limits=Limits(0))
        assert known.effort.nodes == 0
        assert replace(known, effort=found.effort) == found
        part = hindsight_of(record, exchanges=exchanges[2:4], judged=judged, solver=Solver(1))
        assert replace(part, effort=found.effort) == found
        every = hindsight_of(record, exchanges=find_exchanges(record, solver=Solver(1)), judged=judged)
        for worth, one in zip(every.contracts, found.contracts, strict=True):
            assert (worth.bounds, worth.score) == (one.bounds, one.score)
            assert one.discards[0] in worth.discards


def test_values_known_already_stand_where_nothing_is_exchanged() -> None:
    for record in small_records(11, SMALL, with_talon=False):
        found = hindsight_of(record, solver=Solver(1))
        judged = analyze_play(record, solver=Solver(1))
        effort = found.effort
        values = [Exchange(worth.contract, worth.bounds, (), (), (), effort) for worth in found.contracts]
        known = hindsight_of(record, exchanges=values, judged=judged, limits=Limits(0))
        assert replace(known, effort=effort) == found
        assert known.effort.nodes == 0


def test_a_play_that_is_not_over_has_no_result_yet() -> None:
    for record in small_records(5, SMALL, plays=7):
        found = hindsight_of(record, solver=Solver(1))
        judged = analyze_play(record, solver=Solver(1))
        assert (found.had, found.gifts, judged.scores) == (None, None, None)
        assert found.play_cost == judged.costs[0]
    for record in small_records(6, SMALL, plays=0):
        assert hindsight_of(record, solver=Solver(1)).play_cost == 0


def holds(bounds: Bounds, true: Bounds) -> bool:
    """Whether what is known is not wrong."""
    return bounds.lower <= true.value <= bounds.upper


def test_at_a_limit_what_is_known_is_right() -> None:
    for record in small_records(7, SMALL):
        exact = hindsight_of(record, solver=Solver(1))
        limits = [0, 20, exact.effort.nodes // 4, exact.effort.nodes // 2, exact.effort.nodes - 1]
        answers = [hindsight_of(record, solver=Solver(1), limits=Limits(nodes)) for nodes in limits]
        assert not answers[0].is_exact
        assert answers[0].best_contracts == ()
        for nodes, found in zip(limits, answers, strict=True):
            assert found.effort.nodes <= nodes
            assert holds(found.kept, exact.kept)
            assert holds(found.best_score, exact.best_score)
            assert holds(found.contract_cost, exact.contract_cost)
            assert holds(found.exchange_cost, exact.exchange_cost)
            assert found.play_cost in (None, exact.play_cost)
            assert found.gifts in (None, exact.gifts)
            assert found.had == exact.had
            for worth, true in zip(found.contracts, exact.contracts, strict=True):
                assert holds(worth.bounds, true.bounds)
                assert holds(worth.score, true.score)


def test_the_exchange_made_bounds_the_best_one() -> None:
    for record in small_records(8, SMALL):
        assert record.contract is not None
        judged = analyze_play(record, solver=Solver(1))
        nothing = [find_exchange(record, contract, limits=Limits(0)) for contract in record.variant.contracts]
        found = hindsight_of(record, exchanges=nothing, judged=judged)
        assert found.named.score.lower == found.kept.value
        assert found.exchange_cost.lower == 0


def test_a_flag_set_beforehand() -> None:
    stop = StopFlag()
    stop.set()
    (record, *_) = small_records(9, SMALL)
    found = hindsight_of(record, stop=stop)
    assert found.effort.stopped == "cancelled"
    assert not found.is_exact


def test_a_record_that_cannot_be_compared_is_refused() -> None:
    rng = random.Random(10)
    short = random_record(rng, BISMARCK, 4)
    (full, *_) = small_records(10, SMALL, plays=0)
    for record in (random_record(rng, BRIDGE, 13), short, replace(full, contract=None)):
        assert not has_hindsight(record)
        assert record.contract is None or analyze_play(record).scores is None
        with pytest.raises(ValueError, match="no hindsight without a contract named, quotas and a full deal of"):
            hindsight_of(record)
    assert has_hindsight(full)
