"""Traces: scans, commands and losses with their times, as text that people can read and compare.

What a session was fed is all that it takes to make it do the same again. Nothing here knows a
game: squares are files and ranks, commands are words. docs/traces.md tells the format line by
line. Times in the text are whole milliseconds since the trace began.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import TextIO

from hal.board import Scan
from hal.errors import TraceError
from hal.trace_header import TraceHeader, header_from_lines, header_lines, to_ms
from hal.trace_said import TraceCommand, TraceLoss, parse_said, write_command, write_loss
from hal.trace_state import SensorState, parse_marks, parse_whole

__all__ = [
    "TraceCommand",
    "TraceEntry",
    "TraceError",
    "TraceHeader",
    "TraceLoss",
    "TraceWriter",
    "read_trace",
]

TraceEntry = Scan | TraceCommand | TraceLoss

# A whole state at least every so many lines, for people who cut traces and for tails of them.
FULL_EVERY = 200
# When a board has stood still for so long, its trace says so once: what a crash cuts off is then
# no time in which a move may have settled.
STILL_MS = 1000
# As long as seven digits of seconds say, 115 days.
LONGEST_MS = 10**10 - 1

_TIME = r"(?:0|[1-9]\d{0,6})\.\d{3}"
_LINE = re.compile(rf"({_TIME})(?: ~({_TIME}))?(?: (\S.*))?", re.ASCII)
_END = re.compile(rf"\. ({_TIME})(?: ~({_TIME}))?", re.ASCII)


class TraceWriter:
    """Writes a trace to a stream, line by line as it happens; the stream remains open."""

    def __init__(self, stream: TextIO, header: TraceHeader) -> None:
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
        self._write(*header_lines(header))

    def scan(self, scan: Scan) -> None:
        """Add a scan; one that tells nothing new takes no line.

        Raises:
            TraceError: its time is before the last one's, or no 121 sensors read so.
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
        """Add a command that was given at a time after the scans up to then.

        Raises:
            TraceError: the time is before the last one's, or the name is no word.
            OSError: the stream cannot be written to.
        """
        said = write_command(name)
        now = self._pass_to(at)
        self._put(now, f"{self._pause()} {said}")

    def loss(self, reason: str, at: float) -> None:
        """Add that the board cannot be read from a time on, and why.

        Raises:
            TraceError: the time is before the last one's.
            OSError: the stream cannot be written to.
        """
        now = self._pass_to(at)
        self._put(now, f"{self._pause()} {write_loss(reason)}")

    def close(self) -> None:
        """Write the end, once; nothing may follow."""
        if not self._closed:
            self._write(f". {_seconds(self._now)}{self._pause()}")
            self._closed = True

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
        """Return what to say of the time between two scans that are no period apart."""
        # Late by less than another period is what a busy machine always is.
        usual = self._period <= 2 * waited < 4 * self._period
        return "" if usual else f" ~{_seconds(waited)}"

    def _pause(self) -> str:
        """Return what to say of the time since the last scan, if another was due in it."""
        waited = self._now - self._scanned
        due = self._state is not None and waited >= self._period
        return f" ~{_seconds(waited)}" if due else ""

    def _put(self, at: int, text: str) -> None:
        self._line_at = at
        self._write(f"{_seconds(at)}{text}")

    def _write(self, *lines: str) -> None:
        self._stream.write("".join(f"{line}\n" for line in lines))
        # A crash of the process loses the line that is being written and no other.
        self._stream.flush()


