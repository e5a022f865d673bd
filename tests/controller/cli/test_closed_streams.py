"""A standard stream that is closed is no reason for a traceback, and no file takes its place."""

import os
import signal
import subprocess
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.conftest import free_port
from tests.effort import NIGHTLY
from tests.hnefi import HNEFI, started
from tests.waiting import PATIENCE_S, wait_until


def shell(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", script],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


# By day all at once.
EACH_CLOSED = [">&-", "2>&-", ">&- 2>&-"] if NIGHTLY else []


@pytest.mark.parametrize("closed", ["<&- >&- 2>&-", *EACH_CLOSED])
def test_what_needs_no_stream_runs_without(closed: str) -> None:
    ran = shell(f"exec {HNEFI} rules copenhagen {closed}")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    ("command", "what"),
    [("replay -", "games"), ("review -", "games"), ("trace replay -", "a trace")],
)
def test_input_that_is_closed_is_a_mistake_in_one_line(command: str, what: str) -> None:
    ran = shell(f"exec {HNEFI} {command} <&-")
    complaint = f"hnefi: -: expected {what} on standard input, which is closed\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", complaint)


def test_a_mistake_is_one_without_a_stream_to_say_it() -> None:
    ran = shell(f"exec {HNEFI} simulate --port 0 --redis nonsense 2>&-")
    assert (ran.returncode, ran.stdout) == (2, "")


def test_a_mistake_is_one_where_there_is_no_room_to_say_it() -> None:
    ran = shell(f"exec {HNEFI} games list --data /nowhere 2>/dev/full")
    assert (ran.returncode, ran.stdout) == (2, "")


@pytest.mark.parametrize(
    "command",
    [
        "levels",  # by rich, which has an answer of its own
        "levels --json",
        *(["--help", "rules copenhagen", "config check", "lessons list"] if NIGHTLY else []),
        "simulate --headless --games 1 --seed 24 --json",
    ],
)
def test_a_command_whose_output_nobody_reads_ends_quietly_as_by_sigpipe(command: str) -> None:
    unread, output = os.pipe()
    os.close(unread)
    with os.fdopen(output, "wb") as nobody:
        ran = subprocess.run(
            [HNEFI, *command.split()],
            stdout=nobody,
            stderr=subprocess.PIPE,
            timeout=PATIENCE_S,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_a_game_that_nobody_watches_says_goodbye_to_nobody(tmp_path: Path) -> None:
    # Ctrl-C ends both sides of `hnefi simulate | tee log`, and `tee` is often the first.
    with started("simulate", "--no-browser", "--port", "0", "--data", str(tmp_path)) as hnefi:
        hnefi.address()
        hnefi.said.close()
        hnefi.process.send_signal(signal.SIGINT)
        assert (hnefi.process.wait(PATIENCE_S), hnefi.complaints.read()) == (0, "")


def health(port: int) -> str:
    """Return what the page's server says of itself, empty before it is there."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().read().decode()
    except OSError:
        return ""
    finally:
        connection.close()


def test_a_game_goes_on_though_nobody_reads_any_longer_what_it_says(tmp_path: Path) -> None:
    port, board = free_port(), tmp_path / "board"
    options = ("--no-browser", "--port", f"{port}", "--data", str(tmp_path))
    with subprocess.Popen(
        [HNEFI, "play", "--serial", str(board), *options], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        assert process.stderr.readline().startswith(f"There is no port {board}")
        process.stderr.close()  # as where the terminal is gone, or what a pipe leads to has ended
        board.touch()
        wait_until(lambda: f"{board} is not a serial port" in health(port), "the next trouble")
        # The next trouble is said a quarter of a second later, and then the next one.
        board.unlink()
        wait_until(lambda: f"There is no port {board}" in health(port), "the one after that")
        assert process.poll() is None
        process.terminate()
        assert process.wait(PATIENCE_S) == 0


def test_a_board_is_served_without_streams(tmp_path: Path) -> None:
    port = free_port()
    script = f"exec {HNEFI} simulate --no-browser --port {port} <&- >&- 2>&-"
    with subprocess.Popen(["sh", "-c", script], cwd=tmp_path) as process:
        wait_until(lambda: bool(health(port)), "the page")
        process.terminate()


@pytest.mark.parametrize("columns", ["0", "19", "1"][: 3 if NIGHTLY else 2])
def test_a_terminal_that_is_said_to_have_no_width_is_written_to_as_to_a_usual_one(
    columns: str,
) -> None:
    ran = shell(f"COLUMNS={columns} exec {HNEFI} levels")
    assert "overlooks-most" in ran.stdout
