"""The socket of one page: states and events go out, commands and hands come in."""

import asyncio
import time
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.bus.bus import Bus
from controller.bus.entries import JsonObject, decode, encode
from controller.bus.errors import BusDownError, MessageError, PositionError
from controller.bus.messages import CommandMessage, id_of, parse_command, parse_hand
from controller.bus.saying import write_sentences
from controller.bus.streams import Stream
from controller.events.command import Command
from controller.rules.sentence import Sentence, sentence, verbatim
from controller.supervision.budget import Budget
from controller.supervision.tally import Tally
from controller.web.hands import OpenedHands
from controller.web.hub import Hub
from controller.web.lan.devices import Role
from controller.web.lan.gate import Client
from controller.web.mailbox import Mailbox, Message
from controller.words.catalogue import say

# The longest message, for the server as well; 121 squares that are set up take 2 000 bytes.
LONGEST_MESSAGE = 65_536
# Messages a second, and at once: a fast slide on a fast screen sends fewer.
_MESSAGES, _MESSAGES_AT_ONCE = 300.0, 60.0
# Commands are given by people.
_COMMANDS, _COMMANDS_AT_ONCE = 10.0, 20.0
_A_POSITION = "/11/11/11/3t7/11/5K5/11/11/11/11/11/"
# A page that hears nothing for three times as long says that the board is away.
_SIGN_S = 3.0
_SIGN = Message({"type": "sign"})
# Nobody has more fingers.
_MOST_HANDS = 20


async def serve_socket(socket: WebSocket, hub: Hub, bus: Bus, tally: Tally, client: Client) -> None:
    """Serve a client's page until it is closed; what its hands still held then is let go.

    One that may not play is shown everything, and whatever it asks is refused.
    """
    await socket.accept()
    may_play = client.role is Role.PLAY
    mailbox = hub.open(is_local=client.is_local)
    working = [asyncio.create_task(each) for each in (_send(socket, mailbox), _sign(mailbox))]
    page = _Page(socket, mailbox, hub.hands, bus, tally, may_play=may_play)
    try:
        await page.serve()
    except WebSocketDisconnect:
        pass
    finally:
        for task in working:
            task.cancel()
        hub.close(mailbox)
        gone = [hub.hands.open(hand, {"action": "let_go", "hand": hand}) for hand in page.hands]
        with suppress(BusDownError):
            for said in gone:
                await bus.add(Stream.HANDS, said)


async def _send(socket: WebSocket, mailbox: Mailbox) -> None:
    with suppress(WebSocketDisconnect):
        async for text in mailbox.texts():
            await socket.send_text(text)


async def _sign(mailbox: Mailbox) -> None:
    """Let the page hear regularly that the server is there, though nothing changes."""
    while True:
        mailbox.put(_SIGN)
        await asyncio.sleep(_SIGN_S)


class _Page:
    """What one page asks, and which hands of it hold something."""

    def __init__(
        self,
        socket: WebSocket,
        mailbox: Mailbox,
        opened: OpenedHands,
        bus: Bus,
        tally: Tally,
        *,
        may_play: bool,
    ) -> None:
        self._socket = socket
        self._opened = opened
        self._may_play = may_play
        self._mailbox = mailbox
        self._bus = bus
        self._tally = tally
        now = time.monotonic()
        self._messages = Budget(_MESSAGES, _MESSAGES_AT_ONCE, now)
        self._commands = Budget(_COMMANDS, _COMMANDS_AT_ONCE, now)
        self.hands: set[str] = set()

    async def serve(self) -> None:
        """Pass messages on to the bus until the page is closed.

        Raises:
            WebSocketDisconnect: it is.
        """
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received.get("code", 1000))
            await self._take(received.get("text"))
            # Not refused but read later: a page that sends too much slows nobody but itself.
            await asyncio.sleep(self._messages.spend(1, time.monotonic()))

    async def _take(self, text: str | None) -> None:
        """Pass one message on to the bus, or answer why not."""
        message_id = None
        try:
            message = _parse_object(text)
            message_id = id_of(message)
            if not self._may_play:
                self._refuse(sentence("page.only_watching"), message_id)
                return
            stream, entry = _parse_message(message)
            if stream is Stream.COMMANDS and not self._commands.allows(1, time.monotonic()):
                self._refuse(sentence("page.too_fast"), message_id)
                return
            await self._bus.add(stream, self._noted(entry))
        except PositionError:
            self._refuse(sentence("command.bad_position", example=_A_POSITION), message_id)
        except MessageError as error:
            self._refuse(verbatim(str(error)), message_id)
            return
        except BusDownError:
            self._refuse(sentence("page.bus_down"), message_id)

    def _noted(self, entry: JsonObject) -> bytes:
        """Return an entry as it goes on the bus, with what it does to the page's hands noted.

        What is not known to have arrived may have: a hand counts from when it is sent.

        Raises:
            MessageError: the page has too many hands.
        """
        hand, action = entry.get("hand", ""), entry.get("action")
        if action == "grab":
            if len(self.hands | {hand}) > _MOST_HANDS:
                raise MessageError(f"hand: expected at most {_MOST_HANDS} at once, got {hand!r}")
            self.hands.add(hand)
            self._opened.hold(hand)
        elif action in ("drop", "let_go") and hand in self.hands:
            self.hands.discard(hand)
            return self._opened.open(hand, entry)
        return encode(entry)

    def _refuse(self, why: Sentence, message_id: str | None) -> None:
        self._tally.count("messages refused")
        said: JsonObject = {"message": say(why), "say": write_sentences(why)}
        self._mailbox.put(Message({"type": "error", **said, "id": message_id}))


def _parse_object(text: str | None) -> JsonObject:
    if text is None:
        raise MessageError("message: expected a JSON object as text")
    try:
        return decode(text, LONGEST_MESSAGE)
    except MessageError as error:
        raise MessageError("message: expected a JSON object as text") from error


def _parse_message(message: JsonObject) -> tuple[Stream, dict[str, Any]]:
    """Return the stream that a page's message goes to, and the entry, checked."""
    entry = {key: value for key, value in message.items() if key != "type"}
    match message.get("type"):
        case "command":
            asked = parse_command(entry)
            # It stops a clock: no player may say it of himself.
            if isinstance(asked, CommandMessage) and asked.command is Command.ANSWERED:
                raise MessageError(f"command: expected from programs on the bus: {asked.command}")
            return Stream.COMMANDS, asked.model_dump(mode="json", exclude_none=True)
        case "hand":
            return Stream.HANDS, parse_hand(entry).model_dump(mode="json", exclude_none=True)
    raise MessageError(f"type: expected 'command' or 'hand', got {str(message.get('type'))[:40]!r}")
