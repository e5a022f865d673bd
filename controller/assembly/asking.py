"""Asks a board that is playing in another process, over its page's socket."""

import json
from uuid import uuid4

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from controller.assembly.errors import UsageMistake

_HOST = "127.0.0.1"
_PATIENCE_S = 5.0


def save_trace(port: int) -> str:
    """Let the board at a port save its last minutes; return the path of the trace.

    Raises:
        UsageMistake: no board answers there, or it could not save.
    """
    mine = f"trace save {uuid4().hex}"
    try:
        with connect(f"ws://{_HOST}:{port}/socket", open_timeout=_PATIENCE_S) as socket:
            socket.send(json.dumps({"type": "command", "command": "save_trace", "id": mine}))
            while True:
                message = json.loads(socket.recv(timeout=_PATIENCE_S))
                event = message.get("event", message)
                if event.get("id") == mine:
                    break
    except (OSError, WebSocketException, ValueError) as error:
        raise UsageMistake(
            f"trace save: expected a board that plays at port {port}, found none; start one with "
            "hnefi play or hnefi simulate, or name its --port"
        ) from error
    if "file" not in event:
        raise UsageMistake(f"trace save: {event.get('message', 'the board gave no reason')}")
    return str(event["file"])
