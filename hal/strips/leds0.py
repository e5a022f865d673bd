"""Pixels on a Raspberry Pi 5 through the kernel: /dev/leds0, from dtoverlay=ws2812-pio.

The kernel wants four bytes for each pixel (red, green, blue, white), all in one write at offset 0,
and sends them as green, red, blue. It applies a gamma of its own to each
(`drivers/misc/ws2812-pio-rp1.c` in Raspberry Pi's kernel); `KERNEL_CURVE` is that.
"""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

from hal.errors import DriverError

DEVICE = "/dev/leds0"
KERNEL_CURVE = tuple(int(255 * (value / 255) ** (1 / 0.45)) for value in range(256))
_FULL_BRIGHTNESS = b"\xff"
_OTHERS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFIFO: "pipe", stat.S_IFBLK: "disk"}


def _opened(path: str) -> int:
    """Open a character device alone: a file that is named by mistake would be written over."""
    # Looked at before it is opened, as to open a pipe may take for ever.
    kind = stat.S_IFMT(Path(path).stat().st_mode)
    if kind != stat.S_IFCHR:
        raise DriverError(
            f"strip.leds0.device: expected a character device such as {DEVICE}, got the "
            f"{_OTHERS.get(kind, 'other thing')} {path}"
        )
    return os.open(path, os.O_WRONLY | os.O_CLOEXEC | os.O_NOCTTY)


class KernelStrip:
    """The driver of pixels behind the kernel's device."""

    def __init__(
        self,
        path: str = DEVICE,
        pixel_count: int = 121,
        open_device: Callable[[str], int] = _opened,
    ) -> None:
        """Open the device, and take the brightness of the overlay out of the way.

        Raises:
            DriverError: it is not there, not permitted, or no character device.
        """
        self._pixel_count = pixel_count
        try:
            self._fd = open_device(path)
            # One byte alone at the beginning is the brightness.
            os.pwrite(self._fd, _FULL_BRIGHTNESS, 0)
        except DriverError:
            raise
        except OSError as error:
            raise DriverError(f"strip.leds0.device: {_cure(path, error, pixel_count)}") from error

    def send(self, pixels: bytes) -> None:
        """Let the pixels show these bytes.

        Raises:
            DriverError: the kernel does not take them.
        """
        try:
            written = os.pwrite(self._fd, to_device(pixels), 0)
        except OSError as error:
            raise DriverError(f"strip.leds0: {_refused(error, self._pixel_count)}") from error
        if written != 4 * self._pixel_count:
            raise DriverError(f"strip.leds0: {_too_few(self._pixel_count)}")

    def close(self) -> None:
        """Give the device back."""
        os.close(self._fd)


def to_device(pixels: bytes) -> bytes:
    """Return what the kernel is sent, so that these bytes go down the wire in this order."""
    device = bytearray(len(pixels) // 3 * 4)
    device[0::4] = pixels[1::3]
    device[1::4] = pixels[0::3]
    device[2::4] = pixels[2::3]
    return bytes(device)


def _refused(error: OSError, pixel_count: int) -> str:
    if error.errno in (errno.EFBIG, errno.ENOSPC):
        return _too_few(pixel_count)
    return f"the kernel does not take a frame ({error.strerror})"


def _too_few(pixel_count: int) -> str:
    return (
        f"expected a device for {pixel_count} pixels, got one for fewer; set "
        f"num_leds={pixel_count} in the dtoverlay line of /boot/firmware/config.txt, and restart"
    )


def _cure(path: str, error: OSError, pixel_count: int) -> str:
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return (
                f"expected {path}, found nothing there; on a Raspberry Pi 5 add dtoverlay="
                f"ws2812-pio,gpio=18,num_leds={pixel_count} to /boot/firmware/config.txt, and "
                "restart; other models use --strip ws281x or --strip spi"
            )
        case errno.EACCES | errno.EPERM:
            return (
                f'{path} may not be opened; put SUBSYSTEM=="ws2812-pio-rp1", MODE="0660", '
                'GROUP="gpio" into /etc/udev/rules.d/60-leds.rules, and restart'
            )
    return f"{path} cannot be opened ({error.strerror})"
