"""The best exchange: the same as solving every set to lay away by itself."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from forehand.solver.analysis import (
    Exchange,
    ExchangeProgress,
    discard_value,
    find_exchange,
    find_exchanges,
    score_bounds,
)
from forehand.solver.cards import SUITS, Card, Deal, Hand, parse_hand, sort_hand
from forehand.solver.errors import InvalidInput
from forehand.solver.rules import Contract, Record, TrickValue, Variant, variant
from forehand.solver.search import Bounds, Limits, SearchOptions, Solver, StopFlag

from ..deals import BISMARCK

NO_HEARTS = Contract("no hearts", None, is_misere=True, value=TrickValue(0, by_suit=(("H", 1),)))
NO_KING = Contract("no king", None, is_misere=True, value=TrickValue(0, by_card=(("KS", 1), ("QH", 2))))
SMALL = replace(
    BISMARCK,
    name="small",
    hand_size=5,
    talon_size=3,
    quotas=(3, 1, 1),
    misere_quotas=(1, 2, 2),
    contracts=(*BISMARCK.contracts, NO_HEARTS, NO_KING),
)
EXCHANGES = ("mandatory", "optional", "none")


def small_record(seed: int, game: Variant = SMALL, ranks: str = "AKQJT9", suits: int = 4) -> Record:
    """A random deal out of a short pack; a card or more of it may be dealt to nobody."""
    rng = random.Random(f"exchange {seed}")
    size, talon = game.hand_size, game.talon_size
    pack = [Card(rank, suit) for suit in rng.sample(SUITS, suits) for rank in ranks]
    rng.shuffle(pack)
    hands = tuple(sort_hand(pack[seat * size : (seat + 1) * size]) for seat in range(game.seats))
    rest = pack[game.seats * size :][:talon]
    return Record(game, Deal(hands, sort_hand(rest)), rng.randrange(game.seats))


def every_set(record: Record) -> list[Hand]:
    """Everything that may be laid away, touching or not."""
    game = record.variant
    own = sort_hand([*record.deal.hands[0], *record.deal.talon])
    kept: list[Hand] = [] if game.exchange == "mandatory" else [()]
    return kept + ([] if game.exchange == "none" else list(combinations(own, game.talon_size)))


def plain_value(record: Record, contract: Contract, laid_away: Hand) -> int:
    """The value of one set, found by itself and by nothing clever."""
    solver = Solver(1, SearchOptions.plain().with_switch("use_table", True))
    return discard_value(record, contract, laid_away, solver=solver).value


def in_class(found: Exchange, laid_away: Hand) -> Hand:
    """The set that stands for this one: of touching cards the weakest."""
    chosen = list(laid_away)
    for group in found.touching:
        taken = [card for card in group if card in chosen]
        weakest = list(group[len(group) - len(taken) :])
        chosen = [card for card in chosen if card not in group] + weakest
    return sort_hand(chosen)


def timeless(found: Exchange) -> Exchange:
    """Everything in an answer that is the same in every run."""
    return replace(found, effort=replace(found.effort, seconds=0))


@pytest.mark.parametrize("exchange", EXCHANGES)
@pytest.mark.parametrize("suits", [2, 3, 4])
def test_every_set_solved_by_itself_says_the_same(exchange: str, suits: int) -> None:
    game = replace(SMALL, exchange=exchange)
    for seed in range(2):
        record = small_record(seed, game, "AKQJT987" if suits == 3 else "AKQJT98765432"[: 18 // suits + 2], suits)
        for found in find_exchanges(record, include_values=True, solver=Solver(4)):
            contract = found.contract
            expected = {laid: plain_value(record, contract, laid) for laid in every_set(record)}
            best = (min if contract.is_misere else max)(expected.values())
            assert found.is_exact and found.is_complete
            assert found.value == best, found
            assert {each.laid_away: each.value for each in found.values} == expected
            assert len(found.values) == len(expected)
            representatives = {in_class(found, laid) for laid, value in expected.items() if value == best}
            assert set(found.discards) == representatives
            assert len(found.discards) == len(representatives)


@pytest.mark.parametrize("size", [(4, 2), (6, 2), (5, 1)])
def test_any_size_of_hand_and_talon(size: tuple[int, int]) -> None:
    game = replace(SMALL, hand_size=size[0], talon_size=size[1], exchange="mandatory", contracts=BISMARCK.contracts)
    for seed in range(3):
        record = small_record(seed, game)
        for found in find_exchanges(record, solver=Solver(4)):
            values = [plain_value(record, found.contract, laid) for laid in every_set(record)]
            assert found.value == (min if found.contract.is_misere else max)(values)
            assert found.values == ()


def test_four_seats() -> None:
    game = variant("bismarck-finnish", players="4")
    small = replace(game, hand_size=4, talon_size=2)
    record = small_record(9, small)
    for found in find_exchanges(record):
        values = [plain_value(record, found.contract, laid) for laid in every_set(record)]
        assert found.value == (min if found.contract.is_misere else max)(values)


def test_cards_touch_where_no_other_hand_is_between() -> None:
    # The nine and the eight are nobody's; queen and seven of spades are the talon's, laid away or not.
    hands = ("KSJSTS7S5H", "AS6S4H3H2H", "2S3S4S5SAH")
    record = Record(
        replace(SMALL, talon_size=2), Deal(tuple(parse_hand(_spaced(hand)) for hand in hands), parse_hand("QS KD")), 0
    )
    found = find_exchange(record, BISMARCK.contract("NT"))
    assert found.touching == (parse_hand("KS QS JS TS 7S"),)
    apart = find_exchange(record, NO_KING)
    assert apart.touching == (parse_hand("QS JS TS 7S"),)


def _spaced(text: str) -> str:
    return " ".join(text[place : place + 2] for place in range(0, len(text), 2))


def test_the_order_of_contracts_and_a_shared_solver_change_no_answer() -> None:
    record = small_record(4)
    by_contract = {contract: find_exchange(record, contract) for contract in SMALL.contracts}
    for found in find_exchanges(record, list(reversed(SMALL.contracts)), solver=Solver(1)):
        assert found.bounds == by_contract[found.contract].bounds
        assert set(found.discards) == set(by_contract[found.contract].discards)


def test_one_best_set_where_one_is_enough() -> None:
    for seed in range(3):
        record = small_record(seed)
        every = {found.contract: found for found in find_exchanges(record)}
        for found in find_exchanges(record, include_ties=False):
            assert found.bounds == every[found.contract].bounds
            assert found.is_complete and len(found.discards) == 1
            assert set(found.discards) <= set(every[found.contract].discards)


def test_what_the_record_has_done_with_the_deal_is_not_looked_at() -> None:
    dealt = small_record(5)
    nt = SMALL.contract("NT")
    done = replace(dealt, contract=SMALL.contract("S"), laid_away=dealt.deal.talon)
    assert timeless(find_exchange(done, nt)) == timeless(find_exchange(dealt, nt))


def test_progress_is_told_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forehand.solver.analysis.exchange.PROGRESS_SECONDS", 0.0)
    told: list[ExchangeProgress] = []
    finished: list[Exchange] = []
    record = small_record(6)
    chosen = [SMALL.contract(name) for name in ("H", "pass")]
    answers = find_exchanges(record, chosen, include_values=True, on_progress=told.append, on_exchange=finished.append)
    assert tuple(finished) == answers
    for answer in answers:
        mine = [each for each in told if each.contract == answer.contract]
        steps = [(each.best.lower if answer.contract.is_misere else 0, each.done) for each in mine]
        assert steps == sorted(steps) and mine[-1].done == mine[-1].total
        assert all(each.best.lower <= answer.value <= each.best.upper for each in mine)
        assert mine[-1].best == answer.bounds
        assert mine[-1].laid_away == answer.discards[0]


@pytest.mark.parametrize("name", ["D", "NT", "pass", "no hearts"])
def test_at_a_limit_what_is_known_is_bounds(name: str) -> None:
    contract = SMALL.contract(name)
    for seed in range(3):
        record = small_record(seed)
        exact = find_exchange(record, contract, include_values=True)
        values = {each.laid_away: each.value for each in exact.values}
        for nodes in (0, 1, 10, exact.effort.nodes // 4, exact.effort.nodes // 2, exact.effort.nodes - 1):
            found = find_exchange(record, contract, include_values=True, limits=Limits(nodes))
            assert not found.is_complete and found.effort.stopped == "node_limit"
            assert found.effort.nodes <= nodes
            assert found.bounds.lower <= exact.value <= found.bounds.upper
            sure = found.bounds.upper if contract.is_misere else found.bounds.lower
            for laid_away in found.discards:
                assert values[laid_away] <= sure if contract.is_misere else values[laid_away] >= sure
            for each in found.values:
                assert each.bounds.lower <= values[each.laid_away] <= each.bounds.upper
            assert timeless(found) == timeless(
                find_exchange(record, contract, include_values=True, limits=Limits(nodes))
            )


def test_the_value_is_known_before_all_best_sets_are() -> None:
    record, contract = small_record(1, replace(SMALL, hand_size=6)), SMALL.contract("NT")
    one, every = (find_exchange(record, contract, include_ties=ties) for ties in (False, True))
    assert one.effort.nodes < every.effort.nodes
    found = find_exchange(record, contract, limits=Limits(one.effort.nodes))
    assert found.is_exact and not found.is_complete
    assert found.bounds == every.bounds
    assert set(found.discards) <= set(every.discards)


@pytest.mark.parametrize("seed", range(1, 5))
def test_what_is_forced_in_a_misere_is_known_before_the_best_set(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forehand.solver.analysis.exchange.PROGRESS_SECONDS", 0.0)
    record, contract = small_record(seed, replace(SMALL, hand_size=9), "AKQJT98765432"), SMALL.contract("pass")
    started_higher = find_exchange(record, contract)
    monkeypatch.setattr("forehand.solver.analysis.exchange.GLANCE_NODES", 0)
    told: list[ExchangeProgress] = []
    found = find_exchange(record, contract, on_progress=told.append)
    assert found.bounds == started_higher.bounds
    assert set(found.discards) == set(started_higher.discards)
    searched = [each.best for each in told if each.best.upper > found.value]
    assert {best.lower for best in searched} == set(range(found.value + 1))
    assert {best.upper for best in searched} == {9}


def test_nothing_is_claimed_of_what_was_never_asked() -> None:
    found = find_exchange(small_record(1), SMALL.contract("NT"), limits=Limits(0))
    assert found.discards == ()
    assert found.bounds == Bounds(0, 5)


@pytest.mark.parametrize("contract", ["NT", "S", "pass"])
@pytest.mark.parametrize("nodes", [0, 1, 20, None])
def test_progress_is_told_whenever_it_is_due(monkeypatch: pytest.MonkeyPatch, contract: str, nodes: int | None) -> None:
    monkeypatch.setattr("forehand.solver.analysis.exchange.PROGRESS_SECONDS", 0)
    told: list[ExchangeProgress] = []
    found = find_exchange(small_record(1), SMALL.contract(contract), limits=Limits(nodes), on_progress=told.append)
    assert all(each.best.lower <= each.best.upper for each in told)
    assert told if nodes is None else not told or nodes > 0
    assert found.is_exact == (nodes is None)


def test_a_limit_is_shared_out_and_what_is_left_goes_on() -> None:
    record = small_record(2)
    whole = sum(found.effort.nodes for found in find_exchanges(record, BISMARCK.contracts))
    limited = find_exchanges(record, BISMARCK.contracts, limits=Limits(whole // 3))
    assert sum(found.effort.nodes for found in limited) <= whole // 3
    assert all(found.effort.nodes for found in limited)
    assert len(limited) == len(BISMARCK.contracts)


def test_a_flag_stops_it() -> None:
    stop = StopFlag()
    told: list[ExchangeProgress] = []

    def end(progress: ExchangeProgress) -> None:
        told.append(progress)
        stop.set()

    record = small_record(7, replace(SMALL, hand_size=12, talon_size=4), "AKQJT98765432")
    found = find_exchange(record, SMALL.contract("pass"), stop=stop, on_progress=end)
    assert told and found.effort.stopped == "cancelled"
    assert found.bounds.lower <= found.bounds.upper <= told[-1].best.upper
    assert found.discards


def test_the_value_of_what_was_laid_away() -> None:
    record = small_record(8)
    contract = SMALL.contract("C")
    exact = find_exchange(record, contract, include_values=True)
    for each in exact.values[:10]:
        assert discard_value(record, contract, each.laid_away).value == each.value
    with pytest.raises(InvalidInput, match="neither in forehand's hand nor in the talon"):
        discard_value(record, contract, (Card("2", "C"),) * 3)


def test_scores_are_of_full_deals() -> None:
    record = small_record(3)
    assert score_bounds(record, SMALL.contract("S"), Bounds(2, 4)) == Bounds(-1, 1)
    assert score_bounds(record, SMALL.contract("pass"), Bounds(2, 2)) == Bounds(-1, -1)
    shorter = replace(record, deal=Deal(tuple(hand[:4] for hand in record.deal.hands), record.deal.talon))
    assert score_bounds(shorter, SMALL.contract("S"), Bounds(2, 4)) is None


@pytest.mark.parametrize(
    ("change", "code"), [({"deal": "no talon"}, "MISSING_TALON"), ({"contract": "another"}, "UNKNOWN_CONTRACT")]
)
def test_what_cannot_be_answered_is_refused(change: dict[str, str], code: str) -> None:
    record = small_record(3)
    if "deal" in change:
        record = replace(record, deal=Deal(record.deal.hands))
    contract = Contract("another", None) if "contract" in change else SMALL.contract("S")
    with pytest.raises(InvalidInput) as caught:
        find_exchange(record, contract)
    assert [fault.code for fault in caught.value.faults] == [code]


def test_without_an_exchange_no_talon_is_needed() -> None:
    record = replace(small_record(3), variant=replace(SMALL, exchange="none"))
    record = replace(record, deal=Deal(record.deal.hands))
    found = find_exchange(record, SMALL.contract("S"), include_values=True)
    assert found.discards == ((),)
    assert found.values[0].value == found.value
