"""`hnefi firmware`, run as people run it, on a simulated microcontroller behind a pty."""

import json
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from subprocess import CompletedProcess

import pytest

from hal.serial import flashing
from hal.serial.link.messages import SENSORS, ChainState, ResetCause
from hal.serial.port import SystemPorts
from simulators.avr import build
from simulators.boards.bootloader import Bootloader
from simulators.boards.device_halls import DeviceHalls
from simulators.boards.device_sensors import DeviceReeds, DeviceSensors
from simulators.boards.pty_line import Device, PtyLine
from simulators.boards.serial_device import SerialDevice
from tests.conftest import needs
from tests.hnefi import hnefi

TRIES = 5
CORNERS = 1 | 1 << 10 | 1 << 110 | 1 << 120


def firmware(*arguments: str, keys: str = "") -> CompletedProcess[str]:
    return hnefi("firmware", *arguments, given=keys)


def firmware_at_last(*arguments: str, keys: str = "") -> CompletedProcess[str]:
    """Try until all is well: who gets no processor for a while loses reports, as a board may."""
    ran = firmware(*arguments, keys=keys)
    for _ in range(TRIES):
        if ran.returncode == 0:
            break
        ran = firmware(*arguments, keys=keys)
    return ran


def mistake(*arguments: str, keys: str = "") -> str:
    """Return the last line of what is said of a mistake; a board is not silent at every try."""
    ran = firmware(*arguments, keys=keys)
    for _ in range(TRIES):
        if " is silent: " not in ran.stderr:
            break
        ran = firmware(*arguments, keys=keys)
    assert ran.returncode == 2
    return ran.stderr.splitlines()[-1]


def device(sensors: DeviceSensors | None = None) -> SerialDevice:
    return SerialDevice(sensors or DeviceReeds(lambda: CORNERS), time.monotonic)


@contextmanager
def behind_pty(device: Device, folder: Path) -> Iterator[str]:
    """Run a device behind a port; yield the port's name."""
    line = PtyLine(device, folder / "board")
    with line.running():
        yield str(line.name)


# Mistakes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["info", "--serial", "/dev/no"],
            "hnefi: There is no port /dev/no: plug the board in, or name another port.",
        ),
        (
            ["info", "--serial", "/dev/null"],
            "hnefi: /dev/null is not a serial port: name another one.",
        ),
        (
            ["info", "--baud", "fast"],
            "hnefi: --baud: expected auto, 500000, 250000 or 115200, got 'fast'",
        ),
        (
            ["check", "--baud", "1"],
            "hnefi: --baud: expected auto, 500000, 250000 or 115200, got '1'",
        ),
        (
            ["calibrate", "--serial", ""],
            "hnefi: --serial: expected auto or a port such as /dev/ttyUSB0, got nothing",
        ),
        (
            ["flash", "reed", "--serial", "/dev/no"],
            "hnefi: --serial: expected a port, found nothing at /dev/no",
        ),
        (
            ["flash", "hall", "--serial", "/dev/null", "--hex", "/no.hex"],
            "hnefi: --hex: expected a file, found none at /no.hex",
        ),
        (
            ["flash", "hall", "--hex", "/no.hex", "--pixels", "122"],
            (
                "hnefi: --pixels: expected no --hex with it, which is built already; leave out "
                "one of them"
            ),
        ),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: list[str], line: str) -> None:
    assert mistake(*arguments) == line


# Info, check, calibrate ---------------------------------------------------------------------


def test_info_says_who_the_board_is(tmp_path: Path) -> None:
    board = device()
    board.restart(ResetCause.WATCHDOG)
    with behind_pty(board, tmp_path) as port:
        ran = firmware_at_last("info", "--serial", port)
        heard = json.loads(firmware_at_last("info", "--serial", port, "--json").stdout)
    assert (ran.returncode, ran.stderr) == (0, "")
    words = " ".join(ran.stdout.split())
    for part in (
        "sensors 11 x 11 reeds name none; hnefi firmware name gives it one",
        "firmware 0.2.0, build 00000000, protocol 2",
        "capabilities drives pixels, sends changes at once pixels 121",
        "chain sound",
        "2 times since power-on; last cause: its watchdog, because the firmware hung",
        "0 frames dropped, 0 bytes lost, 0 messages skipped",
    ):
        assert part in words
    statistics = heard.pop("statistics")
    assert statistics["reports"] > 0
    assert heard == {
        "port": port,
        "baud": 500_000,
        "sensors": "reeds",
        "rows": 11,
        "columns": 11,
        "protocol": 2,
        "firmware": "0.2.0",
        "name": None,
        "build": None,
        "capabilities": ["drives pixels", "sends changes at once"],
        "pixels": 121,
        "full_scale_mv": None,
        "cause": ["watchdog"],
        "starts": 2,
        "calibrated": None,
    }


