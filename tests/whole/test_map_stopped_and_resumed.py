"""`hnefi map` on a board behind a port, stopped in the middle and gone on with later."""

import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from controller.assembly.checks import in_words
from controller.assembly.configuration import load
from controller.rules.pieces import Piece
from hal.notice import Notice, notice
from hal.squares import SQUARE_NAMES
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from simulators.boards.soldered import SolderedSensors, Soldering
from simulators.people.guided import GuidedPerson
from simulators.table.tabletop import Tabletop
from tests.hnefi import HNEFI, unmeasured
from tests.waiting import wait_until

SENSORS = SensorWiring(first="k11", along="files", rows=(2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11))
PIXELS = PixelWiring(first="a11", serpentine=True, order="RBG")
_KEYS = ("ask.clear", "ask.rest", "ask.pixel", "ask.order")
SENTENCES: Mapping[str, Notice] = {
    in_words(each): each
    for each in (
        *map(notice, _KEYS),
        *(notice("ask.square", square=name) for name in SQUARE_NAMES),
    )
}
LOOK_S = 0.02
STOPPED_AFTER = 4


class Builder:
    """A person at a board behind a port, who reads what a command says and follows the lights."""

    def __init__(self, port: Path) -> None:
        self.table = Tabletop({0: Piece.ATTACKER})
        self.table.arrange({})
        soldering = Soldering(SENSORS, PIXELS)
        sensors = SolderedSensors(self.table, time.monotonic, soldering)
        self.device = SerialDevice(DeviceReeds(sensors.read), time.monotonic)
        self.line = PtyLine(self.device, port)
        seen = lambda: soldering.seen(self.device.strip)  # noqa: E731 - what eyes see
        self.person = GuidedPerson(self.table, seen, time.monotonic, Random(1))

    def run(self, *command: str, environment: Mapping[str, str], stop_after: int = 0) -> list[str]:
        """Do what a command asks until it ends, and return what it said and printed.

        It is interrupted once it has asked for that many squares by light.
        """
        program = subprocess.Popen(
            [HNEFI, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**unmeasured(), **environment},
        )
        said: list[str] = []

        def listen() -> None:
            assert program.stdout is not None
            for line in program.stdout:
                said.append(line.strip())
                if (words := SENTENCES.get(line.strip())) is not None:
                    self.person.hear(words)

        listening = threading.Thread(target=listen)
        listening.start()

        def is_over() -> bool:
            self.person.look()
            return program.poll() is not None

        try:
            if stop_after:
                answers = Path(environment["XDG_STATE_HOME"]) / "hnefi/map-light.json"

                def is_enough() -> bool:
                    self.person.look()
                    return answers.exists() and answers.read_text().count("sensor") >= stop_after

                wait_until(is_enough, "answers")
                program.send_signal(signal.SIGINT)
            wait_until(is_over, "the end")
        finally:
            program.kill()
            listening.join()
            program.communicate()
        return said


@pytest.mark.nightly
def test_a_wiring_is_learnt_in_two_goes(tmp_path: Path) -> None:
    config = tmp_path / "board.toml"
    config.write_text('[board]\ndriver = "serial"\n')
    environment = {"XDG_STATE_HOME": str(tmp_path / "state")}
    builder = Builder(tmp_path / "port")
    command = ("map", "--serial", str(tmp_path / "port"), "--config", str(config))
    with builder.line.running():
        first = builder.run(*command, environment=environment, stop_after=STOPPED_AFTER)
        assert config.read_text() == '[board]\ndriver = "serial"\n', "nothing is half known"
        second = builder.run(*command, environment=environment)
    assert not any("Traceback" in line for line in first)
    kept = next(line for line in second if "known from the last time" in line)
    assert int(kept.split()[0]) >= STOPPED_AFTER
    assert any("placements have settled it." in line for line in second)
    wiring = load(config).wiring
    assert wiring.sensors.order() == SENSORS.order()
    assert (wiring.pixels.pixels(), wiring.pixels.order) == (PIXELS.pixels(), "RBG")
