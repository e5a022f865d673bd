"""A board of two halves has what its halves have."""

from hal.board import DARK, Draw, Frame, Scan
from hal.joined_board import Darkness, JoinedBoard
from hal.notice import Notice, notice


class BareSensors:
    """Sensors that can do nothing but scan."""

    def scan(self) -> Scan:
        return Scan(5, 1.0)


class WorkingSensors(BareSensors):
    """Sensors that can do more."""

    place = "the pins"
    wakes_on = 7
    period_s = 0.01

    def set_period(self, period_s: float) -> None:
        self.period_s = period_s

    def counts(self) -> dict[str, int]:
        return {"reports": 3}

    def take_notices(self) -> list[Notice]:
        return [notice("of.sensors")]


class WorkingStrip:
    """A strip that counts how often it is tended."""

    place = "the strip"
    driven_pixels = 121
    draw = Draw(100, 2000)

    def __init__(self) -> None:
        self.tended = 0
        self.shown: list[Frame] = []

    def tend(self) -> None:
        self.tended += 1

    def show(self, frame: Frame) -> None:
        self.shown.append(frame)

    def take_notices(self) -> list[Notice]:
        return [notice("of.the.strip")]


def test_what_neither_half_can_do_a_board_cannot() -> None:
    board = JoinedBoard(BareSensors(), Darkness())
    board.show(DARK)
    board.set_period(0.5)
    assert board.scan() == Scan(5, 1.0)
    assert (board.wakes_on, board.heights_mv(), board.missing_diodes()) == (None, None, None)
    assert (board.draw, board.driven_pixels, board.own_name) == (None, None, "")
    assert (board.place, board.counts(), board.take_notices()) == ("", {}, [])


def test_each_half_does_what_is_its_own() -> None:
    sensors, strip = WorkingSensors(), WorkingStrip()
    board = JoinedBoard(sensors, strip)
    board.show(DARK)
    board.set_period(0.5)
    assert (strip.shown, sensors.period_s) == ([DARK], 0.5)
    assert (board.wakes_on, board.counts()) == (7, {"reports": 3})
    assert (board.draw, board.driven_pixels) == (Draw(100, 2000), 121)


def test_a_strip_does_what_is_due_whenever_the_sensors_are_scanned() -> None:
    strip = WorkingStrip()
    board = JoinedBoard(BareSensors(), strip)
    for _ in range(3):
        board.scan()
    assert strip.tended == 3


def test_both_halves_are_heard_and_the_sensors_say_first_where_the_board_is() -> None:
    board = JoinedBoard(WorkingSensors(), WorkingStrip())
    assert board.take_notices() == [notice("of.sensors"), notice("of.the.strip")]
    assert board.place == "the pins"
    assert JoinedBoard(BareSensors(), WorkingStrip()).place == "the strip"
