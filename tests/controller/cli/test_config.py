"""`hnefi config`, run as people run it: a kit becomes a file, and the file is shown and checked."""

import json
import shlex
from pathlib import Path

import pytest

from hal.kits import kit_names, kit_text
from tests.hnefi import hnefi


class Home:
    """A user without a configuration, at first."""

    def __init__(self, folder: Path) -> None:
        self._environment = {"XDG_CONFIG_HOME": str(folder)}
        self.file = folder / "hnefi" / "board.toml"

    def hnefi(self, *arguments: str) -> tuple[int, str, str]:
        ran = hnefi(*arguments, environment=self._environment)
        return ran.returncode, ran.stdout, ran.stderr


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_a_kit_becomes_a_file_that_is_well_and_is_never_overwritten(home: Home) -> None:
    status, said, _ = home.hnefi("config", "init", "gpio-matrix")
    assert (status, said) == (
        0,
        f"{home.file} holds the kit gpio-matrix now. Next: hnefi config check\n",
    )
    assert home.file.read_text() == kit_text("gpio-matrix")
    status, said, _ = home.hnefi("config", "check")
    assert (status, said.splitlines()[-1]) == (0, "All is well.")
    assert "GPIO 18, pin 12: the strip (ws281x)" in said
    assert home.hnefi("config", "init", "simulator") == (
        2,
        "",
        f"hnefi: {home.file}: expected no file yet, found one; move it away first\n",
    )


def test_what_comes_next_checks_the_file_that_was_written(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "my board.toml"
    _, said, _ = home.hnefi("config", "init", "gpio-matrix", "--config", str(file))
    _, _, command = said.partition("Next: hnefi ")
    assert shlex.split(command) == ["config", "check", "--config", str(file)]


def test_pins_and_current_are_counted_for_programs(home: Home) -> None:
    home.hnefi("config", "init", "gpio-matrix-nano")
    status, said, _ = home.hnefi("config", "check", "--json")
    report = json.loads(said)
    assert status == 0
    assert (report["file"], report["problems"], report["free"]) == (str(home.file), [], [])
    assert report["pins"][0] == {"gpio": 2, "pin": 3, "used_by": "the button undo"}
    assert (report["pixels"], report["white_ma"], report["supply_ma"]) == (121, 7381, 850)


def test_a_wrong_configuration_ends_the_check_with_status_1_and_play_with_2(home: Home) -> None:
    home.hnefi("config", "init", "gpio-matrix")
    home.file.write_text(home.file.read_text().replace("pin = 18", "pin = 12"))
    problem = "GPIO 12 (pin 32): expected one use, got column 8 and the strip (ws281x)"
    status, said, _ = home.hnefi("config", "check")
    assert (status, said.splitlines()[-1]) == (1, f"{home.file}: {problem}")
    assert home.hnefi("play", "--no-browser", "--port", "0")[::2] == (2, f"hnefi: {problem}\n")


def test_what_counts_is_shown_as_toml_and_as_json(home: Home) -> None:
    home.file.parent.mkdir()
    home.file.write_text("[power]\nsupply_ma = 1234\n")
    status, said, _ = home.hnefi("config", "show")
    assert (status, said.splitlines()[0]) == (0, f"# from {home.file}")
    assert "supply_ma = 1234" in said
    shown = json.loads(home.hnefi("config", "show", "--json")[1])
    assert shown["settings"]["power"]["supply_ma"] == 1234
    assert shown["file"] == str(home.file)


def test_what_is_shown_can_be_read_again(home: Home, tmp_path: Path) -> None:
    home.hnefi("config", "init", "nano-hall")
    shown = home.hnefi("config", "show")[1]
    again = tmp_path / "again.toml"
    again.write_text(shown)
    assert (
        home.hnefi("config", "show", "--config", str(again))[1].splitlines()[1:]
        == (shown.splitlines()[1:])
    )


def test_mistakes_are_told_in_one_line(home: Home) -> None:
    assert home.hnefi("config", "init", "nano")[2] == (
        f"hnefi: kit: expected one of {', '.join(kit_names())}, got 'nano'\n"
    )
    assert home.hnefi("config", "check", "--config", "/no")[::2] == (
        2,
        "hnefi: --config: expected a file, found none at /no\n",
    )
    home.file.parent.mkdir()
    home.file.write_text("[pwer]\n")
    assert home.hnefi("play")[::2] == (
        2,
        f"hnefi: {home.file}: the file: expected power, got the unknown key 'pwer'\n",
    )
    assert home.hnefi("config", "check")[::2] == (1, "")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ("--board", "avr-reed"),
            "--board: avr-reed is a simulated board: hnefi simulate plays on it",
        ),
        (("--board", "gpoi"), "--board: expected one of gpio-matrix, serial, got 'gpoi'"),
        (("--strip", "x"), "--strip: expected one of serial, ws281x, spi, leds0, none, got 'x'"),
        (
            ("--board", "gpio-matrix"),
            (
                "board.matrix.rows: expected 11 GPIO numbers, got none; hnefi config init "
                "gpio-matrix has an order that works"
            ),
        ),
    ],
)
def test_a_board_that_cannot_be_opened_says_why(
    home: Home, arguments: tuple[str, ...], line: str
) -> None:
    ran = home.hnefi("play", "--no-browser", "--port", "0", *arguments)
    assert ran[::2] == (2, f"hnefi: {line}\n")


def test_a_report_is_no_command_for_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "board\x1b[2J.toml"
    file.write_text('"\\u202e" = 1\n')
    ran = hnefi("config", "check", "--config", str(file))
    assert ran.returncode == 1
    assert all(line.isprintable() for line in ran.stdout.splitlines())
    assert ran.stdout.splitlines()[0] == f"file: {tmp_path}/board\\x1b[2J.toml"


