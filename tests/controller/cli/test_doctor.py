"""`hnefi doctor`, run as people run it, on the files of a Raspberry Pi and on this computer."""

import json
import re
import time
from pathlib import Path
from random import Random

import pytest

from hal.kits import kit_text
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from tests.controller.doctor.computers import Tree
from tests.hnefi import hnefi, the_line_of_a_mistake


@pytest.fixture
def five(tmp_path: Path) -> str:
    """Return the root folder of a Raspberry Pi 5 without its overlay."""
    Tree("Pi 5").computer(tmp_path / "five")
    return str(tmp_path / "five")


def test_the_card_of_another_computer_is_examined(five: str, tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(kit_text("gpio-matrix").replace('"ws281x"', '"leds0"'))
    ran = hnefi("doctor", "--root", five, "--config", str(file), "--json")
    overlay = [c for c in json.loads(ran.stdout)["checks"] if c["part"] == "overlay"]
    assert ran.returncode == 1
    assert overlay == [
        {
            "part": "overlay",
            "square": None,
            "verdict": "fail",
            "finding": "The overlay of the strip is missing.",
            "cure": "Put dtoverlay=ws2812-pio,gpio=18,num_leds=121 into "
            "/boot/firmware/config.txt, then reboot.",
        }
    ]


def test_a_board_that_answers_is_named_with_its_firmware(tmp_path: Path) -> None:
    device = SerialDevice(DeviceReeds(lambda: 0), time.monotonic)
    line = PtyLine(device, tmp_path / "board")
    with line.running():
        ran = hnefi("doctor", "--serial", str(line.name), "--seconds", "0.5")
    assert f"ok   firmware: A board answers on {line.name}, 0.2.0." in ran.stdout


def test_a_wire_without_ground_is_named_with_its_squares(tmp_path: Path) -> None:
    random, fifth_file = Random(1), sum(1 << 11 * rank + 4 for rank in range(11))
    device = SerialDevice(DeviceReeds(lambda: random.getrandbits(121) & fifth_file), time.monotonic)
    line = PtyLine(device, tmp_path / "board")
    with line.running():
        ran = hnefi("doctor", "--serial", str(line.name), "--seconds", "1", "--json")
    bad = [
        (check["part"], check["square"], check["finding"])
        for check in json.loads(ran.stdout)["checks"]
        if check["verdict"] == "fail" and check["part"] in ("board", "sensor", "column 5")
    ]
    assert ran.returncode == 1
    assert bad == [
        ("column 5", None, "Its eleven sensors read at random."),
        *(
            ("sensor", f"e{rank}", "It reads at random, like all sensors on its wire.")
            for rank in range(1, 12)
        ),
    ]


def test_every_mistake_of_a_configuration_is_named_and_the_rest_is_examined(
    five: str, tmp_path: Path
) -> None:
    file = tmp_path / "board.toml"
    file.write_text('[power]\nsupply = 1\n[board]\ndirver = "x"\n')
    ran = hnefi("doctor", "--root", five, "--config", str(file))
    lines = [line for line in ran.stdout.splitlines() if line.startswith("FAIL configuration")]
    assert ran.returncode == 1
    assert len(lines) == 2
    assert "ok   computer: Raspberry Pi 5 Model B Rev 1.0." in ran.stdout


def test_a_report_has_what_helps_and_no_password(five: str, tmp_path: Path) -> None:
    file, report = tmp_path / "board.toml", tmp_path / "report.txt"
    file.write_text(
        '[bus]\nredis = "redis://:hush@board:6379"\nboard_name = "Astrid"\n'
        '[page]\nnames = ["astrids-pi.lan"]\ntls_key = "/home/astrid/key.pem"\n'
    )
    ran = hnefi("doctor", "--root", five, "--config", str(file), "--report", str(report))
    text = report.read_text()
    assert "Raspberry Pi 5 Model B Rev 1.0" in text
    assert 'redis = "***"' in text
    assert 'tls_key = "/home/***/key.pem"' in text
    assert not re.search("hush|astrid", text, re.IGNORECASE)
    assert ran.stderr == f"The report is in {report}. Read it before you send it.\n"
    again = hnefi("doctor", "--root", five, "--config", str(file), "--report", str(report))
    assert again.returncode == 2
    assert "expected a new file" in again.stderr


def test_a_root_that_is_not_there_is_a_mistake() -> None:
    assert the_line_of_a_mistake(hnefi("doctor", "--root", "/no/card")) == (
        "hnefi: --root: expected a folder, found none at /no/card"
    )


FEW = [
    (
        "FAIL strip: The firmware drives 121 pixels, and the wiring needs 122: the last "
        "squares stay dark."
    ),
    (
        "       Run hnefi firmware flash reed, or hnefi firmware flash hall for Hall sensors: it "
        "takes the number from the configuration."
    ),
]


def test_a_firmware_that_drives_too_few_pixels_is_named(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[wiring.pixels]\nbefore = 1\n")
    line = PtyLine(SerialDevice(DeviceReeds(lambda: 0), time.monotonic), tmp_path / "board")
    with line.running():
        ran = hnefi(
            *("doctor", "--config", str(file), "--serial", str(line.name), "--seconds", "0.5")
        )
    lines = ran.stdout.splitlines()
    start = lines.index(FEW[0])
    assert (ran.returncode, lines[start : start + 2]) == (1, FEW)
    simulated = hnefi("doctor", "--config", str(file), "--simulated", "serial-reed")
    assert (simulated.returncode, simulated.stdout.splitlines()) == (1, FEW)
