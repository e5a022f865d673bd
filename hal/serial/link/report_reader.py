"""Scans out of the reports of a board, whatever its sensors are."""

from typing import assert_never

from hal.board import Poles, Scan
from hal.hall_reader import HallReader
from hal.serial.link.messages import FULL_SCALE, Baseline, Levels, Occupancy, Report, States

# How often the reader of Hall sensors follows their drift, in seconds.
_TRACK_S = 1.0


class ReportReader:
    """Makes scans of reports; levels only after it was told the empty ones."""

    def __init__(self) -> None:
        """Begin without knowing what Hall sensors give without magnets."""
        self._empty: tuple[Baseline, int] | None = None
        self._reader: HallReader | None = None
        self._millivolts = 0.0  # of one level
        self._tracked_at = 0.0

    @property
    def has_baseline(self) -> bool:
        """Whether levels can be read."""
        return self._reader is not None

    def set_baseline(self, empty: Baseline, full_scale_mv: int) -> None:
        """Read levels against these from now on; the same ones again change nothing."""
        if self._empty == (empty, full_scale_mv):
            return
        self._empty = empty, full_scale_mv
        self._millivolts = full_scale_mv / FULL_SCALE
        self._reader = HallReader([level * self._millivolts for level in empty.levels])

    def scan(self, report: Report, at: float) -> Scan | None:
        """Return what a report says of the squares; None for levels that cannot be read yet."""
        match report:
            case Occupancy():
                return Scan(report.closed, at)
            case States():
                return Scan(report.felt, at, Poles(report.south, report.north, report.strong))
            case Levels():
                return self._read(self._reader, report, at) if self._reader else None
        assert_never(report)

    def _read(self, reader: HallReader, report: Levels, at: float) -> Scan:
        millivolts = [level * self._millivolts for level in report.levels]
        for square, each in enumerate(millivolts):
            reader.read(square, each)
        elapsed = at - self._tracked_at
        if elapsed >= _TRACK_S:
            # After a silence nobody knows what drifted and what moved: no step is a long one.
            reader.track(millivolts, min(elapsed, 2 * _TRACK_S))
            self._tracked_at = at
        return Scan(reader.occupied, at, reader.poles)
