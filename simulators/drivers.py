"""The drivers of the simulators: boards in software, by their names on the command line."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from hal.board import Board
from hal.boards import BoardConfig, Opener
from simulators.boards.physical import PhysicalBoard
from simulators.boards.virtual import VirtualBoard
from simulators.table.faults import FAULTLESS, Faults
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop

VIRTUAL = "virtual"
AVR_SENSORS: Mapping[str, SensorName] = {"avr-reed": "reed", "avr-hall": "hall"}
BOARD_NAMES = (VIRTUAL, *AVR_SENSORS)


@dataclass(frozen=True, slots=True)
class Simulated:
    """The choices for a simulated board.

    `sensors` and `faults` concern the virtual board only; None stands for ideal sensors. `paced`
    runs a simulated microcontroller in real time. `seed` decides everything random.
    """

    sensors: SensorName | None = None
    faults: Faults = FAULTLESS
    seed: int = 1
    paced: bool = False


@dataclass(frozen=True, slots=True)
class Bench:
    """The table that a board is put under, and the clock that it reads, in seconds."""

    table: Tabletop
    clock: Callable[[], float]
    chosen: Simulated = field(default_factory=Simulated)

    def openers(self) -> dict[str, Opener]:
        """Return the drivers for `hal.boards.open_board`."""
        return {VIRTUAL: self._virtual, **dict.fromkeys(AVR_SENSORS, self._avr)}

    @contextmanager
    def _virtual(self, _: BoardConfig) -> Iterator[Board]:
        chosen = self.chosen
        if chosen.sensors is None:
            yield VirtualBoard(self.table, self.clock)
        else:
            yield PhysicalBoard(self.table, self.clock, chosen.sensors, chosen.faults, chosen.seed)

    @contextmanager
    def _avr(self, config: BoardConfig) -> Iterator[Board]:
        from simulators.avr.lockstep import LockstepBoard
        from simulators.avr.paced import PacedBoard

        sensors, seed = AVR_SENSORS[config.sensors], self.chosen.seed
        if not self.chosen.paced:
            with LockstepBoard(sensors, self.table, self.clock, seed) as board:
                yield board
            return
        with PacedBoard(sensors, self.table, self.clock, seed) as paced:
            paced.connect()
            yield paced
