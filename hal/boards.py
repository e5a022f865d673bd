"""The one place where a board is put together: sensors from one driver, a strip from another.

Drivers are loaded when they are opened, so that none needs the libraries of another. Programs that
bring drivers of their own, such as the simulators, pass them in.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from hal.board import Board, Sensors, Strip
from hal.config import GPIO_MATRIX, NO_STRIP, SERIAL, BoardConfig
from hal.errors import ConfigError, SupplyTooSmallError, UnknownDriverError
from hal.gpio.pin_use import pin_problems
from hal.joined_board import Darkness, JoinedBoard
from hal.strips.leds0 import KERNEL_CURVE
from hal.strips.painted import PaintedStrip, PixelDriver
from hal.strips.painter import Painter
from hal.wiring.sensors import BitOrder, wired
from hal.wiring.strip_length import MOST_DRIVEN, too_long_for_all

if TYPE_CHECKING:
    from hal.gpio.matrix import GpioMatrix
    from hal.serial.board import SerialBoard

# Opens a driver and, at the end, closes it. A driver that has no pixels shows nothing.
Opener = Callable[[BoardConfig], AbstractContextManager[Board]]


@contextmanager
def open_board(config: BoardConfig, openers: Mapping[str, Opener] | None = None) -> Iterator[Board]:
    """Open the board that a configuration describes; at the end its pixels go dark.

    `openers` are drivers by name, beside those of this package.

    Raises:
        UnknownDriverError: no driver has the name.
        ConfigError: two things want the same pin, or the supply leaves nothing for light.
        DriverError: a driver cannot be opened; the text names the cure.
    """
    boards = {**BOARDS, **(openers or {})}
    scanning = {**SENSORS, **boards}
    shining = {**BOARDS, **STRIPS, **(openers or {})}
    sensors, strip = config.board.driver, config.strip_driver
    check_drivers(config, openers or {})
    if problems := [*_length_problems(config), *pin_problems(config)]:
        raise ConfigError(problems[0])
    with ExitStack() as opened:
        if sensors == strip:
            board = opened.enter_context(boards[sensors](config))
            in_order = wired(board, config.wiring.sensors)
            yield board if in_order is board else JoinedBoard(in_order, board)
            return
        # The strip first, so that it goes dark last: whatever happens to the sensors.
        light = opened.enter_context(shining[strip](config))
        scanned = opened.enter_context(scanning[sensors](config))
        yield JoinedBoard(wired(scanned, config.wiring.sensors), light)


def check_drivers(config: BoardConfig, others: Iterable[str]) -> None:
    """Make sure that there are drivers of the names in a configuration; nothing is opened.

    `others` are names of drivers beside those of this package.

    Raises:
        UnknownDriverError: no driver has the name.
    """
    others = tuple(others)
    _check_driver("board", config.board.driver, (*SENSORS, *BOARDS, *others))
    _check_driver("strip", config.strip_driver, (*BOARDS, *STRIPS, *others))


def open_strip(config: BoardConfig) -> AbstractContextManager[Strip]:
    """Open the strip of a board alone; at the end it goes dark.

    Raises:
        UnknownDriverError: no driver has the name.
        DriverError: it cannot be opened; the text names the cure.
    """
    shining = {**BOARDS, **STRIPS}
    _check_driver("strip", config.strip_driver, shining)
    return shining[config.strip_driver](config)


def problems_of(config: BoardConfig, others: Iterable[str] = ()) -> list[str]:
    """Return what is wrong with a configuration, a line each; nothing is opened.

    `others` are names of drivers beside those of this package.
    """
    found = []
    for what, name, known in (
        ("board", config.board.driver, (*BOARDS, *SENSORS, *others)),
        ("strip", config.strip_driver, (*BOARDS, *STRIPS, *others)),
    ):
        try:
            _check_driver(what, name, known)
        except UnknownDriverError as error:
            found.append(str(error))
    try:
        _painter(config)
    except SupplyTooSmallError as error:
        found.append(str(error))
    return [*found, *_length_problems(config), *pin_problems(config)]


def _length_problems(config: BoardConfig) -> list[str]:
    """Return that a strip is longer than any firmware drives, if it is."""
    used = config.wiring.pixels.used
    if config.strip_driver != SERIAL or used <= MOST_DRIVEN:
        return []
    return [too_long_for_all(used)]


def _check_driver(what: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        raise UnknownDriverError(f"{what}.driver", name, known)


@contextmanager
def open_serial(config: BoardConfig) -> "Iterator[SerialBoard]":
    """Open the board behind a serial port; it is looked for when it is first scanned."""
    from hal.serial.board import SerialBoard
    from hal.serial.link.settings import LinkSettings

    serial = config.board.serial
    # The link knows sensors; which squares they feel is put in order behind it.
    thresholds = config.board.hall.by_sensor(config.wiring.sensors.order())
    settings = LinkSettings(states=serial.states, thresholds=thresholds)
    board = SerialBoard(serial.port, serial.rate, painter=_painter(config), settings=settings)
    try:
        yield board
    finally:
        board.go_dark()
        board.close()


@contextmanager
def open_serial_strip(config: BoardConfig) -> "Iterator[Strip]":
    """Open the strip behind a serial port, whatever senses the pieces."""
    from hal.serial.strip import SerialStrip

    with open_serial(config) as board:
        yield SerialStrip(board)


@contextmanager
def open_matrix(config: BoardConfig) -> "Iterator[GpioMatrix]":
    """Open the matrix on the pins of a Raspberry Pi.

    Raises:
        DriverError: the pins cannot be used.
    """
    from hal.gpio.lines import matrix_lines
    from hal.gpio.matrix import GpioMatrix

    matrix = config.board.matrix
    order = BitOrder(config.wiring.sensors.order())
    with matrix_lines(matrix.rows, matrix.columns, matrix.settle_us / 1e6) as lines:
        yield GpioMatrix(lines, time.monotonic, finds_ghosts=matrix.find_ghosts, order=order)


# Strips -------------------------------------------------------------------------------------


def _ws281x(config: BoardConfig, pixel_count: int) -> PixelDriver:
    from hal.strips.ws281x import Ws281xStrip

    return Ws281xStrip(config.strip.ws281x.pin, config.strip.ws281x.dma, pixel_count)


def _spi(config: BoardConfig, pixel_count: int) -> PixelDriver:
    from hal.strips.spi import SpiStrip

    spi = config.strip.spi
    return SpiStrip(spi.device, spi.clock_hz, spi.bits, pixel_count)


def _leds0(config: BoardConfig, pixel_count: int) -> PixelDriver:
    from hal.strips.leds0 import KernelStrip

    return KernelStrip(config.strip.leds0.device, pixel_count)


def _painted(
    make: Callable[[BoardConfig, int], PixelDriver], curve: Sequence[int] = range(256)
) -> Callable[[BoardConfig], AbstractContextManager[Strip]]:
    """Return what opens a strip on a driver, whose own curve is known, and leaves it dark."""

    @contextmanager
    def opened(config: BoardConfig) -> Iterator[Strip]:
        painter = _painter(config, curve)
        with closing(PaintedStrip(make(config, painter.layout.pixel_count), painter)) as strip:
            yield strip

    return opened


def _painter(config: BoardConfig, curve: Sequence[int] = range(256)) -> Painter:
    def brightness() -> float:
        # The time of day is that of the clock on the wall, wherever the board stands.
        return config.power.brightness_at(datetime.now().astimezone().time())

    return Painter(config.power, config.wiring.pixels, brightness, curve)


@contextmanager
def _no_strip(_: BoardConfig) -> Iterator[Strip]:
    yield Darkness()


# All drivers, each by the name that configurations give it: here alone it is to be added. What is
# a board lights the pixels itself where no strip is named; what has sensors alone has no strip.
BOARDS: Mapping[str, Opener] = {SERIAL: open_serial}
SENSORS: Mapping[str, Callable[[BoardConfig], AbstractContextManager[Sensors]]] = {
    GPIO_MATRIX: open_matrix,
}
STRIPS: Mapping[str, Callable[[BoardConfig], AbstractContextManager[Strip]]] = {
    SERIAL: open_serial_strip,
    "ws281x": _painted(_ws281x),
    "spi": _painted(_spi),
    "leds0": _painted(_leds0, KERNEL_CURVE),
    NO_STRIP: _no_strip,
}
