"""Scans out of the reports of a board, whatever its sensors are."""

from typing import assert_never

from hal.board import Poles, Scan
from hal.hall_reader import HallReader
from hal.hall_thresholds import HallThresholds
from hal.serial.link.messages import FULL_SCALE, Baseline, Levels, Occupancy, Report, States

# How often the baseline follows drift, in seconds.
_TRACK_S = 1.0


class ReportReader:
    """Makes scans of reports; of levels only once it has the baseline."""

    def __init__(self, thresholds: HallThresholds | None = None) -> None:
        """Begin without a baseline."""
        self._thresholds = thresholds
        self._baseline: tuple[Baseline, int] | None = None
        self._reader: HallReader | None = None
        self._millivolts_per_level = 0.0
        self._tracked_at = 0.0

    @property
    def has_baseline(self) -> bool:
        """Whether levels can be read."""
        return self._reader is not None

    def set_baseline(self, baseline: Baseline, full_scale_mv: int) -> None:
        """Read levels against this baseline from now on; the same one again changes nothing."""
        if self._baseline == (baseline, full_scale_mv):
            return
        self._baseline = baseline, full_scale_mv
        self._millivolts_per_level = full_scale_mv / FULL_SCALE
        millivolts = [level * self._millivolts_per_level for level in baseline.levels]
        self._reader = HallReader(millivolts, self._thresholds)

    def heights_mv(self, report: Report | None) -> list[float] | None:
        """Return how far each sensor of a report is above its baseline; None if not known."""
        if not isinstance(report, Levels) or self._reader is None:
            return None
        return [
            self._reader.height(sensor, level * self._millivolts_per_level)
            for sensor, level in enumerate(report.levels)
        ]

    def scan(self, report: Report, at: float) -> Scan | None:
        """Return the scan of a report; None for levels that cannot be read yet."""
        match report:
            case Occupancy():
                return Scan(report.closed, at)
            case States():
                return Scan(report.felt, at, Poles(report.south, report.north, report.strong))
            case Levels():
                return self._read(self._reader, report, at) if self._reader else None
        assert_never(report)

    def _read(self, reader: HallReader, report: Levels, at: float) -> Scan:
        millivolts = [level * self._millivolts_per_level for level in report.levels]
        for square, each in enumerate(millivolts):
            reader.read(square, each)
        elapsed = at - self._tracked_at
        if elapsed >= _TRACK_S:
            # After a silence nobody knows what drifted and what moved: the step stays short.
            reader.track(millivolts, min(elapsed, 2 * _TRACK_S))
            self._tracked_at = at
        return Scan(reader.occupied, at, reader.poles)
