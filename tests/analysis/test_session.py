"""The post-mortem of a session, checked deal by deal against the slow referee and other ways to the same numbers."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import pytest

from forehand import (
    Contract,
    Hindsight,
    Limits,
    Record,
    Session,
    SessionProgress,
    SessionReport,
    StepAnswer,
    StopFlag,
    analyze_play,
    analyze_session,
    hindsight_of,
    read_session,
    score_deal,
)
from forehand.solver.objectives import objective_for
from forehand.solver.rules.referee import Referee

from ..evidence import WAIT_SECONDS
from ..sessions import real_session, small_games, small_session, spoiled
from .make_session import FILE, demo_session


@pytest.fixture(autouse=True, scope="module")
def _games() -> Iterator[None]:
    with small_games():
        yield


def test_the_demo_is_what_its_maker_writes() -> None:
    assert json.loads(FILE.read_text()) == demo_session()


def judged(seed: int, form: str = "standard", **options: str | int) -> tuple[Session, SessionReport]:
    session = read_session(small_session(seed, form, None, **options))
    report = analyze_session(session)
    assert report.is_exact and report.sheet.faults == ()
    return session, report


def hindsights(report: SessionReport) -> list[Hindsight]:
    return [deal.hindsight for deal in report.deals if deal.hindsight is not None]


def best_by_referee(record: Record, contract: Contract) -> int:
    """Forehand's score with the best of all exchanges, each played out by the referee."""
    variant = record.variant
    objective = objective_for(variant, contract, 0)
    referee = Referee(variant, contract)
    total = variant.worth_of(contract)
    scores = []
    held = (*record.deal.hands[0], *record.deal.talon)
    for laid_away in combinations(held, variant.talon_size):
        changed = replace(record, contract=contract, laid_away=laid_away, play=())
        value = referee.value(referee.start(changed.hands, record.leader), objective.counts, objective.wants)
        scores.append(score_deal(variant, contract, (value, total - value, 0))[0])
    return max(scores)


@pytest.mark.parametrize("form", ["standard", "estonian"])
def test_worths_are_the_referee_s(form: str) -> None:
    session, report = judged(11, form)
    for deal in report.deals[:3]:
        record = session.deals[deal.place].record
        assert record is not None and deal.hindsight is not None
        for worth in deal.hindsight.contracts:
            assert worth.score.value == best_by_referee(record, worth.contract)


@pytest.mark.parametrize("form", ["standard", "short", "estonian"])
def test_costs_add_up_to_what_was_scored(form: str) -> None:
    _, report = judged(12, form)
    for row, deal in zip(report.sheet.rows, report.deals, strict=True):
        hindsight = deal.hindsight
        assert hindsight is not None and row.scores is not None
        assert hindsight.had == row.scores[row.forehand]
        left = hindsight.best_score.value - hindsight.contract_cost.value - hindsight.exchange_cost.value
        assert left == hindsight.kept.value
        assert hindsight.gifts is not None and hindsight.gifts >= 0
        assert left - (hindsight.play_cost or 0) + hindsight.gifts == hindsight.had
        assert hindsight.contract_cost.value >= 0 and hindsight.exchange_cost.value >= 0


def test_a_deal_s_hindsight_is_that_of_its_record() -> None:
    session, report = judged(13)
    for row, deal in zip(report.sheet.rows, report.deals, strict=True):
        record, hindsight = session.deals[deal.place].record, deal.hindsight
        assert record is not None and hindsight is not None
        alone = hindsight_of(record, hindsight.allowed)
        assert alone.contract_cost == hindsight.contract_cost
        assert alone.exchange_cost == hindsight.exchange_cost
        assert alone.play_cost == hindsight.play_cost
        costs = analyze_play(record).costs
        assert deal.play_costs == tuple(costs[(player - row.forehand) % 3] for player in range(3))


def test_allowed_contracts_are_those_still_free() -> None:
    _, report = judged(14)
    for row, hindsight in zip(report.sheet.rows, hindsights(report), strict=True):
        left = {entry.name for entry in row.slot.allowed}
        before = {
            other.entry.name
            for other in report.sheet.rows[: row.place]
            if other.forehand == row.forehand and other.entry is not None
        }
        assert left == {"spader", "trumf", "sang", "pass"} - before
        names = {contract.name for contract in hindsight.allowed}
        assert {"pass", "NT"} & names == {"pass" for _ in left & {"pass"}} | {"NT" for _ in left & {"sang"}}


