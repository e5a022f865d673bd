"""`hnefi map`, run as people run it: the wiring is learnt, and written into the configuration."""

import json
from pathlib import Path

import pytest

from controller.assembly.configuration import load, user_file
from hal.config import WiringSection
from tests.hnefi import hnefi

REAL = """
[wiring.sensors]
first = "k1"
columns = [1, 2, 4, 3, 5, 6, 7, 8, 9, 10, 11]

[wiring.pixels]
first = "a11"
along = "files"
serpentine = true
order = "RGB"
"""
MINE = "# my board\n[power]\nsupply_ma = 3000 # as bought\n"


@pytest.fixture
def real(tmp_path: Path) -> str:
    file = tmp_path / "real.toml"
    file.write_text(REAL)
    return str(file)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    return file


@pytest.fixture(autouse=True)
def _state_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def wiring_of(file: str | Path) -> WiringSection:
    return load(Path(file)).wiring


def is_same(one: WiringSection, other: WiringSection) -> bool:
    return (
        one.sensors.order() == other.sensors.order()
        and one.pixels.pixels() == other.pixels.pixels()
        and one.pixels.order == other.pixels.order
    )


def test_wires_turned_crossed_and_mirrored_are_learnt_and_written(real: str, mine: Path) -> None:
    ran = hnefi("map", "--simulated", "serial-reed", "--wired-as", real, "--config", str(mine))
    assert ran.returncode == 0
    assert is_same(wiring_of(mine), wiring_of(real))
    assert MINE.strip() in mine.read_text(), "what stood in the file stays as it was"
    assert "12 placements have settled it." in ran.stderr
    assert "WARN strip: The colours go down the wire in the order RGB, and not GRB." in ran.stdout


def test_a_board_wired_as_configured_is_said_to_be_so(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("")
    ran = hnefi("map", "--simulated", "virtual", "--config", str(file), "--json")
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["checks"] == [
        {
            "part": "wiring",
            "square": None,
            "verdict": "ok",
            "finding": "The sensors are wired as the configuration says.",
            "cure": None,
        }
    ]
    assert is_same(wiring_of(file), WiringSection())


@pytest.mark.parametrize("way", [(), ("--each",)])
def test_a_simulated_board_writes_only_into_a_configuration_that_is_named(
    real: str, way: tuple[str, ...]
) -> None:
    mine = user_file()
    assert hnefi("config", "init", "nano-hall").returncode == 0
    before = mine.read_text(encoding="utf-8")
    ran = hnefi("map", *way, "--simulated", "virtual", "--wired-as", real)
    assert ran.returncode == 0
    assert mine.read_text(encoding="utf-8") == before
    assert ran.stderr.splitlines()[-1] == (
        "Nothing is written, because the board is simulated; --config FILE names a configuration "
        "to write to."
    )


def test_a_turned_ribbon_is_named(tmp_path: Path, mine: Path) -> None:
    turned = tmp_path / "turned.toml"
    turned.write_text('[wiring.sensors]\nfirst = "k1"\n')
    ran = hnefi("map", "--simulated", "virtual", "--wired-as", str(turned), "--config", str(mine))
    assert "columns: The wires of the columns are in reverse order: their ribbon" in ran.stdout


def test_single_crossed_wires_are_learnt_square_by_square(tmp_path: Path, mine: Path) -> None:
    names = [f"{'abcdefghijk'[n % 11]}{n // 11 + 1}" for n in range(121)]
    names[48], names[70] = names[70], names[48]
    crossed = tmp_path / "crossed.toml"
    crossed.write_text(f"[wiring.sensors]\nsquares = {names}\n")
    ran = hnefi(
        *("map", "--each", "--simulated", "virtual"),
        *("--wired-as", str(crossed), "--config", str(mine)),
    )
    assert ran.returncode == 0
    assert wiring_of(mine).sensors.order() == wiring_of(crossed).sensors.order()
    lines = [line for line in ran.stdout.splitlines() if line.startswith("WARN")]
    assert lines == [
        "WARN sensor e5: A piece on this square is felt on e7.",
        "WARN sensor e7: A piece on this square is felt on e5.",
    ]


def test_a_dark_strip_ends_it_with_what_to_check_and_changes_nothing(
    tmp_path: Path, mine: Path
) -> None:
    mine.write_text('[strip]\ndriver = "ws281x"\n[strip.ws281x]\npin = 18\n')
    elsewhere = tmp_path / "elsewhere.toml"
    elsewhere.write_text('[strip]\ndriver = "ws281x"\n[strip.ws281x]\npin = 12\n')
    before = mine.read_text()
    ran = hnefi(
        *("map", "--simulated", "virtual"),
        *("--wired-as", str(elsewhere), "--config", str(mine)),
    )
    assert ran.returncode == 1
    assert ran.stdout.startswith("FAIL strip: The piece was felt on squares that were asked for")
    assert "its data wire is on the pin that hnefi config check names" in ran.stdout
    assert mine.read_text() == before


def test_a_board_without_light_is_asked_by_name(real: str, mine: Path) -> None:
    ran = hnefi(
        *("map", "--by-name", "--simulated", "gpio-matrix"),
        *("--wired-as", real, "--config", str(mine)),
    )
    assert ran.returncode == 0
    assert wiring_of(mine).sensors.order() == wiring_of(real).sensors.order()
    assert "11 placements have settled it." in ran.stderr


def test_spare_pixels_that_the_firmware_does_not_reach_are_learnt_and_named(
    mine: Path, tmp_path: Path
) -> None:
    real = tmp_path / "spare.toml"
    real.write_text("[wiring.pixels]\nbefore = 1\n")
    ran = hnefi(
        *("map", "--simulated", "serial-reed", "--wired-as", str(real)),
        *("--config", str(mine), "--json"),
    )
    assert (ran.returncode, is_same(wiring_of(mine), wiring_of(real))) == (1, True)
    assert [check for check in json.loads(ran.stdout)["checks"] if check["verdict"] == "fail"] == [
        {
            "part": "strip",
            "square": None,
            "verdict": "fail",
            "finding": "The firmware drives 121 pixels, and the wiring needs 122: the last squares "
            "stay dark.",
            "cure": "Run hnefi firmware flash reed, or hnefi firmware flash hall for Hall sensors: "
            "it takes the number from the configuration.",
        }
    ]


def test_two_pixels_for_each_square_are_more_than_any_firmware_drives(mine: Path) -> None:
    mine.write_text("[wiring.pixels]\nper_square = 2\n")
    ran = hnefi("map", "--simulated", "serial-reed", "--config", str(mine))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.splitlines()[-1] == (
        "hnefi: The firmware drives 121 pixels, and the wiring needs 241: the last squares stay "
        "dark. No firmware drives more than 126 pixels: cut spare ones out, or let a Raspberry "
        "Pi drive the strip."
    )
