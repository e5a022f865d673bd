"""`hnefi strip`: the pixels alone are tested, and go dark, whatever senses the pieces."""

import threading
import time
from pathlib import Path

import pytest

from controller.cli.pixel_test import frame_at
from hal.board import SQUARE_COUNT
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from tests.hnefi import hnefi, the_line_of_a_mistake

# The kernel's device takes red, green, blue and white of each pixel.
_BYTES = 4
_CONFIGURATION = """
[strip.leds0]
device = "{device}"
"""


@pytest.fixture
def leds(tmp_path: Path) -> Path:
    """Return a stand-in for the kernel's device of pixels, all of them lit."""
    device = tmp_path / "leds0"
    device.write_bytes(b"\xff" * (_BYTES * SQUARE_COUNT))
    return device


@pytest.fixture
def board(leds: Path) -> Path:
    """Return the configuration of a board with these pixels."""
    file = leds.with_name("board.toml")
    file.write_text(_CONFIGURATION.format(device=leds))
    return file


def test_off_lets_all_pixels_go_dark(leds: Path, board: Path) -> None:
    ran = hnefi("strip", "off", "--config", str(board), "--strip", "leds0")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert leds.read_bytes() == bytes(_BYTES * SQUARE_COUNT)


@pytest.mark.parametrize(
    ("share", "colour"), [(0.0, (40, 0, 0)), (0.2, (0, 40, 0)), (0.4, (0, 0, 40))]
)
def test_a_test_begins_with_each_colour_on_all_pixels(
    share: float, colour: tuple[int, int, int]
) -> None:
    assert frame_at(share).pixels == bytes(colour) * SQUARE_COUNT


def test_then_each_pixel_is_lit_alone() -> None:
    shares = [(1 + (square + 0.5) / SQUARE_COUNT) / 2 for square in range(SQUARE_COUNT)]
    lit = [[at for at, level in enumerate(frame_at(share).pixels) if level] for share in shares]
    assert lit == [[3 * square + at for at in range(3)] for square in range(SQUARE_COUNT)]


def test_a_test_says_what_it_shows_and_ends_dark(leds: Path, board: Path) -> None:
    frames: set[bytes] = set()
    ended = threading.Event()

    def watch() -> None:
        while not ended.is_set():
            frames.add(leds.read_bytes())
            time.sleep(0.002)

    watching = threading.Thread(target=watch)
    watching.start()
    ran = hnefi("strip", "test", "--config", str(board), "--strip", "leds0", "--seconds", "1")
    ended.set()
    watching.join()
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "All pixels: red, green, blue; then one by one, a1 to k1, up to k11.\n"
    # However busy the machine is, something else was seen than all pixels lit, and none.
    assert len(frames) > 1
    assert leds.read_bytes() == bytes(_BYTES * SQUARE_COUNT)


def test_off_reaches_the_pixels_behind_a_port(tmp_path: Path) -> None:
    device = SerialDevice(DeviceReeds(lambda: 0), time.monotonic)
    port = tmp_path / "board"
    with PtyLine(device, port).running():
        ran = hnefi("strip", "off", "--strip", "serial", "--serial", str(port))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert device.strip == bytes(3 * SQUARE_COUNT)


def test_a_device_that_is_not_there_is_named(board: Path, leds: Path) -> None:
    leds.unlink()
    line = the_line_of_a_mistake(hnefi("strip", "off", "--config", str(board), "--strip", "leds0"))
    assert f"expected {leds}, found nothing there" in line


def test_a_board_without_a_strip_has_nothing_to_test() -> None:
    assert the_line_of_a_mistake(hnefi("strip", "test", "--strip", "none")) == (
        "hnefi: --strip: expected a strip to light, got none; say which one under [strip], or "
        "with --strip"
    )


@pytest.mark.parametrize("command", [("strip", "test"), ("sensors", "--json")])
def test_nobody_waits_long_for_a_port_that_is_not_there(command: tuple[str, ...]) -> None:
    began = time.monotonic()
    ran = hnefi(*command, "--serial", "/dev/no")
    assert time.monotonic() - began < 5
    assert "/dev/no" in ran.stdout + ran.stderr
    assert ran.returncode != 0
