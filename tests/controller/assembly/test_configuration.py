"""One file counts, options win over it, and every mistake names file, key, value and cure."""

from pathlib import Path

import pytest

from controller.assembly.configuration import (
    Configuration,
    ConfigurationError,
    find_file,
    load,
)
from controller.assembly.errors import UsageMistake
from controller.notation.control import EXPECTED
from controller.session.timing import timing_names

_TOO_DEEP = "expected tables and lists at most 20 deep, found deeper ones"
_TOO_LONG = "expected whole numbers of at most 64 bits, found a longer one"


def problems(text: str, folder: Path) -> list[str]:
    """Return what is wrong with a file, without its name."""
    file = folder / "board.toml"
    file.write_text(text)
    with pytest.raises(ConfigurationError) as refused:
        load(file)
    assert str(refused.value) == refused.value.problems[0]
    return [each.removeprefix(f"{file}: ") for each in refused.value.problems]


def test_without_a_file_everything_is_as_usual() -> None:
    assert load(None) == Configuration()
    assert Configuration().power.supply_ma == 850


def test_a_file_says_what_is_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[power]\nsupply_ma = 2000\n[timing]\nsettle_ms = 250\n[page]\nport = 80\n")
    config = load(file)
    assert (config.power.supply_ma, config.page.port) == (2000, 80)
    assert config.durations().settle_s == 0.25
    assert config.board == Configuration().board


def test_options_win_over_the_file_and_leave_the_rest_of_it(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(
        '[board]\ndriver = "gpio-matrix"\n[board.serial]\nport = "/dev/a"\nstates = true\n'
    )
    config = load(file, {"board": {"serial": {"port": "/dev/b"}}})
    serial = config.board.serial
    assert (config.board.driver, serial.port, serial.states) == ("gpio-matrix", "/dev/b", True)


def test_the_named_file_counts_then_the_user_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert find_file() in (None, Path("/etc/hnefi/board.toml"))
    own = tmp_path / "hnefi" / "board.toml"
    own.parent.mkdir()
    own.touch()
    named = tmp_path / "other.toml"
    named.touch()
    assert find_file() == own
    assert find_file(str(named)) == named


def test_a_named_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UsageMistake) as refused:
        find_file(str(tmp_path / "none.toml"))
    assert str(refused.value) == f"--config: expected a file, found none at {tmp_path}/none.toml"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[power]\nsuply_ma = 3", "power: expected supply_ma, got the unknown key 'suply_ma'"),
        ("[pwer]\n", "the file: expected power, got the unknown key 'pwer'"),
        (
            "[strip]\nxyz = 1",
            "strip: expected one of driver, leds0, spi, ws281x, got the unknown key 'xyz'",
        ),
        (
            '[clock]\ncontrol = "blitz:5"',
            f"clock.control: expected {EXPECTED}; got 'blitz:5'",
        ),
        ("[timing]\nsetle_ms = 3", "timing: expected settle_ms, got the unknown key 'setle_ms'"),
        ('[power]\nsupply_ma = "3"', "power.supply_ma: expected a whole number, got '3'"),
        ("[power]\nsupply_ma = true", "power.supply_ma: expected a whole number, got true"),
        ("[power]\nsupply_ma = 3", "power.supply_ma: expected at least 50, got 3"),
        ("[power]\ngamma = nan", "power.gamma: expected a number, got nan"),
        ("[power]\nbrightness = 2", "power.brightness: expected at most 1, got 2"),
        (
            '[power]\nnight_from = "late"',
            "power.night_from: expected a time of day such as \"22:00\", got 'late'",
        ),
        ("[page]\nbrowser = 1", "page.browser: expected true or false, got 1"),
        ("[board]\ndriver = 1", "board.driver: expected text in quotes, got 1"),
        ("board = 1", "board: expected a section with keys, got 1"),
        (
            "[strip.ws281x]\npin = 17",
            "strip.ws281x.pin: expected 10, 12, 13, 18, 19 or 21, got 17",
        ),
        (
            '[wiring.pixels]\nfirst = "a2"',
            'wiring.pixels.first: expected "a1", "k1", "a11" or "k11", got \'a2\'',
        ),
        (
            '[board.matrix]\nrows = [17, "a"]',
            "board.matrix.rows, item 2: expected a whole number, got 'a'",
        ),
        ("[board.matrix]\nrows = [17]", "board.matrix.rows: expected 11 GPIO numbers, got 1"),
        (
            "[board.serial]\nbaud = 1",
            "board.serial.baud: expected \"auto\", 500000, 250000 or 115200, got '1'",
        ),
        (
            "[wiring.sensors]\nrows = [1, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]",
            (
                "wiring.sensors: expected 1 sensor on each square, got none on a2, b2, c2, d2, e2 "
                "and 6 more; 2 on a1, b1, c1, d1, e1 and 6 more"
            ),
        ),
        (
            "[buttons]\nundo = 1",
            (
                "buttons.undo: expected a free pin, got GPIO 1, which is for the EEPROM of add-on "
                "boards"
            ),
        ),
        (
            '[page]\nnames = ["board.local", "a b"]',
            (
                "page.names, item 2: expected a name such as board.local, without http:// and "
                "without a port, got 'a b'"
            ),
        ),
        (
            '[page]\nnames = ["http://board"]',
            (
                "page.names, item 1: expected a name such as board.local, without http:// and "
                "without a port, got 'http://board'"
            ),
        ),
        (
            "[strip.spi]\npins = [11]",
            (
                "strip.spi: pins: expected GPIO 10 among them, where /dev/spidev0.0 has its data, "
                "got 11"
            ),
        ),
        (
            '[store]\nfolder = "games"',
            (
                "store.folder: expected a whole path such as /srv/games or ~/games, or none, got "
                "'games'"
            ),
        ),
        ("a = " + "[" * 60_000, f"expected TOML ({_TOO_DEEP})"),
        (".".join(["a"] * 30_000) + " = 1", f"expected TOML ({_TOO_DEEP})"),
        ("a = " + "9" * 10_000, f"expected TOML ({_TOO_LONG})"),
        ("a = \n", "expected TOML (Invalid value (at line 1, column 5))"),
    ],
)
def test_a_mistake_names_key_value_and_what_was_expected(
    text: str, problem: str, tmp_path: Path
) -> None:
    assert problems(text, tmp_path) == [problem]