def test_check_is_content_with_a_board_that_is_well(tmp_path: Path) -> None:
    board = device()
    with behind_pty(board, tmp_path) as port:
        ran = firmware_at_last("check", "--serial", port, "--seconds", "1.5", "--pixels")
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("All pixels: red, green, blue;")
    assert lines[2] == "4 squares occupied, 117 empty"
    assert lines[3:] == ["All is well."], ran.stdout
    assert (ran.returncode, ran.stderr) == (0, "")
    assert board.lights > 20


def test_check_names_what_flickers(tmp_path: Path) -> None:
    board = device(DeviceReeds(lambda: CORNERS | (int(time.monotonic() * 10) % 2) << 16))
    with behind_pty(board, tmp_path) as port:
        ran = firmware("check", "--serial", port, "--seconds", "1")
    assert "Sensors that flicker though nobody touches them: f2." in ran.stdout
    assert ran.returncode == 1


def test_check_has_the_object_of_all_diagnosing_commands(tmp_path: Path) -> None:
    board = device(DeviceReeds(lambda: CORNERS | (int(time.monotonic() * 10) % 2) << 16))
    with behind_pty(board, tmp_path) as port:
        ran = firmware("check", "--serial", port, "--seconds", "1", "--json")
    checks = json.loads(ran.stdout)["checks"]
    flickering = [c["square"] for c in checks if c["part"] == "sensor"]
    assert (ran.returncode, flickering) == (1, ["f2"])


def test_check_does_not_believe_121_closed_reeds(tmp_path: Path) -> None:
    board = device(DeviceReeds(lambda: (1 << SENSORS) - 1))
    with behind_pty(board, tmp_path) as port:
        ran = firmware("check", "--serial", port, "--seconds", "0.5")
    assert ran.returncode == 1
    assert "All is well." not in ran.stdout
    assert "121 sensors feel a magnet, and no game has more than 37 pieces" in ran.stdout


def test_check_says_what_a_chain_without_a_signature_means(tmp_path: Path) -> None:
    board = device()
    board.sensors.chain = ChainState.UNSIGNED
    with behind_pty(board, tmp_path) as port:
        ran = firmware_at_last("check", "--serial", port, "--seconds", "1.5")
    assert ran.returncode == 0
    assert "The chain has no signature" in ran.stdout


def test_a_board_whose_chain_is_broken_is_not_found_but_named(tmp_path: Path) -> None:
    board = device()
    board.sensors.chain = ChainState.SHIFTED
    with behind_pty(board, tmp_path) as port:
        said = mistake("info", "--serial", port)
    assert said.startswith(f"hnefi: The sensors of the board on {port} are shifted by one")


def test_a_board_keeps_the_name_that_it_is_given(tmp_path: Path) -> None:
    board = device()
    with behind_pty(board, tmp_path) as port:
        assert firmware_at_last("name", "--serial", port).stdout == "The board has no name.\n"
        assert firmware_at_last("name", "Borð 7", "--serial", port).stdout == "Borð 7\n"
        board.restart(ResetCause.RESET_PIN)
        assert firmware_at_last("name", "--serial", port).stdout == "Borð 7\n"
        heard = json.loads(firmware_at_last("info", "--serial", port, "--json").stdout)
    assert heard["name"] == "Borð 7"
    assert mistake("name", 25 * "x") == ("hnefi: name: expected at most 24 bytes of UTF-8, got 25")
    assert mistake("name", "a\nb") == (
        "hnefi: name: expected letters that can be printed, got 'a\\nb'"
    )


def test_a_board_of_the_first_version_keeps_no_name(tmp_path: Path) -> None:
    sensors = DeviceReeds(lambda: CORNERS)
    sensors.identity = replace(sensors.identity, protocol=1)
    with behind_pty(device(sensors), tmp_path) as port:
        assert mistake("name", "x", "--serial", port) == (
            "hnefi: name: expected firmware that keeps a name, found an older one: "
            "put the new one on it with hnefi firmware flash"
        )


