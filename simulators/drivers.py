"""The drivers of the simulators: boards in software, by their names on the command line."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from controller.assembly.errors import UsageMistake
from hal.board import Board
from hal.boards import Opener
from hal.config import GPIO_MATRIX, BoardConfig, BoardSection, MatrixSection, StripSection
from hal.strips.painter import Painter
from hal.strips.power import PowerSection
from simulators.boards.mock_pins import with_gpiozero
from simulators.boards.physical import PhysicalBoard
from simulators.boards.virtual import VirtualBoard
from simulators.table.faults import FAULTLESS, Faults
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop

VIRTUAL = "virtual"
AVR_SENSORS: Mapping[str, SensorName] = {"avr-reed": "reed", "avr-hall": "hall"}
BOARD_NAMES = (VIRTUAL, *AVR_SENSORS, GPIO_MATRIX)
# Mock pins of no kit in particular.
_ROWS, _COLUMNS = tuple(range(5, 16)), tuple(range(17, 28))


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


def simulated_config(driver: str, power: PowerSection | None = None) -> BoardConfig:
    """Return the configuration of a simulated board: wired in order, and fed by a supply."""
    matrix = MatrixSection(rows=_ROWS, columns=_COLUMNS, settle_us=0)
    strip = StripSection(driver=VIRTUAL) if driver == GPIO_MATRIX else StripSection()
    return BoardConfig(
        board=BoardSection(driver=driver, matrix=matrix),
        strip=strip,
        power=power or PowerSection(),
    )


@dataclass(frozen=True, slots=True)
class Bench:
    """The table that a board is put under, and the clock that it reads, in seconds."""

    table: Tabletop
    clock: Callable[[], float]
    chosen: Simulated = field(default_factory=Simulated)

    def openers(self) -> dict[str, Opener]:
        """Return the drivers for `hal.boards.open_board`."""
        avr = dict.fromkeys(AVR_SENSORS, self._avr)
        return {VIRTUAL: self._virtual, GPIO_MATRIX: self._pins, **avr}

    @contextmanager
    def _virtual(self, config: BoardConfig) -> Iterator[Board]:
        chosen = self.chosen
        if chosen.sensors is None:
            yield VirtualBoard(self.table, self.clock, Painter(config.power))
        else:
            yield PhysicalBoard(self.table, self.clock, chosen.sensors, chosen.faults, chosen.seed)

    @contextmanager
    def _pins(self, config: BoardConfig) -> Iterator[Board]:
        with with_gpiozero():
            from simulators.boards.pin_matrix import PinBoard
        with PinBoard(config.board.matrix, self.table, self.clock) as board:
            yield board

    @contextmanager
    def _avr(self, config: BoardConfig) -> Iterator[Board]:
        from simulators.avr.lockstep import LockstepBoard
        from simulators.avr.paced import PacedBoard

        sensors, seed = AVR_SENSORS[config.board.driver], self.chosen.seed
        painter = Painter(config.power)
        if not self.chosen.paced:
            with LockstepBoard(sensors, self.table, self.clock, seed, painter=painter) as board:
                yield board
            return
        with PacedBoard(sensors, self.table, self.clock, seed, painter=painter) as paced:
            paced.connect()
            yield paced


def in_software_only(driver: str) -> bool:
    """Say whether a configuration with this driver can mean no real board."""
    return driver in BOARD_NAMES and driver != GPIO_MATRIX


def check_board(board: str) -> None:
    """Check that there is a simulated board of this name.

    Raises:
        UsageMistake: there is none.
    """
    if board not in BOARD_NAMES:
        raise UsageMistake(f"--board: expected one of {', '.join(BOARD_NAMES)}, got {board[:40]!r}")
