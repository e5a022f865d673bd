"""Headless games: simulated people play through the full path, in virtual time.

They move magnets on the tabletop; scans, recognition, session, lights and frames are those of a
real board. A scorer compares what they did with what the controller committed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from time import monotonic, thread_time

from controller.assembly.brain import PatientBrain
from controller.assembly.companion import Companion
from controller.assembly.rivals import Rival
from controller.bus.messages import CommandMessage
from controller.daemon.controller import Controller, Tick
from controller.daemon.garbage import Garbage, collected_by_hand
from controller.daemon.run import SCANS_PER_SECOND
from controller.engine.participants import open_player, parse_participant
from controller.engine.thinking import let_go
from controller.events.command import Command
from controller.events.event import Event
from controller.events.view import Phase
from controller.notation.control import Control
from controller.rules.compiled import Rules
from controller.rules.game import new_game
from controller.rules.geometry import squares_of
from controller.session.session import Session
from controller.session.timing import Timing
from hal.board import DARK, Frame, Scan
from simulators.boards.virtual import MakeBoard, VirtualBoard
from simulators.clock import VirtualClock
from simulators.people.games import PlannedGame
from simulators.people.hand import SimulatedHand
from simulators.people.players import Players
from simulators.people.profiles import STEADY, Profile
from simulators.people.score import Score
from simulators.people.scorer import Scorer
from simulators.people.script import AgainstOpponent, Planned, Script
from simulators.people.seat import Seat
from simulators.table.start import start_pieces
from simulators.table.tabletop import ROOM_S, Tabletop

_PERIOD_S = 1 / SCANS_PER_SECOND
# A start position that is not recognised by then never will be; faulty sensors take some time.
_PATIENCE_S = 15.0


def simulate_games(  # noqa: PLR0913 - who plays, what, on what, and who listens
    rules: Rules,
    games: Iterable[PlannedGame],
    seed: int,
    make_board: MakeBoard = VirtualBoard,
    profile: Profile = STEADY,
    on_command: Callable[[str], None] = lambda _: None,
    *,
    timing: Timing | None = None,
    control: Control | None = None,
    keep: Callable[[Tick], None] = lambda _: None,
) -> Score:
    """Play games and return the score; the same seed gives the same score.

    `on_command` gets every command, in words, just before the controller does; `keep` gets every
    turn. `control` is what the clocks go by, if there are any.
    """
    simulation = Simulation(
        rules,
        Random(seed),
        make_board,
        profile,
        on_command,
        timing=timing,
        control=control,
        keep=keep,
    )
    for game in games:
        simulation.play(game)
    return simulation.report


@dataclass(frozen=True, slots=True)
class Against:
    """An opponent, the people who play it, and how these choose their own moves."""

    rival: Rival
    seed: int
    profile: Profile = STEADY
    people: str = "one-move"


def simulate_against(  # noqa: PLR0913 - the same
    rules: Rules,
    against: Against,
    games: Iterable[int],
    make_board: MakeBoard = VirtualBoard,
    on_command: Callable[[str], None] = lambda _: None,
    *,
    timing: Timing | None = None,
    control: Control | None = None,
    keep: Callable[[Tick], None] = lambda _: None,
) -> Score:
    """Let people play an opponent, a game for each number, and return what was recognised."""
    # An opponent that remembers who sat here before would play other games than it does alone.
    let_go()
    companion, seed = Companion(PatientBrain()), against.seed
    companion.seat(against.rival)
    simulation = Simulation(
        rules,
        Random(seed),
        make_board,
        against.profile,
        on_command,
        timing=timing,
        control=control,
        keep=keep,
        companion=companion,
    )
    own = open_player(parse_participant(against.people), rules, seed)
    for number in games:
        script = AgainstOpponent(
            against.rival.side,
            lambda: companion.asked,
            lambda: simulation.session.game.outcome is not None,
            own,
            Random(f"{seed}/{number}"),
        )
        simulation.play_script(script)
        simulation.report.against += 1
    return simulation.report


class Simulation:
    """One table, one board, one controller and the players, for all games."""

    def __init__(  # noqa: PLR0913 - all that stands around a table
        self,
        rules: Rules,
        random: Random,
        make_board: MakeBoard,
        profile: Profile = STEADY,
        on_command: Callable[[str], None] = lambda _: None,
        *,
        timing: Timing | None = None,
        control: Control | None = None,
        keep: Callable[[Tick], None] = lambda _: None,
        companion: Companion | None = None,
    ) -> None:
        """Put the start position on a table; `random` decides what the players do.

        `companion` sits beside the session.
        """
        self.report = Score()
        self.events: list[Event] = []  # of the current game
        self.table = Tabletop(start_pieces(rules))
        self.clock = VirtualClock()
        self.session = _TimedSession(rules, timing, control, self.report)
        self.scorer = Scorer(self.report)
        self._rules = rules
        self._on_command = on_command
        self._keep = keep
        self._asked: list[CommandMessage] = []  # commands for the next tick
        board = make_board(self.table, self.clock)
        self._controller = Controller(board, self.session, companion)
        if companion:
            companion.connect(self._asked.append)
        self._players = Players(
            Seat(
                new_game(rules),
                self.table,
                self.clock,
                random,
                profile,
                lambda: self.session.view,
                self.scorer,
                self._asked.append,
            )
        )
        self._frame = DARK
        self._frame_at = 0.0
        self._lights = _Lights(self.report)
        self._garbage = Garbage(monotonic())

    def play(self, planned: PlannedGame) -> None:
        """Set up and play one game, and score it."""
        self.report.beyond += planned.beyond
        self.play_script(Planned(planned.moves))

    def play_script(self, script: Script) -> None:
        """Set up and play a game whose moves a script decides, and score it."""
        with collected_by_hand():
            self._play(script)

    def _play(self, script: Script) -> None:
        first = self.report.games == 0
        self.report.games += 1
        self.events.clear()
        if not first and self._players.wants_to_set_up:
            self._let_pass(self._players.set_up())
        elif not self._set_up():
            self.report.unstarted += 1
            return
        self._let_pass(self._players.play(script))

    def wait(self, seconds: float) -> None:
        """Let time pass while nobody does anything."""
        self._let_pass(iter([seconds]))

    def _set_up(self) -> bool:
        """Set up the pieces, press New game, and return whether the board recognised them."""
        self._players.forget()
        wanted = start_pieces(self._rules)
        if self.table.make_room(wanted):
            self.wait(ROOM_S)
            self.table.arrange(wanted)
        self._asked.append(CommandMessage(command=Command.NEW_GAME))
        self._tick()
        deadline = self.clock() + _PATIENCE_S
        while self.session.view.phase is Phase.SET_UP:
            if self.clock() >= deadline:
                return False
            self._tick()
        self.scorer.set_right()
        return True

    # Time ------------------------------------------------------------------------------

    def _tick(self) -> None:
        self.clock.advance(_PERIOD_S)
        asked = tuple(self._asked)
        self._asked.clear()
        for message in asked:
            self._on_command(message.words)
        tick = self._controller.tick(asked)
        self._keep(tick)
        self.events += tick.events
        for event in tick.events:
            self.scorer.take(event)
        if tick.frame is not None:
            self._frame, self._frame_at = tick.frame, tick.at
        # As in a real game: or the dearest scan is one in which garbage was collected.
        self._garbage.collect(monotonic(), moved=tick.moved)

    def _let_pass(self, pauses: Iterator[float]) -> None:
        """Let the players' pauses pass; note when the lights of a lifted piece come on."""
        for pause in pauses:
            until = self.clock() + pause
            self._lights.watch(self._players.making, self._frame)
            while self.clock() < until:
                self._tick()
                self._lights.see(self._frame, self._frame_at)


