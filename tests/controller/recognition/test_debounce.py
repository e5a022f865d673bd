"""A square has changed when it has read the same for a while."""

from controller.recognition.debounce import Debounced, debounce
from hal.board import Scan

HOLD_S = 0.02


def believe(*scans: Scan) -> Debounced:
    believed = None
    for scan in scans:
        believed = debounce(believed, scan.occupied, scan.at, HOLD_S)
    assert believed is not None
    return believed


def test_the_first_scan_is_believed_at_once() -> None:
    assert believe(Scan(0b101, 0.0)) == Debounced(0b101)


def test_a_change_is_doubtful_until_it_has_held() -> None:
    assert believe(Scan(0, 0.0), Scan(1, 1.0), Scan(1, 1.01)) == Debounced(0, ((0, 1.0),))
    assert believe(Scan(0, 0.0), Scan(1, 1.0), Scan(1, 1.02)) == Debounced(1)


def test_a_square_that_bounces_back_starts_anew() -> None:
    bounced = believe(Scan(0, 0.0), Scan(1, 1.0), Scan(0, 1.01), Scan(1, 1.02), Scan(1, 1.03))
    assert bounced == Debounced(0, ((0, 1.02),))


def test_every_square_has_its_own_time() -> None:
    believed = believe(Scan(0, 0.0), Scan(0b01, 1.0), Scan(0b11, 1.01), Scan(0b11, 1.02))
    assert believed == Debounced(0b01, ((1, 1.01),))


def test_a_missed_scan_changes_nothing() -> None:
    assert believe(Scan(0, 0.0), Scan(1, 1.0), Scan(1, 5.0)) == Debounced(1)
