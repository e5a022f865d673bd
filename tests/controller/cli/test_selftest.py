"""`hnefi selftest`, run as people run it, on simulated boards with a simulated person."""

import json
import time
from pathlib import Path

import pytest

from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.workbench import KINDS
from tests.controller.cli.playing import Watched
from tests.hnefi import hnefi, the_line_of_a_mistake

BY_SERIAL = ("--simulated", "serial-reed")
DEAD = (
    "Hold a magnet right at the sensor. If it still feels nothing, check its two solder joints "
    "and its diode, then replace it."
)
PUSH = "e5 feels nothing yet. Push the piece to the middle of the framed square; Enter skips it."
KEYS = {"part", "square", "verdict", "finding", "cure"}


def test_a_dead_sensor_is_named_with_its_cure_and_the_status_is_1() -> None:
    ran = hnefi("selftest", *BY_SERIAL, "--faults", "dead=e5", "--only", "d5,e5,f5")
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == [
        "ok   strip: The colours go down the wire in the order GRB, as configured.",
        "FAIL sensor e5: It feels nothing.",
        f"       {DEAD}",
        "121 of 121 pixels are good.",
        "2 of 3 sensors are good.",
    ]
    asked = ran.stderr.splitlines()
    assert asked[:3] == [
        "Take everything off the board.",
        "Looking for the board on a simulated line.",
        "Take everything off the board.",
    ]
    assert "Put the piece where the light is, on d5." in asked
    assert (
        "e5 feels nothing yet. Push the piece to the middle of the framed square; Enter skips it."
        in asked
    )


def test_a_board_that_is_well_ends_with_status_0_and_one_object_for_programs() -> None:
    ran = hnefi("selftest", *BY_SERIAL, "--only", "a1", "--json")
    found = json.loads(ran.stdout)["checks"]
    assert ran.returncode == 0
    assert {check["verdict"] for check in found} == {"ok"}
    assert all(check.keys() == KEYS for check in found)
    assert [check["square"] for check in found if check["part"] == "sensor"] == ["a1"]


def test_a_report_has_text_object_and_picture(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    ran = hnefi(
        *("selftest", *BY_SERIAL, "--faults", "faint=c3", "--only", "c3,d3"),
        *("--report", str(folder)),
    )
    assert ran.returncode == 0, "what is weak still works"
    assert (folder / "selftest.txt").read_text() == ran.stdout
    checks = json.loads((folder / "selftest.json").read_text())["checks"]
    assert [c["square"] for c in checks if c["verdict"] == "warn"] == ["c3"]
    picture = (folder / "selftest.svg").read_text()
    assert picture.count("<rect") == 121
    assert picture.count("#f9a825") == 1


def test_an_examination_is_said_though_its_report_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("controller.assembly.checks.write_report", fail)
    report = tmp_path / "report"
    ran = hnefi("selftest", *BY_SERIAL, "--only", "a1", "--report", str(report))
    assert ran.stdout.splitlines()[-1] == "1 of 1 sensors are good."
    assert (ran.returncode, ran.stderr.splitlines()[-1]) == (
        2,
        f"hnefi: --report: expected a folder to write to, got {report} (No space left on device)",
    )


def test_missing_diodes_behind_a_microcontroller_are_found_with_more_pieces() -> None:
    ran = hnefi("selftest", "--simulated", "virtual", "--faults", "no_diode=h8", "--diodes")
    assert ran.returncode == 1
    assert ran.stdout.startswith("FAIL diode h8: Current flows back through its reed")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--only", "a1,z9"], "hnefi: --only: expected squares a1 to k11, got 'z9'"),
        (["--faults", "dead=e5"], "hnefi: --faults: expected --simulated with it"),
        (
            ["--simulated", "paper"],
            f"hnefi: --simulated: expected one of {', '.join(KINDS)}, got 'paper'",
        ),
        (
            ["--simulated", "virtual", "--faults", "dead=z9"],
            "hnefi: --faults: dead: expected a square a1 to k11, got 'z9'",
        ),
        (
            ["--simulated", "virtual", "--only", "a1", "--report", "/dev/null/x"],
            (
                "hnefi: --report: expected a folder to write to, got /dev/null/x "
                "(/dev/null is a file); choose another"
            ),
        ),
    ],
)
def test_a_mistake_is_said_in_one_line(arguments: list[str], line: str) -> None:
    ran = hnefi("selftest", *arguments)
    assert (ran.returncode, ran.stderr.splitlines()[-1]) == (2, line)


@pytest.mark.parametrize(
    "command", ["selftest", "calibrate", "map", "map --each", "doctor", "sensors --json"]
)
def test_a_simulated_board_is_chosen_by_names_that_a_real_one_knows(command: str) -> None:
    words = command.split()
    if command != "sensors --json":
        ran = hnefi(*words, "--simulated", "serial-hall", "--strip", "x")
        expected = "expected one of serial, ws281x, spi, leds0, none"
        assert the_line_of_a_mistake(ran) == f"hnefi: --strip: {expected}, got 'x'"
    if command != "calibrate":
        ran = hnefi(*words, "--simulated", "serial-hall", "--board", "x")
        expected = "expected one of gpio-matrix, serial"
        assert the_line_of_a_mistake(ran) == f"hnefi: --board: {expected}, got 'x'"


def test_a_real_port_is_read_and_the_real_clock_passes(tmp_path: Path) -> None:
    # Nobody is there: the board says what it asks for, and gives up by itself. A machine that is
    # busy may take long until it reads the board at all.
    def closed() -> int:
        return int(0 < device.first_heard_at < time.monotonic() - 4)

    device = Watched(DeviceReeds(closed), time.monotonic)
    line = PtyLine(device, tmp_path / "board")
    with line.running():
        ran = hnefi("selftest", "--serial", str(line.name), "--strip", "none", "--only", "a1")
    assert ran.stdout == "1 of 1 sensors are good.\n"
    assert ran.returncode == 0


@pytest.mark.parametrize("command", ["selftest", "map"])
def test_where_no_board_is_nobody_is_asked_for_anything(command: str, tmp_path: Path) -> None:
    port = str(tmp_path / "board")
    line = the_line_of_a_mistake(hnefi(command, "--serial", port))
    assert line.startswith(f"hnefi: There is no port {port}: plug the board in")


FEW = (
    "The firmware drives 121 pixels, and the wiring needs 122: the last squares stay dark. Run "
    "hnefi firmware flash reed, or hnefi firmware flash hall for Hall sensors: it takes the number "
    "from the configuration."
)


@pytest.mark.parametrize("command", ["selftest", "calibrate"])
def test_nobody_is_asked_for_light_that_the_firmware_cannot_give(
    command: str, tmp_path: Path
) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[wiring.pixels]\nbefore = 1\n")
    ran = hnefi(command, "--simulated", "serial-hall", "--config", str(file))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.splitlines()[-1] == f"hnefi: {FEW}"


def test_a_wiring_that_is_not_there_is_named_by_its_option() -> None:
    ran = hnefi("selftest", *BY_SERIAL, "--wired-as", "/no")
    assert ran.stderr == "hnefi: --wired-as: expected a file, found none at /no\n"
