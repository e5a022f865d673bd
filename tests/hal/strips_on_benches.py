"""Every kind of strip on a bench: what goes down its wire can be read, and it can be broken."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from hal.board import Strip
from hal.errors import DriverError
from hal.serial.board import SerialBoard
from hal.serial.strip import SerialStrip
from hal.strips.leds0 import KERNEL_CURVE, KernelStrip
from hal.strips.painted import PaintedStrip, PixelDriver
from hal.strips.painter import Painter
from hal.strips.power import PowerSection
from hal.strips.spi import SpiStrip
from hal.wiring.pixels import PixelWiring
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.serial_device import SerialDevice
from simulators.boards.serial_line import SerialLine
from simulators.clock import VirtualClock
from tests.hal.strips.spi_line import Line, decoded
from tests.hal.strips.ws281x_child import Ws281xChild

STEP_S = 0.01


class StripBench(Protocol):
    """A strip, and what its pixels show."""

    @property
    def strip(self) -> Strip:
        """The strip."""
        ...

    def wire(self) -> bytes:
        """Return the light of the pixels, three values 0..255 for each, in the wire's order."""
        ...

    def close(self) -> None:
        """End it as a program does."""
        ...


class DrivenBench:
    """A strip on a driver of this computer, which can fail."""

    def __init__(self, driver: PixelDriver, painter: Painter, wire: Callable[[], bytes]) -> None:
        self._driver = driver
        self._wire = wire
        self._is_closing = False
        self.fails = False
        self.strip = PaintedStrip(self, painter)

    def send(self, pixels: bytes) -> None:
        if self.fails:
            raise DriverError("broken")
        self._driver.send(pixels)

    def wire(self) -> bytes:
        return self._wire()

    def close(self) -> None:
        # The strip closes its driver, which is this bench.
        if not self._is_closing:
            self._is_closing = True
            self.strip.close()
            return
        self._driver.close()


class SerialBench:
    """A strip behind a microcontroller."""

    def __init__(self, painter: Painter, clock: VirtualClock) -> None:
        self._clock = clock
        pixels = painter.layout.pixel_count
        self.device = SerialDevice(DeviceReeds(lambda: 0), self._clock, pixels)
        line = SerialLine(self.device)
        self._board = SerialBoard(clock=self._clock, ports=line, painter=painter)
        self.strip = SerialStrip(self._board)
        self._let_pass(1.0)

    def wire(self) -> bytes:
        self._let_pass(0.1)
        return self.device.strip

    def close(self) -> None:
        self._board.go_dark(self._pause)
        self._board.close()

    def _let_pass(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self._clock.advance(STEP_S)
            self.strip.tend()

    def _pause(self, seconds: float) -> None:
        self._clock.advance(seconds)


STRIPS = ("ws281x", "spi", "leds0", "serial")


@contextmanager
def bench(
    kind: str,
    folder: Path,
    power: PowerSection,
    wiring: PixelWiring | None = None,
    clock: VirtualClock | None = None,
) -> Iterator[StripBench]:
    """Put a strip of a kind on a bench."""
    curve = KERNEL_CURVE if kind == "leds0" else range(256)
    painter = Painter(power, wiring, device_curve=curve)
    count = painter.layout.pixel_count
    match kind:
        case "ws281x":
            with Ws281xChild(pixel_count=count) as child:
                yield DrivenBench(child, painter, lambda: child.shown)
        case "spi":
            line = Line()
            driver = SpiStrip(pixel_count=count, device=line)
            yield DrivenBench(
                driver, painter, lambda: decoded(line.transfers[-1], line.max_speed_hz)
            )
        case "leds0":
            device = folder / "leds0"
            device.touch()
            kernel = KernelStrip(str(device), count, a_file_for_the_device)
            yield DrivenBench(kernel, painter, lambda: _sent_by_kernel(device.read_bytes()))
        case "serial":
            yield SerialBench(painter, clock or VirtualClock())


def a_file_for_the_device(path: str) -> int:
    """Open a file where a strip wants the kernel's device, and would refuse anything else."""
    return os.open(path, os.O_WRONLY | os.O_CLOEXEC)


def _sent_by_kernel(frame: bytes) -> bytes:
    """Return what the kernel makes of a frame: its own curve, and green first."""
    wire = bytearray(len(frame) // 4 * 3)
    for place, offset in enumerate((1, 0, 2)):
        wire[place::3] = bytes(KERNEL_CURVE[value] for value in frame[offset::4])
    return bytes(wire)