@pytest.mark.parametrize(
    ("pixels", "problems"),
    [
        ("before = 5\nafter = 9", []),
        (
            "before = 6",
            [
                (
                    "wiring.pixels: expected at most 126 pixels up to the last square, because no "
                    "firmware drives more, got 127; cut spare ones out, or choose another "
                    "strip.driver"
                )
            ],
        ),
    ],
)
def test_a_strip_behind_a_microcontroller_is_no_longer_than_a_firmware_drives(
    home: Home, pixels: str, problems: list[str]
) -> None:
    home.file.parent.mkdir()
    home.file.write_text(f"[wiring.pixels]\n{pixels}\n")
    status, said, _ = home.hnefi("config", "check", "--json")
    named = [f"{home.file}: {problem}" for problem in problems]
    assert (status, json.loads(said)["problems"]) == (len(problems), named)
    home.file.write_text(f'[strip]\ndriver = "spi"\n[wiring.pixels]\n{pixels}\n')
    assert home.hnefi("config", "check")[0] == 0


CERTIFICATE = "[page]\nlan = true\n"


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (
            '[bus]\nredis = "localhost"',
            (
                "bus.redis: expected redis://HOST:PORT/DB, rediss://HOST:PORT/DB or unix:///PATH, "
                "got 'localhost'"
            ),
        ),
        (
            '[bus]\nboard_name = "my board"',
            (
                "bus.board_name: expected up to 32 letters, digits, dots, dashes and underscores, "
                "beginning with a letter or digit, got 'my board'"
            ),
        ),
        (
            CERTIFICATE + 'tls_cert = "/no.pem"',
            ("page.tls_cert: expected page.tls_key beside it, got nothing; give both, or neither"),
        ),
        (
            CERTIFICATE + 'tls_cert = "/no.pem"\ntls_key = "/no.key"',
            "page.tls_cert: expected a file to read, got '/no.pem' (No such file or directory)",
        ),
        (
            '[page]\ntls_cert = "/no.pem"\ntls_key = "/no.key"',
            (
                "page.tls_cert: expected page.lan = true with it, got false; a certificate is for "
                "devices of the network"
            ),
        ),
    ],
)
def test_what_play_refuses_of_page_and_bus_is_named_by_the_check(
    home: Home, settings: str, problem: str
) -> None:
    home.file.parent.mkdir()
    home.file.write_text(settings)
    status, said, _ = home.hnefi("config", "check", "--json")
    assert (status, json.loads(said)["problems"]) == (1, [f"{home.file}: {problem}"])
    for command in ("play", "simulate"):
        assert home.hnefi(command, "--no-browser", "--port", "0")[::2] == (
            2,
            f"hnefi: {home.file}: {problem}\n",
        )


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("--board", "--board: expected one of gpio-matrix, serial, got 'x:'"),
        ("--strip", "--strip: expected one of serial, ws281x, spi, leds0, none, got 'x:'"),
        ("--lan-role", '--lan-role: expected "play" or "watch", got \'x:\''),
        ("--board-name", "--board-name: expected up to 32 letters, digits, dots, dashes and "),
    ],
)
def test_what_was_typed_is_named_by_its_option_and_not_by_the_file_that_it_wins_over(
    home: Home, option: str, line: str
) -> None:
    home.file.parent.mkdir()
    home.file.write_text(
        '[board]\ndriver = "gpio-matrix"\n[strip]\ndriver = "none"\n[page]\nlan = true\n'
        'lan_role = "play"\n[bus]\nboard_name = "hall"\n'
    )
    status, _, complaint = home.hnefi("play", "--no-browser", "--port", "0", option, "x:")
    assert (status, complaint.startswith(f"hnefi: {line}")) == (2, True)


def test_what_the_file_says_is_named_by_it_beside_options(home: Home) -> None:
    home.file.parent.mkdir()
    home.file.write_text('[strip]\ndriver = "x"\n')
    ran = home.hnefi("play", "--no-browser", "--port", "0", "--board", "serial")
    expected = "strip.driver: expected one of serial, ws281x, spi, leds0, none, got 'x'"
    assert ran[::2] == (2, f"hnefi: {home.file}: {expected}\n")


def test_a_simulated_board_is_no_mistake_and_is_named(home: Home) -> None:
    home.hnefi("config", "init", "simulator")
    assert home.hnefi("config", "check")[1].splitlines()[-2:] == [
        "board.driver: virtual is a simulated board: hnefi simulate plays on it, not play",
        "All is well.",
    ]


def test_the_home_of_a_folder_of_games_is_that_of_the_user(home: Home, tmp_path: Path) -> None:
    home.file.parent.mkdir()
    home.file.write_text('[store]\nfolder = "~/games"\n')
    environment = {"XDG_CONFIG_HOME": str(home.file.parents[1]), "HOME": str(tmp_path)}
    ran = hnefi("games", "list", environment=environment)
    assert (ran.returncode, ran.stderr) == (
        2,
        f"hnefi: {tmp_path}/games: expected games, found none; play one first\n",
    )


def test_the_check_names_each_driver_once(home: Home) -> None:
    home.file.parent.mkdir()
    home.file.write_text('[board]\ndriver = "nano"\n[strip]\ndriver = "none"\n')
    _, said, _ = home.hnefi("config", "check", "--json")
    assert json.loads(said)["problems"] == [
        (
            f"{home.file}: board.driver: expected one of serial, gpio-matrix, virtual, avr-reed, "
            "avr-hall, got 'nano'"
        )
    ]
