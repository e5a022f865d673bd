"""Scans out of reports; the baseline of Hall sensors follows drift once a second."""

from hal.serial.link.messages import FULL_SCALE, SENSORS, Baseline, Levels
from hal.serial.link.report_reader import ReportReader

FULL_SCALE_MV = 4096
MIDDLE = FULL_SCALE // 2


def reader_of(level: int) -> ReportReader:
    reader = ReportReader()
    reader.set_baseline(Baseline(calibrated=True, levels=(level,) * SENSORS), FULL_SCALE_MV)
    return reader


def levels(level: int) -> Levels:
    return Levels(0, 0, (level,) * SENSORS)


def occupied(reader: ReportReader, level: int, at: float) -> int:
    scan = reader.scan(levels(level), at)
    assert scan is not None
    return scan.occupied


def test_levels_that_drift_slowly_are_no_pieces() -> None:
    reader = reader_of(MIDDLE)
    for step in range(2001):
        # A third of a millivolt a second, to 200 mV: more than a piece would need to be felt.
        assert occupied(reader, MIDDLE + step // 10, at=0.3 * step) == 0


def test_after_a_silence_nobody_knows_what_drifted_so_the_baseline_moves_little() -> None:
    reader = reader_of(MIDDLE)
    occupied(reader, MIDDLE, at=1.0)
    assert occupied(reader, MIDDLE + 130, at=101.0) == 0
    assert occupied(reader, MIDDLE + 160, at=101.1) == (1 << SENSORS) - 1


def test_levels_without_a_baseline_are_no_scan() -> None:
    reader = ReportReader()
    assert not reader.has_baseline
    assert reader.scan(levels(MIDDLE), 0.0) is None
