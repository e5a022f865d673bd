"""The firmware of a microcontroller in Python, from one start to the next.

firmware/loop.c, commands.c, link.c and scans.c in Python: the same messages get the same answers
in the same order, which tests/simulators/avr/test_device_model.py holds against the real firmware.
Time is given, in microseconds since the start; nothing here knows a clock. Of the time that the
chip needs to compute, only what lasts is modelled: scans, refreshes, receiving, making a message.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from math import inf
from typing import assert_never

from hal.serial.link.codec import read_to_board
from hal.serial.link.framing import Deframer, frame
from hal.serial.link.messages import (
    Ask,
    Calibrate,
    Configure,
    FromBoard,
    Hello,
    Identity,
    LightFrame,
    Shown,
    Statistics,
    Subject,
    ToBoard,
)
from simulators.boards.device_sensors import DeviceSensors
from simulators.boards.serial_wire import SerialWire

# The chip does nothing else while it refreshes the strip, and holds three bytes of what arrives.
_REFRESH_US = 3590.0
_RECEIVER_DEPTH = 3
# To make a byte of an outgoing frame.
_MAKING_US = 5.5
# To take in a received byte. Where bytes come as fast as that, the loop falls behind as soon as it
# has read sensors once, and does nothing else until they end.
_RECEIVING_US = 20.0
_FASTEST_REPORT_MS = 10
_STATISTICS_MS = 1000
_HIGHEST_16 = 0xFFFF
_HIGHEST_32 = 0xFFFFFFFF


class _Answer(IntEnum):
    """What can be owed, in the order in which it is sent."""

    IDENTITY = 1
    SHOWN = 2
    BASELINE = 3
    STATISTICS = 4


class _Period:
    """When something is due, in milliseconds; what was missed is not repeated."""

    def __init__(self, due_ms: int = 0) -> None:
        self.due_ms = due_ms

    def elapsed(self, now_ms: int, period_ms: int) -> bool:
        """Say whether it is due; if so, it is due again a period later."""
        if now_ms < self.due_ms:
            return False
        self.due_ms += period_ms
        if now_ms >= self.due_ms:
            self.due_ms = now_ms + period_ms
        return True


@dataclass(slots=True)
class _Counters:
    """What only this end counts; frames are counted by the deframer."""

    scans: int = 0
    reports: int = 0
    overruns: int = 0
    skipped: int = 0
    shown: int = 0


@dataclass(frozen=True, slots=True)
class _Flood:
    """Bytes come so fast that the loop does nothing but receive them."""

    began: float
    ends: float

    def until_after(self, at: float) -> float:
        """Return when the loop does what is due at a time."""
        return self.ends if self.began < at < self.ends else at

    def delayed(self, ends: float) -> float:
        """Return when work ends that would otherwise end at a time."""
        return ends + max(self.ends - self.began, 0.0) if ends > self.began else ends


@dataclass(slots=True)
class _Scan:
    """The sensors are being read."""

    ends: float


@dataclass(frozen=True, slots=True)
class _Refresh:
    """The strip is being refreshed."""

    light: LightFrame
    ends: float


class DeviceFirmware:
    """A firmware that runs; `show` gets the bytes of every light frame that the strip shows."""

    def __init__(
        self,
        sensors: DeviceSensors,
        identity: Identity,
        baud: int,
        show: Callable[[bytes], None],
    ) -> None:
        """Start it."""
        self._sensors = sensors
        self._identity = identity
        self._show = show
        self._now = -inf
        self._loop_free_at = sensors.loading_us
        self._flood = _Flood(-inf, -inf)
        self._incoming, self._outgoing = SerialWire(baud), SerialWire(baud)
        self._sent = bytearray()
        self._deframer = Deframer(partial(read_to_board, pixels=identity.pixels))
        self._owed = {_Answer.IDENTITY}
        self._shown_number = self._report_number = 0
        self._report_ms = sensors.report_ms
        self._reports, self._statistics = _Period(), _Period(_STATISTICS_MS)
        self._scans = _Period()
        self._scan: _Scan | None = None
        self._scanned_ms = 0
        self._refresh: _Refresh | None = None
        self._counters = _Counters()
        self._outgoing.send(b"\0", 0.0)  # ends whatever was left on the line
        sensors.start()

    def receive(self, data: bytes, at: float) -> None:
        """Put bytes from the controller on the line."""
        self.run(at)
        self._incoming.send(data, at)
        if self._incoming.byte_us <= _RECEIVING_US:
            self._flood = _Flood(self._next_reading(at), self._incoming.free_at)
            if self._scan is not None:
                self._scan.ends = self._flood.delayed(self._scan.ends)

    def _next_reading(self, at: float) -> float:
        """Return when the loop next will have read sensors, a scan or a part of it."""
        if self._scan is None:
            return max(at, 1000.0 * self._scans.due_ms) + self._sensors.pass_us
        return at + (self._scan.ends - at) % self._sensors.pass_us

    def sent(self, at: float) -> bytes:
        """Return the bytes that have gone out over the line since the last call."""
        self.run(at)
        sent = bytes(self._sent) + self._outgoing.arrived(at)
        self._sent.clear()
        return sent

    def run(self, until: float) -> None:
        """Do everything that is due by a time."""
        while (at := self._next_event()) <= until:
            self._now = at
            self._pass()

    # The loop --------------------------------------------------------------------------

    def _next_event(self) -> float:
        """Return when a pass of the loop next has something to do."""
        if self._refresh is not None:
            return self._refresh.ends
        loop = self._flood.until_after(max(min(self._events()), self._loop_free_at))
        return min(loop, self._incoming.next_frame_end())

    def _events(self) -> Iterator[float]:
        """Return when scans, the line, reports and statistics next need the loop."""
        yield self._scan.ends if self._scan else 1000.0 * self._scans.due_ms
        waits = (self._outgoing.free_at, 1000.0 * self._reports.due_ms)
        yield from (at for at in waits if at > self._now)
        yield 1000.0 * self._statistics.due_ms

    def _pass(self) -> None:
        if self._refresh is not None:
            self._finish_refresh(self._refresh)
        self._execute(self._incoming.arrived(self._now))
        if self._refresh is None and self._flood.until_after(self._now) == self._now:
            self._go_on_scanning()
            self._send_next()

    @property
    def _now_ms(self) -> int:
        return int(self._now // 1000)

    # What comes in ---------------------------------------------------------------------

    def _execute(self, data: bytes) -> None:
        for message in self._deframer.feed(data):
            if not self._execute_message(message):
                self._counters.skipped += 1

    def _execute_message(self, message: ToBoard) -> bool:
        """Do what a message says; return False if it must be skipped."""
        match message:
            case Hello():
                self._owed.add(_Answer.IDENTITY)
            case LightFrame():
                return self._start_refresh(message)
            case Configure(period_ms, mode):
                if not self._sensors.configure(mode):
                    return False
                self._report_ms = max(period_ms, _FASTEST_REPORT_MS)
                self._reports = _Period(self._now_ms)
            case Ask(subject):
                return self._ask(subject)
            case Calibrate():
                if not self._sensors.calibrate(self._now):
                    return False
                self._owed.add(_Answer.BASELINE)
                self._abort_scan()
            case _:
                assert_never(message)
        return True

    def _ask(self, subject: Subject) -> bool:
        match subject:
            case Subject.STATISTICS:
                self._owed.add(_Answer.STATISTICS)
            case Subject.BASELINE:
                if not self._sensors.has_baseline:
                    return False
                self._owed.add(_Answer.BASELINE)
        return True

    def _start_refresh(self, light: LightFrame) -> bool:
        if not self._identity.pixels:
            return False
        self._sent += self._outgoing.arrived(self._now)
        self._outgoing.pause(_REFRESH_US)
        self._refresh = _Refresh(light, self._now + _REFRESH_US)
        self._abort_scan()
        return True

    def _finish_refresh(self, refresh: _Refresh) -> None:
        self._refresh = None
        self._show(refresh.light.pixels)
        self._counters.shown += 1
        self._shown_number = refresh.light.number
        self._owed.add(_Answer.SHOWN)
        arrived = self._incoming.arrived(self._now)
        self._counters.overruns += len(arrived) > _RECEIVER_DEPTH  # a gap counts once
        self._execute(arrived[:_RECEIVER_DEPTH])

    # Sensors ---------------------------------------------------------------------------

    def _go_on_scanning(self) -> None:
        """Finish a scan if it has lasted long enough, or begin one if it is due."""
        if self._scan is None:
            if self._scans.elapsed(self._now_ms, self._sensors.scan_ms):
                self._scan = _Scan(self._now + self._sensors.scan_us)
                self._sensors.begin_scan()
        elif self._now >= self._scan.ends:
            self._scanned_ms = int((self._now - self._sensors.pass_us) // 1000)
            self._scan = None
            self._counters.scans += 1
            self._sensors.finish_scan(self._now)

    def _abort_scan(self) -> None:
        """Start a scan again that is under way."""
        if self._scan is not None:
            self._scan = None
            self._scans = _Period(self._now_ms)

    # What goes out ---------------------------------------------------------------------

    def _send_next(self) -> None:
        """Send an answer that is owed, or else a report that is due, if the line is free."""
        if self._statistics.elapsed(self._now_ms, _STATISTICS_MS):
            self._owed.add(_Answer.STATISTICS)
        if self._outgoing.free_at > self._now:
            return
        for answer in sorted(self._owed):
            message = self._make_answer(answer)
            if message is not None:
                self._owed.remove(answer)
                self._send(message)
                return
        can_report = self._scan is None and self._sensors.can_report
        if can_report and self._reports.elapsed(self._now_ms, self._report_ms):
            self._send(self._sensors.report(self._report_number, self._scanned_ms))
            self._report_number = (self._report_number + 1) % 256
            self._counters.reports += 1

    def _make_answer(self, answer: _Answer) -> FromBoard | None:
        """Return an answer, None if it must wait."""
        match answer:
            case _Answer.IDENTITY:
                return self._identity
            case _Answer.SHOWN:
                return Shown(self._shown_number)
            case _Answer.BASELINE:
                return self._sensors.baseline(self._now)
            case _Answer.STATISTICS:
                return self._make_statistics()
        assert_never(answer)

    def _make_statistics(self) -> Statistics:
        counted, deframer = self._counters, self._deframer
        return Statistics(
            scans=min(counted.scans, _HIGHEST_32),
            reports=min(counted.reports, _HIGHEST_32),
            dropped=min(deframer.dropped, _HIGHEST_16),
            overruns=min(counted.overruns, _HIGHEST_16),
            skipped=min(counted.skipped + deframer.skipped, _HIGHEST_16),
            shown=min(counted.shown, _HIGHEST_16),
            longest_scan_us=self._sensors.longest_scan_us if counted.scans else 0,
            cause=self._identity.cause,
            starts=self._identity.starts,
        )

    def _send(self, message: FromBoard) -> None:
        data = frame(message)
        self._loop_free_at = self._now + len(data) * _MAKING_US
        self._outgoing.send(data, self._loop_free_at)
