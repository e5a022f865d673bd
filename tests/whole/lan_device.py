"""A device of the network, as a program of its own, so that it can live in a network of its own.

It reads what to do from standard input and writes what it saw, a JSON object a line each.
"""

import json
import select
import socket
import ssl
import sys
from collections.abc import Callable
from http.client import HTTPConnection, HTTPSConnection
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.waiting import PATIENCE_S

Json = dict[str, Any]
_OPEN: list[socket.socket] = []


def ask(
    *, host: str, port: int, method: str, path: str, headers: Json, body: str, trusts: str
) -> Json:
    """Ask over HTTP; by TLS if there is a certificate to trust, whatever name it has."""
    if trusts:
        context = ssl.create_default_context(cafile=trusts)
        context.check_hostname = False
        connection: HTTPConnection = HTTPSConnection(
            host, port, timeout=PATIENCE_S, context=context
        )
    else:
        connection = HTTPConnection(host, port, timeout=PATIENCE_S)
    try:
        connection.request(method, path, body.encode(), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        return {"status": answer.status, "text": text, "headers": dict(answer.getheaders())}
    except OSError as error:
        return {"failed": str(error)}
    finally:
        connection.close()


def fill(*, host: str, port: int, number: int, kept: int) -> Json:
    """Open connections that say nothing, and count those that the server keeps."""
    opened = [socket.create_connection((host, port), PATIENCE_S) for _ in range(number)]
    _OPEN.extend(opened)
    closed = 0
    while closed < number - kept:
        readable, _, _ = select.select(opened, [], [], PATIENCE_S)
        for each in readable:
            closed += 1
            opened.remove(each)
    return {"type": "filled", "open": len(opened)}


def play(*, url: str, headers: Json, origin: str | None, move: list[float], known: int) -> Json:
    """Open the socket, carry a piece as a hand does, and return the plies that follow.

    Those that were known before may come late, where the board has just been started.
    """
    try:
        with connect(url, additional_headers=headers, origin=origin) as opened:  # type: ignore[arg-type] # an origin is text
            x, y, to_x, to_y = move
            pieces = _told(opened, "table")["pieces"]
            piece = next(each for each in pieces if (each["x"], each["y"]) == (x, y))
            for hand in (
                {"action": "grab", "piece": piece["id"], "slide": False},
                {"action": "move", "x": to_x, "y": to_y},
                {"action": "drop", "x": to_x, "y": to_y},
            ):
                opened.send(json.dumps({"type": "hand", "hand": "device", **hand}))
            while True:
                said = _told(opened, "plies", "error")
                if said["type"] == "error" or said["from"] + len(said["moves"]) > known:
                    return said
    except InvalidStatus as refused:
        return {"type": "refused", "status": refused.response.status_code}


def stay(*, url: str, headers: Json) -> Json:
    """Open the socket, say so, and return how it was closed."""
    try:
        with connect(url, additional_headers=headers) as opened:
            _told(opened, "view")
            _write({"type": "open"})
            while True:
                opened.recv(PATIENCE_S)
    except ConnectionClosed as closed:
        return {"type": "closed", "code": closed.rcvd.code if closed.rcvd else None}


def _told(opened: Any, *kinds: str) -> Json:
    while True:
        message: Json = json.loads(opened.recv(PATIENCE_S))
        if message["type"] in kinds:
            return message


def _write(what: Json) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    for line in sys.stdin:
        wanted = json.loads(line)
        done: dict[str, Callable[..., Json]] = {
            "ask": ask,
            "play": play,
            "stay": stay,
            "fill": fill,
        }
        _write(done[wanted.pop("do")](**wanted))
