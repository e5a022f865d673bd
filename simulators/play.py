"""Plays on a simulated board; hands from the bus move the pieces on its tabletop."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

from controller.assembly.serving import Serving, serve
from controller.bus.messages import HandMessage
from controller.bus.streams import Stream
from hal.boards import BoardConfig, open_board
from simulators.boards.virtual import VirtualBoard
from simulators.drivers import VIRTUAL, Bench, Simulated
from simulators.people.machine_hand import make_for_it
from simulators.people.page_hands import act, write_table
from simulators.table.start import pieces_of, start_pieces
from simulators.table.tabletop import Tabletop

_LOOK_S = 0.1
_UNDERSTOOD_S = 1.0


async def play(serving: Serving, board: str = VIRTUAL, seed: int = 1) -> None:
    """Play on a simulated board until interrupted.

    Raises:
        AvrError: the board's firmware or harness cannot be built or does not run.
    """
    table = Tabletop(start_pieces(serving.session.game.rules))
    # A game that goes on stands where it stood; what was captured lies in the tray.
    table.arrange(pieces_of(serving.session.game.position))
    outbox = serving.outside.outbox

    def show() -> None:
        outbox.put(Stream.TABLE, partial(write_table, table.pieces))

    def move(message: HandMessage) -> None:
        act(table, message)
        show()

    show()
    bench = Bench(table, time.monotonic, Simulated(seed=seed, paced=True))
    with open_board(BoardConfig(sensors=board), bench.openers()) as opened:
        by_hand = isinstance(opened, VirtualBoard)
        opponent = _move_for_opponent(table, serving, show)
        await serve(serving, opened, move, also=[opponent], by_hand=by_hand)


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