@pytest.mark.parametrize(
    ("section", "key"),
    [
        ("board", "driver"),
        ("board", "serial.port"),
        ("strip", "driver"),
        ("strip", "spi.device"),
        ("strip", "leds0.device"),
        ("page", "tls_cert"),
        ("page", "tls_key"),
        ("bus", "redis"),
        ("bus", "board_name"),
        ("store", "folder"),
    ],
)
@pytest.mark.parametrize("begin", ["/dev/a", "~a"])
def test_no_text_has_a_character_that_no_path_can_hold(
    section: str, key: str, begin: str, tmp_path: Path
) -> None:
    file = tmp_path / "c.toml"
    file.write_text(f'[{section}]\n{key} = "{begin}\\u0000b"\n')
    with pytest.raises(ConfigurationError) as refused:
        load(file)
    expected = f"expected text without the character NUL, got '{begin}\\x00b'"
    assert refused.value.problems == [f"{file}: {section}.{key}: {expected}"]


def test_no_word_of_a_command_has_one_either(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('[buttons]\nshutdown_command = ["sudo", "pow\\u0000er"]\n')
    with pytest.raises(ConfigurationError) as refused:
        load(file)
    expected = "expected text without the character NUL, got 'pow\\x00er'"
    assert refused.value.problems == [f"{file}: buttons.shutdown_command: {expected}"]


def test_all_mistakes_of_a_file_are_told(tmp_path: Path) -> None:
    found = problems("[power]\nsupply_ma = 3\ngamma = 9\n[pge]\n", tmp_path)
    assert [each.split(":")[0] for each in found] == ["power.supply_ma", "power.gamma", "the file"]


def test_other_bytes_than_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match="expected TOML in UTF-8, got other bytes"):
        load(file)
    file.write_bytes(b"#" * (64 * 1024 + 1))
    with pytest.raises(UsageMistake, match="expected a configuration of at most 65536 bytes"):
        load(file)


@pytest.mark.parametrize("name", timing_names())
def test_every_duration_can_be_configured(name: str) -> None:
    config = load(None, {"timing": {f"{name}_ms": 120.0}})
    assert getattr(config.durations(), f"{name}_s") == 0.12
