"""Which addresses this machine has, and which host a request names."""

import socket
import xml.etree.ElementTree as ET

import pytest

from controller.web.lan.addresses import counted_as, host_of, in_url, is_loopback, own_addresses
from controller.web.lan.qr import qr_as_svg, qr_for_terminal

URL = "http://192.0.2.1:8421/?code=123456"


def test_addresses_are_those_that_a_socket_can_have() -> None:
    for address in own_addresses():
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family) as here:
            here.bind((address, 0))
        assert not is_loopback(address)
        assert in_url(address) == (f"[{address}]" if ":" in address else address)


def test_an_address_of_ipv6_counts_for_all_of_its_network() -> None:
    neighbours = {counted_as(each) for each in ("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff")}
    assert neighbours == {"2001:db8::/64"}
    assert counted_as("2001:db8:0:1::1") == "2001:db8:0:1::/64"
    assert counted_as("fe80::1%eth0") == "fe80::/64"
    assert [counted_as(each) for each in ("192.0.2.1", "")] == ["192.0.2.1", ""]


@pytest.mark.parametrize(
    ("address", "is_one"),
    [("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("192.0.2.1", False), ("", False)],
)
def test_loopback_is_this_machine_alone(address: str, is_one: object) -> None:
    assert is_loopback(address) is is_one


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("192.0.2.1:8421", "192.0.2.1"),
        ("Hall.Example", "hall.example"),
        ("hall.example:", "hall.example:"),
        ("a:b:80", "a:b"),
        ("[2001:db8::1]:8421", "2001:db8::1"),
        ("[2001:DB8:0:0::1]", "2001:db8::1"),
        ("[fe80::1%25eth0]:8421", "fe80::1"),
        ("[::1]", "::1"),
        ("127.0.0.1%.evil.example:80", "127.0.0.1%.evil.example"),
        ("127.0.0.1%25eth0", "127.0.0.1%25eth0"),
        ("", ""),
    ],
)
def test_a_host_is_named_without_its_port(header: str, host: str) -> None:
    assert host_of(header) == host


def test_a_qr_code_is_drawn_for_terminals_and_for_pages() -> None:
    lines = qr_for_terminal(URL).splitlines()
    assert {len(line) for line in lines} == {33}  # version 3, and a border of two
    assert qr_for_terminal(URL) != qr_for_terminal(URL.replace("6", "7"))
    drawn = ET.fromstring(qr_as_svg(URL))  # noqa: S314 - it is ours
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
