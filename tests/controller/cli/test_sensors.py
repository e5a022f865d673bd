"""`hnefi sensors`, run as people run it: on the terminal, as one object, and on its page."""

import json
import re
import time
from contextlib import closing
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from controller.cli.sensors import drawn
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from tests.hnefi import hnefi, started, the_line_of_a_mistake

CORNERS = 1 | 1 << 120


@pytest.fixture
def line(tmp_path: Path) -> PtyLine:
    return PtyLine(SerialDevice(DeviceReeds(lambda: CORNERS), time.monotonic), tmp_path / "board")


def test_one_reading_is_one_object(line: PtyLine) -> None:
    with line.running():
        ran = hnefi("sensors", "--serial", str(line.name), "--json")
    raw = [each["name"] for each in json.loads(ran.stdout)["sensors"] if each["raw"]]
    assert (ran.returncode, raw) == (0, ["a1", "k11"])


@pytest.mark.parametrize("kind", ["virtual", "serial-reed", "serial-hall"])
def test_a_simulated_board_has_its_pieces_set_up(kind: str) -> None:
    ran = hnefi("sensors", "--simulated", kind, "--faults", "dead=f6", "--json")
    raw = {each["name"] for each in json.loads(ran.stdout)["sensors"] if each["raw"]}
    assert (ran.returncode, len(raw), "f6" in raw) == (0, 36, False)


def test_faults_are_those_of_a_simulated_board() -> None:
    line = the_line_of_a_mistake(hnefi("sensors", "--faults", "dead=f6"))
    assert line == "hnefi: --faults: expected --simulated with it"


def test_the_terminal_shows_the_board(line: PtyLine) -> None:
    with line.running():
        ran = hnefi("sensors", "--serial", str(line.name), "--seconds", "0.8")
    last = ran.stdout[ran.stdout.rindex("11") :]
    assert ran.returncode == 0
    assert last.count("#") >= 2
    assert "readings a second" in ran.stdout


def test_a_full_board_of_millivolts_fits_into_80_characters() -> None:
    each = {"raw": True, "felt": True, "restless": False, "mv": -1270}
    console = Console(width=80, file=StringIO(), record=True)
    console.print(drawn({"lost": None, "rate": 10, "sensors": [each] * 121}))
    lines = console.export_text().splitlines()
    assert sum(line.count("#-1270") for line in lines) == 121
    assert max(map(len, lines)) <= 80


def test_a_board_that_is_not_there_is_said_and_the_status_is_1() -> None:
    ran = hnefi("sensors", "--serial", "/dev/null", "--json", "--seconds", "0.3")
    assert ran.returncode == 1
    assert json.loads(ran.stdout)["lost"] == "/dev/null is not a serial port: name another one."


def test_the_page_shows_readings_to_this_machine_alone(line: PtyLine) -> None:
    with (
        line.running(),
        started("sensors", "--serial", str(line.name), "--page", "--port", "0") as ran,
    ):
        port = re.search(r":(\d+)$", ran.said.readline().strip())
        assert port is not None
        with closing(HTTPConnection("127.0.0.1", int(port[1]), timeout=20)) as page:
            for path, kind in (
                ("/", "text/html"),
                ("/sensors.js", "javascript"),
                ("/sensors.css", "css"),
            ):
                page.request("GET", path)
                answer = page.getresponse()
                assert (answer.status, kind in str(answer.getheader("content-type"))) == (200, True)
                assert answer.read()
            page.request("GET", "/reading")
            assert len(json.loads(page.getresponse().read())["sensors"]) == 121
            page.request("GET", "/reading", headers={"Host": "evil.example"})
            assert page.getresponse().status == 400
        assert ran.interrupt().returncode == 0


def test_a_port_that_is_taken_is_a_mistake(line: PtyLine) -> None:
    with (
        line.running(),
        started("sensors", "--serial", str(line.name), "--page", "--port", "0") as r,
    ):
        port = r.said.readline().strip().rpartition(":")[2]
        ran = hnefi("sensors", "--serial", "/dev/null", "--page", "--port", port)
    assert f"but {port} cannot be used" in the_line_of_a_mistake(ran)


def test_a_board_that_cannot_be_read_is_said_in_one_line_and_by_the_exit_status() -> None:
    ran = hnefi("sensors", "--board", "serial", "--serial", "/dev/null", "--seconds", "0.3")
    assert "/dev/null is not a serial port: name another one." in ran.stdout.splitlines()
    assert ran.returncode == 1
