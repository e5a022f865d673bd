"""A strip of pixels on some driver: frames are painted, failures become notices, the end is dark.

A dead strip never stops a game: what fails is said once, and tried again.
"""

from collections import deque
from typing import Protocol

from hal.board import DARK, Draw, Frame
from hal.errors import DriverError
from hal.notice import Notice, notice
from hal.strips.painter import Painter

# A frame that could not be sent is tried again after this many looks, a second at a hundred each.
_AGAIN_LOOKS = 100


class PixelDriver(Protocol):
    """What puts bytes on the wire to a strip."""

    def send(self, pixels: bytes) -> None:
        """Let the pixels show these bytes, three for each, in the order of the wire.

        Raises:
            DriverError: they cannot be sent.
        """
        ...

    def close(self) -> None:
        """Give back what was opened."""
        ...


class PaintedStrip:
    """The `Strip` of a driver."""

    def __init__(self, driver: PixelDriver, painter: Painter) -> None:
        """Paint for a driver; it shows nothing yet."""
        self._driver = driver
        self._painter = painter
        self._frame: Frame | None = None
        self._failed: str | None = None
        self._looks = 0  # since it failed
        self._notices: deque[Notice] = deque(maxlen=4)

    @property
    def draw(self) -> Draw:
        """What the board draws by the model."""
        return self._painter.draw

    def show(self, frame: Frame) -> None:
        """Make the pixels shine as the frame says; a failure is said, and tried again."""
        self._frame = frame
        try:
            self._driver.send(self._painter.paint(frame))
        except DriverError as error:
            self._looks = 0
            if self._failed is None:
                self._notices.append(notice("strip.failed", error=str(error)))
            self._failed = str(error)
            return
        if self._failed is not None:
            self._notices.append(notice("strip.shines_again"))
        self._failed = None

    def tend(self) -> None:
        """Send the frame once more where it did not go out, or where night fell; call it often."""
        self._looks += 1
        is_due = self._failed is not None and self._looks >= _AGAIN_LOOKS
        if self._frame is not None and (is_due or self._painter.is_stale):
            self.show(self._frame)

    def take_notices(self) -> list[Notice]:
        """Return what has come up since the last call."""
        taken = list(self._notices)
        self._notices.clear()
        return taken

    def close(self) -> None:
        """Go dark, and give back what was opened."""
        self.show(DARK)
        self._driver.close()
