"""Every call answers what the library answers."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

import forehand
from forehand import GAMES, Effort, InvalidInput, Limits, Record
from forehand.server import codec
from forehand.server.client import Client
from forehand.solver.rules import variant
from forehand.v1 import solver_pb2 as pb
from forehand.v1 import solver_pb2_grpc
from tests.deals import VARIANTS, random_hands
from tests.server.running import long, small

LINE = ("AS", "TS", "7S", "QH", "KH", "AH")


def timeless(effort: Effort) -> Effort:
    """The part of an effort that is the same in every run."""
    return replace(effort, seconds=0)


def random_record(seed: int, cards: int) -> Record:
    """A record of any variant, some cards of it played."""
    rng = random.Random(seed)
    game = rng.choice(VARIANTS)
    hands = random_hands(rng, game, cards, 4)
    leader = rng.randrange(game.seats) if game.leader is None else game.leader
    record = Record(game, forehand.Deal(hands), leader, f"deal {seed}", rng.choice(game.contracts))
    position = record.start()
    play = []
    for _ in range(rng.randrange(game.seats * cards)):
        play.append(rng.choice(position.legal_plays()))
        position = position.play(play[-1])
    return replace(record, play=tuple(play), seat=rng.choice((None, *range(game.seats))))


RECORDS = [random_record(seed, cards) for seed in range(12) for cards in (2, 4)]


def same_solution(ours: forehand.Solution, theirs: forehand.Solution) -> bool:
    return replace(ours, effort=timeless(ours.effort)) == replace(theirs, effort=timeless(theirs.effort))


@pytest.mark.parametrize("record", RECORDS)
def test_solve(client: Client, record: Record) -> None:
    assert same_solution(client.solve(record), forehand.solve(record.end(), record.asked_seat))


@pytest.mark.parametrize("record", RECORDS)
def test_solve_with_a_line(client: Client, record: Record) -> None:
    ours = client.solve(record, include_line=True)
    assert same_solution(ours, forehand.solve(record.end(), record.asked_seat, include_line=True))
    assert len(ours.line) == record.end().cards_left


@pytest.mark.parametrize("record", RECORDS)
def test_score_cards(client: Client, record: Record) -> None:
    ours, theirs = client.score_cards(record), forehand.score_cards(record.end(), record.seat)
    assert (ours.seat, ours.cards, timeless(ours.effort)) == (theirs.seat, theirs.cards, timeless(theirs.effort))


@pytest.mark.parametrize("record", RECORDS)
def test_analyze_play(client: Client, record: Record) -> None:
    seen: list[forehand.PlayedCard] = []
    ours, theirs = client.analyze_play(record, on_card=seen.append), forehand.analyze_play(record)
    assert tuple(seen) == ours.cards
    assert [replace(card, effort=timeless(card.effort)) for card in ours.cards] == [
        replace(card, effort=timeless(card.effort)) for card in theirs.cards
    ]
    assert replace(ours, cards=(), effort=timeless(ours.effort)) == replace(
        theirs, cards=(), effort=timeless(theirs.effort)
    )


@pytest.mark.parametrize("record", RECORDS[:6])
def test_analyze_play_with_a_line(client: Client, record: Record) -> None:
    for after in {0, len(record.play)}:
        line = client.analyze_play(record, line_after=after).best_line
        assert line == forehand.analyze_play(record, line_after=after).best_line
        assert line is not None


def test_a_line_cut_short_says_so(client: Client) -> None:
    alone = client.solve(small()).effort.nodes
    cut = client.solve(small(), include_line=True, limits=Limits(alone))
    assert cut.is_exact
    assert cut.effort.stopped == "node_limit"
    assert len(cut.line) < small().end().cards_left


@pytest.mark.parametrize("record", RECORDS[:6])
def test_solve_table(client: Client, record: Record) -> None:
    seen: list[forehand.TableCell] = []
    ours, theirs = client.solve_table(record, on_cell=seen.append), forehand.solve_table(record)
    assert tuple(seen) == ours.cells
    assert [cell.contract for cell in ours.cells] == [cell.contract for cell in theirs.cells]
    assert all(
        same_solution(mine.solution, other.solution) for mine, other in zip(ours.cells, theirs.cells, strict=True)
    )
    assert timeless(ours.effort) == timeless(theirs.effort)


def test_a_table_of_some_cells(client: Client) -> None:
    record = small()
    contracts = [record.variant.contract("pass"), record.variant.contract("S")]
    table = client.solve_table(record, contracts, [2, 0])
    assert [(cell.contract.name, cell.solution.seat) for cell in table.cells] == [
        ("pass", 2),
        ("pass", 0),
        ("S", 2),
        ("S", 0),
    ]


def test_a_table_needs_no_contract(client: Client) -> None:
    assert client.solve_table(replace(small(), contract=None)).is_exact


def test_variants(client: Client) -> None:
    offered = client.list_variants()
    assert offered == codec.offered_games()
    assert [(game.variant, game.options) for game in offered] == [
        (variant(name), game.options) for name, game in GAMES.items()
    ]


def test_variants_come_in_pages(stub: solver_pb2_grpc.SolverServiceStub) -> None:
    names = []
    page = stub.ListVariants(pb.ListVariantsRequest(page_size=1))
    while page.next_page_token:
        names += [each.game for each in page.variants]
        page = stub.ListVariants(pb.ListVariantsRequest(page_size=1, page_token=page.next_page_token))
    names += [each.game for each in page.variants]
    assert names == list(GAMES)


def test_out_of_nodes_is_an_answer_with_bounds(client: Client) -> None:
    record, limits = long(), Limits(nodes=1000)
    ours = client.solve(record, limits=limits)
    assert not ours.is_exact
    assert ours.effort.stopped == "node_limit"
    assert ours.bounds == forehand.solve(record.end(), record.asked_seat, limits=limits).bounds


def test_a_post_mortem_out_of_nodes_has_no_costs(client: Client) -> None:
    post_mortem = client.analyze_play(small(play=LINE), limits=Limits(nodes=0))
    assert not post_mortem.is_exact
    assert len(post_mortem.cards) == len(LINE)
    assert post_mortem.effort.stopped == "node_limit"
    assert post_mortem.costs == forehand.analyze_play(small(play=LINE), limits=Limits(nodes=0)).costs
    assert None in post_mortem.costs


@pytest.mark.parametrize("nodes", [0, None])
def test_the_wire_says_which_costs_are_complete(stub: solver_pb2_grpc.SolverServiceStub, nodes: int | None) -> None:
    record, limits = small(play=LINE), Limits(nodes)
    request = pb.AnalyzePlayRequest(record=codec.encode_record(record), limits=codec.encode_limits(limits, None))
    *_, last = stub.AnalyzePlay(request)
    expected = forehand.analyze_play(record, limits=limits)
    assert list(last.summary.costs_complete) == [cost is not None for cost in expected.costs]
    assert list(last.summary.costs) == [cost or 0 for cost in expected.costs]


def test_more_nodes_than_the_wire_can_say(client: Client) -> None:
    with pytest.raises(InvalidInput, match="4294967295"):
        client.solve(small(), limits=Limits(nodes=2**32))


def test_every_answer_says_how_it_came_about(stub: solver_pb2_grpc.SolverServiceStub) -> None:
    request = pb.SolveRequest(record=codec.encode_record(small()))
    info = stub.Solve(request).info
    assert info.solver_version == codec.SOLVER_VERSION
    assert (info.id, info.game) == ("small", "bismarck")
    assert dict(info.options) == {name: str(value) for name, value in small().variant.options}
    assert info.options["exchange"] == "mandatory"
    assert info.effort.nodes > 0
    assert info.effort.stopped == pb.STOPPED_REASON_FINISHED
    assert info.elapsed_seconds >= info.queue_seconds >= 0
    assert not info.from_cache
    assert list(stub.Solve(request).line) == []


def test_two_clients_at_once_get_their_own_answers(client: Client) -> None:
    expected = [forehand.solve(record.end(), record.asked_seat).bounds for record in RECORDS]

    def ask_all(_: int) -> list[forehand.Bounds]:
        with Client(client.target) as mine:
            return [mine.solve(record).bounds for record in RECORDS]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask_all, range(4))) == [expected] * 4
