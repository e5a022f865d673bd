"""Reads a trace: its scans, one each period, and the commands and losses between them."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from controller.trace.entries import TraceEntry, parse_entry
from controller.trace.errors import TraceError
from controller.trace.header import TraceHeader, header_from_lines
from controller.trace.sensor_state import SensorState, parse_marks, parse_whole
from controller.trace.times import TIME, parse_ms, to_ms, write_ms
from hal.board import Scan

_LINE = re.compile(rf"({TIME})(?: ~({TIME}))?(?: (\S.*))?", re.ASCII)
# Scans that may have shown no change, of a whole trace and for each of its lines: a day, and a
# minute, of a board that is looked at a hundred times a second. A few bytes must not keep a reader
# busy for hours.
_MOST_UNCHANGED, _MORE_BY_LINE = 8_640_000, 6_000
_END = re.compile(rf"\. ({TIME})(?: ~({TIME}))?", re.ASCII)


def read_trace(lines: Iterable[str]) -> tuple[TraceHeader, Iterator[TraceEntry]]:
    """Return the header of a trace, and an iterator over its scans, commands and losses.

    The iterator reads lines as it needs them. It leaves out a last line that a crash has torn.

    Raises:
        TraceError: the trace is malformed, of an unknown version, or its time goes back. Errors
            in the header come at once, the others from the iterator.
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
    """Yield the lines with their numbers, without a last line that a crash has torn."""
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
            yield from reader.read(text, number)
        except TraceError as error:
            raise TraceError(f"line {number}: {error}") from None


class _Reader:
    """Turns lines into entries; all times are in ms since the trace began."""

    def __init__(self, header: TraceHeader) -> None:
        self._period = to_ms(header.period_s)
        self._began = to_ms(header.began)
        self._state: SensorState | None = None
        self._scanned = 0  # the newest line that is a scan
        self._due = 0
        self._now = 0
        self._ended = False
        self._unchanged_left = _MOST_UNCHANGED

    def read(self, text: str, number: int) -> Iterator[TraceEntry]:
        """Yield the entries between the last line and this one, and those of this line."""
        if self._ended:
            raise TraceError(f"expected nothing after the end, got {text[:40]!r}")
        end, line = _END.fullmatch(text), _LINE.fullmatch(text)
        match = end or line
        if match is None:
            raise TraceError(f"expected a line such as '12.340 +d1', got {text[:40]!r}")
        at = self._pass_to(parse_ms(match[1]))
        last = None if match[2] is None else self._last_before(at, match[2])
        said = match[3] or "" if line else ""
        if end or said.startswith(("!", "?")):
            entry = None if end else parse_entry(said, self._clock(at), number)
            self._ended = end is not None
            yield from self._fill(at if last is None else last)
            if entry is not None:
                yield entry
            return
        state = self._changed(said)
        # A scan less than half a period late is the one that was due.
        yield from self._fill(at - (self._period + 1) // 2 if last is None else last)
        self._state, self._scanned, self._due = state, at, at + self._period
        yield Scan(state.occupied, self._clock(at), state.poles)

    def _pass_to(self, at: int) -> int:
        if at < self._now:
            raise TraceError(f"expected {write_ms(self._now)} or later, got '{write_ms(at)}'")
        self._now = at
        self._unchanged_left += _MORE_BY_LINE
        return at

    def _last_before(self, at: int, silence: str) -> int:
        """Return the time of the last scan before a silence."""
        last = at - parse_ms(silence)
        if self._state is None or last < self._scanned:
            most = "none before the first scan"
            if self._state is not None:
                most = f"at most {write_ms(at - self._scanned)}"
            raise TraceError(f"expected a silence, {most}, got '~{silence}'")
        return last

    def _fill(self, until: int) -> Iterator[Scan]:
        """Yield the scans that were due and showed no change."""
        if self._state is not None:
            self._unchanged_left -= max(until - self._due + self._period, 0) // self._period
        if self._unchanged_left < 0:
            most = _MOST_UNCHANGED * self._period // 3_600_000
            raise TraceError(f"expected less than {most} hours without a change, got more")
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
