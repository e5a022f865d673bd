"""Boards with the real firmware, for those who make boards of tabletops, and end them after."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from hal.board import Board
from simulators.avr.build import Sensors
from simulators.avr.lockstep import LockstepBoard
from simulators.avr.paced import PacedBoard
from simulators.headless import MakeBoard
from simulators.tabletop import Tabletop

# By what the command line calls them.
AVR_BOARDS: dict[str, Sensors] = {"avr-reed": "reed", "avr-hall": "hall"}


@contextmanager
def avr_boards(sensors: Sensors, seed: int, *, paced: bool) -> Iterator[MakeBoard]:
    """Yield what makes such a board, in real time if `paced`; all are ended at the end.

    Raises:
        AvrError: when a board is made: firmware or harness cannot be built.
    """
    with ExitStack() as made:

        def make(table: Tabletop, clock: Callable[[], float]) -> Board:
            if not paced:
                return made.enter_context(LockstepBoard(sensors, table, clock, seed))
            board = made.enter_context(PacedBoard(sensors, table, clock, seed))
            board.connect()
            return board

        yield make
