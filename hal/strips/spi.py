"""Pixels on the SPI line of a Raspberry Pi, through the kernel's spidev: any model, no root.

The only module that imports spidev.
"""

import errno
from pathlib import Path
from typing import Protocol

from hal.errors import DriverError
from hal.strips.spi_code import CODES, SpiEncoder

DEVICE = "/dev/spidev0.0"
_BUFFER_SIZE = Path("/sys/module/spidev/parameters/bufsiz")
_USUAL_BUFFER = 4096


class SpiDevice(Protocol):
    """What is used of `spidev.SpiDev`."""

    max_speed_hz: int
    mode: int

    def open_path(self, path: str) -> None:
        """Open a device."""
        ...

    def writebytes2(self, values: bytes) -> None:
        """Transfer bytes."""
        ...

    def close(self) -> None:
        """Close it."""
        ...


class SpiStrip:
    """The driver of pixels whose data line is MOSI (GPIO 10 for SPI 0)."""

    def __init__(
        self,
        path: str = DEVICE,
        speed_hz: int = 7_200_000,
        bits: int = 8,
        pixel_count: int = 121,
        device: SpiDevice | None = None,
    ) -> None:
        """Open the line; `device` stands in for spidev's own.

        Raises:
            DriverError: the device is not there or not permitted, or cannot take all the pixels.
        """
        self._encoder = SpiEncoder(CODES[bits], speed_hz)
        self._check_room(pixel_count)
        self._device = _spidev() if device is None else device
        try:
            self._device.open_path(path)
            self._device.mode = 0
            self._device.max_speed_hz = speed_hz
        except OSError as error:
            raise DriverError(f"strip.spi.device: {_cure(path, error)}") from error

    def send(self, pixels: bytes) -> None:
        """Let the pixels show these bytes.

        Raises:
            DriverError: the transfer failed.
        """
        try:
            self._device.writebytes2(self._encoder.encode(pixels))
        except OSError as error:
            raise DriverError(f"strip.spi: a transfer failed ({error.strerror})") from error

    def close(self) -> None:
        """Give the line back."""
        self._device.close()

    def _check_room(self, pixel_count: int) -> None:
        size = self._encoder.size(pixel_count)
        try:
            room = int(_BUFFER_SIZE.read_text())
        except (OSError, ValueError):
            room = _USUAL_BUFFER
        if size > room:
            # In two transfers the pixels would take the pause between them for the end.
            raise DriverError(
                f"strip.spi: expected room for {size} bytes in one transfer, got {room}; add "
                "spidev.bufsiz=32768 to /boot/firmware/cmdline.txt, or set strip.spi.bits = 4"
            )


def _spidev() -> SpiDevice:
    try:
        import spidev
    except ImportError as error:
        raise DriverError(
            "strip.driver: spi needs the Python package spidev, which is not installed: "
            "sudo apt install python3-spidev, with a venv made by --system-site-packages; or "
            "sudo apt install gcc python3-dev, then pip install '.[pi]' in the folder of hnefi's "
            "sources"
        ) from error
    device: SpiDevice = spidev.SpiDev()
    return device


def _cure(path: str, error: OSError) -> str:
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return (
                f"expected {path}, found nothing there; switch SPI on: dtparam=spi=on in "
                "/boot/firmware/config.txt, and restart"
            )
        case errno.EACCES | errno.EPERM:
            return f"{path} may not be opened; sudo usermod -aG spi $USER, then log out and in"
        case errno.EBUSY:
            return f"{path} is in use by another program; close that"
        case errno.ENOTTY:  # spidev asks it for its mode before anything is sent
            return f"expected an SPI device such as {DEVICE}, got {path}"
    return f"{path} cannot be opened ({error.strerror})"
