"""The command line as its users run it, in this process or in one of its own.

A new process takes a third of a second before it does anything, so most tests call `hnefi`, which
gives the command what a process would have: arguments, standard streams, environment. What only a
process shows (signals, closed pipes, memory, what is loaded) is seen with `hnefi_process`, and with
`started` while it runs.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader, BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import PIPE, CompletedProcess

import pytest

from controller.cli.main import main
from tests.waiting import PATIENCE_S

# A random game of 62 plies; most of them are six times as long.
SHORT_GAME = ("--headless", "--games", "1", "--seed", "24")
HNEFI = str(Path(sys.executable).with_name("hnefi"))


def hnefi(
    *arguments: str, given: str = "", environment: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """Run a command in this process; return its exit status and all that it wrote.

    `given` is what it reads on standard input; `environment` adds to the one of the tests.
    """
    ran = hnefi_bytes(*arguments, given=given.encode(), environment=environment)
    return CompletedProcess(ran.args, ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def hnefi_bytes(
    *arguments: str, given: bytes = b"", environment: Mapping[str, str] | None = None
) -> CompletedProcess[bytes]:
    """Run a command as `hnefi` does; input and output are bytes."""
    words, output, errors = ["hnefi", *arguments], BytesIO(), BytesIO()
    with pytest.MonkeyPatch.context() as process:
        process.setattr(sys, "argv", words)
        process.setattr(sys, "stdin", TextIOWrapper(BufferedReader(BytesIO(given)), "utf-8"))
        process.setattr(sys, "stdout", TextIOWrapper(output, "utf-8"))
        process.setattr(sys, "stderr", TextIOWrapper(errors, "utf-8", "backslashreplace"))
        for name, value in (environment or {}).items():
            process.setenv(name, value)
        status = _status()
        sys.stdout.flush()
        sys.stderr.flush()
        return CompletedProcess(words, status, output.getvalue(), errors.getvalue())


def _status() -> int:
    """Return the status that the command line ends this process with, without ending it."""
    try:
        main()
    except SystemExit as ended:
        # Python itself would print what is no number, and end with 1.
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


def hnefi_process(
    *arguments: str, given: str = "", environment: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """Run the command that is installed, in a process of its own."""
    return subprocess.run(
        [HNEFI, *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
        env={**os.environ, **(environment or {})},
    )


def unmeasured() -> dict[str, str]:
    """Return an environment without coverage, which takes memory and writes files of its own."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


class Started:
    """A command that runs in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Hold on to its streams: what is typed, what it says, what it complains of."""
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self.process = process
        self.keys, self.said, self.complaints = process.stdin, process.stdout, process.stderr

    def address(self) -> str:
        """Wait until its page is served; return HOST:PORT."""
        line = self.said.readline()
        heard = re.fullmatch(r"The board is at http://(127\.0\.0\.1:\d+)\n", line)
        assert heard, line + self.complaints.read()
        return heard[1]

    def interrupt(self) -> CompletedProcess[str]:
        """Press Ctrl-C; return the exit status and the rest of what it says."""
        self.process.send_signal(signal.SIGINT)
        said, complaints = self.process.communicate(timeout=PATIENCE_S)
        return CompletedProcess(self.process.args, self.process.returncode, said, complaints)


@contextmanager
def started(*arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Started]:
    """Start the command that is installed, and end it at last, whatever became of the test."""
    with subprocess.Popen(
        [HNEFI, *arguments], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, env=environment
    ) as process:
        try:
            yield Started(process)
        finally:
            process.kill()


def the_line_of_a_mistake(ran: CompletedProcess[str]) -> str:
    """Return the one line with which a command refuses what it was asked for."""
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    return line
