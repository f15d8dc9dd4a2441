"""What only a process of its own shows: signals, pipes, terminals, start-up."""

from __future__ import annotations

import os
import pty
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.evidence import STOP_SECONDS, WAIT_SECONDS, Log
from tests.slow import ENDLESS

from .running import (
    COMMAND,
    DEALS,
    DEMO,
    EFFORT,
    deals,
    ending,
    environment,
    lines_of,
    spawn,
    spawn_slow,
)


def run_on_terminal(*args: object, **changes: str) -> str:
    """What the command writes when all its streams are one terminal."""
    ours, theirs = pty.openpty()
    environ = environment(TERM="xterm", **changes)
    with subprocess.Popen(
        [*COMMAND, *map(str, args)], stdin=theirs, stdout=theirs, stderr=theirs, env=environ
    ) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # Linux: the other end is closed
                break
            if not chunk:
                break
            written += chunk
        assert process.wait(WAIT_SECONDS) == 0
    os.close(ours)
    return written.decode()


def through_shell(command: list[str], redirect: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """How the command ends with a stream redirected as the shell says."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirect}', "sh", *command],
        input=stdin,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=WAIT_SECONDS,
        check=False,
    )


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_sign_that_cannot_be_written_does_not_end_the_command(encoding: str) -> None:
    done = subprocess.run(
        [*COMMAND, "solve", "-"],
        input=lines_of(ending(id="ö☃"), ending(id="next")).encode(),
        capture_output=True,
        env=environment(PYTHONUTF8="0", PYTHONIOENCODING=encoding),
        timeout=WAIT_SECONDS,
        check=False,
    )
    first, second = done.stdout.decode(encoding).splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert first.startswith("??  Bismarck, S: " if encoding == "ascii" else "ö?  Bismarck, S: ")
    assert second.startswith("next ")


@pytest.mark.parametrize("threads", [1, 3])
def test_ctrl_c_keeps_what_is_done_and_leaves_with_130(tmp_path: Path, threads: int) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(lines_of(ending(), *deals("p16-4", "p16-4", "p16-4", "p16-4")))
    asked = ("table", path, "--json", "--contracts", "pass", "--threads", threads)
    log = Log(tmp_path / "log")
    with spawn_slow(log, "forehand.cli.backend", *asked) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        log.wait_for(ENDLESS)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        rest, said = process.communicate(timeout=WAIT_SECONDS)
        assert time.monotonic() - started < STOP_SECONDS
    assert process.returncode == 130
    assert first.startswith('{"id": "ending"')
    assert rest == ""
    assert "Traceback" not in said


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_threads_keep_the_order_and_change_no_answer(form: tuple[str, ...]) -> None:
    def output(*args: object) -> tuple[int, str]:
        with spawn(*args, DEALS, *form) as process:
            out, _ = process.communicate(timeout=WAIT_SECONDS)
        return process.returncode, EFFORT.sub("", out)

    for asked in (("table", "--limit-nodes", 6000), ("solve", "--limit-nodes", 1000)):
        assert output(*asked, "--threads", 3) == output(*asked)


def test_a_deal_of_a_pipe_is_answered_before_the_next_is_there() -> None:
    with spawn("table", "-", "--json", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for name in ("p12-0", "p12-1"):
            process.stdin.write(lines_of(*deals(name)))
            process.stdin.flush()
            assert process.stdout.readline().startswith(f'{{"id": "{name}"')
        process.stdin.close()
        assert process.wait(WAIT_SECONDS) == 0


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_reader_that_goes_away_is_no_traceback(form: tuple[str, ...]) -> None:
    more_than_a_pipe_holds = [DEALS] * 16
    with spawn("table", *more_than_a_pipe_holds, "--limit-nodes", 0, *form) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(WAIT_SECONDS) == 1
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    "args",
    [
        ("postmortem", DEMO, "--limit-nodes", 0),
        ("table", DEMO, "--limit-nodes", 0, "--json", "--threads", 2),
        ("variants",),
        ("--help",),
        ("serve", "--listen", "127.0.0.1:0"),
    ],
)
def test_output_that_cannot_be_written_is_one_line(args: tuple[object, ...]) -> None:
    command = [*COMMAND, *map(str, args)]
    for redirect, why in (
        (">/dev/full", "cannot write standard output: No space left on device"),
        (">&-", "standard output is closed"),
    ):
        result = through_shell(command, redirect)
        assert (result.returncode, result.stderr) == (1, f"forehand: {why}\n")


def test_closed_input_is_one_line() -> None:
    result = through_shell([*COMMAND, "solve", "-"], "<&-")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "Error: Could not open file '<stdin>': it is closed\n"


def test_closed_error_stream_is_no_matter() -> None:
    result = through_shell([*COMMAND, "solve", "-", "--json"], "2>&-", lines_of(ending(), ending(leader=7)))
    assert result.returncode == 3
    assert len(result.stdout.splitlines()) == 2


def test_terminal_gets_color_and_progress() -> None:
    written = run_on_terminal("postmortem", DEMO)
    assert "\x1b[31m" in written
    assert "card 17 of 48" in written
    assert "ways to lay away" in written


def test_no_color_is_honored() -> None:
    written = run_on_terminal("postmortem", DEMO, "--no-hindsight", NO_COLOR="1")
    assert "\x1b[31m" not in written
    assert "card 17 of 48" in written


def test_dumb_terminal_gets_no_progress() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "solve", str(DEMO)], stdout=subprocess.PIPE, stderr=theirs, env=environment(TERM="dumb")
    ) as process:
        os.close(theirs)
        process.communicate(timeout=WAIT_SECONDS)
        with pytest.raises(OSError):
            os.read(ours, 1)
    os.close(ours)


def test_pipe_gets_plain_text_and_no_progress() -> None:
    with spawn("postmortem", DEMO, "--no-hindsight") as process:
        out, err = process.communicate(timeout=WAIT_SECONDS)
    assert "\x1b" not in out
    assert err == ""


def test_nothing_of_the_service_is_imported_without_a_target() -> None:
    program = (
        "import sys\n"
        "from forehand.cli.main import cli, run\n"
        f"run(cli, ['postmortem', {str(DEMO)!r}, '--json', '--no-hindsight'])\n"
        "print(*(name for name in sys.modules if name.split('.')[0] in ('grpc', 'google', 'rich')), file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, check=True, capture_output=True, text=True, timeout=WAIT_SECONDS)
    assert result.stderr.strip() == ""


def test_start_is_quick() -> None:
    def seconds(*command: str) -> float:
        """What it takes of a processor, however busy the machine is."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, timeout=WAIT_SECONDS)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    nothing = min(seconds(sys.executable, "-c", "pass") for _ in range(5))
    assert min(seconds(*COMMAND, "--help") for _ in range(5)) < 50 * nothing


def test_table_that_cannot_be_had_is_told() -> None:
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31));"
    program = f"{limited} from forehand.cli.main import cli, run; sys.exit(run(cli, sys.argv[1:]))"
    command = [sys.executable, "-c", program, "solve", str(DEMO), "--memory-mib", "4096"]
    result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=WAIT_SECONDS)
    assert result.returncode == 1
    assert result.stderr.startswith("forehand: out of memory: ")
