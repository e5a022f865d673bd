"""Pixels on a Raspberry Pi 1 to 4 through rpi_ws281x: by PWM, PCM or SPI, as the pin says.

The only module that imports rpi_ws281x.
"""

import atexit
import os
import sys
from pathlib import Path
from typing import Any

from hal.errors import DriverError

# Which hardware drives which pin, on which channel of it (rpi_ws281x, README, "GPIO usage").
PINS = {12: "PWM", 18: "PWM", 13: "PWM", 19: "PWM", 21: "PCM", 10: "SPI"}
_SECOND_CHANNEL = (13, 19)
_MODEL = Path("/proc/device-tree/model")
_RATE_HZ = 800_000


class Ws281xStrip:
    """The driver of pixels that the library refreshes by DMA."""

    def __init__(self, pin: int = 18, dma: int = 10, pixel_count: int = 121) -> None:
        """Set the hardware up; the pixels go dark.

        Raises:
            DriverError: the library is missing, or cannot drive this pin here.
        """
        library = _library()
        self._count = pixel_count
        channel = int(pin in _SECOND_CHANNEL)
        self._strip = library.PixelStrip(
            pixel_count, pin, freq_hz=_RATE_HZ, dma=dma, channel=channel
        )
        try:
            self._strip.begin()
        except RuntimeError as error:
            _forget(self._strip)
            raise DriverError(f"strip.ws281x: {_cure(pin, error)}") from error

    def send(self, pixels: bytes) -> None:
        """Let the pixels show these bytes.

        Raises:
            DriverError: the library cannot.
        """
        strip = self._strip
        # The library sends green, red, blue of a colour 0xRRGGBB.
        triples = zip(pixels[0::3], pixels[1::3], pixels[2::3], strict=True)
        for pixel, (first, second, third) in enumerate(triples):
            strip[pixel] = second << 16 | first << 8 | third
        try:
            strip.show()
        except RuntimeError as error:
            raise DriverError(f"strip.ws281x: a frame cannot be sent ({error})") from error

    def close(self) -> None:
        """Leave the hardware to the library, which gives it back when the program ends."""


def _forget(strip: Any) -> None:
    """Free a strip that was never set up, without what the library would do at exit: it crashes."""
    atexit.unregister(strip._cleanup)
    leds = strip._leds
    sys.modules["_rpi_ws281x"].delete_ws2811_t(leds)
    leds.disown()  # else its wrapper complains that nobody freed it


def _library() -> Any:
    try:
        import rpi_ws281x
    except ImportError as error:
        raise DriverError(
            "strip.driver: ws281x needs the Python package rpi_ws281x, which is not installed: "
            "sudo apt install gcc python3-dev, then pip install '.[pi]' in the folder of hnefi's "
            "sources; --strip spi needs no root and works as well"
        ) from error
    return rpi_ws281x


def _cure(pin: int, error: RuntimeError) -> str:
    if "Raspberry Pi 5" in _model() or "not supported" in str(error):
        return (
            f"this computer is none that rpi_ws281x supports, a Raspberry Pi 1 to 4 ({error}); "
            "use --strip leds0 on a Raspberry Pi 5, or --strip spi"
        )
    if pin != 10 and os.geteuid() != 0:
        return (
            f"{PINS.get(pin, 'this pin')} on GPIO {pin} needs root ({error}); start hnefi with "
            "sudo, or use --strip spi, which does not"
        )
    return f"the library cannot drive GPIO {pin} ({error})"


def _model() -> str:
    try:
        return _MODEL.read_text(errors="replace")
    except OSError:
        return ""
