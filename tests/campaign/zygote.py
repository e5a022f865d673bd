"""Real daemons that start in a moment: forked from a process that has loaded everything already.

A daemon takes a second of CPU to load and a tenth of one to play, so a hundred that are killed soon
would spend all their time loading. Each life is a process of its own that runs `hnefi`; only the
import of its modules is done once.

`python -m tests.campaign.zygote` reads a line of JSON, the arguments, for each life; it answers
with the id of the process, and with a line more once it has ended.
"""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.words.catalogue import catalogue

_LOADED = (
    *("controller.cli.main", "controller.assembly.page", "controller.assembly.configuration"),
    *(
        "controller.web.app",
        "simulators.play",
        "simulators.drivers",
        "simulators.boards.virtual",
        "simulators.setting",
    ),
    *("uvicorn", "uvicorn.loops.auto", "uvicorn.protocols.http.auto", "websockets", "apsw"),
)


def cpu_s(pid: int) -> float:
    """Return how much CPU a process has had, in seconds; it is still there."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Zygote:
    """The process that forks; one life at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def born(self, *arguments: str) -> int:
        """Begin a life of `hnefi` with some arguments; return the id of its process."""
        assert self._process.stdin
        self._process.stdin.write(f"{json.dumps(arguments)}\n")
        self._process.stdin.flush()
        return int(self._line())

    def buried(self) -> None:
        """Wait until the process has ended."""
        assert self._line() == "ended\n"

    def _line(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline()


@contextmanager
def zygote(said: Path) -> Iterator[Zygote]:
    """Load everything; what the lives write on standard error goes to a file."""
    with (
        said.open("a") as errors,
        subprocess.Popen(
            [sys.executable, "-m", "tests.campaign.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        try:
            yield Zygote(process)
        finally:
            process.kill()


def _serve() -> None:
    for name in _LOADED:
        import_module(name)
    # Texts and rules are data that do not change; everything else is each daemon's own.
    catalogue("en")
    compiled(named_ruleset("copenhagen"))
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _live(json.loads(line))
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        os.waitpid(child, 0)
        sys.stdout.write("ended\n")
        sys.stdout.flush()


def _live(arguments: list[str]) -> None:
    from controller.cli.start import main  # noqa: PLC0415 - as the command does

    with open(os.devnull, "r+") as nothing:  # noqa: PTH123 - a device, and three streams
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    sys.argv = ["hnefi", *arguments]
    main()
    os._exit(0)


if __name__ == "__main__":
    _serve()
