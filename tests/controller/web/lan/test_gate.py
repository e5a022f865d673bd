"""Without the code there is the form and nothing else; with it, what the code allows."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from controller.supervision.tally import Tally
from controller.web.lan.access import Access, LanOptions
from controller.web.lan.devices import LIVES_S, PairedDevice, Register, Role
from controller.web.lan.gate import Gate, client_of
from controller.web.lan.pairing import TRIES
from controller.web.lan.register_file import read_register, write_register
from controller.web.lan.routes import access_routes
from tests.controller.web.asking import LOOPBACK, Answer, Asking

HERE, PHONE, STRANGER = "192.0.2.1", "192.0.2.7", "192.0.2.66"
ORIGIN = {"origin": f"http://{HERE}:8421"}


class Room:
    """A page that is open to the network, with a clock to set."""

    def __init__(
        self, options: LanOptions | None = None, *, is_open: bool = True, day: float = 0.0
    ) -> None:
        self.now = 0.0
        self.day = day  # since 1970, as the clock on the wall says when the page begins
        tally = Tally(self.clock, lambda _: None)
        options = options or LanOptions()
        self.access = Access(options, 8421, tally, self.clock, self.wall)
        access = self.access if is_open else None
        routes = [Route(path, _says_who) for path in ("/", "/api/games", "/health", "/watch/{_}")]
        self._gate = Gate(Starlette(routes=[*routes, *access_routes(access)]), access)

    def clock(self) -> float:
        return self.now

    def wall(self) -> float:
        return self.day + self.now

    def at(self, client: str, server: str = HERE) -> Asking:
        return Asking(self._gate, client, server)

    def local(self) -> Asking:
        return self.at(LOOPBACK, LOOPBACK)

    def pair(self, digits: str | None = None, client: str = PHONE) -> Answer:
        """Send a code as the form does; the right one if no other is named."""
        sent = self.access.new_code() if digits is None else digits
        return self.at(client).post("/pair", ORIGIN, f"code={sent}".encode())

    def cookie(self) -> dict[str, str]:
        return cookie_of(self.pair())


def cookie_of(answer: Answer) -> dict[str, str]:
    return {"cookie": answer.headers["set-cookie"].partition(";")[0]}


async def _says_who(request: Request) -> JSONResponse:
    asks = client_of(request.scope)
    return JSONResponse({"role": asks.role, "is_local": asks.is_local})


def test_this_machine_needs_no_code() -> None:
    assert Room().local().get("/").json() == {"role": "play", "is_local": True}


def test_this_machine_needs_no_code_by_ipv6_either() -> None:
    local = Room().at("::1", "::1")
    for host in ("[::1]:8421", "localhost:8421"):
        assert local.get("/", {"host": host}).json() == {"role": "play", "is_local": True}
    assert local.get("/", {"host": "[2001:db8::1]:8421"}).status_code == 400


def test_a_device_comes_by_an_address_of_ipv6_and_by_no_other_name() -> None:
    room = Room()
    here, origin = "2001:db8::1", "http://[2001:db8::1]:8421"
    phone = room.at("2001:db8::7", here)
    names = {"host": "[2001:db8::1]:8421", "origin": origin}
    code = room.access.new_code()
    assert phone.get("/", names).status_code == 403
    paired = cookie_of(phone.post("/pair", names, f"code={code}".encode()))
    assert phone.get("/", names | paired).json() == {"role": "play", "is_local": False}
    for host in ("[2001:db8::2]:8421", "[::1]:8421", "evil.example:8421"):
        assert phone.get("/", paired | {"host": host}).status_code == 400
    stranger = names | {"origin": "http://[2001:db8::66]:8421"}
    assert phone.post("/pair", stranger, f"code={code}".encode()).status_code == 403


def test_all_addresses_of_a_network_of_ipv6_have_the_tries_of_one() -> None:
    room = Room()
    right = room.access.new_code()
    wrong = f"{(int(right) + 1) % 1_000_000:06}"
    names = {"host": "[2001:db8::1]:8421", "origin": "http://[2001:db8::1]:8421"}
    for number in range(2, 7):
        guess = room.at(f"2001:db8::{number}", "2001:db8::1")
        guess.post("/pair", names, f"code={wrong}".encode())
    body = f"code={right}".encode()
    assert room.at("2001:db8::7", "2001:db8::1").post("/pair", names, body).status_code == 429
    assert room.at("2001:db8:1::7", "2001:db8::1").post("/pair", names, body).status_code == 303


@pytest.mark.parametrize(
    "path", ["/static/main.js", "/api/games", "/words.json", "/access.json", "/nothing", "/socket"]
)
def test_without_the_code_nothing_is_served(path: str) -> None:
    answer = Room().at(PHONE).get(path)
    assert (answer.status_code, answer.text) == (403, b"Pair this device first: open /")


def test_without_the_code_the_page_is_the_form() -> None:
    answer = Room().at(PHONE).get("/", {"accept-language": "da"})
    assert answer.status_code == 403
    assert b'<form method="post" action="/pair">' in answer.text
    assert '<html lang="da-DK">' in answer.text.decode()
    assert b"<script" not in answer.text
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")


@pytest.mark.parametrize(
    ("query", "value"),
    [("123456", "123456"), ('"><script>', ""), ("12345", ""), ("\uff11" * 6, "")],
)
def test_a_qr_code_fills_the_form_in_and_can_put_nothing_else_there(query: str, value: str) -> None:
    text = Room().at(PHONE).get(f"/?code={query}").text.decode()
    assert re.findall(r'name="code" value="([^"]*)"', text) == [value]


def test_the_right_code_gives_a_cookie_and_leads_to_the_page() -> None:
    room = Room()
    answer = room.pair()
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    name, _, attributes = answer.headers["set-cookie"].partition("=")
    assert name == "hnefi-8421"
    assert attributes.partition("; ")[2] == (
        f"Path=/; Max-Age={LIVES_S}; HttpOnly; SameSite=Strict"
    )
    paired = room.at(PHONE)
    assert paired.get("/", cookie_of(answer)).json() == {"role": "play", "is_local": False}
    assert paired.get("/access.json", cookie_of(answer)).json() == {
        "role": "play",
        "may_invite": False,
    }


def test_a_program_sends_the_code_as_json() -> None:
    room = Room()
    body = f'{{"code": "{room.access.new_code()}"}}'.encode()
    answer = room.at(PHONE).post("/pair", {"content-type": "application/json"}, body)
    assert answer.status_code == 204
    assert room.at(PHONE).get("/", cookie_of(answer)).status_code == 200


@pytest.mark.parametrize(
    ("kind", "got"),
    [
        ({}, "''"),
        ({"content-type": "text/plain; charset=utf-8"}, "'text/plain'"),
        # As curl -d sends whatever it is given.
        (
            {"content-type": "application/x-www-form-urlencoded"},
            "'application/x-www-form-urlencoded'",
        ),
    ],
)
def test_a_program_that_sends_it_as_something_else_hears_so_and_has_not_tried(
    kind: dict[str, str], got: str
) -> None:
    room = Room()
    body = f'{{"code": "{room.access.new_code()}"}}'.encode()
    for _ in range(2 * TRIES):
        answer = room.at(PHONE).post("/pair", kind, body)
        said = f"Content-Type: expected application/json, got {got}"
        assert (answer.status_code, answer.text.decode()) == (415, said)
    kind = {"content-type": "Application/JSON;charset=utf-8"}
    assert room.at(PHONE).post("/pair", kind, body).status_code == 204


def test_a_code_may_have_spaces_as_it_is_shown() -> None:
    room = Room()
    digits = room.access.new_code()
    assert room.pair(f"{digits[:3]}+{digits[3:]}").status_code == 303


@pytest.mark.parametrize(
    "body", [b"", b"code=", b"code=000000", b"\xff" * 50, b"code=" + b"0" * 100_000]
)
def test_whatever_is_wrong_counts_as_a_try(body: bytes) -> None:
    room = Room()
    room.access.new_code()
    for left in (4, 3, 2, 1):
        answer = room.at(PHONE).post("/pair", ORIGIN, body)
        assert answer.status_code == 403
        assert f"You can try {left} more time" in answer.text.decode()
        assert "set-cookie" not in answer.headers
    assert room.at(PHONE).post("/pair", ORIGIN, body).status_code == 429


def test_a_code_is_not_found_by_trying() -> None:
    """A stranger with any number of addresses, and ten minutes."""
    room = Room()
    room.access.new_code()
    answers = [
        room.pair(f"{each:06}", f"198.51.100.{each // 5}").status_code for each in range(1000)
    ]
    assert answers.count(303) == 0
    assert room.access.pairing.code(room.now) is None


def test_who_was_wrong_too_often_is_told_how_long_to_wait() -> None:
    room = Room()
    digits = room.access.new_code()
    for _ in range(5):
        last = room.pair("000000" if digits != "000000" else "111111", STRANGER)
    assert (last.status_code, last.headers["retry-after"]) == (429, "600")
    assert "Try again in 10 minutes." in last.text.decode()
    room.now = 61.0
    assert "Try again in 9 minutes." in room.pair(digits, STRANGER).text.decode()
    assert room.pair(digits, PHONE).status_code == 303


def test_a_code_may_be_for_watching_only() -> None:
    room = Room(LanOptions(role=Role.WATCH))
    assert room.at(PHONE).get("/", room.cookie()).json() == {"role": "watch", "is_local": False}


def test_a_link_shows_the_page_at_once_and_gives_a_cookie() -> None:
    room = Room()
    link = room.access.devices.new_link(0)
    answer = room.at(PHONE).get(f"/watch/{link.token}")
    assert answer.json() == {"role": "watch", "is_local": False}
    assert room.at(PHONE).get("/", cookie_of(answer)).json()["role"] == "watch"
    again = room.at(PHONE).get(f"/watch/{link.token}", cookie_of(answer))
    assert (again.status_code, "set-cookie" in again.headers) == (200, False)
    assert len(room.access.devices.all) == 1


def test_a_link_that_is_over_shows_the_form() -> None:
    room = Room()
    link = room.access.devices.new_link(0)
    cookie = cookie_of(room.at(PHONE).get(f"/watch/{link.token}"))
    room.access.devices.revoke(link.id)
    answer = room.at(PHONE).get(f"/watch/{link.token}", cookie)
    assert answer.status_code == 404
    assert "This link is over." in answer.text.decode()
    assert room.at(PHONE).get("/", cookie).status_code == 403


def test_who_watches_may_pair_to_play_and_is_on_the_list_once() -> None:
    room = Room()
    link = room.access.devices.new_link(0)
    watching = cookie_of(room.at(PHONE).get(f"/watch/{link.token}"))
    assert b"<form" in room.at(PHONE).get("/pair", watching).text
    body = f"code={room.access.new_code()}".encode()
    playing = cookie_of(room.at(PHONE).post("/pair", ORIGIN | watching, body))
    assert [each.role for each in room.access.devices.all] == [Role.PLAY]
    assert room.at(PHONE).get("/", playing).json()["role"] == "play"


def test_a_stolen_cookie_ends_with_its_device() -> None:
    room = Room()
    cookie = room.cookie()
    assert room.at(STRANGER).get("/", cookie).status_code == 200
    (device,) = room.access.devices.all
    assert room.local().request("DELETE", f"/devices/{device.id}").status_code == 200
    assert [room.at(each).get("/", cookie).status_code for each in (STRANGER, PHONE)] == [403, 403]


def test_a_device_that_paired_before_the_computer_knew_the_day_stays_for_its_ninety_days(
    tmp_path: Path,
) -> None:
    room = Room(LanOptions(register=tmp_path / "devices.json"))
    cookie = room.cookie()
    room.now, room.day = 60.0, 1_800_000_000.0
    assert room.at(PHONE).get("/", cookie).status_code == 200
    room.now += LIVES_S - 61
    assert room.at(PHONE).get("/", cookie).status_code == 200
    room.now += 1
    assert room.at(PHONE).get("/", cookie).status_code == 403
    (device,) = read_register(tmp_path / "devices.json").devices
    assert device.since == room.day


def test_a_clock_that_is_set_moves_no_date_from_before_this_start(tmp_path: Path) -> None:
    register = tmp_path / "devices.json"
    before = (
        PairedDevice("dated", Role.PLAY, "", 1_790_000_000.0),
        PairedDevice("undated", Role.PLAY, "", 5.0),
    )
    write_register(register, Register(devices=before))
    room = Room(LanOptions(register=register), day=10.0)
    cookie = room.cookie()
    room.day = 1_800_000_000.0
    assert room.at(PHONE).get("/", cookie).status_code == 200
    assert [each.since for each in read_register(register).devices] == [
        1_790_000_000.0,
        5.0,
        1_800_000_000.0,
    ]


@pytest.mark.parametrize(
    "cookie", ["hnefi-8421=", "hnefi-8421=ab.cd", "hnefi-8421", "a=b; ;;=", '"\\', "\xff"]
)
def test_a_cookie_that_is_none_of_ours_opens_nothing(cookie: str) -> None:
    assert Room().at(PHONE).get("/api/games", {"cookie": cookie}).status_code == 403


@pytest.mark.parametrize(
    ("client", "server", "host", "status"),
    [
        (LOOPBACK, LOOPBACK, "127.0.0.1:8421", 200),
        (LOOPBACK, LOOPBACK, "localhost:8421", 200),
        (LOOPBACK, LOOPBACK, "LocalHost", 200),
        (LOOPBACK, LOOPBACK, "evil.example:8421", 400),
        (LOOPBACK, LOOPBACK, f"{HERE}:8421", 400),
        (PHONE, HERE, f"{HERE}:8421", 200),
        (PHONE, HERE, "hall.example:8421", 200),
        (PHONE, HERE, "evil.example:8421", 400),
        (PHONE, HERE, "127.0.0.1:8421", 400),
        (PHONE, HERE, "localhost", 400),
        (PHONE, HERE, "", 400),
        (PHONE, HERE, f"{HERE}.evil.example", 400),
    ],
)
def test_a_request_names_this_machine_as_it_is_called(
    client: str, server: str, host: str, status: int
) -> None:
    room = Room(LanOptions(names=("hall.example",)))
    headers = {"host": host} | room.cookie()
    assert room.at(client, server).get("/", headers).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        (ORIGIN, 303),
        ({"origin": f"http://{HERE}:80"}, 403),
        ({"origin": f"https://{HERE}:8421"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin"} | ORIGIN, 303),
    ],
)
def test_what_changes_something_comes_from_our_own_page(
    headers: Mapping[str, str], status: int
) -> None:
    room = Room()
    body = f"code={room.access.new_code()}".encode()
    assert room.at(PHONE).post("/pair", headers, body).status_code == status
    assert len(room.access.devices.all) == (status == 303)


def test_another_site_cannot_let_devices_in_through_a_browser_here() -> None:
    room = Room()
    for method, path in (("POST", "/devices/code"), ("DELETE", "/devices")):
        answer = room.local().request(method, path, {"origin": "https://evil.example"})
        assert (answer.status_code, answer.text) == (403, b"This came from another site")
    assert room.access.pairing.code(0) is None


@pytest.mark.parametrize("path", ["/devices", "/devices/code.svg", "/health"])
def test_only_this_machine_sees_who_may_come_in(path: str) -> None:
    room = Room()
    answer = room.at(PHONE).get(path, room.cookie())
    assert (answer.status_code, answer.text) == (403, b"Only its own machine may ask this")


def test_this_machine_lets_devices_in_and_sends_them_away() -> None:
    room = Room()
    local = room.local()
    assert local.get("/devices").json()["code"] is None
    code = local.post("/devices/code").json()["code"]
    assert (code["seconds"], code["url"][-12:]) == (600, f"?code={code['digits']}")
    assert local.get("/devices/code.svg").text.startswith(b"<svg ")
    cookie = cookie_of(room.pair(code["digits"]))
    room.now = 60.0
    (device,) = local.get("/devices").json()["devices"]
    assert device | {"id": ""} == {
        "id": "",
        "role": "play",
        "name": "",
        "since": 0,
        "link": None,
        "open": False,
    }
    (link,) = local.post("/devices/links").json()["links"]
    assert local.get(f"/devices/{link['id']}.svg").status_code == 200
    assert local.request("DELETE", "/devices/unknown").status_code == 404
    left = local.request("DELETE", "/devices").json()
    assert (left["devices"], left["links"], left["code"]) == ([], [], None)
    assert room.at(PHONE).get("/", cookie).status_code == 403
    assert local.get("/devices/code.svg").status_code == 404


def test_a_page_for_this_machine_alone_lets_nobody_in() -> None:
    room = Room(is_open=False)
    assert room.at(PHONE).get("/").status_code == 403
    assert room.local().get("/devices").status_code == 404
    assert room.local().get("/access.json").json() == {"role": "play", "may_invite": False}


def test_a_program_that_sends_no_json_has_sent_a_wrong_code() -> None:
    room = Room()
    for body in (b'{"code": ', b"[" * 900, b"[1]", b'{"code": 1}'):
        answer = room.at(PHONE).post("/pair", {"content-type": "application/json"}, body)
        assert answer.status_code in (403, 429), body


def test_cookies_that_make_no_sense_are_nobody_s() -> None:
    answer = Room().at(PHONE).get("/", {"cookie": "a/b=1"})
    assert answer.status_code == 403


def test_devices_that_cannot_be_kept_are_let_in_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    room = Room(LanOptions(register=folder / "devices.json"))
    folder.touch()  # a file, where the folder should be
    assert room.at(PHONE).get("/", room.cookie()).status_code == 200
