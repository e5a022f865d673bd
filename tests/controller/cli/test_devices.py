"""`hnefi devices` lets devices in and sends them away; mistakes about the network get one line."""

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.campaign.served import serving
from tests.conftest import free_port
from tests.hnefi import hnefi, the_line_of_a_mistake


@contextmanager
def answering(status: int, text: str) -> Iterator[str]:
    """Answer every request the same way, and yield the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        do_POST = do_DELETE = do_GET  # noqa: N815 - the same

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever).start()
    try:
        yield str(server.server_port)
    finally:
        server.shutdown()
        server.server_close()


FOUND = {
    "addresses": ["http://192.0.2.1:8421"],
    "secure": False,
    "role": "play",
    "code": {"digits": "123456", "seconds": 61, "url": "http://192.0.2.1:8421/?code=123456"},
    "devices": [
        {"id": "aa", "role": "play", "name": "Firefox", "since": 0, "link": None, "open": True},
        {"id": "bb", "role": "watch", "name": "", "since": 0, "link": "cc", "open": False},
    ],
    "links": [{"id": "cc", "url": "http://192.0.2.1:8421/watch/secret", "since": 0}],
}


def test_devices_links_and_the_code_are_listed() -> None:
    with answering(200, json.dumps(FOUND)) as port:
        said = hnefi("devices", "list", "--port", port)
        as_json = hnefi("devices", "list", "--port", port, "--json")
    assert said.returncode == 0
    days = re.compile(r"\d+ days ago")
    assert days.sub("long ago", said.stdout).splitlines() == [
        "The page: http://192.0.2.1:8421",
        "Code 123 456, for 2 more minutes",
        "aa  play   long ago, open now  Firefox",
        "bb  watch  long ago  a program",
        "cc  link   long ago  http://192.0.2.1:8421/watch/secret",
    ]
    assert json.loads(as_json.stdout) == FOUND


def test_a_device_with_a_long_name_is_a_line_of_a_terminal() -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0"
    found = FOUND | {"devices": [FOUND["devices"][0] | {"name": agent}]}  # type: ignore[index]
    with answering(200, json.dumps(found)) as port:
        said = hnefi("devices", "list", "--port", port).stdout.splitlines()
    (line,) = [each for each in said if each.startswith("aa")]
    assert (len(line), line[-3:]) == (80, "...")


def test_a_new_code_and_a_link_are_shown_with_a_warning() -> None:
    with answering(200, json.dumps(FOUND)) as port:
        code, link = (hnefi("devices", each, "--port", port).stdout for each in ("code", "link"))
    warning = "Others in this network can read what is sent (docs/lan.md)."
    assert code.splitlines() == ["Open http://192.0.2.1:8421 and type 123 456", warning]
    assert link.splitlines() == [
        "Anybody who opens http://192.0.2.1:8421/watch/secret watches",
        warning,
    ]


def test_a_code_for_a_machine_without_a_network_says_that() -> None:
    with answering(200, json.dumps(FOUND | {"addresses": []})) as port:
        first = hnefi("devices", "code", "--port", port).stdout.splitlines()[0]
    assert first == "The code is 123 456, but this machine is in no network yet"


_STILL = "The code 123 456 still lets others in; hnefi devices revoke --all ends it."


@pytest.mark.parametrize(("code", "more"), [(FOUND["code"], [_STILL]), (None, [])])
def test_who_revokes_hears_who_may_still_come_in(code: object, more: list[str]) -> None:
    with answering(200, json.dumps(FOUND | {"devices": [], "code": code})) as port:
        said = hnefi("devices", "revoke", "aa", "--port", port).stdout.splitlines()
    assert said == ["Done. No device is paired now.", *more]


def test_a_board_without_the_network_says_how_to_open_it(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        port = str(served.port)
        for words in (("list",), ("code",), ("link",), ("revoke", "--all"), ("revoke", "ab12")):
            line = the_line_of_a_mistake(hnefi("devices", *words, "--port", port))
            if words != ("revoke", "ab12"):
                assert line == (
                    f"hnefi: devices: expected hnefi at http://127.0.0.1:{port} that is open to "
                    "the network, but it is not, or another program answers there; start hnefi "
                    "with --lan, or name its port with --port"
                )


@pytest.mark.parametrize(
    ("status", "text"), [(200, "{}"), (200, "[]"), (200, "what?"), (500, ""), (404, "")]
)
def test_what_is_no_hnefi_gets_one_line(status: int, text: str) -> None:
    with answering(status, text) as port:
        line = the_line_of_a_mistake(hnefi("devices", "list", "--port", port))
    assert line.startswith(f"hnefi: devices: expected hnefi at http://127.0.0.1:{port}")


def test_where_nothing_answers_it_says_so() -> None:
    port = free_port()
    line = the_line_of_a_mistake(hnefi("devices", "code", "--port", str(port)))
    assert line == (
        f"hnefi: devices: expected hnefi at http://127.0.0.1:{port}, but none answers; start one "
        "(hnefi play --lan) or name its port with --port"
    )


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((), "devices revoke: expected an ID or --all, got neither"),
        (("ab12", "--all"), "devices revoke: expected an ID or --all, got both"),
        (("../code",), "ID: expected one that hnefi devices list names, got '../code'"),
    ],
)
def test_who_is_sent_away_is_named(words: tuple[str, ...], line: str) -> None:
    assert the_line_of_a_mistake(hnefi("devices", "revoke", *words)) == f"hnefi: {line}"


def test_a_device_that_is_not_there_is_said() -> None:
    with answering(404, "") as port:
        line = the_line_of_a_mistake(hnefi("devices", "revoke", "ab12", "--port", port))
    assert line == "hnefi: ID: expected one that hnefi devices list names, got another"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (
            ("--lan", "--lan-role", "judge"),
            '--lan-role: expected "play" or "watch", got \'judge\'',
        ),
        (("--lan", "--tls-cert", "board.pem"), "--tls-cert: expected --tls-key with it"),
        (("--lan", "--tls-key", "board.key"), "--tls-key: expected --tls-cert with it"),
        (("--tls-cert", "a", "--tls-key", "b"), "--tls-cert: expected --lan with it"),
        (
            ("--lan", "--tls-cert", "/nowhere/a", "--tls-key", "b"),
            "--tls-cert: expected a file to read, got '/nowhere/a' (No such file or directory)",
        ),
        (
            ("--lan", "--headless"),
            "--lan: expected no --headless with it, which has no page; leave out one of them",
        ),
    ],
)
def test_a_mistake_about_the_network_gets_one_line(options: tuple[str, ...], line: str) -> None:
    assert the_line_of_a_mistake(hnefi("simulate", *options)) == f"hnefi: {line}"


def test_a_certificate_that_is_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "board.pem"
    file.write_text("Not a certificate.")
    options = ("--lan", "--tls-cert", str(file), "--tls-key", str(file))
    line = the_line_of_a_mistake(hnefi("simulate", *options))
    assert line.startswith("hnefi: --tls-cert: expected a certificate and its key in PEM")
    assert str(file) in line


def test_a_file_of_devices_that_is_damaged_is_named(tmp_path: Path) -> None:
    (tmp_path / "devices.json").write_text("ruined")
    options = ("--port", "0", "--no-browser", "--data", str(tmp_path))
    line = the_line_of_a_mistake(hnefi("simulate", "--lan", *options))
    assert line.startswith(f"hnefi: {tmp_path / 'devices.json'}: expected the devices that have")


def test_a_configuration_opens_the_network_and_an_option_closes_it(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text('[page]\nlan = true\nlan_role = "watch"\nnames = ["hall.example"]\n')
    shown = json.loads(hnefi("config", "show", "--config", str(file), "--json").stdout)
    assert shown["settings"]["page"] == {
        "port": 8421,
        "browser": True,
        "lan": True,
        "lan_role": "watch",
        "names": ["hall.example"],
        "tls_cert": "",
        "tls_key": "",
    }
    with serving(tmp_path, "--config", str(file), "--no-lan") as served:
        with closing(HTTPConnection("127.0.0.1", served.port)) as asking:
            asking.request("GET", "/access.json")
            assert json.loads(asking.getresponse().read())["may_invite"] is False
        with pytest.raises(ConnectionRefusedError):
            # Nobody listens on other addresses of this machine.
            socket.create_connection(("127.0.0.2", served.port)).close()
