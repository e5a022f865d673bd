"""Since when a board is watched, and what was found when the program was started."""

from controller.recognition.moments import LONG_AGO
from controller.session.watching import FOUND_S, Watching


def test_what_came_while_nobody_looked_is_seen_to_stand_since_somebody_looks_again() -> None:
    watch = Watching(3.0).resumed(7.0)
    assert [watch.seen_since(at) for at in (5.0, 8.0)] == [7.0, 8.0]


def test_a_moment_after_a_start_what_stands_is_found() -> None:
    watch = Watching(LONG_AGO).resumed(7.0)
    assert [watch.is_found(at) for at in (7.0, 7.0 + FOUND_S, 7.5)] == [True, True, False]
    assert not Watching(7.0).is_found(7.0)


def test_what_was_found_at_a_start_has_long_rested_once_slow_sensors_have_felt_it() -> None:
    watch = Watching(LONG_AGO).resumed(7.0)
    assert watch.rested_s(7.05, 7.05 + FOUND_S / 2) == 7.05 + FOUND_S / 2 - 7.05
    assert watch.rested_s(7.05, 7.05 + FOUND_S) == float("inf")


def test_what_changes_later_has_rested_since_then() -> None:
    watch = Watching(LONG_AGO).resumed(7.0)
    assert (watch.is_found(7.0 + 2 * FOUND_S), watch.rested_s(8.0, 9.5)) == (False, 1.5)


def test_a_later_time_without_scans_is_no_start() -> None:
    watch = Watching(LONG_AGO).resumed(7.0).resumed(20.0)
    assert watch == Watching(20.0, found_at=7.0)
    assert not watch.is_found(20.0)
    assert watch.rested_s(20.05, 20.2) == float("inf")  # but it has rested as long, for all we know
