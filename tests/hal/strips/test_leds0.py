"""The kernel's strip of a Raspberry Pi 5; a file stands in for the device, opened as one."""

import errno
import os
import resource
from pathlib import Path

import pytest

from hal.errors import DriverError
from hal.strips.leds0 import KERNEL_CURVE, KernelStrip, to_device
from tests.hal.strips_on_benches import a_file_for_the_device

RGB_AS_WIRED_GRB = bytes([2, 1, 3] * 121)  # red 1, green 2, blue 3


@pytest.fixture
def device(tmp_path: Path) -> Path:
    path = tmp_path / "leds0"
    path.touch()
    return path


def test_the_kernel_is_sent_red_green_blue_white_for_each_pixel(device: Path) -> None:
    strip = KernelStrip(str(device), open_device=a_file_for_the_device)
    strip.send(RGB_AS_WIRED_GRB)
    assert device.read_bytes() == bytes([1, 2, 3, 0] * 121)
    strip.send(bytes(363))
    assert device.read_bytes() == bytes(484)
    strip.close()


def test_the_brightness_of_the_overlay_is_taken_out_of_the_way_first(device: Path) -> None:
    KernelStrip(str(device), open_device=a_file_for_the_device).close()
    assert device.read_bytes() == b"\xff"


def test_a_frame_is_one_write_at_the_beginning() -> None:
    read_end, write_end = os.pipe()
    try:
        with pytest.raises(OSError, match="Illegal seek") as refused:
            os.pwrite(write_end, b"x", 0)
        assert refused.value.errno == errno.ESPIPE  # so a pipe shows that pwrite is what is used
        with pytest.raises(DriverError, match="Illegal seek"):
            KernelStrip(f"/dev/fd/{write_end}", open_device=a_file_for_the_device)
    finally:
        os.close(read_end)
        os.close(write_end)


def test_the_bytes_go_down_the_wire_as_they_were_given() -> None:
    """The kernel sends the second byte of a pixel first, then the first, then the third."""
    wire = bytes(range(250)) + bytes(113)
    device = to_device(wire)
    sent = b"".join(
        bytes([device[at + 1], device[at], device[at + 2]]) for at in range(0, len(device), 4)
    )
    assert sent == wire


def test_the_kernel_s_own_curve_is_known() -> None:
    # A few values of its table (drivers/misc/ws2812-pio-rp1.c).
    assert [KERNEL_CURVE[at] for at in (0, 21, 22, 64, 128, 200, 255)] == [
        0,
        0,
        1,
        11,
        55,
        148,
        255,
    ]
    assert sorted(KERNEL_CURVE) == list(KERNEL_CURVE)


def test_a_device_that_is_not_there_names_the_overlay(tmp_path: Path) -> None:
    with pytest.raises(DriverError) as refused:
        KernelStrip(str(tmp_path / "leds0"), 144)
    assert str(refused.value) == (
        f"strip.leds0.device: expected {tmp_path}/leds0, found nothing there; on a Raspberry Pi 5 "
        "add dtoverlay=ws2812-pio,gpio=18,num_leds=144 to /boot/firmware/config.txt, and restart; "
        "other models use --strip ws281x or --strip spi"
    )


@pytest.mark.parametrize("kind", ["file", "folder", "pipe"])
def test_what_is_no_character_device_is_refused_and_left_as_it_was(
    kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "leds0"
    match kind:
        case "file":
            path.write_bytes(b"a line\n" * 100)
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
    with pytest.raises(DriverError) as refused:
        KernelStrip(str(path))
    assert str(refused.value) == (
        f"strip.leds0.device: expected a character device such as /dev/leds0, got the {kind} {path}"
    )
    assert kind != "file" or path.read_bytes() == b"a line\n" * 100


def test_a_link_to_a_file_is_no_device_either(device: Path) -> None:
    link = device.with_name("link")
    link.symlink_to(device)
    with pytest.raises(DriverError, match=f"got the file {link}$"):
        KernelStrip(str(link))
    assert device.read_bytes() == b""


def test_a_character_device_is_taken() -> None:
    strip = KernelStrip("/dev/null")
    strip.send(RGB_AS_WIRED_GRB)
    strip.close()


def test_a_device_for_fewer_pixels_names_the_setting(device: Path) -> None:
    strip = KernelStrip(str(device), open_device=a_file_for_the_device)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4 * 60, before[1]))
    try:
        with pytest.raises(DriverError) as refused:
            strip.send(RGB_AS_WIRED_GRB)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert str(refused.value) == (
        "strip.leds0: expected a device for 121 pixels, got one for fewer; set num_leds=121 in the "
        "dtoverlay line of /boot/firmware/config.txt, and restart"
    )


def test_a_frame_that_the_kernel_does_not_take_ends_in_one_sentence(device: Path) -> None:
    strip = KernelStrip(str(device), open_device=a_file_for_the_device)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(DriverError, match="expected a device for 121 pixels, got one"):
            strip.send(RGB_AS_WIRED_GRB)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    strip.close()
    with pytest.raises(DriverError) as refused:
        strip.send(RGB_AS_WIRED_GRB)
    assert str(refused.value) == (
        "strip.leds0: the kernel does not take a frame (Bad file descriptor)"
    )
