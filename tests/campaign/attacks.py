"""What hostile clients send: to the page's port by bare sockets, to Redis by its own client."""

import socket
import struct
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import redis

_KEY = "dGhlIHNhbXBsZSBub25jZQ=="
TEXT, BINARY, CONTINUED, PING = 1, 2, 0, 9

# Entries that no program should die of, by name.
POISON: dict[str, dict[str, bytes]] = {
    "no text": {"json": b"\xff\xfe"},
    "a number of 5000 digits": {"json": b'{"command":' + b"9" * 5000 + b"}"},
    "100 000 brackets": {"json": b"[" * 100_000},
    "keys without end": {"json": b"{" + b",".join(b'"%d":1' % n for n in range(1500)) + b"}"},
    "no field": {"other": b"1"},
    "20 000 fields": {str(n): b"" for n in range(20_000)},
    "an array": {"json": b"[]"},
    "nothing": {"json": b""},
    "a lone surrogate": {"json": b'{"command":"\\ud800"}'},
    "infinity": {"json": b'{"action":"move","hand":"h","x":1e999,"y":0}'},
}
STREAMS = ("commands", "hands", "events", "view", "frame", "table", "plies", "health")


def poison(client: redis.Redis, board: str) -> None:
    """Put every poison in every stream of a board, and in those of version 1."""
    keys = [f"hnefi:{board}:{name}" for name in STREAMS]
    for key in (*keys, "hnefi:commands", "hnefi:hands"):
        for fields in POISON.values():
            client.xadd(key, fields)  # type: ignore[arg-type] # mappings are invariant there
    for name in ("commands", "view"):
        client.xadd(f"hnefi:{board}:{name}", {"json": b'{"a":' + b"[" * 900_000 + b"}"})
        client.xadd(f"hnefi:{board}:{name}", {"json": b'{"a":"' + b"x" * 900_000 + b'"}'})


def spoil(client: redis.Redis, board: str) -> None:
    """Put something else in the place of streams, and let others take no more entries."""
    for name in ("commands", "view", "plies"):
        client.set(f"hnefi:{board}:{name}", "junk")
    for name in ("frame", "events", "hands"):
        client.delete(f"hnefi:{board}:{name}")
        last = "18446744073709551615-18446744073709551615"
        client.xadd(f"hnefi:{board}:{name}", {"json": "{}"}, id=last)


def frame(opcode: int, data: bytes, *, last: bool = True, compressed: bool = False) -> bytes:
    """Return a frame of a WebSocket as a client sends it, masked with zeros."""
    first = bytes([last << 7 | compressed << 6 | opcode])
    if len(data) < 126:
        size = bytes([128 | len(data)])
    elif len(data) < 65536:
        size = bytes([128 | 126]) + struct.pack(">H", len(data))
    else:
        size = bytes([128 | 127]) + struct.pack(">Q", len(data))
    return first + size + b"\0\0\0\0" + data


def handshake(port: int, *headers: str, path: str = "/socket") -> bytes:
    """Return a request for a WebSocket."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {_KEY}",
        "Sec-WebSocket-Version: 13",
        *headers,
    ]
    return "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n"


def opened(port: int, *headers: str) -> tuple[socket.socket, bytes]:
    """Return a bare WebSocket, and the answer to its request."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=10)
    connection.sendall(handshake(port, *headers))
    return connection, connection.recv(4096)


def answer_to(port: int, request: bytes) -> bytes:
    """Return the beginning of the answer to a request."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(request)
        with suppress(OSError):
            return connection.recv(4096)
    return b""


@contextmanager
def silent_connections(port: int, count: int, said: bytes = b"") -> Iterator[None]:
    """Keep connections open that say nothing, or half of something."""
    connections = []
    for _ in range(count):
        connection = socket.socket()
        connection.settimeout(0)
        with suppress(BlockingIOError):
            connection.connect(("127.0.0.1", port))
        with suppress(OSError):
            connection.send(said)
        connections.append(connection)
    try:
        yield
    finally:
        for connection in connections:
            connection.close()


FLOODS: dict[str, bytes] = {
    # The king's own square: any other may be where a piece that is in the air can go.
    "refused commands": frame(TEXT, b'{"type":"command","command":"place","square":"f6"}') * 100,
    "refused nonsense": frame(TEXT, b"{}") * 1000,
    "60 kB of junk": frame(TEXT, b'{"type":"hand","x":' + b"[" * 60_000 + b"]"),
    "60 000 digits": frame(TEXT, b'{"type":"hand","x":' + b"9" * 60_000 + b"}"),
    "thousands of keys": frame(
        TEXT, b'{"type":"command",' + b",".join(b'"%d":1' % n for n in range(6000)) + b"}"
    ),
    "hands in a hurry": frame(TEXT, b'{"type":"hand","action":"move","hand":"h","x":100,"y":-100}')
    * 100,
    "pings": frame(PING, b"") * 5000,
    "empty pieces of a message": frame(TEXT, b"", last=False)
    + frame(CONTINUED, b"", last=False) * 5000,
    "bytes": frame(BINARY, b"\0" * 100) * 500,
}


def flood(port: int, data: bytes, seconds: float, enough: Callable[[], bool] = lambda: True) -> int:
    """Send something again and again as fast as it is taken; return how many bytes were.

    It goes on for some seconds, and then until it is enough.
    """
    connection, _ = opened(port)
    connection.settimeout(0.2)
    until, sent = time.monotonic() + seconds, 0
    with connection, suppress(ConnectionError):
        rest = b""
        while time.monotonic() < until or not enough():
            rest = rest or data
            with suppress(TimeoutError):
                count = connection.send(rest)
                sent, rest = sent + count, rest[count:]
            connection.settimeout(0)
            with suppress(BlockingIOError):
                connection.recv(1 << 16)
            connection.settimeout(0.2)
    return sent


def flood_requests(port: int, seconds: float, enough: Callable[[], bool] = lambda: True) -> int:
    """Ask for the page for some seconds, then until it is enough; return how often it was given."""
    until, given = time.monotonic() + seconds, 0
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
    while time.monotonic() < until or not enough():
        given += answer_to(port, request).startswith(b"HTTP/1.1 200")
    return given


def bomb() -> bytes:
    """Return a few bytes that permessage-deflate would make 65 000 of."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -12)
    data = deflate.compress(b"\0" * 65_000) + deflate.flush(zlib.Z_SYNC_FLUSH)
    return frame(TEXT, data[:-4], compressed=True)
