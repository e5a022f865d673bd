"""The loop in real time, with the bus on its other side."""

import asyncio
from collections import deque

from controller.bus.errors import MessageError
from controller.bus.inbox import Arrival, follow
from controller.bus.messages import CommandMessage, RequestMessage, parse_command
from controller.bus.outbox import Outbox
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import COMMANDS, EVENTS, FRAME, VIEW
from controller.bus.wire import write_event, write_frame, write_view
from controller.daemon.controller import Controller
from controller.events.event import CommandRefused, Event
from controller.rules.sentence import verbatim

SCANS_PER_SECOND = 100


class CommandQueue:
    """Commands that wait for the next tick, from the bus or from buttons."""

    def __init__(self, outbox: Outbox) -> None:
        """Start empty; the outbox takes the answers to malformed commands."""
        self._outbox = outbox
        self._waiting: deque[CommandMessage | RequestMessage] = deque()

    def take(self) -> list[CommandMessage | RequestMessage]:
        """Return the waiting commands in order, and empty the queue."""
        taken = list(self._waiting)
        self._waiting.clear()
        return taken

    def put(self, message: CommandMessage | RequestMessage) -> None:
        """Queue a command that did not come over the bus."""
        self._waiting.append(message)

    async def fill(self, bus: RedisBus) -> None:
        """Queue the commands of the bus, until cancelled."""
        async for arrival in follow(bus, COMMANDS):
            if isinstance(arrival, Arrival):
                self._queue(arrival)

    def _queue(self, arrival: Arrival) -> None:
        try:
            self.put(parse_command(arrival.entry))
        except MessageError as error:
            self._answer(CommandRefused(asyncio.get_running_loop().time(), verbatim(str(error))))

    def _answer(self, event: Event) -> None:
        self._outbox.put(EVENTS, write_event(event))


async def run(controller: Controller, outbox: Outbox, commands: CommandQueue) -> None:
    """Tick a hundred times a second and put what changes on the bus, until cancelled."""
    loop = asyncio.get_running_loop()
    period = 1 / SCANS_PER_SECOND
    due = loop.time()
    view = None
    while True:
        tick = controller.tick(commands.take())
        for event in tick.events:
            outbox.put(EVENTS, write_event(event))
        if tick.view is not view:
            view = tick.view
            outbox.put(VIEW, write_view(view))
        if tick.frame is not None:
            outbox.put(FRAME, write_frame(tick.frame, tick.draw))
        # A late tick is not made up for: the next scan holds the whole state anyway.
        due = max(due + period, loop.time())
        await asyncio.sleep(due - loop.time())
