"""One game on one board: scans and commands in, events and a view out.

Everything that can change the game enters here, in order, with its time; so a session that is
fed the same scans and commands again does the same again.
"""

from controller.events.command import Command
from controller.events.event import BoardFound, BoardLost, CommandRefused, Event, GameStarted
from controller.events.view import BoardView
from controller.recognition.eye import Eye
from controller.recognition.line import Line
from controller.recognition.repair import RepairStep, repair
from controller.rules.compiled import Rules
from controller.rules.game import Game, new_game
from controller.rules.geometry import bits_of
from controller.rules.position import Position
from controller.rules.sentence import Sentence
from controller.session.news import faults_found
from controller.session.picture import Knowledge, Picture, SettingUp
from controller.session.play import Play
from controller.session.sentences import (
    NO_TRACE,
    NOTHING_LIFTED,
    NOTHING_TO_UNDO,
    NOTHING_WAITS,
    PAUSED,
)
from controller.session.timing import Timing
from controller.words.notices import notice_sentence
from hal.board import Scan
from hal.notice import Notice

# With more sensors at fault than this a game is no pleasure, and a set-up is just not finished.
_FAULTS_PLAYED_WITH = 2
# When no scan came for longer than this, nobody knows what stood meanwhile.
_GAP_S = 0.5
_LONG_AGO = float("-inf")
_ERROR_S = 1e-6


