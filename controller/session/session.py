"""One game on one board: scans and commands in, events and a view out.

Everything that can change the game enters here, in order, with its time; so a session that is
fed the same scans and commands again does the same again.
"""

from dataclasses import replace

from controller.events.command import About, Command, Decision
from controller.events.event import (
    BoardDisturbed,
    BoardFound,
    BoardLost,
    BoardRestored,
    CapturesCleared,
    CommandRefused,
    Event,
    GameStarted,
    MoveRefused,
    MoveTentative,
    PieceLifted,
)
from controller.events.view import BoardView
from controller.recognition.expectation import Expectation
from controller.recognition.eye import Eye
from controller.recognition.read import read, unseen_move
from controller.recognition.reading import (
    Base,
    Candidate,
    Cause,
    Lifted,
    Reading,
    Refused,
    Same,
    SetUp,
    Standing,
    TakenBack,
    Unexplained,
)
from controller.recognition.repair import RepairStep
from controller.recognition.sight import Sight
from controller.rules.compiled import Rules
from controller.rules.game import Game, new_game
from controller.rules.geometry import bits_of
from controller.rules.sentence import Sentence
from controller.rules.sentences import refusal_sentence
from controller.session.agreement import Act, Agreement, NoOffer, Offered, followed
from controller.session.clock import Clock, Control
from controller.session.news import faults_found
from controller.session.patience import patience
from controller.session.picture import Knowledge, Picture, set_up_steps
from controller.session.placing import is_long_unseen, placed_game, told_to_stand
from controller.session.plies import with_ply, without_ply
from controller.session.sentences import (
    NO_GAME_TO_END,
    NO_TRACE,
    NOTHING_LIFTED,
    NOTHING_TO_UNDO,
    NOTHING_WAITS,
    PAUSED,
)
from controller.session.settling import is_ended_by_people, reopened, settled
from controller.session.timekeeping import Moment, TimeKeeping, timed
from controller.session.timing import Timing
from controller.words.notices import notice_sentence
from hal.board import Scan
from hal.notice import Notice

# With more sensors at fault than this a game is no pleasure, and a set-up is just not finished.
_FAULTS_PLAYED_WITH = 2
# When no scan came for longer than this, nobody knows what stood meanwhile.
_GAP_S = 0.5


