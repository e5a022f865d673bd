"""The same game gives the same events and the same light, whatever senses and whatever shines."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from controller.events.event import MoveCommitted
from hal.board import Board, Frame, Scan
from hal.config import MatrixSection
from hal.joined_board import JoinedBoard
from hal.strips.painter import Painter
from hal.strips.power import PowerSection
from simulators.boards.over_serial import reeds_over_serial
from simulators.boards.pin_matrix import PinBoard
from simulators.boards.virtual import VirtualBoard
from simulators.clock import VirtualClock
from simulators.table.tabletop import Tabletop
from tests.effort import NIGHTLY
from tests.hal.strips_on_benches import STRIPS, StripBench, bench
from tests.simulators.avr.playing import PLIES, Played, play_without

AFTERWARDS_S = 3.0
MATRIX = MatrixSection(rows=tuple(range(5, 16)), columns=tuple(range(17, 28)), settle_us=0)
POWER = PowerSection()

Make = Callable[[Tabletop, Callable[[], float]], Board]


def on_pins(table: Tabletop, clock: Callable[[], float]) -> Board:
    return PinBoard(MATRIX, table, clock)


def over_a_line(table: Tabletop, clock: Callable[[], float]) -> Board:
    return reeds_over_serial(VirtualBoard(table, clock), clock)


SENSORS: dict[str, Make] = {"virtual": VirtualBoard, "gpio-matrix": on_pins, "serial": over_a_line}


@pytest.fixture(scope="module")
def virtual() -> Played:
    return play_without(VirtualBoard, AFTERWARDS_S)


class LitBoard:
    """The sensors of one board with a strip on a bench, which gets every frame."""

    def __init__(self, sensors: Board, strip: StripBench) -> None:
        self._board = JoinedBoard(sensors, strip.strip)
        self.shown = Frame(bytes(363))

    def scan(self) -> Scan:
        return self._board.scan()

    def show(self, frame: Frame) -> None:
        self.shown = frame
        self._board.show(frame)


def test_a_game_on_mock_pins_is_the_game_on_the_virtual_board(virtual: Played) -> None:
    on_mock_pins = play_without(on_pins, AFTERWARDS_S)
    assert sum(isinstance(event, MoveCommitted) for event in virtual.said) >= PLIES
    assert (on_mock_pins.said, on_mock_pins.shown) == (virtual.said, virtual.shown)


PAIRS = list(product(SENSORS, STRIPS))
# By day each kind of sensors with one strip, and each strip with one kind of sensors.
BY_DAY = [*PAIRS[: len(STRIPS)], *PAIRS[len(STRIPS) :: len(STRIPS)]]


@pytest.mark.parametrize(("sensors", "kind"), PAIRS if NIGHTLY else BY_DAY)
def test_a_game_is_the_same_on_every_strip(
    sensors: str, kind: str, virtual: Played, tmp_path: Path
) -> None:
    clock = VirtualClock()
    with bench(kind, tmp_path, POWER, clock=clock) as strip:

        def make(table: Tabletop, its_clock: Callable[[], float]) -> Board:
            return LitBoard(SENSORS[sensors](table, its_clock), strip)

        played = play_without(make, AFTERWARDS_S)
        light = strip.wire()
    assert (played.said, played.shown) == (virtual.said, virtual.shown)
    expected = Painter(POWER).paint(virtual.shown)
    # The kernel of a Raspberry Pi 5 has a curve of its own, whose steps are a little coarser.
    assert max(abs(a - b) for a, b in zip(light, expected, strict=True)) <= 2
    assert any(light)
