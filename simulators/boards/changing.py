"""A board whose sensors fail, and are mended, while it is used."""

from hal.board import Frame, Scan
from simulators.boards.physical import PhysicalBoard
from simulators.clock import VirtualClock
from simulators.table.faults import Faults
from simulators.table.tabletop import Tabletop


class ChangingBoard:
    """A board whose sensors fail, and are mended, in the course of a day."""

    def __init__(self, table: Tabletop, clock: VirtualClock, seed: int) -> None:
        """Begin with sensors that work."""
        self._table, self._clock, self._seed = table, clock, seed
        self.change(Faults())

    def change(self, faults: Faults) -> None:
        """Let sensors fail from now on, and mend all others."""
        self._board = PhysicalBoard(self._table, self._clock, "reed", faults, self._seed)
        self.faults = faults

    def scan(self) -> Scan:
        """Read the sensors."""
        return self._board.scan()

    def show(self, frame: Frame) -> None:
        """Show a frame."""
        self._board.show(frame)
