"""Text of boards, files and other programs cannot move the cursor of the terminal it comes to."""

import ast
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import resources
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.sync.server import ServerConnection, serve

import controller.cli
from controller.assembly.visit_book import VISITS
from controller.cli.printing import print_json, print_lines, print_sentences
from controller.exhibition.counts import COLUMNS, HEADER
from controller.exhibition.stay import PLACES
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from tests.controller.lessons.test_reading import GOOD as GOOD_LESSON
from tests.hnefi import hnefi

# Clears the screen, and names the window.
EVIL = "\x1b[2J\x1b]0;evil\x07"
HARMLESS = r"\x1b[2J\x1b]0;evil\x07"


def test_each_line_is_printed_as_it_is_but_for_what_cannot_be_seen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_lines("Borð 7", f"a{EVIL}b", "two\nlines")
    assert capsys.readouterr().out == f"Borð 7\na{HARMLESS}b\ntwo\\nlines\n"


LONG = "FAIL board: Looking for one on a USB port. See https://example.org/a-long-address#and-more."
CURE = "       Plug the board in."


class Terminal(StringIO):
    """A text in memory that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        (100, [LONG, "", CURE]),
        (46, [LONG[:46], f"     {LONG[47:]}", "", CURE]),
        (
            20,
            [
                "FAIL board: Looking",
                "     for one on a",
                "     USB port. See",
                "     https://example.org/a-long-address#and-more.",
                "",
                "       Plug the",
                "       board in.",
            ],
        ),
    ],
)
def test_on_a_terminal_sentences_are_broken_between_words_and_their_rest_is_indented(
    monkeypatch: pytest.MonkeyPatch, columns: int, rows: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("sys.stdout", terminal := Terminal())
    print_sentences(LONG, "", CURE, hanging=5)
    assert terminal.getvalue().splitlines() == rows


def test_another_program_gets_each_sentence_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    print_sentences(LONG, f"a{EVIL}b", hanging=5)
    assert capsys.readouterr().out == f"{LONG}\na{HARMLESS}b\n"


@pytest.mark.parametrize(
    ("ascii_only", "line"),
    [
        (True, '["Bor\\u00f0", "\\u001b\\u007f\\u202e"]'),
        (False, '["Borð", "\\u001b\\u007f\\u202e"]'),
    ],
)
def test_a_line_of_json_says_the_same_and_is_harmless(
    capsys: pytest.CaptureFixture[str], *, ascii_only: bool, line: str
) -> None:
    print_json(["Borð", "\x1b\x7f\u202e"], ascii_only=ascii_only)
    assert capsys.readouterr().out == f"{line}\n"


def test_only_one_module_of_the_commands_writes_on_standard_output() -> None:
    folder = Path(controller.cli.__path__[0])
    writers = {
        file.name
        for file in folder.rglob("*.py")
        if {"typer.echo", "typer.secho", "sys.stdout.write", "sys.stdout.writelines"}
        & {
            ast.unparse(each.func)
            for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(each, ast.Call)
        }
    }
    assert writers == {"printing.py"}


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (("lessons", "check", "{}"), GOOD_LESSON),
        (("lessons", "check", "{}"), "par = 0\npar_ = 1\n"),
        (("exhibition", "check", "{}"), 'name = "x"\n'),
        (("exhibition", "check", "{}"), 'nam = "x"\n[patience]\ngame = 0\n'),
        (("exhibition", "card", "--out", "{}"), None),
        (("exhibition", "counts", "--data", "{}"), None),
        (("config", "init", "gpio-matrix", "--config", "{}"), None),
        (("config", "show", "--config", "{}"), ""),
    ],
)
def test_the_name_of_a_file(tmp_path: Path, arguments: tuple[str, ...], given: str | None) -> None:
    file = tmp_path / f"x{EVIL}\u202e"
    if given is not None:
        file.write_text(given, encoding="utf-8")
    ran = hnefi(*(each.format(file) for each in arguments))
    assert (ran.returncode in (0, 1), ran.stderr) == (True, "")
    assert f"x{HARMLESS}\\u202e" in ran.stdout
    assert ran.stdout.replace("\n", "").isprintable()


def test_the_name_of_what_was_there_before_a_backup_was_restored(tmp_path: Path) -> None:
    folder, backup = tmp_path / f"x{EVIL}", str(tmp_path / "backup.db")
    games = tmp_path / "games.csv"
    games.write_text("d1-d3 e5-e2\n", encoding="utf-8")
    assert hnefi("games", "import", str(games), "--data", str(folder)).returncode == 0
    assert hnefi("games", "backup", backup, "--data", str(folder)).returncode == 0
    ran = hnefi("games", "restore", backup, "--data", str(folder))
    assert (ran.returncode, f"x{HARMLESS}" in ran.stdout, "\x1b" in ran.stdout) == (0, True, False)


def test_how_the_source_of_somebodys_ruleset_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    shipped = (
        resources.files("controller.rules").joinpath("data/copenhagen.toml").read_text("utf-8")
    )
    file.write_text(shipped.replace('text = "', r'text = "\u001b[31m\u202e'), encoding="utf-8")
    ran = hnefi("rules", str(file))
    assert (ran.returncode, r"\x1b[31m\u202e" in ran.stdout, "\x1b" in ran.stdout) == (
        0,
        True,
        False,
    )


@pytest.mark.parametrize("command", ["name", "info"])
def test_the_name_that_a_board_gives_itself(command: str, tmp_path: Path) -> None:
    sensors = DeviceReeds(lambda: 0)
    sensors.identity = replace(sensors.identity, name=EVIL)
    line = PtyLine(SerialDevice(sensors, time.monotonic), tmp_path / "board")
    with line.running():
        ran = hnefi("firmware", command, "--serial", str(line.name))
    assert (ran.returncode, HARMLESS in ran.stdout, "\x1b" in ran.stdout) == (0, True, False)


HEALTH: dict[str, Any] = {
    "well": False,
    "troubles": [EVIL],
    "board": {"name": EVIL, "place": EVIL},
    "page": {"pages": 0, "connections": 0},
    "bus": {"server": EVIL, "waiting": 0},
    "link": None,
    "counts": {EVIL: 1},
    "memory_mb": 1,
    "uptime_s": 1,
    "version": EVIL,
}
DEVICE = {"id": "a", "role": "play", "since": 0, "open": False, "name": EVIL}
DEVICES: dict[str, Any] = {
    "addresses": [EVIL],
    "code": {"digits": "123456", "seconds": 60, "url": EVIL},
    "devices": [DEVICE],
    "links": [{"id": "b", "since": 0, "url": EVIL}],
    "secure": True,
}


@contextmanager
def answering(answer: dict[str, Any]) -> Iterator[str]:
    """Answer every request with JSON; yield the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_DELETE = do_GET  # noqa: N815 - the names that http.server wants

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield str(server.server_port)
        server.shutdown()


