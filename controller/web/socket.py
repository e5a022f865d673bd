"""The socket of one page: states and events go out, commands and hands come in."""

import asyncio
import json
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.bus.entries import JsonObject
from controller.bus.errors import BusDownError, MessageError
from controller.bus.messages import parse_command, parse_hand
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import COMMANDS, HANDS
from controller.bus.wire import write_sentences
from controller.rules.sentence import Sentence, sentence, verbatim
from controller.web.hub import Hub, Mailbox
from controller.words.catalogue import say


async def serve_socket(socket: WebSocket, hub: Hub, bus: RedisBus) -> None:
    """Serve a page until it closes, then let its hands drop what they hold."""
    await socket.accept()
    mailbox = hub.open()
    sender = asyncio.create_task(_send(socket, mailbox))
    hands: set[str] = set()
    try:
        while True:
            await _receive(socket, mailbox, bus, hands)
    except WebSocketDisconnect:
        pass
    finally:
        sender.cancel()
        hub.close(mailbox)
        for hand in hands:
            with suppress(BusDownError):
                await bus.add(HANDS, {"action": "let_go", "hand": hand})


async def _send(socket: WebSocket, mailbox: Mailbox) -> None:
    with suppress(WebSocketDisconnect):
        async for message in mailbox.messages():
            await socket.send_json(message)


async def _receive(socket: WebSocket, mailbox: Mailbox, bus: RedisBus, hands: set[str]) -> None:
    """Pass one message on to the bus, or answer with an error."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    message_id = None
    try:
        message = _parse_object(received.get("text"))
        message_id = message.get("id") if isinstance(message.get("id"), str) else None
        stream, entry = _parse_message(message)
        await bus.add(stream, entry)
    except MessageError as error:
        mailbox.put(_error(verbatim(str(error)), message_id))
        return
    except BusDownError:
        mailbox.put(_error(sentence("page.bus_down"), message_id))
        return
    if entry.get("action") == "grab":
        hands.add(entry["hand"])
    elif entry.get("action") == "drop":
        hands.discard(entry["hand"])


def _error(why: Sentence, message_id: str | None) -> JsonObject:
    said = write_sentences(why)
    return {"type": "error", "message": say(why), "say": said, "id": message_id}


def _parse_object(text: str | None) -> dict[str, Any]:
    try:
        message = json.loads(text or "")
    except (json.JSONDecodeError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise MessageError("message: expected a JSON object as text")
    return message


def _parse_message(message: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the stream and the entry of a page's message, once its form is checked."""
    entry = {key: value for key, value in message.items() if key != "type"}
    match message.get("type"):
        case "command":
            return COMMANDS, parse_command(entry).model_dump(mode="json")
        case "hand":
            return HANDS, parse_hand(entry).model_dump(mode="json")
    raise MessageError(f"type: expected 'command' or 'hand', got {str(message.get('type'))[:40]!r}")
