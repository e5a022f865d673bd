"""The matrix driver on mock pins: with diodes every board is read, without no ghost is believed."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.board import SQUARE_COUNT
from hal.gpio.lines import matrix_lines
from hal.gpio.matrix import GpioMatrix
from hal.notice import notice
from simulators.boards.pin_matrix import PinMatrix
from simulators.clock import VirtualClock
from tests.effort import examples, long_or_short
from tests.squares import squares

ROWS = (17, 27, 22, 10, 9, 11, 5, 6, 13, 19, 26)
COLUMNS = (14, 15, 23, 24, 25, 8, 7, 12, 16, 20, 21)
BOARDS = st.integers(0, (1 << SQUARE_COUNT) - 1)


class Bench:
    """A matrix of reeds, closed and opened by the test, and the driver that scans it."""

    def __init__(self) -> None:
        self.closed = 0
        self.pins = PinMatrix(ROWS, COLUMNS, lambda: self.closed)
        self.clock = VirtualClock()

    @contextmanager
    def driver(self, *, finds_ghosts: bool = True) -> Iterator[GpioMatrix]:
        with matrix_lines(ROWS, COLUMNS, 0.0, self.pins.factory) as lines:
            yield GpioMatrix(lines, self.clock, finds_ghosts=finds_ghosts)

    def lack(self, text: str) -> None:
        self.pins.no_diode = squares(text)


@examples(50)
@given(BOARDS)
def test_every_board_is_read_as_it_is(closed: int) -> None:
    bench = Bench()
    bench.closed = closed
    with bench.driver() as matrix:
        assert matrix.scan().occupied == closed
        assert matrix.take_notices() == []


def test_scans_carry_the_time_of_the_clock() -> None:
    bench = Bench()
    with bench.driver() as matrix:
        bench.clock.advance(1.5)
        assert matrix.scan().at == 1.5


def test_three_corners_without_a_diode_close_the_fourth_where_nobody_looks_for_ghosts() -> None:
    bench = Bench()
    bench.lack("b2")
    bench.closed = squares("b1 a2 b2")
    with bench.driver(finds_ghosts=False) as matrix:
        assert matrix.scan().occupied == squares("a1 b1 a2 b2")


def test_a_ghost_is_not_believed_and_the_missing_diode_is_named() -> None:
    bench = Bench()
    bench.lack("b2")
    with bench.driver() as matrix:
        bench.closed = squares("b1 b2")
        assert matrix.scan().occupied == squares("b1 b2")
        bench.closed = squares("b1 a2 b2")
        assert matrix.scan().occupied == squares("b1 a2 b2")
        assert matrix.take_notices() == [notice("gpio.no_diode", count=1, squares=("b2",))]
        assert matrix.take_notices() == []


def test_a_piece_that_was_seen_before_its_rectangle_stays_seen() -> None:
    bench = Bench()
    bench.lack("b2")
    with bench.driver() as matrix:
        bench.closed = squares("a1")
        matrix.scan()
        bench.closed = squares("a1 b1 a2 b2")
        matrix.scan()
        assert matrix.scan().occupied == squares("a1 b1 a2 b2")


def test_a_square_is_believed_again_once_its_rectangle_is_broken() -> None:
    bench = Bench()
    bench.lack("b2")
    with bench.driver() as matrix:
        bench.closed = squares("b1 a2 b2")
        matrix.scan()
        bench.closed = squares("a1 b1 a2")
        assert matrix.scan().occupied == squares("a1 b1 a2")


def test_rectangles_with_all_diodes_are_no_ghosts() -> None:
    bench = Bench()
    with bench.driver() as matrix:
        bench.closed = squares("a1 b1 a2 b2 k1 k11 a11")
        assert matrix.scan().occupied == bench.closed
        assert matrix.take_notices() == []


@pytest.mark.parametrize("missing", [1, 2, 5, SQUARE_COUNT])
@pytest.mark.parametrize("seed", range(long_or_short(5, 2)))
def test_without_diodes_no_piece_appears_where_none_is(seed: int, missing: int) -> None:
    """One that has gone may stay, where nothing can tell it from a ghost."""
    random = Random(seed)
    bench = Bench()
    seen = 0
    with bench.driver() as matrix:
        bench.pins.no_diode = sum(1 << at for at in random.sample(range(SQUARE_COUNT), missing))
        for _ in range(150):
            bench.closed ^= 1 << random.randrange(SQUARE_COUNT)
            before, seen = seen, matrix.scan().occupied
            assert seen & ~before & ~bench.closed == 0


def test_the_pins_are_inputs_again_at_the_end() -> None:
    bench = Bench()
    with bench.driver() as matrix:
        matrix.scan()
        assert {bench.pins.factory.pin(gpio).function for gpio in ROWS} == {"output"}
    assert {bench.pins.factory.pin(gpio).function for gpio in (*ROWS, *COLUMNS)} == {"input"}
