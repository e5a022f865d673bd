"""Whatever lights a board, it is dark once `hnefi play` has ended, and before the page is gone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from tests.hal.strips.spi_line import decoded
from tests.waiting import PATIENCE_S

HNEFI = str(Path(sys.executable).with_name("hnefi"))
ROOT = Path(__file__).parents[3]
STAND_IN = ROOT / "tests" / "hal" / "strips" / "stand_in"
SPEED_HZ = 7_200_000
DARK_WITHIN_S = 0.2
LONGEST_STEP_S = 0.005
_CONFIGURATION = """
[board]
driver = "gpio-matrix"
[board.serial]
port = "{folder}/board"
[board.matrix]
rows = [17, 27, 22, 10, 9, 11, 5, 6, 13, 19, 26]
columns = [14, 15, 23, 24, 25, 8, 7, 12, 16, 20, 21]
[strip.leds0]
device = "{folder}/leds0"
[strip.spi]
device = "{folder}/spi"
pins = []
"""


class Playing:
    """A game on mock pins with a strip of some kind, in a process of its own."""

    def __init__(self, strip: str, folder: Path) -> None:
        file = folder / "board.toml"
        file.write_text(_CONFIGURATION.format(folder=folder))
        self._out = folder / "out"
        environment = {
            **os.environ,
            "GPIOZERO_PIN_FACTORY": "mock",
            "PYTHONPATH": f"{STAND_IN}:{ROOT}",
        }
        with self._out.open("w") as out:
            self._process = subprocess.Popen(
                [HNEFI, "play", "--config", file, "--strip", strip, "--port", "0", "--no-browser"],
                env=environment,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    @property
    def said(self) -> str:
        """What it has written until now."""
        return self._out.read_text()

    def until(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not condition():
            assert self._process.poll() is None, self.said
            assert time.monotonic() < deadline, self.said
            time.sleep(0.01)

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def wait(self) -> int:
        return self._process.wait(PATIENCE_S)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def playing(strip: str, folder: Path) -> Iterator[tuple[Playing, Callable[[], bytes]]]:
    """Play, and yield how to see the light of all pixels."""
    device = SerialDevice(DeviceReeds(lambda: 0), time.monotonic)
    line = PtyLine(device, folder / "board")
    (folder / "leds0").touch()
    with line.running():
        game = Playing(strip, folder)

        def rendered() -> bytes:
            frames = [each for each in game.said.splitlines() if each.startswith("render ")]
            return bytes.fromhex(frames[-1].removeprefix("render ")) if frames else b""

        def transferred() -> bytes:
            spi = folder / "spi"
            return decoded(spi.read_bytes(), SPEED_HZ) if spi.exists() else b""

        shown = {
            "leds0": (folder / "leds0").read_bytes,
            "spi": transferred,
            "ws281x": rendered,
            "serial": lambda: device.strip,
        }
        try:
            yield game, shown[strip]
        finally:
            game.kill()


@pytest.mark.parametrize(
    ("strip", "number"),
    [
        ("leds0", signal.SIGTERM),
        ("leds0", signal.SIGINT),
        ("spi", signal.SIGTERM),
        ("ws281x", signal.SIGTERM),
        ("serial", signal.SIGTERM),
        ("serial", signal.SIGINT),
    ],
)
def test_a_board_is_dark_soon_after_the_program_was_ended_and_stays_dark(
    strip: str, number: signal.Signals, tmp_path: Path
) -> None:
    if strip == "ws281x" and find_spec("rpi_ws281x") is None:
        pytest.skip("needs rpi_ws281x: apt install gcc python3-dev, then make pi-libraries")
    # Only a loaded machine makes it longer, so one good try of six is proof.
    longest_s = 1.0
    for each in range(6):
        folder = tmp_path / str(each)
        folder.mkdir()
        longest_s = min(longest_s, seconds_until_dark(strip, number, folder))
        if longest_s <= DARK_WITHIN_S:
            break
    assert longest_s <= DARK_WITHIN_S


def seconds_until_dark(strip: str, number: signal.Signals, folder: Path) -> float:
    """Return how long it took; a step that a busy machine held up counts as `LONGEST_STEP_S`."""
    took_s = 0.0
    with playing(strip, folder) as (game, light):
        # Before that, the program is still busy to start.
        game.until(lambda: "Stop it with" in game.said and any(light()))
        begun = last = time.monotonic()
        game.signal(number)
        while any(light()):
            assert time.monotonic() < begun + PATIENCE_S, game.said
            time.sleep(0.002)
            now = time.monotonic()
            took_s += min(now - last, LONGEST_STEP_S)
            last = now
        assert game.wait() == 0
        assert light()
        assert not any(light())
    return took_s


def test_the_microcontroller_goes_dark_three_seconds_after_its_controller_was_killed(
    tmp_path: Path,
) -> None:
    with playing("serial", tmp_path) as (game, light):
        game.until(lambda: any(light()))
        game.kill()
        begun = time.monotonic()
        while any(light()):
            assert time.monotonic() < begun + PATIENCE_S
            time.sleep(0.01)
        # It last spoke up to 0.7 s before it was killed.
        assert 2.0 < time.monotonic() - begun < 4.0
