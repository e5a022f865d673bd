"""Every kind of Redis server can be used, and each that cannot is named with its cure."""

import asyncio
import re
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from controller.bus.errors import BusDownError
from controller.bus.presence import Presence
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import Stream
from tests.conftest import RedisServer, free_port, needs

DOCS = Path(__file__).parents[3] / "docs/bus.md"
SECRET = "hush-hush"


@contextmanager
def server(*options: str) -> Iterator[RedisServer]:
    running = RedisServer(needs("redis-server", "redis-server"), *options)
    running.start()
    try:
        yield running
    finally:
        running.stop()


async def use(url: str) -> None:
    """Do all that a board and its pages do."""
    bus = RedisBus(url, "hall")
    try:
        await bus.check()
        presence = Presence(bus)
        await presence.take()
        await bus.lapses_s()
        await bus.add(Stream.VIEW, b"{}")
        await bus.replace(Stream.PLIES, [b"{}", b"{}"])
        assert await bus.newest(Stream.VIEW) is not None
        assert len(await bus.after({Stream.PLIES: "0-0"}, 0.01)) == 2
        await presence.release()
    finally:
        await bus.close()


def trouble_with(url: str) -> str:
    """Return why a server cannot be used."""
    with pytest.raises(BusDownError) as down:
        asyncio.run(use(url))
    assert SECRET not in str(down.value)
    assert down.value.__cause__ is None
    return str(down.value)


def test_a_server_with_a_password_needs_it() -> None:
    with server("--requirepass", SECRET) as running:
        where = f"127.0.0.1:{running.port}"
        asyncio.run(use(f"redis://:{SECRET}@{where}/0"))
        refused = (
            f"The Redis server at {where}, database 0 refuses the user or the password. "
            "Give both: redis://USER:PASSWORD@HOST:PORT/DB."
        )
        assert trouble_with(f"redis://{where}/0") == refused
        assert trouble_with(f"redis://:{SECRET}x@{where}/0") == refused
        assert trouble_with(f"redis://me:{SECRET}@{where}/0") == refused


def test_a_user_with_the_documented_rights_can_do_all_that_is_needed() -> None:
    (rights,) = re.findall(r"ACL SETUSER hnefi on >PASSWORD (.*)", DOCS.read_text())
    with server("--user", "hnefi", "on", f">{SECRET}", *rights.split()) as running:
        asyncio.run(use(f"redis://hnefi:{SECRET}@127.0.0.1:{running.port}/0"))


def test_a_user_with_fewer_rights_is_named() -> None:
    with server("--user", "hnefi", "on", f">{SECRET}", "~hnefi:*", "+ping") as running:
        said = trouble_with(f"redis://hnefi:{SECRET}@127.0.0.1:{running.port}/0")
        assert said.endswith(
            "does not allow this user what the bus needs. docs/bus.md says what that is."
        )


def test_a_unix_socket(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    with server("--unixsocket", str(path)):
        asyncio.run(use(f"unix://{path}"))
    path.unlink(missing_ok=True)
    said = f"No Redis socket at {path}. Check the path, and that this user may use it."
    assert trouble_with(f"unix://{path}") == said


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a certificate for 127.0.0.1 that signs itself, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    made, key = folder / "cert.pem", folder / "key.pem"
    words = [
        *(needs("openssl", "openssl"), "req", "-x509", "-newkey", "ec"),
        *("-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"),
        *("-subj", "/CN=hnefi", "-addext", "subjectAltName=IP:127.0.0.1"),
        *("-keyout", str(key), "-out", str(made)),
    ]
    subprocess.run(words, check=True, capture_output=True)
    return made, key


def test_tls_with_a_certificate_that_is_trusted_and_one_that_is_not(
    certificate: tuple[Path, Path],
) -> None:
    made, key = certificate
    port = free_port()
    words = ["--tls-port", str(port), "--tls-cert-file", str(made), "--tls-key-file", str(key)]
    with server(*words, "--tls-auth-clients", "no") as running:
        where = f"127.0.0.1:{port}"
        asyncio.run(use(f"rediss://{where}/0?ssl_ca_certs={made}"))
        said = trouble_with(f"rediss://:{SECRET}@{where}/0")
        assert said.startswith(f"The certificate of the Redis server at {where}, database 0 is not")
        said = trouble_with(f"rediss://:{SECRET}@127.0.0.1:{running.port}/0")
        assert said.startswith(f"No TLS connection to the Redis server at 127.0.0.1:{running.port}")
        assert "TLS (rediss://)" in trouble_with(f"redis://{where}/0")


def test_a_database_that_is_not_there() -> None:
    with server() as running:
        said = trouble_with(f"redis://127.0.0.1:{running.port}/99")
        assert said.endswith("has no such database. Most servers have 0 to 15.")


def test_a_server_that_is_full() -> None:
    with server("--maxmemory", "1") as running:
        said = trouble_with(running.url)
        assert said.endswith(
            "is full. Give it more memory (maxmemory), or delete what is not needed."
        )


def test_nothing_that_listens() -> None:
    said = trouble_with(f"redis://:{SECRET}@127.0.0.1:{free_port()}/0")
    assert said.startswith("No Redis server at 127.0.0.1:")


def test_something_else_that_listens() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def answer() -> None:
            with suppress(OSError), listening.accept()[0] as connection:
                connection.recv(1000)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        answering = threading.Thread(target=answer)
        answering.start()
        said = trouble_with(f"redis://:{SECRET}@127.0.0.1:{listening.getsockname()[1]}/0")
        assert said.endswith("is no Redis server. Check host and port.")
        answering.join()
