"""The SPI driver opens the line as pixels need it, and says what is missing."""

import errno

import pytest

from hal.errors import DriverError
from hal.strips.spi import SpiStrip
from tests.hal.strips.spi_line import Line, decoded

PIXELS = bytes(n % 251 for n in range(363))


def test_a_frame_is_one_transfer_in_mode_0() -> None:
    line = Line()
    strip = SpiStrip("/dev/spidev0.0", device=line)
    strip.send(PIXELS)
    assert (line.opened, line.mode, line.max_speed_hz) == ("/dev/spidev0.0", 0, 7_200_000)
    [transfer] = line.transfers
    assert decoded(transfer, line.max_speed_hz) == PIXELS
    strip.close()
    assert line.opened == ""


@pytest.mark.parametrize(
    ("number", "cure"),
    [
        (errno.ENOENT, "dtparam=spi=on"),
        (errno.EACCES, "usermod -aG spi"),
        (errno.EBUSY, "in use by another program"),
        (errno.ENOTTY, "expected an SPI device such as /dev/spidev0.0, got /dev/spidev0.0"),
        (errno.EIO, "cannot be opened (no)"),
    ],
)
def test_a_line_that_cannot_be_opened_names_the_cure(number: int, cure: str) -> None:
    with pytest.raises(DriverError, match=r"^strip\.spi\.device: ") as refused:
        SpiStrip(device=Line(number))
    assert cure in str(refused.value)


def test_a_transfer_that_fails_is_an_error_of_the_driver() -> None:
    line = Line()
    strip = SpiStrip(device=line)
    line.fails_with = errno.EIO
    with pytest.raises(DriverError, match=r"^strip\.spi: a transfer failed \(broken\)$"):
        strip.send(PIXELS)


def test_more_pixels_than_one_transfer_takes_are_refused_with_the_cure() -> None:
    with pytest.raises(DriverError) as refused:
        SpiStrip(pixel_count=170, device=Line())
    assert str(refused.value) == (
        "strip.spi: expected room for 4351 bytes in one transfer, got 4096; add "
        "spidev.bufsiz=32768 to /boot/firmware/cmdline.txt, or set strip.spi.bits = 4"
    )
    SpiStrip(pixel_count=300, bits=4, speed_hz=3_200_000, device=Line())
