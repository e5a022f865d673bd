"""The command line as its users run it, in this process or in one of its own.

A new process takes a third of a second before it does anything, so most tests call `hnefi`, which
gives the command what a process would have: arguments, standard streams, environment. What only a
process shows (signals, closed pipes, memory, what is loaded) is seen with `hnefi_process`.
"""

import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from controller.cli.main import main

HNEFI = str(Path(sys.executable).with_name("hnefi"))
# What a shared machine may need when it is busy; nothing waits longer than it takes.
PATIENCE_S = 60


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
        process.setattr(sys, "stdin", TextIOWrapper(BytesIO(given), "utf-8"))
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


def hnefi_process(*arguments: str, given: str = "") -> CompletedProcess[str]:
    """Run the command that is installed, in a process of its own."""
    return subprocess.run(
        [HNEFI, *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )


def the_line_of_a_mistake(ran: CompletedProcess[str]) -> str:
    """Return the one line with which a command refuses what it was asked for."""
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    return line