@pytest.mark.parametrize(
    ("arguments", "answer", "times"),
    [
        (("status",), HEALTH, 6),
        (("devices", "list"), DEVICES, 3),
        (("devices", "code"), DEVICES, 1),
        (("devices", "link"), DEVICES, 1),
    ],
)
def test_the_answers_of_whatever_listens_at_the_pages_port(
    arguments: tuple[str, ...], answer: dict[str, Any], times: int
) -> None:
    with answering(answer) as port:
        ran = hnefi(*arguments, "--port", port)
    assert (ran.stdout.count(HARMLESS), "\x1b" in ran.stdout) == (times, False)


def test_the_place_of_a_saved_trace() -> None:
    def say_where(connection: ServerConnection) -> None:
        asked = json.loads(connection.recv())
        connection.send(json.dumps({"event": {"id": asked["id"], "file": EVIL}}))

    with serve(say_where, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        ran = hnefi("trace", "save", "--port", str(server.socket.getsockname()[1]))
    assert (ran.returncode, ran.stdout) == (0, f"{HARMLESS}\n")


def test_the_fault_of_a_damaged_store(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.execute("PRAGMA writable_schema = on")
        database.execute(
            "INSERT INTO sqlite_master VALUES ('table', ?, ?, 2, 'CREATE TABLE x(')", (EVIL, EVIL)
        )
        database.commit()
    ran = hnefi("games", "repair", "--data", str(tmp_path))
    assert (ran.returncode, HARMLESS in ran.stdout, "\x1b" in ran.stdout) == (0, True, False)


def test_the_days_of_a_file_of_visits(tmp_path: Path) -> None:
    stay = {"day": EVIL, "place": next(iter(PLACES.values()))}
    line = ",".join(stay.get(column, "0") for column in COLUMNS)
    (tmp_path / VISITS).write_text(f"{HEADER}{line}\n", encoding="utf-8")
    ran = hnefi("exhibition", "counts", "--data", str(tmp_path))
    assert (ran.stdout, "\x1b" in ran.stderr, "evil" in ran.stderr) == ("", False, False)
    assert "Line 2 is not counted" in ran.stderr