def test_the_best_spread_is_the_best_of_all_orders() -> None:
    for seed in range(15, 19):
        _, report = judged(seed)
        for player, spread in enumerate(report.spreads):
            own = [deal for row, deal in zip(report.sheet.rows, report.deals, strict=True) if row.forehand == player]
            table = [{value.entry.name: value.score.value for value in deal.entries} for deal in own]
            totals = [
                sum(row[name] for row, name in zip(table, order, strict=True)) for order in permutations(table[0])
            ]
            assert spread is not None
            assert spread.best_score == max(totals)
            assert sorted(value.entry.name for value in spread.best) == sorted(table[0])
            worths = [deal.hindsight.named.score.value for deal in own if deal.hindsight is not None]
            assert spread.named_score == sum(worths) <= spread.best_score
            assert report.losses[player].contracts == spread.gain


def test_trumf_is_worth_its_best_suit() -> None:
    _, report = judged(20)
    for deal in report.deals:
        assert deal.hindsight is not None
        scores = {worth.contract.name: worth.score.value for worth in deal.hindsight.contracts}
        (trumf,) = (value for value in deal.entries if value.entry.name == "trumf")
        assert trumf.score.value == max(scores[suit] for suit in "SHDC") == scores[trumf.contract.name]


def test_losses_are_what_the_deals_cost() -> None:
    _, report = judged(21, "grand")
    for player, loss in enumerate(report.losses):
        rows = zip(report.sheet.rows, report.deals, strict=True)
        own = [deal.hindsight for row, deal in rows if row.forehand == player]
        assert loss.exchange == sum(hindsight.exchange_cost.value for hindsight in own if hindsight is not None)
        assert loss.play == sum(deal.play_costs[player] or 0 for deal in report.deals)
        assert loss.total == (loss.contracts or 0) + loss.exchange + loss.play
        assert loss.open_places == ()


def test_only_contracts_that_matter_are_searched() -> None:
    _, report = judged(22, "short")
    assert {worth.contract.name for hindsight in hindsights(report) for worth in hindsight.contracts} == {"NT", "pass"}
    _, report = judged(22, "three_deals")
    named = [[worth.contract.name for worth in hindsight.contracts] for hindsight in hindsights(report)]
    assert [len(names) for names in named] == [1, 1, 1]
    assert [spread and spread.gain for spread in report.spreads] == [0, 0, 0]


def test_estonian_contracts_are_spread_over_a_player_s_own_deals_and_the_last_two_are_free() -> None:
    for seed in range(23, 26):
        _, report = judged(seed, "estonian")
        for spread in report.spreads:
            assert spread is not None
            bound = [place for place in spread.places if place < 6]
            named = sorted(row.entry.name for row in report.sheet.rows if row.place in bound and row.entry)
            best = dict(zip(spread.places, spread.best, strict=True))
            assert sorted(best[place].entry.name for place in bound) == named
            for place in set(spread.places) - set(bound):
                assert best[place].score.value == max(value.score.value for value in report.deals[place].entries)


def test_a_turned_card_lets_a_contract_be_weighed_in_other_deals() -> None:
    _, report = judged(27, "three_deals")
    drawn = [[value.entry.name for value in deal.entries] for deal in report.deals]
    assert drawn == [["trumf"], ["sang"], ["pass"]]


def test_rules_without_exchange_and_hands_as_played() -> None:
    _, report = judged(28, exchange="none")
    assert all(hindsight.exchange_cost.value == 0 for hindsight in hindsights(report))
    whole = small_session(28)
    for deal in whole["deals"]:
        deal.pop("talon"), deal.pop("laid_away"), deal.pop("play")
    report = analyze_session(read_session(whole))
    assert report.is_exact
    assert all(hindsight.exchange_cost.value == 0 for hindsight in hindsights(report))


def test_what_is_left_out_is_told_and_the_rest_is_judged() -> None:
    sound = small_session(29)
    second = next(
        place
        for place in (3, 6, 9)
        if sound["deals"][place]["contract"] not in ("trumf", sound["deals"][0]["contract"])
    )
    used = spoiled(sound, second, contract=sound["deals"][0]["contract"], trump=sound["deals"][0].get("trump"))
    for field in ("play", "tricks", "scores"):
        used["deals"][second].pop(field)
    report = analyze_session(read_session(used))
    assert [fault.path for fault in report.sheet.faults] == [f"deals[{second}].contract"]
    assert report.sheet.rows[second].left_out == ("spread",)
    assert report.deals[second].hindsight is not None
    spread = report.spreads[0]
    assert spread is not None and second not in spread.places and len(spread.places) == 3


def test_a_deal_without_cards_keeps_its_contract() -> None:
    sound = small_session(30)
    bare = spoiled(sound, 0, hands=None, talon=None, laid_away=None, play=None)
    report = analyze_session(read_session(bare))
    assert report.sheet.faults == ()
    assert report.deals[0].why_left_out == "no cards"
    spread = report.spreads[0]
    assert spread is not None and 0 not in spread.places
    assert sound["deals"][0]["contract"] not in {value.entry.name for value in spread.best}


