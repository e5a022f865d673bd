"""A simulated board behind a serial line, and a view of what its strip shows."""

from collections.abc import Callable

from hal.board import Draw, Frame, Scan
from hal.serial.board import SerialBoard
from hal.strips.layout import StripLayout
from hal.wiring.pixels import PixelWiring


class WiredBoard:
    """The controller's end of the line; `read_strip` gives the bytes that the strip shows."""

    def __init__(self, serial: SerialBoard, read_strip: Callable[[], bytes]) -> None:
        """Look at both ends."""
        self.serial = serial
        self._read_strip = read_strip
        self._layout = StripLayout(PixelWiring())

    def scan(self) -> Scan:
        """Return the newest scan that came over the line.

        Raises:
            BoardLostError: none comes.
        """
        return self.serial.scan()

    def show(self, frame: Frame) -> None:
        """Send a frame down the line, as soon as possible."""
        self.serial.show(frame)

    def set_period(self, period_s: float) -> None:
        """Let the microcontroller report this often."""
        self.serial.set_period(period_s)

    def heights_mv(self) -> list[float] | None:
        """Return how far each Hall sensor is above its baseline; None for reeds."""
        return self.serial.heights_mv()

    @property
    def driven_pixels(self) -> int | None:
        """How many pixels the firmware drives."""
        return self.serial.driven_pixels

    @property
    def draw(self) -> Draw:
        """What the pixels draw."""
        return self.serial.draw

    @property
    def shown(self) -> Frame:
        """What the pixels show."""
        return self._layout.from_wire(self._read_strip())
