"""When a moment has come, though times are sums of floats; and what fades with time."""

from controller.recognition.moments import LONG_AGO, fading, growing, reached


def test_a_time_that_was_added_up_to_a_little_less_has_come() -> None:
    added = sum([0.1] * 8)
    assert added < 0.8
    assert reached(added, 0.8)


def test_a_time_that_is_a_scan_away_has_not_come() -> None:
    assert not reached(0.79, 0.8)


def test_what_was_long_ago_was_before_all_that_is_seen() -> None:
    assert reached(0.0, LONG_AGO)
    assert not reached(LONG_AGO, 0.0)


def test_what_fades_is_whole_at_first_and_gone_after_its_time() -> None:
    assert [fading(seconds, 2.0) for seconds in (0.0, 0.5, 2.0, 9.0)] == [1.0, 0.75, 0.0, 0.0]


def test_what_grows_is_nothing_at_first_and_whole_after_its_time() -> None:
    assert [growing(seconds, 2.0) for seconds in (0.0, 0.5, 2.0, 9.0)] == [0.0, 0.25, 1.0, 1.0]
