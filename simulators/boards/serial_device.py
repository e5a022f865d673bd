"""The microcontroller of a board in Python: it says and hears what the firmware does.

docs/protocol.md tells what. Here are no wires, no bit times and no EEPROM; for those there is the
real firmware under simavr. Knows sensors and a strip of pixels, but no port.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import assert_never

from hal.serial.link.codec import read_to_board
from hal.serial.link.framing import Deframer, frame
from hal.serial.link.messages import (
    SENSORS,
    Ask,
    Calibrate,
    Configure,
    FromBoard,
    Hello,
    LightFrame,
    ReportMode,
    ResetCause,
    Shown,
    Statistics,
    Subject,
    ToBoard,
)
from simulators.boards.device_sensors import DeviceSensors

SCAN_S = 0.002
# While the strip is refreshed nothing is heard.
REFRESH_S = 0.0039
# What the bootloader of an Arduino takes.
BOOT_S = 2.0
_LEAST_PERIOD_MS = 10


class SerialDevice:
    """A microcontroller with sensors and a strip; `clock` gives the time in seconds."""

    def __init__(
        self, sensors: DeviceSensors, clock: Callable[[], float], pixels: int = SENSORS
    ) -> None:
        """Power it; it says who it is as soon as it is asked for its bytes."""
        self.sensors = sensors
        self._clock = clock
        self.identity = replace(sensors.identity, pixels=pixels)
        self.strip = bytes(3 * pixels)
        self.lights = 0  # frames shown since power came
        self._start()

    def restart(self, cause: ResetCause, boot_s: float = 0.0) -> None:
        """Start anew; with power, counting begins anew, too. Deaf and dumb until booted."""
        starts = 1 if cause is ResetCause.POWER else min(self.identity.starts + 1, 255)
        self.identity = replace(self.identity, cause=cause, starts=starts)
        self._start(boot_s)

    def _start(self, boot_s: float = 0.0) -> None:
        self._began = self._next_scan = self._clock() + boot_s
        self._next_report = self._began
        self._out = bytearray()
        self._deframer = Deframer(partial(read_to_board, pixels=self.identity.pixels))
        self._awake = False
        self._deaf_until = self._began
        self._refreshed: tuple[float, int] | None = None  # when the strip is ready, and its frame
        self._period_ms = 20 if self.identity.full_scale_mv else 10
        self._sends_states = False
        self._number = 0
        self._next_statistics = self._began + 1.0
        self._statistics = Statistics(
            0, 0, 0, 0, 0, 0, 0, self.identity.cause, self.identity.starts
        )
        self.strip = bytes(len(self.strip))
        self.sensors.start()

    # The line --------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Hear what the controller sends; what comes while it is deaf is lost."""
        self._run()
        now = self._clock()
        if not self._awake:
            return
        if now < self._deaf_until:
            lost = self._statistics.overruns + len(data)
            self._statistics = replace(self._statistics, overruns=min(lost, 0xFFFF))
            return
        for message in self._deframer.feed(data):
            self._heed(message, now)

    def produce(self) -> bytes:
        """Return what was sent since the last call."""
        self._run()
        out = bytes(self._out)
        self._out.clear()
        return out

    # What it does ----------------------------------------------------------------------

    def _run(self) -> None:
        """Do all that is due until now."""
        now = self._clock()
        if now < self._began:
            return
        if not self._awake:
            self._awake = True
            self._out += b"\0"
            self._send(self.identity)
        while self._next_scan <= now:
            self._tick(self._next_scan)
            self._next_scan += SCAN_S
        self._refresh(now)

    def _tick(self, at: float) -> None:
        self._refresh(at)
        self.sensors.scan()
        self._statistics = replace(self._statistics, scans=self._statistics.scans + 1)
        if self.sensors.are_read and at >= self._next_report:
            self._next_report = max(self._next_report + self._period_ms / 1000, at)
            at_ms = round(1000 * (at - self._began)) % (1 << 32)
            self._send(self.sensors.report(self._number, at_ms, states=self._sends_states))
            self._number = (self._number + 1) % 256
            reports = self._statistics.reports + 1
            self._statistics = replace(self._statistics, reports=reports)
        if at >= self._next_statistics:
            self._next_statistics += 1.0
            self._send(self._counted())

    def _refresh(self, at: float) -> None:
        if self._refreshed is not None and at >= self._refreshed[0]:
            self._send(Shown(self._refreshed[1]))
            self._refreshed = None

    def _heed(self, message: ToBoard, now: float) -> None:
        match message:
            case Hello():
                self._send(self.identity)
            case LightFrame(number, pixels):
                self.strip = pixels
                self.lights += 1
                shown = min(self._statistics.shown + 1, 0xFFFF)
                self._statistics = replace(self._statistics, shown=shown)
                self._deaf_until = now + REFRESH_S
                self._refreshed = self._deaf_until, number
            case Configure(period_ms, mode):
                self._period_ms = max(period_ms, _LEAST_PERIOD_MS)
                self._sends_states = mode == ReportMode.STATES
                self._next_report = now
            case Ask(Subject.STATISTICS):
                self._send(self._counted())
            case Ask():
                self._send_empty()
            case Calibrate():
                self.sensors.calibrate()
                self._send_empty()
            case _:
                assert_never(message)

    def _send_empty(self) -> None:
        empty = self.sensors.empty
        if empty is not None:
            self._send(empty)

    def _send(self, message: FromBoard) -> None:
        self._out += frame(message)

    def _counted(self) -> Statistics:
        heard = self._deframer
        return replace(
            self._statistics,
            dropped=min(heard.dropped, 0xFFFF),
            skipped=min(heard.skipped, 0xFFFF),
        )
