"""Another device, in a network of its own, pairs by code and plays; a stranger there does not.

Board and device live in two network namespaces that a cable joins, so nothing here leaves this
machine. Making them needs root; without it the device is a program on this machine that comes by
its address in the network instead of 127.0.0.1, which is the same path through server and gate.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from controller.web.lan.addresses import in_url, own_addresses
from controller.web.server import MOST_FROM_ADDRESS
from tests.conftest import free_port, needs
from tests.hnefi import HNEFI
from tests.waiting import wait_until
from tests.whole.board_page import BoardPage

Json = dict[str, Any]
D1, D3, E5, E2 = (3.0, 0.0), (3.0, 2.0), (4.0, 4.0), (4.0, 1.0)


@dataclass(frozen=True)
class Place:
    """Where a program runs: the words before its command, and its address for the others."""

    address: str
    within: tuple[str, ...] = ()


@contextmanager
def two_places(*, by_ipv6: bool = False) -> Iterator[tuple[Place, Place]]:
    """Yield the place of the board and that of a device, joined by a network."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        addresses = [each for each in own_addresses() if (":" in each) == by_ipv6]
        if not addresses:
            pytest.skip("needs root and ip for a network of its own, or an address in a network")
        yield Place(addresses[0]), Place(addresses[0])
        return
    board, device = (f"hnefi-{name}-{os.getpid()}" for name in ("board", "device"))
    with ExitStack() as stack:
        for name in (board, device):
            run("ip", "netns", "add", name)
            stack.callback(run, "ip", "netns", "del", name)
            run("ip", "-n", name, "link", "set", "lo", "up")
        cable = ("ip", "link", "add", "cable", "netns", board, "type", "veth")
        run(*cable, "peer", "name", "cable", "netns", device)
        places = []
        # Nobody else has the address, so there is no need to wait until that is known.
        begin, most = ("fd77::", ("64", "nodad")) if by_ipv6 else ("10.77.0.", ("24",))
        for name, address in ((board, f"{begin}1"), (device, f"{begin}2")):
            prefix, *rest = most
            add = ("ip", "-n", name, "address", "add", f"{address}/{prefix}", "dev", "cable")
            run(*add, *rest)
            # An address that the kernel added by itself, a second later, would be news of another
            # network to a browser, which then breaks off whatever it is loading.
            run("ip", "-n", name, "link", "set", "cable", "addrgenmode", "none")
            run("ip", "-n", name, "link", "set", "cable", "up")
            places.append(Place(address, ("ip", "netns", "exec", name)))
        yield places[0], places[1]


def run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


