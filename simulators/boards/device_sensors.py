"""The sensors of a simulated microcontroller: what its firmware scans, and the reports it makes.

firmware/sensors.h and reeds.c in Python; `device_halls` has Hall sensors. Times are microseconds
since the firmware started. Knows neither the line nor when a scan is due.
"""

from collections.abc import Callable
from typing import Protocol

from hal.serial.link.messages import (
    SENSORS,
    Baseline,
    Capability,
    ChainState,
    Identity,
    Occupancy,
    Report,
    SensorKind,
    ThresholdsMv,
)

VERSION = (0, 2, 0)
_DEBOUNCE_TOP = 4


class DeviceSensors(Protocol):
    """121 sensors on the pins of a microcontroller, and the part of the firmware that reads them.

    `starting_us` pass from a reset until time counts, and `loading_us` from there to the first
    scan. A scan starts every `scan_ms` and lasts `scan_us`, in passes of `pass_us`; it carries the
    time of its last pass. Reports come every `report_ms` until Configure changes that.
    """

    identity: Identity
    starting_us: float
    loading_us: float
    scan_ms: int
    scan_us: float
    pass_us: float
    longest_scan_us: int  # for Statistics
    report_ms: int
    has_baseline: bool
    chain: ChainState

    @property
    def can_report(self) -> bool:
        """Whether there is a whole scan to report."""
        ...

    @property
    def has_changed(self) -> bool:
        """Whether a report would say something else than the last one."""
        ...

    def start(self) -> None:
        """Forget everything but what the EEPROM holds."""
        ...

    def stop(self, at: float) -> None:
        """Stop, as at a reset; whatever the EEPROM is writing remains half written."""
        ...

    def begin_scan(self) -> None:
        """Start to read the sensors."""
        ...

    def finish_scan(self, at: float) -> None:
        """Read all sensors."""
        ...

    def report(self, number: int, at_ms: int) -> Report:
        """Return the report of the last scan."""
        ...

    def configure(self, mode: int) -> bool:
        """Report in a mode; return False if these sensors do not know it."""
        ...

    def take_thresholds(self, thresholds: ThresholdsMv) -> bool:
        """Feel magnets by other thresholds; return False if they are out of order."""
        ...

    def calibrate(self, at: float) -> bool:
        """Start to measure the baseline; return False if these sensors have none."""
        ...

    def baseline(self, at: float) -> Baseline | None:
        """Return the baseline; None if there is none, or while it is measured or stored."""
        ...


class DeviceReeds:
    """Reeds, debounced: one changes when it has read so four times more often than not."""

    identity = Identity(
        SensorKind.REED, Capability.PIXELS | Capability.CHANGES, SENSORS, 0, VERSION
    )
    starting_us = 460.0
    loading_us = 0.0
    scan_ms = 2
    scan_us = pass_us = 450.0
    longest_scan_us = 453
    report_ms = 10
    has_baseline = False

    def __init__(self, read: Callable[[], int]) -> None:
        """Scan reeds; `read` gives the closed ones, as bits."""
        self._read = read
        self.chain = ChainState.SOUND
        self.start()

    @property
    def can_report(self) -> bool:
        """Whether a closed reed can have counted to the top."""
        return self._scans >= _DEBOUNCE_TOP and not self.chain.is_faulty

    @property
    def has_changed(self) -> bool:
        """Whether other reeds are closed than the last report said."""
        return self._closed != self._reported

    def start(self) -> None:
        """Begin with all reeds open."""
        self._closed = self._scans = 0
        self._reported = 0
        self._counts: dict[int, int] = {}  # of the reeds whose counter is at neither end

    def stop(self, at: float) -> None:
        """Do nothing: reeds keep nothing."""

    def begin_scan(self) -> None:
        """Do nothing: a scan is over before anything else happens."""

    def finish_scan(self, at: float) -> None:  # noqa: ARG002 - reeds know no time
        """Count every reed up or down."""
        self._scans += 1
        read = self._read()
        moving = (read ^ self._closed) | sum(1 << sensor for sensor in self._counts)
        while moving:
            sensor = moving.bit_length() - 1
            bit = 1 << sensor
            moving ^= bit
            start = _DEBOUNCE_TOP if self._closed & bit else 0
            count = self._counts.pop(sensor, start) + (1 if read & bit else -1)
            if count >= _DEBOUNCE_TOP:
                self._closed |= bit
            elif count <= 0:
                self._closed &= ~bit
            else:
                self._counts[sensor] = count

    def report(self, number: int, at_ms: int) -> Report:
        """Return the closed reeds."""
        self._reported = self._closed
        return Occupancy(number, at_ms, self._closed)

    def configure(self, mode: int) -> bool:  # noqa: ARG002 - reeds have but one report
        """Accept any mode."""
        return True

    def take_thresholds(self, thresholds: ThresholdsMv) -> bool:  # noqa: ARG002 - reeds have none
        """Accept any."""
        return True

    def calibrate(self, at: float) -> bool:  # noqa: ARG002 - reeds know no time
        """Refuse."""
        return False

    def baseline(self, at: float) -> Baseline | None:  # noqa: ARG002 - reeds know no time
        """Return nothing."""
        return None