def test_an_empty_board_of_hall_sensors_is_calibrated(tmp_path: Path) -> None:
    millivolts = [2500.0] * SENSORS
    millivolts[16] = 4000.0
    halls = DeviceHalls(lambda: millivolts)
    with behind_pty(device(halls), tmp_path) as port:
        ran = firmware_at_last("calibrate", "--serial", port, keys="\n")
        again = firmware_at_last("calibrate", "--serial", port, "--yes")
    assert ran.stderr.startswith("Take everything off the board, then press Enter.")
    assert ran.stdout.splitlines() == [
        "The board is calibrated: empty sensors give 2500 to 3999 mV.",
        "f2 gives 3999 mV: a piece may stand there, or its sensor is broken.",
    ]
    assert (ran.returncode, again.returncode, again.stderr) == (0, 0, "")
    assert halls.stored.calibrated


def test_reeds_need_no_calibration(tmp_path: Path) -> None:
    with behind_pty(device(), tmp_path) as port:
        line = mistake("calibrate", "--serial", port, "--yes")
    assert line == "hnefi: calibrate: expected Hall sensors, found reeds, which need nothing"


# Flash --------------------------------------------------------------------------------------


def intel_hex(data: bytes) -> str:
    """Return the text of a firmware."""
    lines = []
    for start in range(0, len(data), 16):
        part = data[start : start + 16]
        record = bytes([len(part), start >> 8, start & 0xFF, 0]) + part
        lines.append(f":{record.hex()}{-sum(record) & 0xFF:02x}")
    return "\n".join([*lines, ":00000001ff", ""])


def test_the_real_avrdude_writes_a_firmware_and_reads_it_back(tmp_path: Path) -> None:
    needs("avrdude", "avrdude")
    data = Random(1).randbytes(5000)
    file = tmp_path / "reed.hex"
    file.write_text(intel_hex(data))
    bootloader = Bootloader(device())
    with behind_pty(bootloader, tmp_path) as port:
        ran = firmware("flash", "reed", "--serial", port, "--hex", str(file))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"reed.hex is on {port}, and was read back.\n")
    assert "11 x 11 reeds" in ran.stdout
    assert bytes(bootloader.flash[: len(data)]) == data
    assert bootloader.written == set(range(40))


def device_of_build(number: int) -> SerialDevice:
    """Return a device whose firmware names itself so."""
    reeds = DeviceReeds(lambda: CORNERS)
    reeds.identity = replace(reeds.identity, build=number)
    return device(reeds)


def built_reeds(baud: int | None = None) -> Path:
    for program in ("avrdude", "avr-gcc", "make"):
        needs(program, "avrdude gcc-avr avr-libc make")
    return flashing.build("reed", baud)


def test_a_firmware_is_built_for_the_rate_that_is_asked_for(tmp_path: Path) -> None:
    built = flashing.build_hash(built_reeds(250_000))
    assert built, "the folder names the build"
    simulated, bootloader = build.firmware("reed"), Bootloader(device_of_build(built))
    before = simulated.read_bytes()
    with behind_pty(bootloader, tmp_path) as port:
        ran = firmware("flash", "reed", "--serial", port, "--baud", "250000")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert simulated.read_bytes() == before, "a simulated board may be running it"
    # A long path is folded anywhere.
    assert f"{port},250000baud" in "".join(ran.stdout.split())
    assert len(bootloader.written) > 20


