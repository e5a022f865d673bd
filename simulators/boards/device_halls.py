"""The Hall sensors of a simulated microcontroller: their converter, baseline and calibration.

firmware/hall.c and baseline.c in Python. Times are microseconds since the firmware started. Knows
neither the line nor when a scan is due.
"""

from collections.abc import Callable, Sequence

from hal.serial.link.messages import (
    FULL_SCALE,
    SENSORS,
    Baseline,
    Capability,
    ChainState,
    Identity,
    Levels,
    Report,
    ReportMode,
    SensorKind,
    States,
    ThresholdsMv,
)
from simulators.boards.device_sensors import VERSION
from simulators.boards.hall_firmware import FULL_SCALE_MV, Thresholds, stored_bytes

_COUNTS = 1024  # of the converter
_LEVELS_PER_COUNT = FULL_SCALE // _COUNTS
_CALIBRATION_SCANS = 64
# A byte of the EEPROM, one that changes and one that stays.
_WRITE_US, _COMPARE_US = 4200.0, 300.0
_MIDDLE = Baseline(calibrated=False, levels=(FULL_SCALE // 2,) * SENSORS)


class DeviceHalls:
    """Linear Hall sensors behind a converter of ten bits."""

    identity = Identity(
        SensorKind.HALL,
        Capability.PIXELS
        | Capability.LEVELS
        | Capability.STATES
        | Capability.BASELINE
        | Capability.CHANGES,
        SENSORS,
        FULL_SCALE_MV,
        VERSION,
    )
    starting_us = 460.0
    loading_us = 1860.0
    scan_ms = 5
    scan_us = 4040.0
    pass_us = 1020.0
    longest_scan_us = 4128
    report_ms = 20
    has_baseline = True

    def __init__(
        self, millivolts: Callable[[], Sequence[float]], baseline: Baseline = _MIDDLE
    ) -> None:
        """Scan sensors; `millivolts` gives their output, `baseline` is stored in the EEPROM."""
        self._millivolts = millivolts
        self.stored = baseline
        self.chain = ChainState.SOUND
        self.start()

    @property
    def can_report(self) -> bool:
        """Whether a scan is complete and, for states, the baseline is known."""
        is_ready = self._mode == ReportMode.LEVELS or not self._scans_left
        return self._is_complete and is_ready and not self.chain.is_faulty

    @property
    def has_changed(self) -> bool:
        """Whether states differ from those that were reported; levels always do, and wait."""
        return self._mode == ReportMode.STATES and self._has_changed

    def start(self) -> None:
        """Begin without a scan, with the baseline that the EEPROM holds."""
        self._mode: int = ReportMode.LEVELS
        self._baseline = self.stored
        self._levels = _MIDDLE.levels
        self._is_complete = False
        self._states = Thresholds()
        self._has_changed = False
        self._scans_left = 0  # to calibrate
        self._sums = [0] * SENSORS
        self._stored_at: float | None = None  # when the EEPROM will hold the baseline

    def stop(self, at: float) -> None:
        """Lose a baseline that is half written."""
        self._finish_storing(at)
        if self._stored_at is not None:
            self.stored = _MIDDLE

    def begin_scan(self) -> None:
        """Let go of the last scan, which the new one overwrites."""
        self._is_complete = False

    def finish_scan(self, at: float) -> None:
        """Read all levels; make states of them, or add them up to calibrate."""
        self._levels = _converted(self._millivolts())
        self._is_complete = True
        if self._scans_left:
            self._add_up(at)
        if not self._scans_left and self._mode == ReportMode.STATES:
            before = self._states.bitboards
            for sensor, level in enumerate(self._levels):
                self._states.update(sensor, level - self._baseline.levels[sensor])
            self._has_changed = self._has_changed or self._states.bitboards != before

    def report(self, number: int, at_ms: int) -> Report:
        """Return levels or states."""
        if self._mode == ReportMode.LEVELS:
            return Levels(number, at_ms, self._levels)
        self._has_changed = False
        return States(number, at_ms, *self._states.bitboards)

    def configure(self, mode: int) -> bool:
        """Report in one of two modes; a scan before the change is not reported after it."""
        if mode not in tuple(ReportMode):
            return False
        if mode != self._mode:
            self._mode, self._is_complete = mode, False
        return True

    def take_thresholds(self, thresholds: ThresholdsMv) -> bool:
        """Feel magnets by other thresholds, if they are in order."""
        return self._states.take(thresholds)

    def calibrate(self, at: float) -> bool:
        """Start to add up scans."""
        self.stop(at)
        self._stored_at = None
        self._scans_left, self._sums = _CALIBRATION_SCANS, [0] * SENSORS
        return True

    def baseline(self, at: float) -> Baseline | None:
        """Return the baseline, None while it is measured or stored."""
        self._finish_storing(at)
        return None if self._scans_left or self._stored_at is not None else self._baseline

    def _add_up(self, at: float) -> None:
        """Add a scan up; after the last one, take the mean, rounded, and start to store it."""
        self._sums = [total + level for total, level in zip(self._sums, self._levels, strict=True)]
        self._scans_left -= 1
        if self._scans_left:
            return
        half = _CALIBRATION_SCANS // 2
        levels = tuple((total + half) // _CALIBRATION_SCANS for total in self._sums)
        self._baseline = Baseline(calibrated=True, levels=levels)
        before = stored_bytes(self.stored.levels) if self.stored.calibrated else b""
        after = stored_bytes(levels)
        unchanged = sum(old == new for old, new in zip(before, after, strict=False))
        changed = len(after) - unchanged
        self._stored_at = at + changed * _WRITE_US + unchanged * _COMPARE_US

    def _finish_storing(self, at: float) -> None:
        if self._stored_at is not None and at >= self._stored_at:
            self.stored, self._stored_at = self._baseline, None


def measured_baseline(millivolts: Sequence[float]) -> Baseline:
    """Return the baseline of sensors that always give these millivolts."""
    return Baseline(calibrated=True, levels=_converted(millivolts))


def _converted(millivolts: Sequence[float]) -> tuple[int, ...]:
    counts = (int(each * _COUNTS / FULL_SCALE_MV) for each in millivolts)
    return tuple(min(max(count, 0), _COUNTS - 1) * _LEVELS_PER_COUNT for count in counts)
