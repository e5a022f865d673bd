"""Play on a simulated board: its tabletop is moved by the hands that come in over the bus."""

import time

from controller.bus.errors import MessageError
from controller.bus.inbox import Arrival, follow
from controller.bus.messages import parse_hand
from controller.bus.outbox import Outbox
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import EVENTS, HANDS, TABLE
from controller.bus.wire import write_event
from controller.cli.serving import Serving, serve
from controller.events.event import CommandRefused
from simulators.hands import act, write_table
from simulators.headless import MakeBoard
from simulators.start import start_pieces
from simulators.tabletop import Tabletop
from simulators.virtual_board import VirtualBoard


async def play(serving: Serving, make_board: MakeBoard = VirtualBoard) -> None:
    """Serve the page of a simulated board, and play on it, until interrupted."""
    table = Tabletop(start_pieces(serving.session.game.rules))
    board = make_board(table, time.monotonic)
    await serve(serving, board, lambda outbox: [_move_pieces(table, serving.bus, outbox)])


async def _move_pieces(table: Tabletop, bus: RedisBus, outbox: Outbox) -> None:
    """Let the hands that come in over the bus move the pieces, for ever."""
    outbox.put(TABLE, write_table(table))
    async for arrival in follow(bus, HANDS):
        if not isinstance(arrival, Arrival):
            continue
        try:
            act(table, parse_hand(arrival.entry))
        except MessageError as error:
            outbox.put(EVENTS, write_event(CommandRefused(time.monotonic(), str(error))))
        outbox.put(TABLE, write_table(table))
