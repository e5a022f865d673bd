"""Plays on a simulated board; hands from the bus move the pieces on its tabletop."""

import asyncio
import time

from controller.assembly.serving import Serving, serve
from controller.bus.errors import MessageError
from controller.bus.inbox import Arrival, follow
from controller.bus.messages import parse_hand
from controller.bus.outbox import Outbox
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import EVENTS, HANDS, TABLE
from controller.bus.wire import write_event
from controller.events.event import CommandRefused
from controller.rules.sentence import verbatim
from hal.boards import open_board
from hal.config import BoardConfig
from simulators.drivers import Bench, Simulated
from simulators.people.machine_hand import make_for_it
from simulators.people.page_hands import act, write_table
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop

_LOOK_S = 0.05
_UNDERSTOOD_S = 1.0


async def play(serving: Serving, config: BoardConfig, seed: int = 1) -> None:
    """Serve the page of a simulated board and play on it until interrupted.

    Raises:
        AvrError: the board's firmware or harness cannot be built or does not run.
        DriverError: the libraries of mock pins are not installed.
    """
    table = Tabletop(start_pieces(serving.session.game.rules))
    bench = Bench(table, time.monotonic, Simulated(seed=seed, paced=True))
    opened = open_board(config, bench.openers())
    await serve(
        serving,
        opened,
        lambda parts: [
            _move_pieces(table, serving.bus, parts.outbox),
            _move_for_opponent(table, serving, parts.outbox),
        ],
    )


async def _move_pieces(table: Tabletop, bus: RedisBus, outbox: Outbox) -> None:
    """Let hands from the bus move the pieces, until cancelled."""
    outbox.put(TABLE, write_table(table))
    async for arrival in follow(bus, HANDS):
        if not isinstance(arrival, Arrival):
            continue
        try:
            act(table, parse_hand(arrival.entry))
        except MessageError as error:
            outbox.put(EVENTS, write_event(CommandRefused(time.monotonic(), verbatim(str(error)))))
        outbox.put(TABLE, write_table(table))


async def _move_for_opponent(table: Tabletop, serving: Serving, outbox: Outbox) -> None:
    """Make the opponent's moves on the table, for ever."""

    def shown() -> None:
        outbox.put(TABLE, write_table(table))

    while True:
        await asyncio.sleep(_LOOK_S)
        game, move = serving.session.game, serving.companion.asked
        if move is not None and game.refusal(move) is None:
            for pause in make_for_it(table, game, move, shown):
                await asyncio.sleep(pause)
            # Until the board has understood, or the opponent asks again.
            await asyncio.sleep(_UNDERSTOOD_S)
