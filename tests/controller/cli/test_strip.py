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
from tests.controller.cli.playing import ROOT, SPEED_HZ, STAND_IN
from tests.hal.strips.spi_line import decoded
from tests.hnefi import hnefi, hnefi_process, the_line_of_a_mistake

_DARK = bytes(3 * SQUARE_COUNT)
# With the stand-in for spidev, each transfer becomes the whole of a file.
_STANDING_IN = {"PYTHONPATH": f"{STAND_IN}:{ROOT}"}
_CONFIGURATION = """
[strip]
leds0.device = "{folder}/leds0"
spi.device = "{folder}/spi"
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """Return the configuration of a board; it is in the folder of its devices."""
    file = tmp_path / "board.toml"
    file.write_text(_CONFIGURATION.format(folder=tmp_path))
    return file


def test_off_lets_all_pixels_go_dark(board: Path) -> None:
    options = ("--config", str(board), "--strip", "spi")
    ran = hnefi_process("strip", "off", *options, environment=_STANDING_IN)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert decoded(board.with_name("spi").read_bytes(), SPEED_HZ) == _DARK


def test_a_file_in_place_of_the_kernel_s_device_is_refused_and_left_as_it_was(board: Path) -> None:
    file = board.with_name("leds0")
    file.write_text("precious\n" * 100)
    ran = hnefi("strip", "off", "--config", str(board), "--strip", "leds0")
    assert the_line_of_a_mistake(ran) == (
        f"hnefi: {board}: strip.leds0.device: expected a character device such as /dev/leds0, got "
        f"the file {file}"
    )
    assert file.read_text() == "precious\n" * 100


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


def test_a_test_says_what_it_shows_and_ends_dark(board: Path) -> None:
    spi = board.with_name("spi")
    frames: set[bytes] = set()
    ended = threading.Event()

    def watch() -> None:
        while not ended.is_set():
            if spi.exists():
                frames.add(spi.read_bytes())
            time.sleep(0.002)

    watching = threading.Thread(target=watch)
    watching.start()
    options = ("--config", str(board), "--strip", "spi", "--seconds", "1")
    ran = hnefi_process("strip", "test", *options, environment=_STANDING_IN)
    ended.set()
    watching.join()
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "All pixels: red, green, blue; then one by one, a1 to k1, up to k11.\n"
    # However busy the machine is, something else was seen than all pixels lit, and none.
    assert len(frames) > 1
    assert decoded(spi.read_bytes(), SPEED_HZ) == _DARK


def test_off_reaches_the_pixels_behind_a_port(tmp_path: Path) -> None:
    device = SerialDevice(DeviceReeds(lambda: 0), time.monotonic)
    port = tmp_path / "board"
    with PtyLine(device, port).running():
        ran = hnefi("strip", "off", "--strip", "serial", "--serial", str(port))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert device.strip == bytes(3 * SQUARE_COUNT)


def test_a_device_that_is_not_there_is_named(board: Path) -> None:
    leds = board.with_name("leds0")
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