def test_an_extra_deal_costs_its_forehand_only_by_its_trumps() -> None:
    session = small_session(31)
    for deal in session["deals"]:
        for field in ("hands", "talon", "laid_away", "play"):
            deal.pop(field)
        deal |= {"tricks": [1, 1, 1], "scores": [0, 0, 0]}
    extra = small_session(31)["deals"][0]
    for field in ("play", "tricks", "scores"):
        extra.pop(field)
    for suit in "SHDC":
        report = analyze_session(
            read_session({**session, "deals": [*session["deals"], {**extra, "contract": "trumf", "trump": suit}]})
        )
        assert report.sheet.faults == ()
        hindsight = report.deals[12].hindsight
        assert hindsight is not None
        assert {contract.name for contract in hindsight.allowed} == set("SHDC")
        assert report.losses[0].contracts == hindsight.contract_cost.value


def answers_of(data: dict[str, Any]) -> list[StepAnswer]:
    answers: list[StepAnswer] = []
    analyze_session(read_session(data), on_answer=answers.append)
    return answers


def told(report: SessionReport) -> tuple[Any, ...]:
    """Everything a report says but the time it took."""
    costs = [
        (hindsight.contracts, hindsight.allowed, hindsight.kept, hindsight.had, hindsight.play_cost)
        for hindsight in hindsights(report)
    ]
    entries = [(deal.entries, deal.play_costs, deal.why_left_out) for deal in report.deals]
    return costs, entries, report.spreads, report.losses, report.effort.nodes, report.effort.stopped


def test_resumed_anywhere_the_report_is_the_same() -> None:
    data = small_session(32)
    session = read_session(data)
    whole, answers = analyze_session(session), answers_of(data)
    rng = random.Random(32)
    for _ in range(5):
        known = rng.sample(answers, rng.randrange(len(answers)))
        searched: list[StepAnswer] = []
        resumed = analyze_session(session, known=known, on_answer=searched.append)
        assert told(resumed) == told(whole)
        assert {answer.key for answer in searched} == {answer.key for answer in answers} - {
            answer.key for answer in known
        }


def test_threads_change_nothing() -> None:
    session = read_session(small_session(33))
    assert told(analyze_session(session, threads=3)) == told(analyze_session(session))
    with pytest.raises(ValueError):
        analyze_session(session, threads=0)


@pytest.mark.parametrize("threads", [1, 2])
def test_stopped_it_keeps_what_is_known(threads: int) -> None:
    session = read_session(small_session(34))
    stop, stopped = StopFlag(), threading.Event()
    kept: list[StepAnswer] = []
    begun: set[tuple[int, str]] = set()

    def keep(answer: StepAnswer) -> None:
        kept.append(answer)
        if len(kept) == 20:
            stop.set()
            stopped.set()

    def hold(at: SessionProgress) -> None:
        """No thread runs ahead to the end before the flag is set."""
        if at.fraction == 1:  # told by the thread that keeps the answers
            return
        begun.add(at.key)
        if len(begun) > 20 + threads:
            assert stopped.wait(WAIT_SECONDS)

    report = analyze_session(session, stop=stop, on_answer=keep, on_progress=hold, threads=threads)
    assert not report.is_exact and report.effort.stopped == "cancelled"
    assert 20 <= len(kept) < 84
    assert report.spreads == (None,) * 3
    first = report.deals[0].hindsight
    assert first is not None and not first.is_exact
    known = {answer.key for answer in kept[:20]}
    assert all(worth.bounds.is_exact for worth in first.contracts if (0, worth.contract.name) in known)
    whole = analyze_session(session, known=kept)
    assert whole.is_exact


def test_out_of_nodes_values_are_bounds_that_hold() -> None:
    session, whole = judged(35)
    for nodes in (0, 30, 200):
        report = analyze_session(session, limits=Limits(nodes))
        for bounded, exact in zip(hindsights(report), hindsights(whole), strict=True):
            for some, all_known in zip(bounded.contracts, exact.contracts, strict=True):
                assert some.bounds.lower <= all_known.bounds.value <= some.bounds.upper
    assert report.effort.stopped in ("", "node_limit")


def test_progress_counts_to_the_end() -> None:
    session = read_session(small_session(36))
    seen: list[SessionProgress] = []
    analyze_session(session, on_progress=seen.append)
    assert seen[0].done == 0 and seen[-1].done == seen[-1].total == 12 * 7
    assert [at.done for at in seen] == sorted(at.done for at in seen)
    assert all(0 <= at.fraction <= 1 for at in seen)


def test_a_real_session_without_time_is_all_bounds() -> None:
    report = analyze_session(read_session(real_session(1, "standard", 3)), limits=Limits(0))
    assert not report.is_exact
    assert [spread for spread in report.spreads if spread is not None] == []
    assert all(loss.open_places for loss in report.losses)
