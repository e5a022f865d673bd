"""The bits of WS2812 pixels as bits on an SPI line, and whether their pulses are right.

One bit of a pixel is 4 or 8 bits on the line, aligned in a byte: a 1 is high for longer than a 0.
A Raspberry Pi 4 makes a gap of one clock between two bytes; as every code ends low, that only
lengthens a low phase. Pure: knows no device.
"""

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

# Low for this long before a frame, so that whatever the idle line did is forgotten: newer WS2812
# take 280 us for the end of a frame.
RESET_S = 300e-6


class PulseLimits(NamedTuple):
    """The shortest and the longest pulse that a data sheet allows, in nanoseconds."""

    shortest: int
    longest: int


class Pulses(NamedTuple):
    """How long the line is high and low for a 0 and for a 1, in nanoseconds.

    The second value of a low phase includes the gap that may follow it.
    """

    high_0: float
    high_1: float
    low_0: tuple[float, float]
    low_1: tuple[float, float]


# WS2812B, Worldsemi: 400, 800, 850 and 450 ns, each 150 ns more or less.
HIGH_0, HIGH_1 = PulseLimits(250, 550), PulseLimits(650, 950)
LOW_0, LOW_1 = PulseLimits(700, 1000), PulseLimits(300, 600)


@dataclass(frozen=True, slots=True)
class SpiCode:
    """`bits` on the line for one bit of a pixel; a 0 is high for `zero` of them, a 1 for `one`."""

    bits: int
    zero: int
    one: int
    has_gap: bool  # whether the pulses are right with a gap between bytes, too

    def pulses(self, speed_hz: float) -> Pulses:
        """Return the pulses at a clock."""
        bit = 1e9 / speed_hz

        def low(high: int) -> tuple[float, float]:
            shortest = (self.bits - high) * bit
            return shortest, shortest + bit * self.has_gap

        return Pulses(self.zero * bit, self.one * bit, low(self.zero), low(self.one))

    def fits(self, speed_hz: float) -> bool:
        """Say whether every pulse is within the data sheet's limits at a clock."""
        pulses = self.pulses(speed_hz)
        pairs = [
            (pulses.high_0, HIGH_0),
            (pulses.high_1, HIGH_1),
            *((low, LOW_0) for low in pulses.low_0),
            *((low, LOW_1) for low in pulses.low_1),
        ]
        return all(limits.shortest <= pulse <= limits.longest for pulse, limits in pairs)

    def byte(self, value: int) -> bytes:
        """Return what a byte of a pixel is on the line, its highest bit first."""
        line = 0
        for bit in range(7, -1, -1):
            high = self.one if value >> bit & 1 else self.zero
            line = line << self.bits | ((1 << high) - 1) << (self.bits - high)
        return line.to_bytes(self.bits, "big")


CODES = {
    8: SpiCode(bits=8, zero=2, one=5, has_gap=True),
    4: SpiCode(bits=4, zero=1, one=3, has_gap=False),
}


class SpiEncoder:
    """Turns the bytes of pixels into one transfer, low at its beginning and at its end."""

    def __init__(self, code: SpiCode, speed_hz: int) -> None:
        """Encode for a clock."""
        self._code = code
        self._bytes = [code.byte(value) for value in range(256)]
        self._start = bytes(ceil(RESET_S * speed_hz / 8))

    def size(self, pixel_count: int) -> int:
        """Return how many bytes a transfer for `pixel_count` pixels takes."""
        return len(self._start) + 3 * pixel_count * self._code.bits + 1

    def encode(self, pixels: bytes) -> bytes:
        """Return the transfer that shows these bytes, three for each pixel."""
        table = self._bytes
        return b"".join([self._start, *[table[byte] for byte in pixels], b"\0"])
