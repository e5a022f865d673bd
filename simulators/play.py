"""Plays on a simulated board; hands from the bus move the pieces on its tabletop."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

from controller.assembly.serving import Serving, serve
from controller.bus.messages import HandMessage
from controller.bus.streams import Stream
from hal.boards import open_board
from hal.config import BoardConfig
from simulators.drivers import VIRTUAL, Bench, Simulated
from simulators.people.machine_hand import make_for_it
from simulators.people.page_hands import act, write_table
from simulators.table.start import pieces_of, start_pieces
from simulators.table.tabletop import ROOM_S, Tabletop

_LOOK_S = 0.1
_UNDERSTOOD_S = 1.0


async def play(serving: Serving, config: BoardConfig, seed: int = 1) -> None:
    """Play on a simulated board until interrupted.

    Raises:
        AvrError: the board's firmware or harness cannot be built or does not run.
        DriverError: the libraries of mock pins are not installed.
    """
    table = Tabletop(start_pieces(serving.session.game.rules))
    # A game that goes on stands where it stood; what was captured lies in the tray.
    table.arrange(pieces_of(serving.session.game.position))
    outbox = serving.outside.outbox

    def show() -> None:
        outbox.put(Stream.TABLE, partial(write_table, table.pieces, table.touched))

    def move(message: HandMessage) -> None:
        later = act(table, message)
        show()
        if later is not None:
            asyncio.get_running_loop().call_later(ROOM_S, serving.outside.requests.hands.put, later)

    show()
    bench = Bench(table, time.monotonic, Simulated(seed=seed, paced=True))
    opened = open_board(config, bench.openers())
    await serve(
        serving,
        opened,
        move,
        also=lambda _: {"opponent": _move_for_opponent(table, serving, show)},
        by_hand=config.board.driver == VIRTUAL,
    )


async def _move_for_opponent(table: Tabletop, serving: Serving, show: Callable[[], None]) -> None:
    """Make the opponent's moves on the table, until cancelled."""

    def shown() -> None:
        show()
        serving.outside.alarm.ring()

    while True:
        await asyncio.sleep(_LOOK_S)
        game, move = serving.session.game, serving.companion.asked
        if move is not None and game.refusal(move) is None:
            for pause in make_for_it(table, game, move, shown):
                await asyncio.sleep(pause)
            # Until the board has understood, or the opponent asks again.
            await asyncio.sleep(_UNDERSTOOD_S)
