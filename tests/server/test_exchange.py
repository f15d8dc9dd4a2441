"""FindExchange: what the library finds, as it comes, and stopped like every other call."""

from __future__ import annotations

import time
from dataclasses import replace

import grpc
import pytest

import forehand
from forehand import Exchange, ExchangeProgress, Limits, Record
from forehand.server import codec
from forehand.server.client import Client
from forehand.solver.formats import read_record
from forehand.v1 import solver_pb2 as pb
from forehand.v1 import solver_pb2_grpc
from tests.evidence import DEADLINES, STOP_SECONDS
from tests.server.running import RunningServer
from tests.server.test_faults import FULL, SMALL, faults_of
from tests.server.test_stopping import search_stopped, status_of

Stub = solver_pb2_grpc.SolverServiceStub

HANDS = ["AJ9.Q2..", "QT8.K..3", "K.A43..2"]
"""Five cards each; with four in the talon."""


def dealt(**fields: object) -> Record:
    """A small deal with a talon."""
    return read_record({"game": "bismarck", "id": "dealt", "hands": HANDS, "talon": "7.6.A.4", "leader": 0, **fields})


def full() -> Record:
    """A full deal whose exchange in no trump takes a moment."""
    hands = ["84.943.AKT9752.KQ43", "T9.KQ762.J863.AJT86", "AQJ632.AJT85.Q4.972"]
    return read_record({"game": "bismarck", "hands": hands, "talon": "K75...5", "leader": 0})


def timeless(found: Exchange) -> Exchange:
    """Everything in an answer that is the same in every run."""
    return replace(found, effort=replace(found.effort, seconds=0))


@pytest.mark.parametrize("exchange", ["mandatory", "optional", "none"])
@pytest.mark.parametrize("values", [False, True])
def test_it_is_what_the_library_finds(client: Client, exchange: str, values: bool) -> None:
    record = dealt(options={"exchange": exchange})
    seen: list[Exchange] = []
    ours = client.find_exchanges(record, include_values=values, on_exchange=seen.append)
    theirs = forehand.find_exchanges(record, include_values=values)
    assert tuple(seen) == ours
    assert list(map(timeless, ours)) == list(map(timeless, theirs))
    assert all(found.values for found in ours) == values


def test_one_best_set_is_enough(client: Client) -> None:
    record = dealt()
    ours = client.find_exchanges(record, include_ties=False)
    assert list(map(timeless, ours)) == list(map(timeless, forehand.find_exchanges(record, include_ties=False)))
    assert {len(found.discards) for found in ours} == {1}


def test_some_contracts_at_a_limit(client: Client) -> None:
    record = dealt()
    chosen = [record.variant.contract(name) for name in ("pass", "D")]
    ours = client.find_exchanges(record, chosen, limits=Limits(100))
    assert list(map(timeless, ours)) == list(map(timeless, forehand.find_exchanges(record, chosen, limits=Limits(100))))
    assert not ours[0].is_complete


def test_progress_comes_before_the_answer(client: Client) -> None:
    told: list[ExchangeProgress] = []
    # A better set is found on the way, and that is told at once, however short it takes.
    hands = ["AQJ985.QJ9.QJ532.Q5", "7.KT87532.AT98.K864", "KT64.A64.K764.JT932"]
    record = read_record({"game": "bismarck", "hands": hands, "talon": "32...A7", "leader": 0})
    (found,) = client.find_exchanges(record, [record.variant.contract("NT")], on_progress=told.append)
    assert told
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert all(each.best.lower <= found.value <= each.best.upper and each.total > 900 for each in told)
    assert all(len(each.laid_away) == 4 for each in told)


def test_the_wire_says_score_and_what_is_known(stub: Stub) -> None:
    request = pb.FindExchangeRequest(record=codec.encode_record(full()), contracts=["NT"])
    *_, found, end = stub.FindExchange(request)
    exchange = found.exchange
    assert (exchange.exact, exchange.complete, end.summary.exact) == (True, True, True)
    assert exchange.score == exchange.bounds.lower - 8
    assert end.summary.info.effort.nodes == exchange.effort.nodes
    request.limits.limit_nodes = 1
    *_, found, end = stub.FindExchange(request)
    assert not (found.exchange.exact or found.exchange.complete or end.summary.exact)
    assert not found.exchange.HasField("score")


def test_every_fault_is_told(stub: Stub) -> None:
    request = pb.FindExchangeRequest(record=pb.Record(**SMALL, leader=0), contracts=["NT", "skat", "NT"])
    assert faults_of(stub.FindExchange, request) == [
        ("contracts[1]", "UNKNOWN_CONTRACT"),
        ("contracts[2]", "DUPLICATE_CONTRACT"),
        ("record.talon", "MISSING_TALON"),
    ]
    request = pb.FindExchangeRequest(record=pb.Record(**{**FULL, "talon": "...876", "game": "skat"}))
    assert faults_of(stub.FindExchange, request) == [("record.game", "UNKNOWN_GAME")]
    assert ("record", "MISSING_FIELD") in faults_of(stub.FindExchange, pb.FindExchangeRequest())


def long_request() -> pb.FindExchangeRequest:
    """A first answer soon, a second never."""
    return pb.FindExchangeRequest(record=codec.encode_record(full()), contracts=["NT", "pass"])


def test_cancelling_stops_the_search(own_server: RunningServer) -> None:
    with grpc.insecure_channel(own_server.address) as channel:
        events = Stub(channel).FindExchange(long_request())
        for event in events:
            if event.HasField("exchange"):
                break
        cancelled = time.time()
        events.cancel()
        assert search_stopped(own_server).time - cancelled < STOP_SECONDS
    assert "status=CANCELLED" in own_server.wait_for("method=FindExchange").text


def test_a_deadline_stops_the_search_after_what_was_known(own_server: RunningServer) -> None:
    known: list[str] = []

    with grpc.insecure_channel(own_server.address) as channel:

        def is_known(seconds: float) -> bool:
            events = Stub(channel).FindExchange(long_request(), timeout=seconds)
            names = (event.exchange.contract for event in events if event.HasField("exchange"))
            assert status_of(lambda: known.extend(names)) is grpc.StatusCode.DEADLINE_EXCEEDED
            return bool(known)

        assert any(map(is_known, DEADLINES))
        assert known == ["NT"]
        search_stopped(own_server)


def test_a_callback_that_fails_stops_the_search(own_server: RunningServer) -> None:
    def fail(_: object) -> None:
        raise LookupError("not for the server")

    record = full()
    with Client(own_server.address) as client, pytest.raises(LookupError):
        client.find_exchanges(record, [record.variant.contract(name) for name in ("NT", "pass")], on_exchange=fail)
    search_stopped(own_server)