class _TimedSession(Session):
    """A session that notes how much CPU time its slowest scan took."""

    def __init__(
        self, rules: Rules, timing: Timing | None, control: Control | None, report: Score
    ) -> None:
        super().__init__(rules, timing, control)
        self._report = report

    def observe(self, scan: Scan) -> tuple[Event, ...]:
        begun = thread_time()
        events = super().observe(scan)
        step_ms = 1000 * (thread_time() - begun)
        self._report.worst_step_ms = max(self._report.worst_step_ms, step_ms)
        return events


class _Lights:
    """Measures how soon after a lift the squares open to the piece are lit."""

    def __init__(self, report: Score) -> None:
        self._report = report
        self._making: tuple[SimulatedHand, int] | None = None
        self._before = DARK
        self._lit = False

    def watch(self, making: tuple[SimulatedHand, int] | None, frame: Frame) -> None:
        """Start to watch for the lights of a hand's piece, if it is a new one."""
        if making is not self._making:
            self._making, self._before, self._lit = making, frame, False

    def see(self, frame: Frame, at: float) -> None:
        """Measure the latency when the lights of a lifted piece come on."""
        if self._making is None or self._lit:
            return
        hand, lights = self._making
        lifted_at = hand.timeline.lifted_at
        if lights and lifted_at is not None and _shows(frame, self._before, lights):
            self._lit = True
            self._report.lift_to_light_ms.append(1000 * (at - lifted_at))


def _shows(frame: Frame, before: Frame, lights: int) -> bool:
    """Say whether a frame is new and lights all these squares."""
    return frame is not before and all(any(frame.pixel(square)) for square in squares_of(lights))
