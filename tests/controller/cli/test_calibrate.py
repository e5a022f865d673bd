"""`hnefi calibrate`, run as people run it, on simulated boards with a simulated person."""

from pathlib import Path

import pytest

from controller.assembly.configuration import load
from hal.config import BoardConfig
from tests.hnefi import hnefi


def test_thresholds_and_the_gain_of_a_faint_sensor_are_written(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text('[board]\ndriver = "serial" # a Nano\n[board.hall]\noperate_mv = 200\n')
    ran = hnefi(
        *("calibrate", "--simulated", "serial-hall", "--faults", "faint=f6"),
        *("--config", str(file)),
    )
    assert ran.returncode == 0
    assert ran.stdout.startswith("WARN sensor f6: It measures ")
    assert "ok   thresholds: A plain piece gives " in ran.stdout
    hall = load(file).board.hall
    assert (hall.operate_mv, hall.release_mv) == (144, 112)
    assert list(hall.gain) == ["f6"]
    assert 0.38 < hall.gain["f6"] < 0.43
    assert 'driver = "serial" # a Nano' in file.read_text()


def test_a_simulated_board_writes_only_into_a_configuration_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    ran = hnefi("calibrate", "--simulated", "serial-hall")
    assert ran.returncode == 0
    assert list(tmp_path.iterdir()) == []
    assert ran.stderr.splitlines()[-1] == (
        "Nothing is written, because the board is simulated; --config FILE names a configuration "
        "to write to."
    )


def test_reeds_need_nothing(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("")
    ran = hnefi("calibrate", "--simulated", "virtual", "--config", str(file))
    assert ran.returncode == 2
    assert ran.stderr.splitlines() == [
        "Do not touch the board for a moment.",
        "hnefi: calibrate: expected Hall sensors, found reeds, which need nothing",
    ], "nobody clears a board for nothing"
    assert file.read_text() == ""


def test_levels_are_measured_though_states_are_what_is_usually_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bool] = []

    def converse(config: BoardConfig, *_: object) -> None:
        sent.append(config.board.serial.states)

    monkeypatch.setattr("controller.cli.guiding.converse", converse)
    file = tmp_path / "board.toml"
    file.write_text("[board.serial]\nstates = true\n")
    hnefi("calibrate", "--simulated", "serial-hall", "--config", str(file))
    assert sent == [False]
