"""Another program that reads and writes lines, with patience and an end to it."""

import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from controller.engine.errors import PeerError

# Who exceeds the time by more than this has hung.
GRACE_S = 5.0
_LONGEST_LINE = 1 << 20
_Answer = TypeVar("_Answer")


class LineProcess:
    """A running program; what it writes on standard error goes nowhere."""

    def __init__(self, command: str, grace_s: float = GRACE_S) -> None:
        """Start it; `grace_s` is how much later than allowed its answers may come.

        Raises:
            PeerError: it cannot be started.
        """
        self.command, self.grace_s = command, grace_s
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the program that the user has named
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            raise PeerError(f"{command}: expected a program to start ({error})") from error
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = self._process.stdout
        if stream is not None:
            with suppress(OSError, ValueError):  # closed under its reader
                while line := stream.readline(_LONGEST_LINE):
                    self._lines.put(line.strip())
        self._lines.put(None)

    def write(self, line: str) -> None:
        """Send a line.

        Raises:
            PeerError: the program has ended.
        """
        stream = self._process.stdin
        try:
            if stream is None:
                raise PeerError(f"{self.command}: expected an input to write to")
            stream.write(f"{line}\n")
            stream.flush()
        except (OSError, ValueError) as error:
            raise PeerError(f"{self.command}: {self._end()}") from error

    def wait_for(
        self, accept: Callable[[str], _Answer | None], seconds: float, what: str
    ) -> _Answer:
        """Return what `accept` makes of the first line that it accepts; others are passed over.

        Raises:
            PeerError: none comes in time, or the program ends.
        """
        deadline = time.monotonic() + seconds
        while True:
            left = max(deadline - time.monotonic(), 0.0)
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                raise PeerError(
                    f"{self.command}: expected {what} within {seconds:g} s, got none"
                ) from None
            if line is None:
                raise PeerError(f"{self.command}: expected {what}, but {self._end()}")
            answer = accept(line)
            if answer is not None:
                return answer

    def _end(self) -> str:
        status = None
        with suppress(subprocess.TimeoutExpired):
            status = self._process.wait(timeout=1.0)
        return "it closed its output" if status is None else f"it ended with status {status}"

    def close(self, farewell: str = "") -> None:
        """Say farewell, and make sure that it ends."""
        with suppress(PeerError):
            if farewell:
                self.write(farewell)
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(timeout=1.0 if farewell else 0.1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
