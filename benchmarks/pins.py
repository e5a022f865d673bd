"""What a board on a Raspberry Pi's own pins costs: a scan, a frame, on this machine.

`python -m benchmarks.pins` scans mock pins; with GPIO numbers, as in `python -m benchmarks.pins
2,3 4,5`, rows and columns of this computer's own chip, through lgpio.
"""

import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hal.board import SQUARE_COUNT, Frame
from hal.gpio.libraries import pin_factory
from hal.gpio.lines import PinLines, matrix_lines
from hal.gpio.matrix import GpioMatrix
from hal.squares import SIDE
from hal.strips.leds0 import KERNEL_CURVE, to_device
from hal.strips.painter import Painter
from hal.strips.power import PowerSection
from hal.strips.spi_code import CODES, SpiEncoder

_SCANS = 500
_FRAMES = 500
_ROWS, _COLUMNS = tuple(range(5, 16)), tuple(range(17, 28))
# What the driver waits in a scan, which is no work but keeps the processor busy.
_SETTLE_S = 50e-6


def measure() -> list[tuple[str, float]]:
    """Return what is done, and its microseconds: scans of mock pins, frames for each strip."""
    return [*_scans(), *_frames()]


def _scans() -> list[tuple[str, float]]:
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415 - only tests and benchmarks have it

    from simulators.boards.pin_matrix import PinMatrix  # noqa: PLC0415 - the same

    pieces = sum(1 << square for square in Random(1).sample(range(SQUARE_COUNT), 37))
    modelled = PinMatrix(_ROWS, _COLUMNS, lambda: pieces)
    lacking = PinMatrix(_ROWS, _COLUMNS, lambda: pieces, no_diode=1 << 60)
    return [
        ("scan of mock pins, the driver alone", _scan_us(MockFactory(), 0.0)),
        ("scan of mock pins with the matrix model", _scan_us(modelled.factory, 0.0)),
        ("the same, a diode missing", _scan_us(lacking.factory, 0.0)),
        ("the driver alone, 50 us to settle a row", _scan_us(MockFactory(), _SETTLE_S)),
    ]


def _scan_us(factory: Any, settle_s: float) -> float:
    with matrix_lines(_ROWS, _COLUMNS, settle_s, factory) as lines:
        return microseconds(GpioMatrix(lines, time.monotonic).scan, _SCANS)


def _frames() -> list[tuple[str, float]]:
    random = Random(1)
    frame = Frame(random.randbytes(3 * SQUARE_COUNT))
    gains = PowerSection(gain={f"{file}{rank}": 0.8 for file in "abcdefghijk" for rank in (1, 3)})
    painter, of_gains = Painter(), Painter(gains)
    of_kernel = Painter(device_curve=KERNEL_CURVE)
    encoder = SpiEncoder(CODES[8], 7_200_000)
    wire = painter.paint(frame)
    return [
        ("frame painted and limited", microseconds(lambda: painter.paint(frame), _FRAMES)),
        ("the same, 22 squares with a gain", microseconds(lambda: of_gains.paint(frame), _FRAMES)),
        ("frame for leds0", microseconds(lambda: to_device(of_kernel.paint(frame)), _FRAMES)),
        ("SPI transfer encoded", microseconds(lambda: encoder.encode(wire), _FRAMES)),
    ]


def microseconds(work: Callable[[], object], times: int) -> float:
    """Return how much of a processor something takes, in the mean: others do not count."""
    work()
    begun = time.process_time()
    for _ in range(times):
        work()
    return 1e6 * (time.process_time() - begun) / times


def measure_chip(
    rows: Sequence[int], columns: Sequence[int], factory: Any = None
) -> list[tuple[str, float]]:
    """Return what scans of this computer's own pins take, in microseconds."""
    if factory is None:
        factory = pin_factory()

    def grouped() -> float:
        with matrix_lines(rows, columns, 0.0, factory) as lines:
            return microseconds(lambda: [lines.read_row(row) for row in range(len(rows))], _SCANS)

    def one_by_one() -> float:
        lines = PinLines(factory, rows, columns, 0.0)
        return microseconds(lambda: [lines.read_row(row) for row in range(SIDE)], _SCANS)

    return [
        ("scan of this computer's pins, in groups", grouped()),
        ("the same, pin by pin through gpiozero", one_by_one()),
    ]


def main() -> None:
    """Print the figures."""
    found = measure()
    if len(sys.argv) == 3:
        rows, columns = (tuple(map(int, word.split(","))) for word in sys.argv[1:])
        found = measure_chip(rows, columns)
    for what, each in found:
        print(f"{what:45} {each:8.1f} us, {each / 100:5.2f} % of a core at 100 a second")


if __name__ == "__main__":
    main()
