"""``--target``, ``forehand serve`` and the demonstration: the same command with a real server."""

from __future__ import annotations

import re
import signal
import sys
import time
from pathlib import Path

import pytest

from forehand.cli.demo import RECORD
from tests.evidence import DEADLINES, STOP_SECONDS, WAIT_SECONDS, unheard_address
from tests.slow import ENDLESS

from .conftest import SlowServer
from .running import DEMO, EFFORT, Process, Run, deals, ending, lines_of, spawn

BEZIQUE = {
    "id": "V7",
    "game": "bezique",
    "hands": ["QS 7S QH 8H AD KD KD 7C", "KS 7S AH QH 9H QD 9D 9C"],
    "trump": "C",
    "leader": "N",
    "follow": "must_beat",
}
BRIDGE = {"id": "b", "game": "bridge", "deal": "N:AK2... QJ3... ..A32. ...AKQ", "trump": "NT", "declarer": "W"}
MIXED = lines_of(
    ending(),
    ending(id="pass", contract="pass", seat="rearhand", play=["2S", "3S", "QS", "4S"]),
    BEZIQUE,
    BRIDGE,
    ending(id="no contract", contract=None),
    ending(id="bad", hands=["A2...", "A3...", "Q4...K"]),
)


def without_effort(text: str) -> str:
    """The output without nodes and seconds: a server's table may know more."""
    return EFFORT.sub("", text)


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("command", ["solve", "cards", "table", "postmortem"])
def test_server_says_the_same_as_this_process(forehand: Run, server: str, command: str, form: tuple[str, ...]) -> None:
    lines: dict[str, list[object]] = {"solve": ["--line"], "postmortem": ["--line-after", 1]}
    more = lines.get(command, [])
    here = forehand(command, "-", *form, *more, stdin=MIXED)
    there = forehand(command, "-", *form, *more, "--target", server, stdin=MIXED)
    assert here.code == there.code == 3
    assert without_effort(there.out) == without_effort(here.out)
    assert there.err == here.err


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_server_tells_the_same_games(forehand: Run, server: str, form: tuple[str, ...]) -> None:
    assert forehand("variants", *form, "--target", server) == forehand("variants", *form)


def test_limits_reach_the_server(forehand: Run, server: str) -> None:
    (deal,) = deals("p16-4")
    asked = ("--limit-nodes", 1000, "--memory-mib", 2, "--contracts", "pass")
    (line,) = forehand("table", "-", "--json", "--target", server, *asked, stdin=lines_of(deal)).lines
    assert (line["exact"], line["stopped"]) == (False, "node_limit")


def test_server_s_own_faults_have_their_paths(forehand: Run, server: str) -> None:
    result = forehand("solve", "-", "--target", server, "--memory-mib", 100_000, stdin=lines_of(ending()))
    assert result.code == 2
    assert result.err.startswith("<stdin>:1: limits.memory_mib: ")


def test_out_of_time_the_deal_fails_and_the_next_is_answered(forehand: Run, slow_server: SlowServer) -> None:
    asked = lines_of({**deals("p16-4")[0], "contract": "pass"}, ending())

    def is_next_answered(seconds: float) -> bool:
        result = forehand("solve", "-", "--json", "--target", slow_server.address, "--timeout", seconds, stdin=asked)
        hard, easy = result.lines
        assert hard["error"]["faults"][0]["code"] == "DEADLINE_EXCEEDED"
        assert result.code == (1 if "error" in easy else 3)
        return easy.get("value") == 1

    assert any(map(is_next_answered, DEADLINES))


def test_server_that_is_not_there_fails_once(forehand: Run) -> None:
    with unheard_address() as address:
        result = forehand("solve", "-", "--json", "--target", address, stdin=lines_of(ending(), ending()))
        assert result.code == 1
        (line,) = result.lines
        assert line["error"]["faults"][0]["code"] == "UNAVAILABLE"
        assert not is_answering(forehand, address)
        result = forehand("postmortem", DEMO, "--target", address)
        assert (result.code, result.out) == (1, "")


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_call(slow_server: SlowServer, tmp_path: Path, threads: int) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(lines_of(ending(), *deals("p16-4", "p16-4")))
    asked = ("table", path, "--json", "--contracts", "pass", "--threads", threads)
    before = slow_server.log.count(ENDLESS)
    with spawn(*asked, "--target", slow_server.address) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith('{"id": "ending"')
        slow_server.log.wait_for(ENDLESS, count=before + 1)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=WAIT_SECONDS)
        assert time.monotonic() - started < STOP_SECONDS
    assert process.returncode == 130
    assert "Traceback" not in said


