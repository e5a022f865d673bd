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
import redis

from controller.bus.errors import BusDownError
from controller.bus.presence import Presence
from controller.bus.redis_bus import RedisBus
from controller.bus.redis_errors import bus_error
from controller.bus.redis_url import parse_server_url
from controller.bus.streams import Stream
from tests.conftest import RedisServer, free_port, needs
from tests.waiting import wait_until

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


def test_a_replica_can_only_be_read() -> None:
    with server("--replicaof", "127.0.0.1", str(free_port())) as running:
        said = trouble_with(running.url)
        assert said.endswith("is a read-only replica. Name the server that it copies.")


def _last_save(client: "redis.Redis") -> object:
    return client.info("persistence")["rdb_last_bgsave_status"]


def test_a_server_that_becomes_a_replica_while_somebody_waits_for_entries_says_so_at_once() -> None:
    async def wait_for_entries(running: RedisServer) -> str:
        bus = RedisBus(f"redis://127.0.0.1:{running.port}/0", "hall")
        waiting = asyncio.ensure_future(bus.after({Stream.COMMANDS: "0-0"}, 60.0))
        with redis.Redis(port=running.port) as other:
            while not other.info("clients")["blocked_clients"]:
                await asyncio.sleep(0.01)
            other.replicaof("127.0.0.1", free_port())
        try:
            with pytest.raises(BusDownError) as down:
                await waiting
        finally:
            await bus.close()
        return str(down.value)

    with server() as running:
        said = asyncio.run(wait_for_entries(running))
    assert said.endswith("is a read-only replica. Name the server that it copies.")


def test_a_server_that_cannot_save_takes_nothing_more(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    with server("--save", "3600 1", "--dir", str(folder)) as running:
        folder.rmdir()
        with redis.Redis.from_url(running.url) as client:
            client.bgsave()
            wait_until(
                lambda: client.info("persistence")["rdb_last_bgsave_status"] == "err",
                "a save that fails",
            )
        said = trouble_with(running.url)
        assert said.endswith("cannot save, and accepts nothing until it can. Check its disk.")


def test_what_else_a_server_refuses_is_said_without_what_was_sent() -> None:
    with server("--rename-command", "XADD", "") as running:
        said = trouble_with(running.url)
        assert said == (
            f"The Redis server at 127.0.0.1:{running.port}, database 0 refuses: "
            "unknown command 'XADD'."
        )


def test_a_name_that_no_machine_has() -> None:
    url = parse_server_url("redis://nowhere/0")
    with pytest.raises(socket.gaierror) as unknown:
        # A name where only a number may be is refused without asking any other machine.
        socket.getaddrinfo("nowhere", 6379, flags=socket.AI_NUMERICHOST)
    assert str(bus_error(unknown.value, url)) == (
        "No machine of that name for the Redis server at nowhere:6379, database 0. Check the host."
    )


def test_nothing_that_listens() -> None:
    said = trouble_with(f"redis://:{SECRET}@127.0.0.1:{free_port()}/0")
    assert said.startswith("No Redis server at 127.0.0.1:")


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """Listen, and give everybody the same answer; yield the address."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def answer_all() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listening.accept()
                    with connection, suppress(OSError):
                        connection.recv(1000)
                        connection.sendall(answer)

        thread = threading.Thread(target=answer_all)
        thread.start()
        try:
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


@pytest.mark.parametrize(
    "answer",
    [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0" * 100_000, b"$-5\r\n", b"*1\r\n" * 100_000],
    ids=["HTTP", "a line without an end", "less than nothing", "lists in lists"],
)
def test_something_else_that_listens(answer: bytes) -> None:
    with answering(answer) as where:
        said = trouble_with(f"redis://:{SECRET}@{where}/0")
        assert said.endswith("is not a Redis server. Check host and port.")


def test_something_that_listens_and_knows_no_tls() -> None:
    with answering(b"HTTP/1.1 400 Bad Request\r\n\r\n") as where:
        said = trouble_with(f"rediss://:{SECRET}@{where}/0")
        assert said.startswith(f"No TLS connection to the Redis server at {where}, database 0.")


def test_a_server_that_has_just_started_is_waited_for() -> None:
    with answering(b"-LOADING Redis is loading the dataset in memory\r\n") as where:
        said = trouble_with(f"redis://:{SECRET}@{where}/0")
        assert said.endswith("is still loading its data. Wait a moment.")
