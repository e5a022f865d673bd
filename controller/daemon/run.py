"""The loop in real time, with the bus on its other side."""

import asyncio
from collections import deque

from controller.bus.errors import MessageError
from controller.bus.inbox import Arrival, follow
from controller.bus.messages import CommandMessage, parse_command
from controller.bus.outbox import Outbox
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import COMMANDS, EVENTS, FRAME, VIEW
from controller.bus.wire import write_event, write_frame, write_view
from controller.daemon.controller import Controller
from controller.events.event import CommandRefused
from controller.rules.sentence import verbatim

SCANS_PER_SECOND = 100


class CommandQueue:
    """Commands that came in over the bus and wait for the next turn."""

    def __init__(self, outbox: Outbox) -> None:
        """Begin empty; malformed commands are answered through the outbox."""
        self._outbox = outbox
        self._waiting: deque[CommandMessage] = deque()

    def take(self) -> list[CommandMessage]:
        """Return the waiting commands, in order, and forget them."""
        taken = list(self._waiting)
        self._waiting.clear()
        return taken

    async def fill(self, bus: RedisBus) -> None:
        """Queue the commands of the bus for ever."""
        async for arrival in follow(bus, COMMANDS):
            if isinstance(arrival, Arrival):
                self._queue(arrival)

    def _queue(self, arrival: Arrival) -> None:
        try:
            self._waiting.append(parse_command(arrival.entry))
        except MessageError as error:
            answer = CommandRefused(asyncio.get_running_loop().time(), verbatim(str(error)))
            self._outbox.put(EVENTS, write_event(answer))


async def run(controller: Controller, outbox: Outbox, commands: CommandQueue) -> None:
    """Turn for ever, telling the bus what changed."""
    loop = asyncio.get_running_loop()
    period = 1 / SCANS_PER_SECOND
    due = loop.time()
    view = None
    while True:
        turn = controller.tick(commands.take())
        for event in turn.events:
            outbox.put(EVENTS, write_event(event))
        if turn.view is not view:
            view = turn.view
            outbox.put(VIEW, write_view(view))
        if turn.frame is not None:
            outbox.put(FRAME, write_frame(turn.frame))
        # A late turn is not made up for: the next scan holds the whole state anyway.
        due = max(due + period, loop.time())
        await asyncio.sleep(due - loop.time())