def read_trace(lines: Iterable[str]) -> tuple[TraceHeader, Iterator[TraceEntry]]:
    """Return the header of a trace, and its scans at its period with what came between them.

    Lines are read when their scans are asked for. A last line that was torn by a crash is left
    out.

    Raises:
        TraceError: malformed, an unknown version, or time goes back; at once for the header,
            from the iterator for the lines after it.
    """
    numbered = _numbered(lines)
    head: list[tuple[int, str]] = []
    rest: Iterator[tuple[int, str]] = numbered
    for number, text in numbered:
        if head and not text.startswith("#"):
            rest = chain([(number, text)], numbered)
            break
        head.append((number, text))
    header = header_from_lines(head)
    return header, _entries(header, rest)


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, without a last one that has no end while others have."""
    have_ends = False
    for number, (line, after) in enumerate(pairwise(chain(lines, [None])), 1):
        if line is None:
            return
        text = line.rstrip()
        has_end = line.endswith(("\n", "\r"))
        if after is None and have_ends and not has_end and not _END.fullmatch(text):
            return
        have_ends = has_end
        yield number, text


def _entries(header: TraceHeader, numbered: Iterator[tuple[int, str]]) -> Iterator[TraceEntry]:
    reader = _Reader(header)
    for number, text in numbered:
        if not text or text.startswith("#"):
            continue
        try:
            yield from reader.read(text)
        except TraceError as error:
            raise TraceError(f"line {number}: {error}") from None


class _Reader:
    """Makes scans and commands of lines; all times in ms since the trace began."""

    def __init__(self, header: TraceHeader) -> None:
        self._period = to_ms(header.period_s)
        self._began = to_ms(header.began)
        self._state: SensorState | None = None
        self._scanned = 0  # the newest line that is a scan
        self._due = 0
        self._now = 0
        self._ended = False

    def read(self, text: str) -> Iterator[TraceEntry]:
        """Yield what came between the last line and this one, and what this one says."""
        if self._ended:
            raise TraceError(f"expected nothing after the end, got {text[:40]!r}")
        end, line = _END.fullmatch(text), _LINE.fullmatch(text)
        match = end or line
        if match is None:
            raise TraceError(f"expected a line such as '12.340 +d1', got {text[:40]!r}")
        at = self._pass_to(_milliseconds(match[1]))
        last = None if match[2] is None else self._last_before(at, match[2])
        said = match[3] or "" if line else ""
        if end or said.startswith(("!", "?")):
            told = None if end else parse_said(said, self._clock(at))
            self._ended = end is not None
            yield from self._fill(at if last is None else last)
            if told is not None:
                yield told
            return
        state = self._changed(said)
        # A scan that was due less than half a period before this one is this one.
        yield from self._fill(at - (self._period + 1) // 2 if last is None else last)
        self._state, self._scanned, self._due = state, at, at + self._period
        yield Scan(state.occupied, self._clock(at), state.poles)

    def _pass_to(self, at: int) -> int:
        if at < self._now:
            raise TraceError(f"expected {_seconds(self._now)} or later, got '{_seconds(at)}'")
        self._now = at
        return at

    def _last_before(self, at: int, silence: str) -> int:
        """Return when the last scan before a silence was."""
        last = at - _milliseconds(silence)
        if self._state is None or last < self._scanned:
            most = "none before the first scan"
            if self._state is not None:
                most = f"at most {_seconds(at - self._scanned)}"
            raise TraceError(f"expected a silence, {most}, got '~{silence}'")
        return last

    def _fill(self, until: int) -> Iterator[Scan]:
        """Yield the scans that were due and told nothing new."""
        while self._state is not None and self._due <= until:
            yield Scan(self._state.occupied, self._clock(self._due), self._state.poles)
            self._due += self._period

    def _changed(self, said: str) -> SensorState:
        if said.startswith("="):
            return parse_whole(said)
        if self._state is None:
            raise TraceError(f"expected a whole state first, '= ' and digits, got {said[:40]!r}")
        return parse_marks(self._state, said.split(" ")) if said else self._state

    def _clock(self, at: int) -> float:
        return (self._began + at) / 1000


def _seconds(ms: int) -> str:
    return f"{ms // 1000}.{ms % 1000:03}"


def _milliseconds(text: str) -> int:
    return int(text.replace(".", ""))
