"""Frames as the bytes that go down a strip, and back. Knows no driver."""

from operator import itemgetter

from hal.board import CHANNELS, SQUARE_COUNT, Frame
from hal.wiring.pixels import PixelWiring

_CHANNEL = "RGB"
_DARK = CHANNELS * SQUARE_COUNT  # behind the last pixel of a frame stands a 0, for spare ones


class StripLayout:
    """Lays frames along a strip, three bytes for each pixel; quickly, thirty times a second."""

    def __init__(self, wiring: PixelWiring) -> None:
        """Find the place of every byte."""
        channels = [_CHANNEL.index(letter) for letter in wiring.order]
        squares = wiring.pixels()
        self.pixel_count = len(squares)
        self.used = wiring.used
        self.per_square = wiring.per_square
        self.channels = tuple(channels)  # which of red, green, blue each byte of a pixel is
        self._places = [
            _DARK if square is None else CHANNELS * square + channel
            for square in squares
            for channel in channels
        ]
        self._pick = itemgetter(*self._places)

    def to_wire(self, frame: Frame) -> bytes:
        """Return the bytes that go down the strip."""
        return bytes(self._pick(frame.pixels + b"\0"))

    def from_wire(self, laid: bytes) -> Frame:
        """Return the frame that such bytes show; of several pixels of a square, the last one's."""
        pixels = bytearray(_DARK + 1)
        for place, byte in zip(self._places, laid, strict=True):
            pixels[place] = byte
        return Frame(bytes(pixels[:_DARK]))
