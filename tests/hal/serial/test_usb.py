"""Only ports that may have a board are asked, and the one that had it last is asked first."""

from pathlib import Path

import pytest

from hal.serial.usb import UsbPort, likely_ports, remember, remembered_key, state_file

NANO = UsbPort("/dev/ttyUSB1", 0x1A86, 0x7523, place="1-1.2")
OTHER_NANO = UsbPort("/dev/ttyUSB0", 0x1A86, 0x7523, place="1-1.3")
UNO = UsbPort("/dev/ttyACM0", 0x2341, 0x0043, serial="85438333")
PRINTER = UsbPort("/dev/ttyACM1", 0x1D50, 0x614E, serial="klipper")
MODEM = UsbPort("/dev/ttyUSB2", 0x12D1, 0x1506)


def test_what_is_no_adapter_of_a_board_is_left_alone() -> None:
    assert likely_ports([PRINTER, MODEM], "") == []
    assert likely_ports([PRINTER, NANO, MODEM, UNO], "") == [UNO.name, NANO.name]


def test_where_a_board_was_last_comes_first_whatever_its_adapter() -> None:
    assert likely_ports([OTHER_NANO, NANO], NANO.key) == [NANO.name, OTHER_NANO.name]
    assert likely_ports([NANO, PRINTER], PRINTER.key) == [PRINTER.name, NANO.name]


def test_an_adapter_is_known_by_its_number_or_by_its_place() -> None:
    assert NANO.key != OTHER_NANO.key
    assert UNO.key == UsbPort("/dev/ttyACM7", 0x2341, 0x0043, "85438333", "2-1").key


def test_a_port_is_remembered_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert remembered_key() == ""
    remember([NANO, UNO], UNO.name)
    assert remembered_key() == UNO.key
    remember([NANO, UNO], "/dev/serial0")  # not on USB
    assert remembered_key() == UNO.key
    state_file().write_bytes(b"\xff\xfe")
    assert remembered_key() == ""


def test_a_state_that_cannot_be_written_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    remember([NANO], NANO.name)
    assert remembered_key() == ""
