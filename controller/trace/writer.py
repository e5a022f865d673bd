"""Writes a trace: a line for each change, command and loss, with its time, as it happens.

docs/traces.md describes the format line by line. Knows no session; a session that gets the same
entries again does the same again.
"""

from typing import Protocol

from controller.trace.entries import write_command_entry, write_loss_entry
from controller.trace.errors import TraceError
from controller.trace.header import TraceHeader, header_lines
from controller.trace.sensor_state import SensorState
from controller.trace.times import LONGEST_MS, to_ms, write_ms
from hal.board import Scan

# At least one line in this many is a whole state, so that a trace can be cut.
FULL_EVERY = 200
# A trace notes once that a board has stood still for this long. Without that, a crash could hide
# the time in which a move settled.
STILL_MS = 1000


class LineSink(Protocol):
    """What takes the lines: a text file, or memory."""

    def write(self, text: str, /) -> object:
        """Take some lines."""

    def flush(self) -> object:
        """Let go of what waits to be written."""


class TraceWriter:
    """Writes a trace to a stream line by line; it does not close the stream."""

    def __init__(self, stream: LineSink, header: TraceHeader) -> None:
        """Write the header."""
        self._stream = stream
        self._period = to_ms(header.period_s)
        self._began = to_ms(header.began)
        self._state: SensorState | None = None
        self._scanned = 0  # when the newest scan was made; all times in ms
        self._now = 0  # when anything last happened
        self._line_at = 0  # when the newest line was written
        self._deltas = 0  # how many lines were written since the last whole state
        self._is_still = False
        self._closed = False
        self._is_bare = True
        self._write(*header_lines(header))

    def scan(self, scan: Scan) -> None:
        """Add a scan; one that shows no change takes no line.

        Raises:
            TraceError: its time goes back, or 121 sensors cannot read so.
            OSError: the stream cannot be written to.
        """
        at = self._pass_to(scan.at)
        before, state = self._state, SensorState(scan.occupied, scan.poles)
        waited = at - self._scanned
        self._scanned = at
        if state != before:
            self._state = state.checked()
            self._is_still = False
            silence = "" if before is None else self._silence(waited)
            self._put(at, silence + self._change(before, state))
        elif waited >= 2 * self._period:
            self._put(at, self._silence(waited))
        elif not self._is_still and at - self._line_at >= STILL_MS:
            self._is_still = True
            self._put(at, "")

    def command(self, name: str, at: float) -> None:
        """Add a command at a time, after the scans up to then.

        Raises:
            TraceError: the time goes back, or the name is not a word.
            OSError: the stream cannot be written to.
        """
        said = write_command_entry(name)
        now = self._pass_to(at)
        self._put(now, f"{self._pause()} {said}")

    def loss(self, reason: str, at: float) -> None:
        """Add a loss: the board cannot be read from this time on, for a reason.

        Raises:
            TraceError: the time goes back.
            OSError: the stream cannot be written to.
        """
        now = self._pass_to(at)
        self._put(now, f"{self._pause()} {write_loss_entry(reason)}")

    def close(self) -> None:
        """Write the end of the trace, once; nothing may follow."""
        if not self._closed:
            self._write(self._end())
            self._closed = True

    @property
    def is_bare(self) -> bool:
        """Whether nothing has happened yet that the trace could say."""
        return self._is_bare

    @property
    def _occupied(self) -> int | None:
        """The newest occupancy, None before the first scan."""
        return None if self._state is None else self._state.occupied

    def _forget_state(self) -> None:
        """Let the next scan take a line that says the whole state, as the first one does."""
        self._state = None

    def _end(self) -> str:
        return f". {write_ms(self._now)}{self._pause()}"

    def _pass_to(self, at: float) -> int:
        now = to_ms(at) - self._began
        if self._closed:
            raise TraceError(f"expected nothing after the end, got something at {at}")
        if now < self._now:
            least = (self._began + self._now) / 1000
            raise TraceError(f"time: expected {least} or later, got {at}")
        if now > LONGEST_MS:
            raise TraceError(f"time: expected at most {LONGEST_MS // 1000} s of trace, got {at}")
        self._now = now
        return now

    def _change(self, before: SensorState | None, state: SensorState) -> str:
        whole = state.whole()
        marks = None if before is None else state.marks_since(before)
        self._deltas += 1
        if marks is not None and self._deltas < FULL_EVERY and len(marks) <= len(whole):
            return f" {marks}"
        self._deltas = 0
        return f" {whole}"

    def _silence(self, waited: int) -> str:
        """Return the mark for the time between two scans, empty if they are a period apart."""
        # Every busy machine is late by less than a period.
        usual = self._period <= 2 * waited < 4 * self._period
        return "" if usual else f" ~{write_ms(waited)}"

    def _pause(self) -> str:
        """Return the mark for the time since the last scan, empty if no other scan was due."""
        waited = self._now - self._scanned
        due = self._state is not None and waited >= self._period
        return f" ~{write_ms(waited)}" if due else ""

    def _put(self, at: int, text: str) -> None:
        self._line_at = at
        self._is_bare = False
        self._write(f"{write_ms(at)}{text}")

    def _write(self, *lines: str) -> None:
        self._stream.write("".join(f"{line}\n" for line in lines))
        # A crash then loses only the line that it interrupts.
        self._stream.flush()
