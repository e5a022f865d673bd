"""Games on a simulated board with its real firmware, and what happens to its cable meanwhile."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol, runtime_checkable

from controller.events.event import (
    BoardFound,
    BoardLost,
    CommandRefused,
    Event,
    MoveTentative,
    PieceLifted,
)
from hal.board import Board, Frame, Scan
from simulators.avr.lockstep import LockstepBoard
from simulators.boards.virtual import MakeBoard
from simulators.headless import Simulation
from simulators.people.games import PlannedGame, random_games
from simulators.people.score import Score
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN

PLIES = 6
(GAME,) = random_games(COPENHAGEN, 1, seed=3)
SHORT = PlannedGame(GAME.moves[:PLIES])

Clock = Callable[[], float]
# What happens to a board, and when.
Mishap = Callable[["EventfulBoard"], None]
Plan = Sequence[tuple[float, Mishap]]


class EventfulBoard(LockstepBoard):
    """A board that things happen to at set times; the host may be busy with something else."""

    def __init__(
        self, sensors: SensorName, table: Tabletop, clock: Clock, plan: Plan = (), seed: int = 1
    ) -> None:
        """Note what should happen."""
        super().__init__(sensors, table, clock, seed)
        self._time = clock
        self._plan = list(plan)
        self._busy_until = 0.0
        self._last: Scan | None = None

    def be_busy(self, seconds: float) -> None:
        """Let nobody read the board for a while."""
        self._busy_until = self._time() + seconds

    def scan(self) -> Scan:
        """Let happen what is due; then scan, unless the host is busy."""
        while self._plan and self._plan[0][0] <= self._time():
            self._plan.pop(0)[1](self)
        if self._last is not None and self._time() < self._busy_until:
            self.pass_time()
            return self._last
        self._last = super().scan()
        return self._last


@runtime_checkable
class Shows(Board, Protocol):
    """A board that says what its pixels show."""

    @property
    def shown(self) -> Frame:
        """What they show."""
        ...


@dataclass(slots=True)
class Played:
    """What became of a game."""

    report: Score
    events: list[Event]
    shown: Frame
    stats: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def said(self) -> list[Event]:
        """What happened in the game, but for times and for what pieces did on their way."""
        passing = (PieceLifted, MoveTentative, BoardLost, BoardFound, CommandRefused)
        return [replace(event, at=0.0) for event in self.events if not isinstance(event, passing)]


def play(
    sensors: SensorName,
    plan: Plan = (),
    then_wait_s: float = 0.0,
    plies: int = PLIES,
    game: PlannedGame = GAME,
) -> Played:
    """Play the beginning of a game on the real firmware, and wait a while."""
    boards: list[EventfulBoard] = []

    def make(table: Tabletop, clock: Clock) -> Board:
        boards.append(EventfulBoard(sensors, table, clock, plan))
        return boards[-1]

    try:
        simulation = Simulation(COPENHAGEN, Random(1), make)
        simulation.play(PlannedGame(game.moves[:plies]))
        simulation.wait(then_wait_s)
        board = boards[0]
        line = board.harness.stats()["line"]
        return Played(simulation.report, simulation.events.copy(), board.shown, line)
    finally:
        for board in boards:
            board.close()


def play_without(make_board: MakeBoard, then_wait_s: float, game: PlannedGame = SHORT) -> Played:
    """Play the same game, by the same hand, on another board that says what it shows."""
    boards: list[Shows] = []

    def make(table: Tabletop, clock: Clock) -> Board:
        board = make_board(table, clock)
        assert isinstance(board, Shows)
        boards.append(board)
        return board

    simulation = Simulation(COPENHAGEN, Random(1), make)
    simulation.play(game)
    simulation.wait(then_wait_s)
    return Played(simulation.report, simulation.events.copy(), boards[0].shown)
