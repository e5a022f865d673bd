"""`hnefi play` in a process of its own, on mock pins with a strip of some kind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from tests.hal.strips.spi_line import decoded
from tests.waiting import PATIENCE_S

HNEFI = str(Path(sys.executable).with_name("hnefi"))
ROOT = Path(__file__).parents[3]
STAND_IN = ROOT / "tests" / "hal" / "strips" / "stand_in"
SPEED_HZ = 7_200_000
_CONFIGURATION = """
[board]
driver = "gpio-matrix"
[board.serial]
port = "{folder}/board"
[board.matrix]
rows = [17, 27, 22, 10, 9, 11, 5, 6, 13, 19, 26]
columns = [14, 15, 23, 24, 25, 8, 7, 12, 16, 20, 21]
[strip.spi]
device = "{folder}/spi"
pins = []
"""


@contextmanager
def _hanging_up_ends() -> Iterator[None]:
    """Let what is started meanwhile heed the end of a terminal, though `nohup` runs the tests."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


class Watched(SerialDevice):
    """A microcontroller that notes when it was first spoken to."""

    first_heard_at = 0.0

    def receive(self, data: bytes) -> None:
        """Receive bytes."""
        super().receive(data)
        self.first_heard_at = self.first_heard_at or time.monotonic()


class Playing:
    """A game on mock pins with a strip of some kind, in a process of its own."""

    def __init__(self, strip: str, folder: Path, device: Watched) -> None:
        self.device = device
        file = folder / "board.toml"
        file.write_text(_CONFIGURATION.format(folder=folder))
        self._out = folder / "out"
        environment = {
            **os.environ,
            "GPIOZERO_PIN_FACTORY": "mock",
            "PYTHONPATH": f"{STAND_IN}:{ROOT}",
        }
        with self._out.open("w") as out, _hanging_up_ends():
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

    @property
    def held_up_s(self) -> float:
        """For how long its threads were ready to run, but the machine did something else.

        All together: one thread waits for what another holds, and that for the machine.
        """
        held_up_s = 0.0
        for file in Path(f"/proc/{self._process.pid}/task").glob("*/schedstat"):
            with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has just ended
                held_up_s += int(file.read_text().split()[1]) / 1e9
        return held_up_s

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
def playing(
    strip: str, folder: Path, name: str = ""
) -> Iterator[tuple[Playing, Callable[[], bytes]]]:
    """Play, and yield how to see the light of all pixels; `name` is in the board's EEPROM."""
    reeds = DeviceReeds(lambda: 0)
    reeds.identity = replace(reeds.identity, name=name)
    device = Watched(reeds, time.monotonic)
    line = PtyLine(device, folder / "board")
    with line.running():
        game = Playing(strip, folder, device)

        def rendered() -> bytes:
            frames = [each for each in game.said.splitlines() if each.startswith("render ")]
            return bytes.fromhex(frames[-1].removeprefix("render ")) if frames else b""

        def transferred() -> bytes:
            spi = folder / "spi"
            return decoded(spi.read_bytes(), SPEED_HZ) if spi.exists() else b""

        shown = {
            "spi": transferred,
            "ws281x": rendered,
            "serial": lambda: device.strip,
        }
        try:
            yield game, shown[strip]
        finally:
            game.kill()
