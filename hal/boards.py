"""The one place where a board is put together: sensors from one driver, a strip from another.

Drivers are loaded when they are opened, so that none needs the libraries of another. Programs that
bring drivers of their own, such as the simulators, pass them in.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hal.board import Attached, Board, Counting, Frame, Paced, Scan, Sensors, Strip, Wakeful
from hal.errors import UnknownDriverError
from hal.notice import Notice
from hal.strips.layout import StripWiring

if TYPE_CHECKING:
    from hal.serial.board import SerialBoard

SERIAL = "serial"
NO_STRIP = "none"
AUTO = "auto"


@dataclass(frozen=True, slots=True)
class SerialConfig:
    """Where a microcontroller is found, and what it is to send.

    `baud` None tries the usual rates; `states` lets the firmware of Hall sensors apply the
    thresholds, instead of sending levels.
    """

    port: str = AUTO
    baud: int | None = None
    states: bool = False


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """Which driver scans, which one shows, and their settings; no strip means the sensors' own."""

    sensors: str = SERIAL
    strip: str | None = None
    serial: SerialConfig = field(default_factory=SerialConfig)
    wiring: StripWiring = field(default_factory=StripWiring)


# Opens a driver and, at the end, closes it. A driver that has no pixels shows nothing.
Opener = Callable[[BoardConfig], AbstractContextManager[Board]]


@contextmanager
def open_board(config: BoardConfig, openers: Mapping[str, Opener] | None = None) -> Iterator[Board]:
    """Open the board that a configuration describes, and close it at the end.

    `openers` are drivers by name, beside those of this package.

    Raises:
        UnknownDriverError: no driver has the name.
    """
    known = {SERIAL: open_serial, **(openers or {})}
    strip = config.sensors if config.strip is None else config.strip
    if config.sensors not in known:
        raise UnknownDriverError("board", config.sensors, known)
    if strip not in (*known, NO_STRIP):
        raise UnknownDriverError("strip", strip, (*known, NO_STRIP))
    with ExitStack() as opened:
        board = opened.enter_context(known[config.sensors](config))
        if strip == config.sensors:
            yield board
        elif strip == NO_STRIP:
            yield JoinedBoard(board, Darkness())
        else:
            yield JoinedBoard(board, opened.enter_context(known[strip](config)))


@contextmanager
def open_serial(config: BoardConfig) -> "Iterator[SerialBoard]":
    """Open the board behind a serial port; it is looked for when it is first scanned."""
    from hal.serial.board import SerialBoard

    serial = config.serial
    board = SerialBoard(serial.port, serial.baud, wiring=config.wiring, states=serial.states)
    try:
        yield board
    finally:
        board.close()


class JoinedBoard:
    """The sensors of one driver with the strip of another."""

    def __init__(self, sensors: Sensors, strip: Strip) -> None:
        """Join them."""
        self._sensors = sensors
        self._strip = strip

    def scan(self) -> Scan:
        """Return the newest scan of the sensors.

        Raises:
            BoardLostError: the sensors cannot be read.
        """
        return self._sensors.scan()

    def show(self, frame: Frame) -> None:
        """Show a frame on the strip."""
        self._strip.show(frame)

    def set_period(self, period_s: float) -> None:
        """Let the sensors report so often, if they can be asked to."""
        if isinstance(self._sensors, Paced):
            self._sensors.set_period(period_s)

    @property
    def wakes_on(self) -> int | None:
        """What becomes readable when the sensors have news."""
        return self._sensors.wakes_on if isinstance(self._sensors, Wakeful) else None

    def counts(self) -> Mapping[str, int]:
        """Return what the sensors have counted."""
        return self._sensors.counts() if isinstance(self._sensors, Counting) else {}

    @property
    def place(self) -> str:
        """Where either half is attached."""
        return next((half.place for half in self._attached), "")

    def take_notices(self) -> list[Notice]:
        """Return what either half has to say."""
        return [notice for half in self._attached for notice in half.take_notices()]

    @property
    def _attached(self) -> list[Attached]:
        return [half for half in (self._sensors, self._strip) if isinstance(half, Attached)]


class Darkness:
    """A strip for a board without pixels."""

    def show(self, frame: Frame) -> None:
        """Show nothing."""
