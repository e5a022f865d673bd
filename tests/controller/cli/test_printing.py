"""Text of boards, files and other programs cannot move the cursor of the terminal it comes to."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.sync.server import ServerConnection, serve

from controller.assembly.visit_book import VISITS
from controller.cli.printing import print_lines
from controller.exhibition.counts import COLUMNS, HEADER
from controller.exhibition.stay import PLACES
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice
from tests.hnefi import hnefi

# Clears the screen, and names the window.
EVIL = "\x1b[2J\x1b]0;evil\x07"
HARMLESS = r"\x1b[2J\x1b]0;evil\x07"


def test_each_line_is_printed_as_it_is_but_for_what_cannot_be_seen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_lines("Borð 7", f"a{EVIL}b", "two\nlines")
    assert capsys.readouterr().out == f"Borð 7\na{HARMLESS}b\ntwo\\nlines\n"


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
    assert ran.stdout.startswith(f"{HARMLESS}: visits 1, ")
