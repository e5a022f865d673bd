"""Another program that reads and writes lines, with patience and an end to it.

Nothing here waits without a limit, whatever the program does: it is read only while somebody waits
for its answer, so a flood stays in its pipe; and it ends with everything that it has started.
"""

import os
import select
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar
from weakref import WeakSet

from controller.engine.errors import PeerError

# Who exceeds the time by more than this has hung.
GRACE_S = 5.0
_LONGEST_LINE = 1 << 20
_AT_ONCE = 1 << 16
# How long a program may take to end once it was asked to: by its protocol, by closing its input
# alone, and by the signal that it can still answer.
_FAREWELL_S, _CLOSED_S, _TERMINATED_S = 1.0, 0.1, 0.5
# A process that was killed goes at once, unless the system itself is stuck.
_KILLED_S = 1.0
_LOOK_AGAIN_S = 0.005
_Answer = TypeVar("_Answer")
_running: "WeakSet[LineProcess]" = WeakSet()
# Held while one starts: it must not begin to run after the last look at those that do.
_starting = threading.Lock()


def end_all() -> None:
    """End all programs that this process has started, at once and without a farewell.

    For a process that ends itself: no signal to its group reaches theirs. No other can be started.
    """
    _starting.acquire(timeout=_KILLED_S)
    for each in list(_running):
        each.end()


class LineProcess:
    """A running program; what it writes on standard error goes nowhere."""

    def __init__(self, command: str, grace_s: float = GRACE_S) -> None:
        """Start it; `grace_s` is how much later than allowed its answers may come.

        Raises:
            PeerError: it cannot be started.
        """
        self.command, self.grace_s = command, grace_s
        with _starting:
            self._process = _started(command)
            _running.add(self)
        self._lines: deque[str] = deque()
        self._begun = b""  # of a line whose end has not come yet
        self._output_ended = False
        if self._process.stdin is not None:
            os.set_blocking(self._process.stdin.fileno(), False)

    def write(self, line: str) -> None:
        """Send a line.

        Raises:
            PeerError: the program has ended, or reads nothing.
        """
        stream, data = self._process.stdin, f"{line}\n".encode()
        try:
            # None or less than all of it: the pipe is full of what it has not read.
            written = stream.write(data) if stream is not None else None
        except (OSError, ValueError) as error:
            raise PeerError(f"{self.command}: {self._end()}") from error
        if written != len(data):
            raise PeerError(f"{self.command}: expected it to read what is written, it does not")

    def wait_for(
        self, accept: Callable[[str], _Answer | None], seconds: float, what: str
    ) -> _Answer:
        """Return what `accept` makes of the first line that it accepts; others are passed over.

        Raises:
            PeerError: none comes in time, or the program ends.
        """
        deadline, is_late = time.monotonic() + seconds, False
        while True:
            while self._lines:
                answer = accept(self._lines.popleft())
                if answer is not None:
                    return answer
            if self._output_ended:
                raise PeerError(f"{self.command}: expected {what}, but {self._end()}")
            left = deadline - time.monotonic()
            # Once the time is up, only what has come by then is looked at, and no flood.
            if is_late or not self._receive(max(left, 0.0)):
                raise PeerError(f"{self.command}: expected {what} within {seconds:g} s, got none")
            is_late = left <= 0

    def _receive(self, seconds: float) -> bool:
        """Wait for output; return whether some came, or its end."""
        stream = self._process.stdout
        try:
            if stream is None:
                return False
            ready = select.poll()  # select itself cannot watch the thousandth open file
            ready.register(stream, select.POLLIN)
            if not ready.poll(1000 * seconds):
                return False
            data = os.read(stream.fileno(), _AT_ONCE)
        except (OSError, ValueError):  # closed meanwhile, from another thread
            data = b""
        self._output_ended = not data
        *lines, self._begun = (self._begun + data).split(b"\n")
        if len(self._begun) >= _LONGEST_LINE or (self._output_ended and self._begun):
            lines, self._begun = [*lines, self._begun], b""
        self._lines.extend(line.decode(errors="replace").strip() for line in lines)
        return True

    def _end(self) -> str:
        status = self._status_within(1.0)
        return "it closed its output" if status is None else f"it ended with status {status}"

    def close(self, farewell: str = "") -> None:
        """Say farewell, and make sure that it ends, with all that it has started."""
        with suppress(PeerError):
            if farewell:
                self.write(farewell)
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        if self._status_within(_FAREWELL_S if farewell else _CLOSED_S) is None:
            self._signal(signal.SIGTERM)
            self._status_within(_TERMINATED_S)
        self.end()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_KILLED_S)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _status_within(self, seconds: float) -> int | None:
        """Return the status that the program ends with, None if it does not end in time.

        It is not waited for as a child: its number stays taken, so no signal meets a stranger.
        """
        deadline = time.monotonic() + seconds
        how = os.WEXITED | os.WNOWAIT | os.WNOHANG
        while self._process.returncode is None:
            try:
                ended = os.waitid(os.P_PID, self._process.pid, how)
            except ChildProcessError:  # closed from another thread
                break
            if ended is not None:
                by_itself = ended.si_code == os.CLD_EXITED
                return ended.si_status if by_itself else -ended.si_status
            if time.monotonic() >= deadline:
                return None
            time.sleep(_LOOK_AGAIN_S)
        return self._process.returncode

    def end(self) -> None:
        """End it and what it has started, from any thread."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        """Send a signal to the program and to what it has started."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)


def _started(command: str) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - the program that the user has named
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            # A group by itself: a script may have started the program that really plays.
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise PeerError(f"{command}: expected a program to start ({error})") from error
