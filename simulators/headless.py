"""Games played by a simulated hand through the full path, in virtual time.

The hand moves magnets on the tabletop; scans, recognition, session, lights and frames are the
ones that run on a real board. What the controller committed is held against what was made.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random

from controller.bus.messages import CommandMessage
from controller.daemon.controller import Controller
from controller.daemon.run import SCANS_PER_SECOND
from controller.events.command import Command
from controller.events.event import (
    Event,
    GameStarted,
    MoveCommitted,
    MoveRetargeted,
    MoveTakenBack,
)
from controller.rules.captures import captured_bits
from controller.rules.compiled import Rules
from controller.rules.game import Game, new_game
from controller.rules.geometry import squares_of
from controller.rules.lines import Move
from controller.rules.moves import moves_from
from controller.session.session import Session
from hal.board import DARK, Board, Frame
from simulators.clock import VirtualClock
from simulators.hand import SimulatedHand
from simulators.recorded import PlannedGame
from simulators.report import Report
from simulators.start import start_pieces
from simulators.tabletop import Tabletop
from simulators.virtual_board import VirtualBoard

# What makes the board of a table, with the clock that it reads.
MakeBoard = Callable[[Tabletop, Callable[[], float]], Board]

_PERIOD_S = 1 / SCANS_PER_SECOND
# A move that was not recognised by now never will be.
_PATIENCE_S = 2.0


def simulate_games(
    rules: Rules, games: Iterable[PlannedGame], seed: int, make_board: MakeBoard = VirtualBoard
) -> Report:
    """Play games and return what was recognised; the same seed gives the same report."""
    simulation = _Simulation(rules, Random(seed), make_board)
    for game in games:
        simulation.play(game)
    return simulation.report


class _Simulation:
    """One table, one board, one controller, and one hand, for all games."""

    def __init__(self, rules: Rules, random: Random, make_board: MakeBoard) -> None:
        self.report = Report()
        self._rules = rules
        self._random = random
        self._clock = VirtualClock()
        self._table = Tabletop(start_pieces(rules))
        board = make_board(self._table, self._clock)
        self._controller = Controller(board, Session(rules))
        self._hand = SimulatedHand(self._table, self._clock, random)
        self._events: list[Event] = []
        self._frame = DARK
        self._frame_at = 0.0

    def play(self, planned: PlannedGame) -> None:
        """Set up and play one game, and count what was recognised."""
        self.report.games += 1
        self.report.beyond += planned.beyond
        self._set_up()
        game = new_game(self._rules)
        for move in planned.moves:
            lights = self._lights_of(game, move)
            game = game.play(move)
            captured = tuple(squares_of(captured_bits(game.plies[-1].captures)))
            if not self._play_ply(move, captured, lights):
                return  # the boards no longer agree, so the rest of the game says nothing

    def _set_up(self) -> None:
        self._events.clear()
        self._table.arrange(start_pieces(self._rules))
        self._turn([CommandMessage(command=Command.NEW_GAME)])
        if not self._wait_for(GameStarted):
            raise RuntimeError("the start position was not recognised")
        self._events.clear()

    def _play_ply(self, move: Move, captured: tuple[int, ...], lights: int) -> bool:
        """Make one ply and count how it was recognised; return whether it was."""
        self.report.plies += 1
        before = self._frame
        self._let_pass(self._hand.make(move), lights, before)
        takes_early = self._random.random() < 0.3
        if takes_early:
            self._let_pass(self._hand.clear(captured))
        self._wait_for(MoveCommitted)
        if not takes_early:
            self._let_pass(self._hand.clear(captured))
        self._let_pass(self._hand.pause())
        return self._count(move)

    def _count(self, move: Move) -> bool:
        committed = [e for e in self._events if isinstance(e, MoveCommitted)]
        others = [e for e in self._events if isinstance(e, MoveRetargeted | MoveTakenBack)]
        right = len(committed) > 0 and committed[0].move == move
        self.report.recognised += right
        self.report.missed += not committed
        self.report.wrong += len(committed) > 0 and not right
        self.report.phantom += len(committed[1:]) + len(others)
        if right:
            latency = committed[0].at - self._hand.timeline.placed_at
            self.report.place_to_commit_ms.append(1000 * latency)
        self._events.clear()
        return right

    def _lights_of(self, game: Game, move: Move) -> int:
        """Return the squares that shall be lit when a move's piece is lifted."""
        bits = 0
        for open_to_it in moves_from(self._rules, game.position, move.origin):
            bits |= 1 << open_to_it.target
        return bits

    # Time ------------------------------------------------------------------------------

    def _turn(self, commands: Iterable[CommandMessage] = ()) -> None:
        self._clock.advance(_PERIOD_S)
        turn = self._controller.turn(commands)
        self._events += turn.events
        if turn.frame is not None:
            self._frame, self._frame_at = turn.frame, turn.at

    def _wait_for(self, kind: type[Event]) -> bool:
        deadline = self._clock() + _PATIENCE_S
        while not any(isinstance(event, kind) for event in self._events):
            if self._clock() >= deadline:
                return False
            self._turn()
        return True

    def _let_pass(self, pauses: Iterator[float], lights: int = 0, before: Frame = DARK) -> None:
        """Let the time pass that a hand takes; see when the lights of a lifted piece come on."""
        lit_at: float | None = None
        for pause in pauses:
            until = self._clock() + pause
            while self._clock() < until:
                self._turn()
                if lights and lit_at is None and _shows(self._frame, before, lights):
                    lit_at = self._frame_at
        lifted_at = self._hand.timeline.lifted_at
        if lights and lit_at is not None and lifted_at is not None:
            self.report.lift_to_light_ms.append(1000 * (lit_at - lifted_at))


def _shows(frame: Frame, before: Frame, lights: int) -> bool:
    """Say whether a frame is a new one in which all those squares are lit."""
    return frame is not before and all(any(frame.pixel(square)) for square in squares_of(lights))
