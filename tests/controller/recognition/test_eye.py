"""What scans are believed to show: debounced, and without sensors at fault."""

import pytest

from controller.recognition.eye import Eye
from controller.recognition.sight import Sight
from hal.board import Poles, Scan

HOLD_S = 0.008
SCAN_S = 0.01


class Looker:
    """An eye that looks a hundred times a second."""

    def __init__(self) -> None:
        self.eye = Eye(HOLD_S)
        self.at = 0.0

    def look(self, occupied: int, times: int = 1, poles: Poles | None = None) -> Sight:
        for _ in range(times):
            self.at = round(self.at + SCAN_S, 6)
            sight = self.eye.look(Scan(occupied, self.at, poles))
        return sight

    def chatter(self, steady: int, square: int, times: int) -> Sight:
        for _ in range(times):
            self.look(steady)
            sight = self.look(steady | 1 << square)
        return sight


def test_a_change_is_seen_when_two_scans_agree() -> None:
    looker = Looker()
    looker.look(0b01, times=5)
    assert looker.look(0b11) == Sight(0b01)
    assert looker.look(0b11) == Sight(0b11)


def test_the_same_sight_is_the_same_object() -> None:
    looker = Looker()
    first = looker.look(0b01, times=5)
    assert looker.look(0b01, times=5) is first


def test_poles_are_seen_where_pieces_are() -> None:
    sight = Looker().look(0b011, times=3, poles=Poles(0b001, 0b110, 0))
    assert sight == Sight(0b011, poles=Poles(0b001, 0b010, 0))


def test_a_sensor_that_chatters_is_not_trusted() -> None:
    looker = Looker()
    looker.look(0b01, times=5)
    assert looker.chatter(0b01, 7, times=3).unsure == 0
    sight = looker.chatter(0b01, 7, times=10)
    assert (sight.unsure, sight.stirring) == (1 << 7, 1 << 7)


def test_a_chattering_sensor_that_is_quiet_for_a_minute_is_trusted_again() -> None:
    looker = Looker()
    looker.chatter(0b01, 7, times=20)
    resting = looker.look(0b01, times=100)
    assert (resting.unsure, resting.stirring) == (1 << 7, 0)
    assert looker.look(0b01, times=6000).unsure == 0


@pytest.mark.parametrize(("occupied", "calm"), [(0b01, 0), (0b01 | 1 << 7, 1 << 7)])
def test_a_chattering_sensor_that_feels_a_piece_for_a_while_is_calm(
    occupied: int, calm: int
) -> None:
    looker = Looker()
    looker.chatter(0b01, 7, times=20)
    assert looker.look(occupied, times=90).calm == 0
    assert looker.look(occupied, times=20).calm == calm


def test_a_piece_that_is_fiddled_with_is_no_fault() -> None:
    looker = Looker()
    for _ in range(30):
        looker.look(0b11, times=8)
        assert looker.look(0b01, times=8).unsure == 0


def test_a_bounce_is_no_fault() -> None:
    looker = Looker()
    looker.look(0b01, times=50)
    assert looker.chatter(0b01, 7, times=5).unsure == 0
    assert looker.look(0b01 | 1 << 7, times=100) == Sight(0b01 | 1 << 7)


def test_a_sensor_that_was_given_up_is_trusted_when_it_tells_of_a_change() -> None:
    looker = Looker()
    looker.look(0b01, times=5)
    assert looker.eye.give_up(1 << 7) == Sight(0b01, unsure=1 << 7)
    assert looker.look(0b01, times=50).unsure == 1 << 7
    assert looker.look(0b01 | 1 << 7, times=3) == Sight(0b01 | 1 << 7)


def test_a_sensor_that_may_stick_is_named_to_nobody_and_trusted_when_it_tells_of_a_change() -> None:
    looker = Looker()
    looker.look(0b11, times=5)
    sight = looker.eye.suspect(0b10)
    assert (sight.unsure, sight.faulty) == (0b10, 0)
    assert looker.eye.give_up(0b10).faulty == 0b10
    looker.eye.trust(0b10)
    looker.eye.suspect(0b10)
    assert looker.look(0b01, times=3).unsure == 0


def test_poles_stay_as_they_were_while_a_line_gives_noise() -> None:
    looker = Looker()
    stood = looker.look(0b11111, times=5, poles=Poles(0b00011, 0b11100, 0))
    for _ in range(5):
        assert looker.look(0b00001, poles=Poles(0, 0b00001, 0)) is stood
        assert looker.look(0b01111, poles=Poles(0b01111, 0, 0)) is stood
