"""The firmware of a microcontroller in Python, from one start to the next.

firmware/loop.c, commands.c and link.c in Python: the same messages get the same answers
in the same order, which tests/simulators/avr/test_device_model.py holds against the real firmware.
Time is given, in microseconds since the start; nothing here knows a clock. Of the time that the
chip needs to compute, only what lasts is modelled: scans, refreshes, receiving, making a message.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from math import inf
from typing import assert_never

from hal.serial.link.framing import Deframer, frame
from hal.serial.link.messages import (
    Ask,
    Calibrate,
    Configure,
    FromBoard,
    FullConfigure,
    Hello,
    Identity,
    LightFrame,
    SetName,
    Shown,
    Subject,
    ToBoard,
)
from hal.serial.link.reading import read_to_board
from simulators.boards.device_light import DeviceLight
from simulators.boards.device_scans import DeviceScans, Period
from simulators.boards.device_sensors import DeviceSensors
from simulators.boards.device_statistics import DeviceCounters
from simulators.boards.serial_wire import SerialWire

# The chip does nothing else while it refreshes the strip, and holds three bytes of what arrives.
_REFRESH_US = 3590.0
_RECEIVER_DEPTH = 3
# To make a byte of an outgoing frame.
_MAKING_US = 5.5
_FASTEST_REPORT_MS = 10
# 28 bytes of the EEPROM, if all change.
_STORING_NAME_US = 28 * 3400.0
_STATISTICS_MS = 1000


class _Answer(IntEnum):
    """What can be owed, in the order in which it is sent."""

    IDENTITY = 1
    SHOWN = 2
    BASELINE = 3
    STATISTICS = 4


@dataclass(frozen=True, slots=True)
class _Refresh:
    """The strip is being refreshed."""

    pixels: bytes
    number: int | None  # of the light frame; None for darkness that nobody asked for
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
        self._incoming, self._outgoing = SerialWire(baud), SerialWire(baud)
        self._sent = bytearray()
        self._deframer = Deframer(partial(read_to_board, pixels=identity.pixels))
        self._owed = {_Answer.IDENTITY}
        self._answered_last = False
        self._name_stored_at = -inf
        self._light = DeviceLight(identity.pixels)
        self.dark_after_ms: int | None = None  # the silence after which it went dark last
        self._shown_number = self._report_number = 0
        self._report_ms = sensors.report_ms
        self._reports, self._statistics = Period(), Period(_STATISTICS_MS)
        self._reported_ms = 0
        self._scans = DeviceScans(sensors)
        self._refresh: _Refresh | None = None
        self._counters = DeviceCounters()
        self._outgoing.send(b"\0", 0.0)  # ends whatever was left on the line
        sensors.start()

    @property
    def identity(self) -> Identity:
        """What it says of itself."""
        return self._identity

    def receive(self, data: bytes, at: float) -> None:
        """Put bytes from the controller on the line."""
        self.run(at)
        self._incoming.send(data, at)

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
        loop = max(min(self._events()), self._loop_free_at)
        return min(loop, self._incoming.next_frame_end())

    def _events(self) -> Iterator[float]:
        """Return when scans, the line, reports and statistics next need the loop."""
        yield self._scans.next_at
        waits = (self._outgoing.free_at, 1000.0 * self._reports.due_ms)
        yield from (at for at in waits if at > self._now)
        yield 1000.0 * self._statistics.due_ms
        yield 1000.0 * self._light.dark_at_ms

    def _pass(self) -> None:
        if self._refresh is not None:
            self._finish_refresh(self._refresh)
        self._execute(self._incoming.arrived(self._now))
        if self._refresh is None and self._light.must_go_dark(self._now_ms):
            self._start_darkness()
        if self._refresh is None:
            self._scans.go_on(self._now)
            self._send_next()

    @property
    def _now_ms(self) -> int:
        return int(self._now // 1000)

    # What comes in ---------------------------------------------------------------------

    def _execute(self, data: bytes) -> None:
        for message in self._deframer.feed(data):
            self._light.heard(self._now_ms)
            if self._light.went_dark:
                self._owed.add(_Answer.STATISTICS)
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
                self._report_every(period_ms)
                self._light.dark_after(0)
            case FullConfigure():
                return self._configure(message)
            case SetName(name):
                self._name_stored_at = self._now + _STORING_NAME_US
                self._identity = replace(self._identity, name=name)
                self._owed.add(_Answer.IDENTITY)
            case Ask(subject):
                return self._ask(subject)
            case Calibrate():
                if not self._sensors.calibrate(self._now):
                    return False
                self._owed.add(_Answer.BASELINE)
                self._scans.abort(self._now)
            case _:
                assert_never(message)
        return True

    def _configure(self, settings: FullConfigure) -> bool:
        taken = self._sensors.take_thresholds(settings.thresholds)
        if not taken or not self._sensors.configure(settings.mode):
            return False
        self._report_every(settings.period_ms)
        self._light.dark_after(settings.silence_ms)
        self._light.limits = settings.limits
        return True

    def _report_every(self, period_ms: int) -> None:
        period_ms = max(period_ms, _FASTEST_REPORT_MS)
        if period_ms != self._report_ms:
            self._report_ms = period_ms
            self._reports = Period(self._now_ms)

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
        self._refresh_with(self._light.shown(light.pixels), light.number)
        return True

    def _start_darkness(self) -> None:
        self.dark_after_ms = self._now_ms - self._light.heard_ms
        self._refresh_with(self._light.go_dark(), None)

    def _refresh_with(self, pixels: bytes, number: int | None) -> None:
        self._sent += self._outgoing.arrived(self._now)
        self._outgoing.pause(_REFRESH_US)
        self._refresh = _Refresh(pixels, number, self._now + _REFRESH_US)
        self._scans.abort(self._now)

    def _finish_refresh(self, refresh: _Refresh) -> None:
        self._refresh = None
        self._show(refresh.pixels)
        if refresh.number is not None:
            self._counters.shown += 1
            self._shown_number = refresh.number
            self._owed.add(_Answer.SHOWN)
        arrived = self._incoming.arrived(self._now)
        self._counters.overruns += len(arrived) > _RECEIVER_DEPTH  # a gap counts once
        self._execute(arrived[:_RECEIVER_DEPTH])

    # What goes out ---------------------------------------------------------------------

    def _send_next(self) -> None:
        """Send an answer that is owed, or else a report that is due, if the line is free."""
        if self._statistics.elapsed(self._now_ms, _STATISTICS_MS):
            self._owed.add(_Answer.STATISTICS)
        if self._outgoing.free_at > self._now:
            return
        # By turns, so that whoever asks without end does not keep reports from going out.
        report_first = self._answered_last and _Answer.SHOWN not in self._owed
        self._answered_last = False
        if report_first and self._send_report():
            return
        self._answered_last = self._send_answer()
        if not self._answered_last and not report_first:
            self._send_report()

    def _send_answer(self) -> bool:
        for answer in sorted(self._owed):
            message = self._make_answer(answer)
            if message is not None:
                self._owed.remove(answer)
                self._send(message)
                return True
        return False

    def _send_report(self) -> bool:
        can_report = not self._scans.is_scanning and self._sensors.can_report
        if not can_report or not self._report_is_due():
            return False
        self._reported_ms = self._now_ms
        self._send(self._sensors.report(self._report_number, self._scans.scanned_ms))
        self._report_number = (self._report_number + 1) % 256
        self._counters.reports += 1
        return True

    def _report_is_due(self) -> bool:
        """Say whether the period has passed, or something has changed, which does not wait."""
        waited_ms = self._now_ms - self._reported_ms
        if self._sensors.has_changed and waited_ms >= _FASTEST_REPORT_MS:
            self._reports.due_ms = min(self._reports.due_ms, self._now_ms)
        return self._reports.elapsed(self._now_ms, self._report_ms)

    def _make_answer(self, answer: _Answer) -> FromBoard | None:
        """Return an answer, None if it must wait."""
        match answer:
            case _Answer.IDENTITY:
                return self._identity if self._now >= self._name_stored_at else None
            case _Answer.SHOWN:
                return Shown(self._shown_number)
            case _Answer.BASELINE:
                return self._sensors.baseline(self._now)
            case _Answer.STATISTICS:
                return self._counters.statistics(
                    self._identity, self._scans, self._deframer, is_dark=self._light.went_dark
                )
        assert_never(answer)

    def _send(self, message: FromBoard) -> None:
        data = frame(message)
        self._loop_free_at = self._now + len(data) * _MAKING_US
        self._outgoing.send(data, self._loop_free_at)
