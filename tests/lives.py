"""Real processes of `hnefi` that start in a moment: forked from one that has loaded everything.

A process takes half a second of CPU and more to load what serves a page, and a tenth of one to do
what a test asks of it; some hundred tests want one each. Each life is a process of its own, with
arguments, streams, environment and signals of its own, and runs `hnefi` from its first line on.
Only its modules were imported before. What shows while a process starts, or what it costs, is seen
with `hnefi_process` and `started` of `tests.hnefi`.

`python -m tests.lives NUMBER` takes a wish for each life from the socket of that number: a line of
JSON, and the streams that are to be its own.
"""

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO, Any, NoReturn

from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset, ruleset_names
from controller.words.catalogue import catalogue, languages
from tests.waiting import PATIENCE_S

_LOADED = (
    *("controller.cli.main", "controller.assembly.page", "controller.assembly.configuration"),
    *(
        "controller.web.app",
        "simulators.play",
        "simulators.drivers",
        "simulators.boards.virtual",
        "simulators.setting",
    ),
    *("uvicorn", "uvicorn.loops.auto", "uvicorn.protocols.http.auto", "uvicorn.lifespan.off"),
    *("uvicorn.protocols.websockets.websockets_sansio_impl", "anyio._backends._asyncio", "apsw"),
    *("controller.bus.redis_url", "controller.assembly.usable", "multiprocessing.spawn"),
)
_LONGEST_WISH = 1 << 17
_ROOT = Path(__file__).parents[1]


class Life:
    """A process that runs `hnefi`; `said` is what it writes on standard output."""

    def __init__(self, pid: int, said: IO[str], news: IO[str]) -> None:
        """Hold on to it; `news` has its status once it has ended."""
        self.pid, self.said = pid, said
        self._news = news
        self._status: int | None = None

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def poll(self) -> int | None:
        """Return its status if it has ended, less than 0 if by a signal."""
        if self._status is None and select.select([self._news], [], [], 0.0)[0]:
            self._status = int(self._news.readline())
        return self._status

    def wait(self, patience_s: float) -> int:
        """Wait until it has ended, and return its status.

        Raises:
            TimeoutError: it goes on.
        """
        select.select([self._news], [], [], patience_s)
        status = self.poll()
        if status is None:
            raise TimeoutError(f"process {self.pid} goes on after {patience_s} s")
        return status

    def __enter__(self) -> "Life":
        """Use it for a while."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """End it, if nobody has, and let go of its streams."""
        self.send_signal(signal.SIGKILL)
        self._news.read()
        self._news.close()
        self.said.close()


def born(
    *arguments: str, errors: IO[str] | None = None, environment: Mapping[str, str] | None = None
) -> Life:
    """Begin a life of `hnefi` with some arguments, and with the environment of now and some more.

    What it writes on standard error goes where that of the tests does, or to a file.
    """
    surroundings = {**os.environ, **(environment or {})}
    wish = {"arguments": arguments, "environment": surroundings, "folder": str(Path.cwd())}
    said, says = os.pipe()
    ended, ends = os.pipe()
    with open(os.devnull) as nothing:  # noqa: PTH123 - a device
        streams = [nothing.fileno(), says, errors.fileno() if errors else 2, ends]
        socket.send_fds(_mother(), [json.dumps(wish).encode()], streams)
    os.close(says)
    os.close(ends)
    news = os.fdopen(ended, encoding="ascii")
    return Life(int(news.readline()), os.fdopen(said, encoding="utf-8"), news)


def lived(*arguments: str, environment: Mapping[str, str] | None = None) -> CompletedProcess[str]:
    """Let a life of `hnefi` end by itself; return its status and all that it wrote."""
    with TemporaryFile("w+", encoding="utf-8") as errors:
        with born(*arguments, errors=errors, environment=environment) as life:
            said = life.said.read()
            status = life.wait(PATIENCE_S)
        errors.seek(0)
        return CompletedProcess(["hnefi", *arguments], status, said, errors.read())


@cache
def _mother() -> socket.socket:
    """Start the process that forks, and return the line to it; it ends with the tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        number = theirs.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.lives", str(number)], pass_fds=[number], cwd=_ROOT
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _serve(line: socket.socket) -> None:
    for name in _LOADED:
        import_module(name)
    # Texts and rules are data that do not change; everything else is each life's own.
    for language in languages():
        catalogue(language).as_json()
    for name in ruleset_names():
        named_ruleset(name)
    compiled(named_ruleset("copenhagen"))
    gc.freeze()
    # Ctrl-C is for the tests, which end all lives.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        wish, streams, _, _ = socket.recv_fds(line, _LONGEST_WISH, 4)
        if not wish:
            return
        if not os.fork():
            line.close()
            _watch(json.loads(wish), streams)
        for each in streams:
            os.close(each)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass  # one more has nothing left to watch


def _watch(wish: dict[str, Any], streams: list[int]) -> NoReturn:
    """Begin a life; say its number, and its status once it has ended."""
    *own, ends = streams
    child = os.fork()
    if not child:
        os.close(ends)
        _live(wish, own)
    for each in own:
        os.close(each)
    with suppress(BrokenPipeError):
        os.write(ends, f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(ends, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _live(wish: dict[str, Any], streams: list[int]) -> NoReturn:
    """Become what a new process would be, and run the command."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)
    os.environ.clear()
    os.environ.update(wish["environment"])
    os.chdir(wish["folder"])
    sys.argv = ["hnefi", *wish["arguments"]]
    from controller.cli.start import main  # noqa: PLC0415 - as the command does

    main()
    sys.exit(0)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as line:
        _serve(line)