@dataclass
class Board:
    """A board that is open to the network, seen from its own machine."""

    place: Place
    port: int
    data: Path
    options: tuple[str, ...] = ()
    invitation: str = ""
    process: "subprocess.Popen[str] | None" = field(default=None, repr=False)

    @property
    def host(self) -> str:
        return f"{in_url(self.place.address)}:{self.port}"

    def start(self) -> None:
        words = ["simulate", "--no-browser", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(
            [*self.place.within, HNEFI, *words, "--lan", *self.options],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        lines = iter(self.process.stdout.readline, "Stop it with Ctrl-C.\n")
        self.invitation = "".join(lines)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.communicate()

    def devices(self, *words: str) -> str:
        return run(*self.place.within, HNEFI, "devices", *words, "--port", str(self.port))

    @property
    def listed(self) -> Json:
        found: Json = json.loads(self.devices("list", "--json"))
        return found


class Device:
    """A device of the network: it asks and plays from its place, and may have a cookie."""

    def __init__(self, place: Place, board: Board) -> None:
        self.board, self.place = board, place
        self.cookie: Json = {}
        self.trusts = ""  # a certificate
        self._process = subprocess.Popen(
            [*place.within, sys.executable, "-m", "tests.whole.lan_device"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def say(self, do: str, **wanted: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"do": do, **wanted}) + "\n")
        self._process.stdin.flush()

    def saw(self) -> Json:
        assert self._process.stdout
        found: Json = json.loads(self._process.stdout.readline())
        return found

    def ask(self, method: str, path: str, headers: Json | None = None, body: str = "") -> Json:
        where = {"host": self.board.place.address, "port": self.board.port, "trusts": self.trusts}
        given = self.cookie | (headers or {})
        self.say("ask", **where, method=method, path=path, headers=given, body=body)
        return self.saw()

    def pair(self, code: str) -> int:
        scheme = "https" if self.trusts else "http"
        origin = {"Origin": f"{scheme}://{self.board.host}"}
        answer = self.ask("POST", "/pair", origin, f"code={code}")
        if "set-cookie" in answer["headers"]:
            self.cookie = {"Cookie": answer["headers"]["set-cookie"].partition(";")[0]}
        status: int = answer["status"]
        return status

    def play(self, *move: tuple[float, float], origin: str | None = None, known: int = 0) -> Json:
        url = f"ws://{self.board.host}/socket"
        flat = [number for square in move for number in square]
        self.say("play", url=url, headers=self.cookie, origin=origin, move=flat, known=known)
        return self.saw()

    def stay(self) -> None:
        self.say("stay", url=f"ws://{self.board.host}/socket", headers=self.cookie)
        assert self.saw() == {"type": "open"}

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


@contextmanager
def playing(
    data: Path, *options: str, by_ipv6: bool = False
) -> Iterator[tuple[Board, Device, Device]]:
    """Yield a board, a device and a stranger beside it."""
    with two_places(by_ipv6=by_ipv6) as (here, there), ExitStack() as stack:
        board = Board(here, free_port(), data, options)
        board.start()
        stack.callback(board.stop)
        devices = Device(there, board), Device(there, board)
        for each in devices:
            stack.callback(each.end)
        yield board, *devices


def test_a_device_pairs_plays_and_keeps_its_seat_and_a_stranger_does_not(tmp_path: Path) -> None:
    with playing(tmp_path) as (board, device, stranger):
        assert f"http://{board.host}" in board.invitation
        (shown,) = re.findall(r"type (\d{3} \d{3})", board.invitation)
        assert "can read what is sent" in board.invitation

        # A stranger sees the form and nothing else.
        for path in ("/static/main.js", "/words.json", "/api/games", "/health", "/access.json"):
            assert stranger.ask("GET", path)["status"] == 403
        assert "<form" in stranger.ask("GET", "/")["text"]
        assert stranger.play(D1, D3) == {"type": "refused", "status": 403}
        wrong = f"{(int(shown.replace(' ', '')) + 1) % 1_000_000:06}"
        assert stranger.pair(wrong) == 403

        # The device pairs by code and plays by the socket of the page.
        assert device.pair(shown.replace(" ", "")) == 303
        assert device.ask("GET", "/static/main.js")["status"] == 200
        origin = f"http://{board.host}"
        assert device.play(D1, D3, origin=origin)["moves"] == ["d1-d3"]

        # What another site in its browser would send, and names that lead here by a trick.
        assert device.play(E5, E2, origin="http://evil.example")["type"] == "refused"
        rebound = {"Host": f"evil.example:{board.port}"}
        assert device.ask("GET", "/", rebound)["status"] == 400
        assert device.ask("GET", "/", {"Host": f"127.0.0.1:{board.port}"})["status"] == 400

        # A seat is kept over a new start of the board.
        board.stop()
        board.start()
        assert device.play(E5, E2, known=1) | {"game": ""} == {
            "type": "plies",
            "game": "",
            "from": 1,
            "moves": ["e5-e2"],
        }

        # A stolen cookie counts until its device is sent away; then its socket closes at once.
        stranger.cookie = device.cookie
        stranger.stay()
        (listed,) = board.listed["devices"]
        assert (listed["role"], listed["open"]) == ("play", True)
        said = board.devices("revoke", listed["id"])
        assert said.startswith("Done. No device is paired now.\nThe code ")
        assert stranger.saw() == {"type": "closed", "code": 1008}
        assert stranger.play(D3, D1) == {"type": "refused", "status": 403}
        assert stranger.ask("GET", "/access.json")["status"] == 403
        assert device.ask("GET", "/")["status"] == 403


@pytest.mark.nightly  # the gate's own tests have addresses of both kinds
def test_by_ipv6_a_device_pairs_and_plays_and_a_stranger_does_not(tmp_path: Path) -> None:
    with playing(tmp_path, by_ipv6=True) as (board, device, stranger):
        assert board.host.startswith("[")
        assert f"http://{board.host}" in json.dumps(board.listed["addresses"])
        assert stranger.ask("GET", "/static/main.js")["status"] == 403
        assert stranger.play(D1, D3) == {"type": "refused", "status": 403}
        assert device.ask("GET", "/", {"Host": f"[::1]:{board.port}"})["status"] == 400
        code = json.loads(board.devices("code", "--json"))["code"]["digits"]
        assert device.pair(code) == 303
        assert device.play(D1, D3, origin=f"http://{board.host}")["moves"] == ["d1-d3"]
        assert device.play(E5, E2, origin="http://[::1]:80")["type"] == "refused"


@pytest.mark.nightly  # by day the gate's own tests
def test_trying_codes_is_stopped_and_a_link_is_for_watching(tmp_path: Path) -> None:
    with playing(tmp_path, "--lan-role", "watch") as (board, device, stranger):
        link = json.loads(board.devices("link", "--json"))["links"][0]["url"]
        code = json.loads(board.devices("code", "--json"))["code"]["digits"]

        tries = [f"{each:06}" for each in range(6) if f"{each:06}" != code]
        assert [stranger.pair(each) for each in tries[:5]] == [403, 403, 403, 403, 429]
        assert stranger.pair(code) == 429  # it was not looked at

        answer = device.ask("GET", link.removeprefix(f"http://{board.host}"))
        assert (answer["status"], "<title>hnefi</title>" in answer["text"]) == (200, True)
        device.cookie = {"Cookie": answer["headers"]["set-cookie"].partition(";")[0]}
        refused = device.play(D1, D3)
        assert refused["say"] == [{"key": "page.only_watching", "args": {}}]

        device.stay()
        board.devices("revoke", "--all")
        assert device.saw() == {"type": "closed", "code": 1008}
        assert device.ask("GET", "/")["status"] == 403


def test_with_a_certificate_the_network_is_served_by_tls_and_cannot_fill_the_server(
    tmp_path: Path,
) -> None:
    openssl = needs("openssl", "openssl")
    certificate, key = tmp_path / "board.pem", tmp_path / "board.key"
    made = (openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
    run(*made, "-nodes", "-subj", "/CN=board", "-out", str(certificate), "-keyout", str(key))
    options = ("--tls-cert", str(certificate), "--tls-key", str(key))
    with playing(tmp_path, *options) as (board, device, stranger):
        assert f"https://{board.host}" in board.invitation
        assert "can read what is sent" not in board.invitation
        code = json.loads(board.devices("code", "--json"))["code"]["digits"]
        device.trusts = str(certificate)
        assert device.pair(code) == 303
        assert device.ask("GET", "/access.json")["status"] == 200
        assert device.ask("GET", "/")["headers"]["content-security-policy"]

        # Connections that say nothing, not even hello, take no room from anybody else.
        most = {"number": 60, "kept": MOST_FROM_ADDRESS}
        stranger.say("fill", host=board.place.address, port=board.port, **most)
        assert stranger.saw() == {"type": "filled", "open": 24}
        assert board.listed["code"]["digits"] == code
        assert device.place == stranger.place  # so this address has to wait until they are over
        stranger.end()
        wait_until(lambda: "status" in device.ask("GET", "/access.json"), "room for the device")


def test_a_phone_pairs_in_its_browser_plays_and_is_sent_away(
    tmp_path: Path, chromium: str, browser: Browser
) -> None:
    with playing(tmp_path) as (board, device, _):
        code = json.loads(board.devices("code", "--json"))["code"]
        there = tmp_path / "chromium"
        there.write_text(f'#!/bin/sh\nexec {shlex.join((*device.place.within, chromium))} "$@"\n')
        there.chmod(0o755)
        with closing(browser.browser_type.launch(executable_path=str(there))) as away:
            phone = BoardPage(away.new_page(locale="de-DE"), code["url"])
            # What the camera has read stands in the form already.
            expect(phone.text("code")).to_have_value(code["digits"])
            phone.page.get_by_role("button", name="Lass mich hinein").click()
            phone.expect_sentence("Zieh eine Figur der Angreifer.")
            assert phone.page.url == f"http://{board.host}/"
            phone.drag("d1", "d3")
            phone.expect_moves("d1-d3")
            expect(phone.text("invite")).to_be_hidden()
            board.devices("revoke", "--all")
            expect(phone.page.get_by_role("button", name="Lass mich hinein")).to_be_visible()