class Session:
    """A game on a board. `view` is the picture of it; `observe` and `command` change it."""

    def __init__(
        self, rules: Rules, timing: Timing | None = None, control: Control | None = None
    ) -> None:
        """Begin with the set-up of a new game; `control` is what its clocks go by, if any."""
        self._rules = rules
        self._timing = timing or Timing()
        self._eye = Eye(self._timing.debounce_s)
        self._sight = self._eye.sight
        self._scanned_at: float | None = None  # the newest scan
        self._paused: Sentence | None = None  # why the board cannot be read
        self._expected = Expectation(new_game(rules))
        self._setting_up = True
        self._agreement: Agreement = NoOffer()
        self._why = ""  # an arbiter's words
        self._time = TimeKeeping.of(control, 60.0 * rules.ruleset.ending.time_limit_minutes)
        self._standing = Standing(Same(), 0.0)
        self._shown: Reading = Same()
        # On what stands has been acted; nothing more happens until it changes.
        self._acted = False
        self._read_for: tuple[Expectation, Sight] | None = None
        self._last_reading: Reading | None = None
        self._picture = Picture()

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._expected.game

    @property
    def view(self) -> BoardView:
        """The picture of the board; the same object as long as nothing changes."""
        unseen = is_long_unseen(self._standing, self._scanned_at)
        sight, shown, paused, why = self._sight, self._shown, self._paused, self._why
        offer = self._agreement.by if isinstance(self._agreement, Offered) else None
        return self._picture.of(
            Knowledge(self._expected, self._setting_up, sight, shown, paused, offer, why, unseen),
            self._time.face,
        )

    @property
    def _occupied(self) -> int:
        return self._sight.occupied

    def take_up(self, game: Game, clock: Clock | None = None) -> None:
        """Go on with a game that was played before; the board need not stand so yet."""
        self._expected = Expectation(game)
        if clock is not None:
            self._time = self._time.resumed(clock)
        self._setting_up = False
        self._agreement = NoOffer()
        self._standing = Standing(Same(), 0.0)
        self._shown = Same()
        self._acted = False

    def observe(self, scan: Scan) -> tuple[Event, ...]:
        """Take in a scan and return what it brought about."""
        return self._timed(self._see(scan), scan.at)

    def _see(self, scan: Scan) -> tuple[Event, ...]:
        first = self._scanned_at is None
        found = self._resume(scan.at)
        before, self._sight = self._sight, self._eye.look(scan)
        changed = self._sight is not before or first
        if self._acted and not changed:
            return found
        if changed:
            self._forget_lifted()
        faults = faults_found(before.unsure, self._sight.unsure, scan.at)
        return (*found, *faults, *self._read(scan.at))

    def lose_board(self, reason: Notice | str, at: float) -> tuple[Event, ...]:
        """Pause until the next scan: the board cannot be read, for a reason."""
        why = notice_sentence(reason)
        if why == self._paused:
            return ()
        self._paused = why
        return self._timed((BoardLost(at, why),), at)

    def rest(self, at: float) -> tuple[Event, ...]:
        """Stop the clocks until the next piece is lifted, and return what they stood at."""
        self._time = self._time.waiting_again()
        return self._timed((), at)

    def command(self, command: Command, at: float, about: About = None) -> tuple[Event, ...]:
        """Do what a person asks, of a square or a side if need be; return what it brought about.

        Raises:
            ValueError: the command needs something else to be about.
        """
        return self._timed(self._obey(command, at, about), at)

    def _obey(self, command: Command, at: float, about: About) -> tuple[Event, ...]:
        if self._paused:
            return (CommandRefused(at, PAUSED),)
        match command:
            case Command.NEW_GAME:
                self._begin_set_up()
                return ()
            case Command.UNDO:
                return tuple(self._undo_by_command(at))
            case Command.PRESS_CLOCK:
                return tuple(self._press_clock(at))
            case Command.PLACE:
                return tuple(self._place(about if isinstance(about, int) else None, at))
            case Command.SET_UP:
                return self._set_up(about, at)
            case Command.SAVE_TRACE:
                return (CommandRefused(at, NO_TRACE),)
            case Command.RESIGN | Command.DRAW | Command.NO_DRAW | Command.DECIDE:
                return self._settle(command, about, at)

    # What stands, and whether it has stood long enough -----------------------------------

    def _resume(self, at: float) -> tuple[Event, ...]:
        """Go on after a time without scans, if there was one: in it, nothing has stood."""
        unseen_s = 0.0 if self._scanned_at is None else at - self._scanned_at
        paused, self._paused, self._scanned_at = self._paused, None, at
        if paused or unseen_s > _GAP_S:
            self._eye.begin_anew(unseen_s)
            self._standing = Standing(self._standing.reading, at)
        return (BoardFound(at),) if paused else ()

    def _read(self, at: float) -> list[Event]:
        if self._setting_up:
            return self._read_set_up(at)
        events = self._clear_owed(at)
        reading = self._reading()
        fresh = self._stand(reading, at)
        events += self._touched(reading, at) if fresh else []
        if isinstance(reading, Same):
            self._expected = self._expected.at_rest(self._sight.stirring)
        elif self._standing.is_steady(at):
            self._expected = self._expected.steadied(reading, self._sight.unsure)
        if not self._acted and self._standing.has_stood(patience(self._timing, self._standing), at):
            self._acted = True
            events += self._settled(reading, at)
        return events

    def _reading(self) -> Reading:
        question = (self._expected, self._sight)
        if self._read_for != question or self._last_reading is None:
            self._read_for, self._last_reading = question, read(*question)
        return self._last_reading

    def _stand(self, reading: Reading, at: float) -> bool:
        """Note what stands now; return whether it is something else than before."""
        fresh = not self._standing.is_same_thing(reading)
        self._standing = self._standing.followed_by(reading, at)
        if fresh:
            self._acted = False
        return fresh

    def _touched(self, reading: Reading, at: float) -> list[Event]:
        """React to a new reading at once, before it has settled."""
        match reading:
            case Lifted(origin=origin):
                self._expected = self._expected.after_lifting(reading, self._occupied)
                self._shown = reading
                return [PieceLifted(at, origin)]
            case Candidate(move=move):
                self._expected = self._expected.after_touching(reading, self._sight.unsure)
                self._shown = reading
                return [MoveTentative(at, move)]
            case Same():
                return self._back_to_the_game(at)
        return []

    def _settled(self, reading: Reading, at: float) -> list[Event]:
        """Act on a reading that has stood long enough."""
        if is_ended_by_people(self.game) and isinstance(reading, TakenBack):
            return []  # they look at the game once more; only Undo takes such an end back
        match reading:
            case Lifted(base=Base.NOW):
                self._expected = self._expected.after_holding(reading)
            case Candidate():
                return self._commit(reading, at)
            case TakenBack(plies=plies):
                return self._take_back(plies, at)
            case SetUp():
                self._begin_set_up()
                return self._read_set_up(at)
            case Refused(refusal=refused):
                self._shown = reading
                sentence = refusal_sentence(refused, self.game)
                return [MoveRefused(at, refused, sentence)]
            case Unexplained(cause=Cause.KNOCKED_OVER) if self._expected.fell(self._standing.since):
                # Pieces that fall may look like a move and its reply.
                return self._take_back(1, at)
            case Unexplained(cause=cause, repair=steps):
                self._shown = reading
                if cause is Cause.KNOCKED_OVER:
                    # What stands meanwhile as if moved is only put up again in another order.
                    self._expected = replace(self._expected, upset=True)
                return [BoardDisturbed(at, len(steps))]
        return []

    # What it does to the game ------------------------------------------------------------

    def _settle(self, command: Command, about: About, at: float) -> tuple[Event, ...]:
        """Let people end the game, or say what they think of a draw."""
        if self._setting_up:
            return (CommandRefused(at, NO_GAME_TO_END),)
        done = settled(self._agreement, self.game, command, about, at)
        if done.game is not self.game and isinstance(about, Decision):
            self._why = about.why
        self._agreement = done.agreement
        self._end(done.game)
        return done.events

    @property
    def _is_placed(self) -> bool:
        """Whether another position than a start was set up; no clock runs in it."""
        return self.game.start != self._rules.start

    def _timed(self, events: tuple[Event, ...], at: float) -> tuple[Event, ...]:
        """Let the clocks follow what has happened, and end a game whose time is up."""
        if not self._time.matters:
            return events
        tentative = isinstance(self._shown, Candidate)
        moment = Moment(self.game, not (self._setting_up or self._is_placed), tentative)
        now = timed(self._time, moment, events, at)
        self._time = now.time
        self._end(now.game)
        return (*events, *now.events)

    def _end(self, game: Game) -> None:
        """Take over a game to which people or a clock may have given an end."""
        if game is not self.game:
            owed, believed = self._expected.owed, self._expected.believed
            self._expected, self._shown = Expectation(game, owed, believed=believed), Same()
            self._agreement = NoOffer()

    def _commit(self, candidate: Candidate, at: float) -> list[Event]:
        self._expected, events = with_ply(self._expected, candidate, self._occupied, at)
        played = self.game.position.to_move.other
        self._agreement, news = followed(self._agreement, Act.PLAY, played, at)
        events += [news] if news else []
        if self.game.outcome:
            self._agreement = NoOffer()
        self._shown = Same()
        # What stands is read again: the reply may have begun.
        return [*events, *self._read(at)]

    def _take_back(self, plies: int, at: float) -> list[Event]:
        events: list[Event] = [self._drop_last_ply(at) for _ in range(plies)]
        # What stands may be the next ply taken back, which is something else than the last.
        self._standing = Standing(None, at)
        return events + self._read(at)

    def _drop_last_ply(self, at: float) -> Event:
        self._expected, event = without_ply(self._expected, at)
        self._shown = Same()
        return event

    def _undo_by_command(self, at: float) -> list[Event]:
        if not self._setting_up and is_ended_by_people(self.game):
            self._expected, reopening = reopened(self._expected, at)
            self._why = ""
            return [reopening, *self._read(at)]
        if self._setting_up or not self.game.plies:
            return [CommandRefused(at, NOTHING_TO_UNDO)]
        undone = self.game.plies[-1].move
        event = self._drop_last_ply(at)
        # It still stands on the board, and must not be made again by that.
        self._expected = replace(self._expected, barred=undone)
        return [event, *self._read(at)]

    def _press_clock(self, at: float) -> list[Event]:
        reading = self._standing.reading
        if isinstance(reading, Lifted):
            reading = unseen_move(self._expected, self._sight, reading) or reading
        if self._setting_up or not isinstance(reading, Candidate):
            return [CommandRefused(at, NOTHING_WAITS)]
        return self._commit(reading, at)

    def _place(self, square: int | None, at: float) -> list[Event]:
        if square is None or self._setting_up:
            return [CommandRefused(at, NOTHING_LIFTED)]
        told = told_to_stand(self._expected, self._sight, square)
        if isinstance(told, Sentence):
            return [CommandRefused(at, told)]
        # A sensor that feels nothing under a piece is at fault.
        faults = self._distrust(1 << square & ~self._occupied, at)
        return faults + (self._commit(told, at) if isinstance(told, Candidate) else self._read(at))

    def _distrust(self, squares: int, at: float) -> list[Event]:
        """Listen to the sensors of some squares no longer."""
        before = self._sight.unsure
        self._sight = self._eye.give_up(squares)
        return faults_found(before, self._sight.unsure, at)

    def _clear_owed(self, at: float) -> list[Event]:
        owed = self._expected.owed
        if not owed & ~self._occupied:
            return []
        self._expected = replace(self._expected, owed=owed & self._occupied)
        return [] if self._expected.owed else [CapturesCleared(at)]

    def _back_to_the_game(self, at: float) -> list[Event]:
        was_wrong = isinstance(self._shown, Refused | Unexplained)
        self._shown = Same()
        self._expected = self._expected.when_right()
        return [BoardRestored(at)] if was_wrong else []

    def _forget_lifted(self) -> None:
        """Believe nothing any more of squares that were left: what comes there may differ."""
        believed = self._expected.believed
        if believed and believed.occupied & ~self._occupied:
            kept = believed.masked(self._occupied)
            self._expected = replace(self._expected, believed=kept)

    # Setting up --------------------------------------------------------------------------

    def _set_up(self, about: About, at: float) -> tuple[Event, ...]:
        game = placed_game(self._rules, about)
        if isinstance(game, Sentence):
            return (CommandRefused(at, game),)
        self._begin_set_up(game)
        return ()

    def _begin_set_up(self, game: Game | None = None) -> None:
        game = game or new_game(self._rules)
        self._expected = Expectation(game, believed=self._expected.believed)
        self._setting_up = True
        self._why = ""
        self._agreement = NoOffer()
        self._standing = Standing(Same(), float("-inf"))
        self._shown = Same()
        self._acted = False

    def _read_set_up(self, at: float) -> list[Event]:
        steps = set_up_steps(self._expected, self._sight)
        self._stand(Unexplained(Cause.DISPLACED, steps) if steps else SetUp(), at)
        if 0 < len(steps) <= _FAULTS_PLAYED_WITH and not self._is_placed:
            return self._give_up(steps, at)
        if steps or not self._standing.has_stood(self._timing.settle_s, at):
            return []
        self._setting_up = False
        self._shown = Same()
        self._acted = False
        name = self.game.rules.ruleset.name
        return [GameStarted(at, name, placed=self._is_placed), *self._read(at)]

    def _give_up(self, steps: tuple[RepairStep, ...], at: float) -> list[Event]:
        """Begin without the sensors that have read wrong for long while all the rest is right."""
        if not self._standing.has_stood(self._timing.give_up_s, at):
            return []
        faults = self._distrust(bits_of(*(step.square for step in steps)), at)
        return [*faults, *self._read_set_up(at)]
