"""The path of the light strip through the board: frames to bytes, in the order of the wire.

By default pixels are wired as sensors are: from a1 to k1, then from a2 to k2, up to k11; the end
of each row is wired to the start of the next. A strip in one piece turns round at each end: that
is serpentine. WS2812 take green first.
"""

from dataclasses import dataclass
from operator import itemgetter
from typing import Literal

from hal.board import CHANNELS, SQUARE_COUNT, Frame

_SIDE = 11
_CHANNEL = "RGB"

Corner = Literal["a1", "k1", "a11", "k11"]
Along = Literal["ranks", "files"]


@dataclass(frozen=True, slots=True)
class StripWiring:
    """How the pixels are wired: where the first one is, and where the next ones follow.

    `along` ranks fills one rank after the other, `along` files one file after the other;
    `serpentine` turns round at the end of each instead of starting from the same side again.
    `order` is the order of the three channels on the wire.
    """

    first: Corner = "a1"
    along: Along = "ranks"
    serpentine: bool = False
    order: str = "GRB"

    def squares(self) -> tuple[int, ...]:
        """Return the square of each pixel; the first one is nearest to the microcontroller."""
        squares = []
        for line in range(_SIDE):
            turned = self.serpentine and line % 2 == 1
            for step in range(_SIDE):
                place = _SIDE - 1 - step if turned else step
                file, rank = (place, line) if self.along == "ranks" else (line, place)
                file = _SIDE - 1 - file if self.first in ("k1", "k11") else file
                rank = _SIDE - 1 - rank if self.first in ("a11", "k11") else rank
                squares.append(_SIDE * rank + file)
        return tuple(squares)


class StripLayout:
    """Turns frames into the bytes of a strip, three for each pixel; fast enough for every frame."""

    def __init__(self, strip: StripWiring) -> None:
        """Find the place of every byte.

        Raises:
            ValueError: `order` is no order of R, G and B.
        """
        if sorted(strip.order) != sorted(_CHANNEL):
            raise ValueError(f"strip: expected an order of R, G and B, got {strip.order!r}")
        channels = [_CHANNEL.index(letter) for letter in strip.order]
        self._places = [
            CHANNELS * square + channel for square in strip.squares() for channel in channels
        ]
        self._pick = itemgetter(*self._places)

    def to_wire(self, frame: Frame) -> bytes:
        """Return the bytes that go down the strip."""
        return bytes(self._pick(frame.pixels))

    def from_wire(self, data: bytes) -> Frame:
        """Return the frame that these bytes show."""
        pixels = bytearray(CHANNELS * SQUARE_COUNT)
        for place, byte in zip(self._places, data, strict=True):
            pixels[place] = byte
        return Frame(bytes(pixels))
