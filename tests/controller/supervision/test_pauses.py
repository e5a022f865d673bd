"""Pauses grow from failure to failure, and are short again after a time without one."""

from controller.supervision.pauses import Pauses


def test_pauses_double_up_to_the_longest() -> None:
    pauses = Pauses(first_s=0.5, longest_s=4.0)
    assert [pauses.after_failure(at) for at in (0.0, 1.0, 2.0, 3.0, 4.0)] == [0.5, 1, 2, 4, 4]


def test_a_failure_after_a_long_time_is_a_new_one() -> None:
    pauses = Pauses(first_s=0.5, longest_s=4.0)
    assert [pauses.after_failure(at) for at in (0.0, 1.0, 60.0, 61.0)] == [0.5, 1, 0.5, 1]