@pytest.mark.parametrize(
    ("settings", "options", "pixels"),
    [
        ("", (), 121),
        ("[wiring.pixels]\nbefore = 2\n", (), 123),
        ("[wiring.pixels]\nbefore = 2\n", ("--pixels", "0"), 0),
        ('[strip]\ndriver = "spi"\n[wiring.pixels]\nbefore = 2\n', (), 121),
    ],
)
def test_a_firmware_is_built_for_the_pixels_that_the_configuration_needs(
    settings: str,
    options: tuple[str, ...],
    pixels: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def build(*_: object, pixels: int, **__: object) -> Path:
        asked.append(pixels)
        raise flashing.FlashError("flash: expected no more of this test")

    monkeypatch.setattr(flashing, "build", build)
    file = tmp_path / "board.toml"
    file.write_text(settings)
    line = mistake("flash", "reed", "--serial", "/dev/null", "--config", str(file), *options)
    assert (asked, line) == ([pixels], "hnefi: flash: expected no more of this test")


def test_a_board_that_still_runs_another_build_is_named(tmp_path: Path) -> None:
    file = built_reeds()
    built = flashing.build_hash(file)
    with behind_pty(Bootloader(device_of_build(0x0D0C0B0A)), tmp_path) as port:
        line = mistake("flash", "reed", "--serial", port, "--hex", str(file))
    assert line == (
        f"hnefi: flash: expected build {built:08x} to answer, found 0d0c0b0a: "
        "disconnect the board, connect it again, and flash it once more"
    )


def test_a_package_brings_the_firmware_built_for_the_usual_rate(tmp_path: Path) -> None:
    for kind in ("usual", "old-bootloader"):
        (tmp_path / "built" / kind).mkdir(parents=True)
    usual = flashing.build("reed", sources=tmp_path)
    old = flashing.build("hall", old_bootloader=True, sources=tmp_path)
    assert [usual, old] == [
        tmp_path / "built/usual/reed.hex",
        tmp_path / "built/old-bootloader/hall.hex",
    ]


def test_for_another_rate_or_number_a_package_builds_from_its_sources(tmp_path: Path) -> None:
    for program, package in (("make", "make"), ("avr-gcc", "gcc-avr")):
        needs(program, package)
    (tmp_path / "built" / "usual").mkdir(parents=True)
    (tmp_path / "Makefile").write_text(
        "$(BUILD)/%.hex:\n\tmkdir -p $(BUILD); echo '$(BAUD)/$(PIXELS)' > $@\n"
    )
    rate = flashing.build("reed", 250_000, sources=tmp_path)
    number = flashing.build("hall", pixels=122, sources=tmp_path)
    assert [rate.read_text(), number.read_text()] == ["250000/\n", "/122\n"]


def test_of_a_file_from_elsewhere_the_build_is_not_known(tmp_path: Path) -> None:
    assert flashing.build_hash(tmp_path / "reed.hex") is None
    (tmp_path / "flags").write_text("-DF_CPU=16000000UL")
    assert flashing.build_hash(tmp_path / "reed.hex") is None


def test_a_port_that_another_program_has_is_refused_before_anything_is_built_or_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PATH")  # neither a compiler nor avrdude is found
    with behind_pty(device(), tmp_path) as port:
        playing = SystemPorts().open(port, 500_000)
        rate = termios.tcgetattr(playing.fileno())[4]
        line = mistake("flash", "reed", "--serial", port)
        assert termios.tcgetattr(playing.fileno())[4] == rate
        playing.close()
    assert line == f"hnefi: {port} is in use by another program: close that first."


def test_a_port_without_a_bootloader_is_told_with_what_to_try(tmp_path: Path) -> None:
    needs("avrdude", "avrdude")
    file = tmp_path / "reed.hex"
    file.write_text(intel_hex(bytes(100)))
    with behind_pty(device(), tmp_path) as port:
        line = mistake("flash", "reed", "--serial", port, "--hex", str(file))
    assert line == (
        f"hnefi: flash: expected a bootloader on {port}, and none answers at 115200 baud; try "
        "with --old-bootloader, or close what else uses the port"
    )


def test_a_flash_that_answers_as_other_sensors_is_told(tmp_path: Path) -> None:
    needs("avrdude", "avrdude")
    file = tmp_path / "hall.hex"
    file.write_text(intel_hex(bytes(100)))
    with behind_pty(Bootloader(device()), tmp_path) as port:
        line = mistake("flash", "hall", "--serial", port, "--hex", str(file))
    assert line == "hnefi: flash: expected hall firmware to answer, found another"


def test_a_file_that_is_no_firmware_is_not_written_and_avrdude_says_why(tmp_path: Path) -> None:
    needs("avrdude", "avrdude")
    file = tmp_path / "reed.hex"
    file.write_text("no firmware\n")
    bootloader = Bootloader(device())
    with behind_pty(bootloader, tmp_path) as port:
        ran = firmware("flash", "reed", "--serial", port, "--hex", str(file))
    assert ran.returncode == 2
    *said, last = ran.stderr.splitlines()
    assert 0 < len(said) <= 10
    assert any("reed.hex" in line for line in said)
    assert last == "hnefi: flash: expected avrdude to write the firmware, see what it says above"
    assert bootloader.written == set()
