"""An SPI line as the first pixel of a strip sees it: times of high and low, and their bits."""

from collections.abc import Iterator
from itertools import groupby, pairwise

# What is high for longer than this is a 1.
_ONE_NS = 600.0
# What is low for longer ends the frame.
_END_NS = 50_000.0


def pulses_of(line: bytes, speed_hz: float, gap: int = 0) -> Iterator[tuple[float, float, bool]]:
    """Yield how long each pulse is high and then low, in nanoseconds, and the bit that it is.

    `gap` clocks pass between two bytes, in which the line stays as it was. The last pulse, whose
    low phase nothing ends, is left out.
    """
    levels = "".join(f"{byte:08b}" + f"{byte:08b}"[-1] * gap for byte in line)
    runs = [(bit, len(list(run)) * 1e9 / speed_hz) for bit, run in groupby(levels)]
    for (bit, high), (_, low) in pairwise(runs):
        if bit == "1" and low < _END_NS:
            yield high, low, high > _ONE_NS


def decoded(line: bytes, speed_hz: float, gap: int = 0) -> bytes:
    """Return the bytes that pixels take from a line."""
    # A long low at the end, so that the last pulse counts.
    bits = "".join("01"[bit] for _, _, bit in pulses_of(line + bytes(4) + b"\x01", speed_hz, gap))
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


class Line:
    """Stands in for spidev.SpiDev: keeps what was transferred."""

    def __init__(self, fails_with: int = 0) -> None:
        self.fails_with = fails_with
        self.opened = ""
        self.mode = 3
        self.max_speed_hz = 0
        self.transfers: list[bytes] = []

    def open_path(self, path: str) -> None:
        if self.fails_with:
            raise OSError(self.fails_with, "no")
        self.opened = path

    def writebytes2(self, values: bytes) -> None:
        if self.fails_with:
            raise OSError(self.fails_with, "broken")
        self.transfers.append(values)

    def close(self) -> None:
        self.opened = ""
