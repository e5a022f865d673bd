"""What a board shows scan by scan, and when nobody knows what stood meanwhile."""

import pytest

from controller.events.event import BoardFound, BoardLost, SensorFailed
from controller.session.observing import Look, Observer
from controller.words.notices import notice_sentence
from hal.board import Scan

DEBOUNCE_S = 0.008


def observing(seconds: float = 0.1) -> Observer:
    """Return an observer that has seen a piece on a1 for a while."""
    observer = Observer(DEBOUNCE_S)
    for number in range(round(100 * seconds) + 1):
        observer.look(Scan(1, number / 100))
    return observer


def test_nobody_has_seen_what_stood_before_the_first_scan() -> None:
    assert Observer(DEBOUNCE_S).look(Scan(1, 0.0)) == Look(
        changed=True, unseen=True, was_lost=False, events=()
    )


def test_a_scan_like_the_last_one_changes_nothing() -> None:
    assert observing().look(Scan(1, 0.11)) == Look(
        changed=False, unseen=False, was_lost=False, events=()
    )


@pytest.mark.parametrize(("gap_s", "unseen"), [(0.4, False), (0.6, True)])
def test_what_nobody_looked_at_for_half_a_second_is_unseen(gap_s: float, *, unseen: bool) -> None:
    observer = observing(0.1)
    assert observer.look(Scan(1, 0.1 + gap_s)).unseen is unseen


def test_a_lost_board_is_told_of_once_and_found_by_the_next_scan() -> None:
    observer = observing(0.1)
    why = notice_sentence("the cable is out")
    assert observer.lose("the cable is out", 0.15) == (BoardLost(0.15, why),)
    assert observer.lose("the cable is out", 0.16) == ()
    assert observer.paused == why
    look = observer.look(Scan(1, 0.2))
    assert (look.unseen, look.was_lost, look.events) == (True, True, (BoardFound(0.2),))
    assert observer.paused is None


def test_another_game_makes_the_next_scan_the_first_one() -> None:
    observer = observing(0.1)
    observer.forget_scans()
    assert observer.look(Scan(1, 0.11)).unseen


def test_a_distrusted_sensor_is_named_and_listened_to_again() -> None:
    observer = observing(0.1)
    assert observer.distrust(0b100, 0.2) == [SensorFailed(0.2, 2)]
    assert observer.sight.unsure == 0b100
    assert observer.distrust(0b100, 0.3) == []
    observer.trust_again()
    assert observer.sight.unsure == 0