def test_deals_are_asked_several_at_a_time(forehand: Run, server: str) -> None:
    known = deals("p12-0", "p12-1", "p12-2", "p12-3")
    bad = ending(id="bad", hands=["A2...", "A3...", "Q4...K"])
    asked = lines_of(*known[:2], bad, *known[2:])
    result = forehand("table", "-", "--json", "--target", server, "--threads", 2, stdin=asked)
    assert result.code == 3
    assert [line["id"] for line in result.lines] == ["p12-0", "p12-1", "bad", "p12-2", "p12-3"]
    for line, deal in zip([line for line in result.lines if line["id"] != "bad"], known, strict=True):
        assert line["guaranteed"] == deal["guaranteed"]


def test_missing_service_says_how_to_install_it(forehand: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("forehand.server", "forehand.cli.remote"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "grpc", None)
    for args in (("solve", DEMO, "--target", "127.0.0.1:1"), ("serve", "--listen", "127.0.0.1:0")):
        result = forehand(*args)
        assert result.code == 1
        assert "pip install 'forehand[service]'" in result.err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_prints_its_address_and_leaves_when_told(forehand: Run, number: signal.Signals) -> None:
    with spawn("serve", "--listen", "127.0.0.1:0", "--workers", 1, "--queue-size", 4, "--grace-seconds", 1) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert re.fullmatch(r"listening on 127\.0\.0\.1:[1-9]\d*\n", said)
        address = said.split()[-1]
        assert forehand("solve", "-", "--target", address, stdin=lines_of(ending())).code == 0
        process.send_signal(number)
        assert process.wait(WAIT_SECONDS) == 0


def test_serve_fails_where_another_server_listens(server: str) -> None:
    with spawn("serve", "--listen", server) as process:
        out, err = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 1
    assert out == ""
    assert "cannot listen" in err


OTHER_RECORD = """
import sys
from pathlib import Path
from forehand.cli import demo
demo.RECORD = Path(sys.argv[1])
sys.exit(demo.run(demo.demo, []))
"""
"""The demonstration with a record that is soon judged, however far its server's searches stand back."""


def demo(*command: str) -> Process:
    """The demonstration as a process of its own."""
    return spawn(command=[sys.executable, *command])


def is_answering(forehand: Run, address: str) -> bool:
    """Whether a server is there."""
    return forehand("variants", "--target", address).code == 0


def test_demo_shows_the_post_mortem_and_stops_its_server(forehand: Run, tmp_path: Path) -> None:
    assert RECORD.samefile(DEMO)
    record = tmp_path / "record.json"
    record.write_text(lines_of(ending(play=["2S", "3S", "QS", "4S"])))
    with demo("-c", OTHER_RECORD, str(record)) as process:
        out, err = process.communicate(timeout=WAIT_SECONDS)
    assert (process.returncode, err) == (0, "")
    here = forehand("postmortem", record).out
    head, _, rest = out.partition("\n\n")
    assert without_effort(rest) == without_effort(here) + "\nThe server has stopped.\n"
    found = re.search(r"127\.0\.0\.1:\d+", head)
    assert found is not None
    assert not is_answering(forehand, found[0])


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_demo_that_is_interrupted_stops_its_server(forehand: Run, number: signal.Signals, code: int) -> None:
    with demo("-m", "forehand.cli.demo") as process:
        assert process.stdout is not None
        found = re.search(r"127\.0\.0\.1:\d+", process.stdout.readline())
        assert found is not None
        process.send_signal(number)
        _, said = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == code
    assert "Traceback" not in said
    assert not is_answering(forehand, found[0])
