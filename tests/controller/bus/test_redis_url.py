"""A URL names a server; what is said of it has no secrets in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.bus.errors import BusUrlError
from controller.bus.redis_url import parse_server_url

SHAPES = "redis://HOST:PORT/DB, rediss://HOST:PORT/DB or unix:///PATH"


@pytest.mark.parametrize(
    ("url", "server", "settings"),
    [
        ("redis://", "localhost:6379, database 0", {"host": "localhost", "port": 6379, "db": 0}),
        ("redis://pi:7000/3", "pi:7000, database 3", {"host": "pi", "port": 7000, "db": 3}),
        ("redis://[::1]:1/?db=2", "::1:1, database 2", {"host": "::1", "port": 1, "db": 2}),
        (
            "redis://me:p%40%3A%2F@pi",
            "pi:6379, database 0",
            {"username": "me", "password": "p@:/", "host": "pi", "port": 6379, "db": 0},
        ),
        (
            "redis://:secret@pi",
            "pi:6379, database 0",
            {"password": "secret", "host": "pi", "port": 6379, "db": 0},
        ),
        (
            "unix:///run/redis.sock?db=4",
            "/run/redis.sock",
            {"unix_socket_path": "/run/redis.sock", "db": 4},
        ),
        (
            "rediss://pi?ssl_check_hostname=false",
            "pi:6379, database 0",
            {"host": "pi", "port": 6379, "db": 0, "ssl": True, "ssl_check_hostname": False},
        ),
    ],
)
def test_a_url_names_a_server(url: str, server: str, settings: dict[str, object]) -> None:
    found = parse_server_url(url)
    assert (found.server, dict(found.settings)) == (server, settings)


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("localhost:6379", f"expected {SHAPES}, got 'localhost:6379'"),
        ("http://pi", f"expected {SHAPES}, got 'http://pi'"),
        ("http://me:secret@pi", f"expected {SHAPES}, got 'another kind of URL'"),
        (
            "redis://:secret@pi:notaport",
            (
                f"expected {SHAPES}, with a port 0 to 65535; "
                "write @ : / in a password as %40 %3A %2F"
            ),
        ),
        ("redis://pi?foo=bar", "redis://: expected no option but db, got 'foo'"),
        (
            "rediss://pi?ssl_ca_cert=x",
            (
                "rediss://: expected no option but db, ssl_ca_certs, ssl_certfile, ssl_keyfile, "
                "ssl_check_hostname, got 'ssl_ca_cert' (perhaps ssl_ca_certs?)"
            ),
        ),
        ("redis://pi/first", "expected the number of a database, such as /0, got 'first'"),
        ("rediss://pi?ssl_ca_certs=/no", "ssl_ca_certs: expected a file, found none at '/no'"),
        (
            "rediss://pi?ssl_check_hostname=perhaps",
            "ssl_check_hostname: expected true or false, got 'perhaps'",
        ),
        ("unix://", "expected unix:///PATH, got no path"),
    ],
)
def test_a_url_that_names_none_is_refused_in_one_line(url: str, complaint: str) -> None:
    with pytest.raises(BusUrlError) as refused:
        parse_server_url(url)
    assert str(refused.value) == complaint


@given(
    scheme=st.sampled_from(["redis", "rediss", "unix", "http", ""]),
    rest=st.text("@:/?#[]%& .x0", max_size=12),
)
def test_no_complaint_has_the_password_in_it(scheme: str, rest: str) -> None:
    try:
        found = parse_server_url(f"{scheme}://me:hush{rest}@pi/0").server
    except BusUrlError as error:
        found = str(error)
    assert "hush" not in found


@pytest.mark.parametrize(
    ("url", "server"),
    [
        (f"redis://{'a' * 9999}/3", f"{'a' * 80}:6379, database 3"),
        (f"unix:///{'b' * 9999}", f"/{'b' * 79}"),
    ],
)
def test_of_a_long_address_people_read_the_beginning(url: str, server: str) -> None:
    assert parse_server_url(url).server == server


def test_a_name_that_is_too_long_for_any_file_is_no_file() -> None:
    with pytest.raises(BusUrlError) as found:
        parse_server_url(f"rediss://h?ssl_ca_certs={'f' * 9999}")
    assert str(found.value) == f"ssl_ca_certs: expected a file, found none at {'f' * 80!r}"