class Session:
    """A game on a board. `view` is the picture of it; `observe` and `command` change it."""

    def __init__(self, rules: Rules, timing: Timing | None = None) -> None:
        """Begin with the set-up of a new game."""
        self._rules = rules
        self._timing = timing or Timing()
        self._eye = Eye(self._timing.debounce_s)
        self._sight = self._eye.sight
        self._scanned_at: float | None = None  # the newest scan
        self._paused: Sentence | None = None  # why the board cannot be read
        self._play = Play(Line(new_game(rules)), self._sight, self._timing, _LONG_AGO)
        self._setting_up: SettingUp | None = SettingUp((), _LONG_AGO)
        self._picture = Picture()
        self._known: Knowledge | None = None

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._play.line.game

    @property
    def view(self) -> BoardView:
        """The picture of the board; the same object as long as nothing changes."""
        if self._known is None:
            self._known = self._know()
        return self._picture.of(self._known)

    def take_up(self, game: Game) -> None:
        """Go on with a game that was played before; the board need not stand so yet."""
        self._play = Play(Line(game), self._sight, self._timing, _LONG_AGO)
        self._setting_up = self._known = None
        self._scanned_at = None

    def observe(self, scan: Scan) -> tuple[Event, ...]:
        """Take in a scan and return what it brought about."""
        at, last, before = scan.at, self._scanned_at, self._sight
        self._scanned_at = at
        unseen = last is None or self._paused is not None or at - last > _GAP_S
        found = self._resume(at, 0.0 if last is None else at - last) if unseen else ()
        sight = self._eye.look(scan)
        if sight is before and at < self._play.due and not unseen:
            return found
        self._sight, self._known = sight, None
        faults = faults_found(before.unsure, sight.unsure, at)
        return (*found, *faults, *self._see(at, unseen=unseen))

    def lose_board(self, reason: Notice | str, at: float) -> tuple[Event, ...]:
        """Pause until the next scan: the board cannot be read, for a reason."""
        why = notice_sentence(reason)
        if why == self._paused:
            return ()
        self._paused, self._known = why, None
        return (BoardLost(at, why),)

    def command(self, command: Command, at: float, square: int | None = None) -> tuple[Event, ...]:
        """Do what a person asks, of a square if need be, and return what it brought about."""
        if self._paused:
            return (CommandRefused(at, PAUSED),)
        self._known = None
        match command:
            case Command.NEW_GAME:
                self._begin_set_up()
                return ()
            case Command.SAVE_TRACE:
                return (CommandRefused(at, NO_TRACE),)
            case Command.UNDO:
                refused, ask = NOTHING_TO_UNDO, self._play.undo
            case Command.PRESS_CLOCK:
                refused, ask = NOTHING_WAITS, self._play.press_clock
            case Command.PLACE:
                return tuple(self._place(square, at))
        return (CommandRefused(at, refused),) if self._setting_up else tuple(ask(at))

    # What is seen --------------------------------------------------------------------------

    def _resume(self, at: float, unseen_s: float) -> tuple[Event, ...]:
        """Go on after a time without scans: in it, nothing has stood."""
        paused, self._paused = self._paused, None
        self._eye.look_again(unseen_s)
        self._play.resume(at)
        if self._setting_up:
            self._setting_up = SettingUp(self._setting_up.steps, at, self._setting_up.believed)
        return (BoardFound(at),) if paused else ()

    def _see(self, at: float, *, unseen: bool) -> list[Event]:
        if self._setting_up:
            return self._set_up(self._setting_up, at)
        events = self._play.see(self._sight, at, unseen=unseen)
        if self._play.is_set_up(at):
            self._begin_set_up()
            return [*events, *self._start(at)]
        return events

    def _place(self, square: int | None, at: float) -> list[Event]:
        if square is None or self._setting_up:
            return [CommandRefused(at, NOTHING_LIFTED)]
        refused = self._play.place(square, at)
        if refused:
            return refused
        # A sensor that feels nothing under a piece is at fault.
        faults = self._distrust(1 << square & ~self._sight.occupied, at)
        return faults + self._play.trust_less(self._sight, at)

    def _distrust(self, squares: int, at: float) -> list[Event]:
        """Listen to the sensors of some squares no longer."""
        before = self._sight.unsure
        self._sight = self._eye.give_up(squares)
        return faults_found(before, self._sight.unsure, at)

    def _know(self) -> Knowledge:
        play = self._play
        at = self._scanned_at
        return Knowledge(
            line=play.line,
            mover=play.mover,
            board=self._setting_up or play.board,
            sight=self._sight,
            owed=play.owed,
            strays=play.strays,
            paused=self._paused,
            long_unseen=at is not None and play.is_long_unseen(at),
        )

    # Setting up ----------------------------------------------------------------------------

    def _begin_set_up(self) -> None:
        believed = self._setting_up.believed if self._setting_up else self._play.believed
        line = Line(new_game(self._rules))
        self._play = Play(line, self._sight, self._timing, _LONG_AGO)
        steps = self._steps(believed)
        self._setting_up = SettingUp(steps, _LONG_AGO, believed)

    def _set_up(self, before: SettingUp, at: float) -> list[Event]:
        believed = before.believed and before.believed.masked(self._sight.occupied)
        steps = self._steps(believed)
        since = before.since if steps == before.steps and before.since != _LONG_AGO else at
        self._setting_up = SettingUp(steps, since, believed)
        patience = self._timing.give_up_s if steps else self._timing.settle_s
        self._play.due = since + patience
        if len(steps) > _FAULTS_PLAYED_WITH or at - since < patience - _ERROR_S:
            return []
        if not steps:
            return self._start(at)
        # Begin without the sensors that have read wrong for long while all the rest is right.
        faults = self._distrust(bits_of(*(step.square for step in steps)), at)
        self._setting_up = SettingUp((), since, believed)
        return [*faults, *self._start(at)]

    def _start(self, at: float) -> list[Event]:
        self._play = Play(Line(new_game(self._rules)), self._sight, self._timing, at)
        self._setting_up = None
        started = GameStarted(at, self._rules.ruleset.name)
        return [started, *self._play.see(self._sight, at)]

    def _steps(self, believed: Position | None) -> tuple[RepairStep, ...]:
        """Return what is still to do until a new game's start position stands."""
        start, sight = self._rules.start, self._sight
        return repair(start, *sight.differences(start), sight.kinds(believed))
