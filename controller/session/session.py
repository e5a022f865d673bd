"""One game on one board: scans and commands in, events and a view out.

Everything that can change the game enters here, in order, with its time; so a session that is
fed the same scans and commands again does the same again.
"""

from collections.abc import Iterable
from dataclasses import replace

from controller.events.command import About, Command
from controller.events.event import CommandRefused, EndTakenBack, Event, GameStarted
from controller.events.view import BoardView
from controller.notation.control import NO_CLOCK, Control
from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO, reached
from controller.rules.compiled import Rules
from controller.rules.game import Game, new_game
from controller.rules.pieces import Side
from controller.rules.ruleset import Ruleset
from controller.rules.sentence import Sentence
from controller.session.choosing import chosen_game, placed_game
from controller.session.clock import Clock
from controller.session.counted import made_to
from controller.session.observing import Observer
from controller.session.picture import Knowledge, Picture
from controller.session.play import Play
from controller.session.sentences import (
    NO_GAME_TO_END,
    NO_TRACE,
    NOTHING_LIFTED,
    NOTHING_TO_UNDO,
    NOTHING_WAITS,
    PAUSED,
)
from controller.session.setting_up import SettingUp
from controller.session.settling import Settlement, is_ended_by_people, settled
from controller.session.stage import Preparing, Stage, begun, prepared
from controller.session.starting import Begins, Waits, misplaced, seen_in_set_up
from controller.session.sticking import closed_before
from controller.session.timekeeping import Moment, TimeKeeping, timed
from controller.session.timing import Timing
from hal.board import Scan
from hal.notice import Notice

# How commands are refused before there is a game; all others would end it.
_IN_SET_UP = {
    Command.UNDO: NOTHING_TO_UNDO,
    Command.PRESS_CLOCK: NOTHING_WAITS,
    Command.PLACE: NOTHING_LIFTED,
}


class Session:
    """A game on a board. `view` is the picture of it; `observe` and `command` change it."""

    def __init__(
        self, rules: Rules, timing: Timing | None = None, control: Control | None = None
    ) -> None:
        """Begin with the set-up of a new game; `control` is what its clocks go by, if any."""
        self._rules = rules  # of the games to come
        self._own: tuple[Ruleset, ...] = (rules.ruleset,)  # beside those that ship
        self._timing = timing or Timing()
        self._observer = Observer(self._timing.debounce_s)
        self._stage: Stage = Preparing(PlayedLine(new_game(rules)), SettingUp(()))
        self._settlement = Settlement()
        self._time = _time_of(rules, control)
        self._picture = Picture()
        self._known: Knowledge | None = None

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._settlement.ended or self._stage.line.game

    @property
    def view(self) -> BoardView:
        """The picture of the board; the same object as long as nothing changes."""
        if self._known is None:
            ruleset = self._rules.ruleset.name
            self._known = Knowledge.of(self._stage, self._observer, self._settlement, ruleset)
        return self._picture.of(self._known, self._time.face)

    def take_up(self, game: Game, clock: Clock | None = None, *, left: Game | None = None) -> None:
        """Go on with a game that was played before; the board need not stand so yet.

        `left`: the same with the plies that were undone last, which were still to be put back.
        """
        self._rules = game.rules
        self._own = (game.rules.ruleset, *self._own)
        self._time = _time_of(game.rules, self._time.control)
        ended = is_ended_by_people(game)
        stood = line = PlayedLine(_without_end(left or game))
        while line.depth > len(game.plies):
            line = line.back()
        self._stage = Play(line, self._observer.sight, self._timing, LONG_AGO, taken_up=stood)
        self._observer.forget_scans()
        self._observer.forget_blames()
        self._settle(Settlement(ended=game if ended else None))
        if clock is not None:
            self._time = self._time.resumed(clock)

    def observe(self, scan: Scan) -> tuple[Event, ...]:
        """Take in a scan and return what it brought about."""
        look = self._observer.look(scan)
        if self._observer.paused:  # the scan says nothing that can be believed
            self._known = None if look.events else self._known
            return self._timed(look.events, scan.at)
        if look.unseen:
            self._resume(scan.at, was_lost=look.was_lost)
        elif not look.changed and not reached(scan.at, self._stage.due):
            return self._timed((), scan.at)
        self._known = None
        return self._timed((*look.events, *self._see(scan.at, unseen=look.unseen)), scan.at)

    def lose_board(self, reason: Notice | str, at: float) -> tuple[Event, ...]:
        """Pause until the next scan: the board cannot be read, for a reason."""
        lost = self._observer.lose(reason, at)
        if not lost:
            return ()
        self._known = None
        return self._timed(lost, at)

    def rest(self, at: float) -> tuple[Event, ...]:
        """Stop the clocks until the next piece is lifted, and return what they stood at."""
        self._time = self._time.waiting_again()
        return self._timed((), at)

    def command(self, command: Command, at: float, about: About = None) -> tuple[Event, ...]:
        """Do what a person asks, of a square or a side if need be; return what it brought about.

        Raises:
            ValueError: the command needs something else to be about.
        """
        self._known = None
        return self._timed(self._obey(command, at, about), at)

    def _obey(self, command: Command, at: float, about: About) -> tuple[Event, ...]:
        if command is Command.ANSWERED and isinstance(about, Side):
            self._time = self._time.answered_by(about)
            return ()
        if self._observer.paused:
            return (CommandRefused(at, PAUSED),)
        match command:
            case Command.NEW_GAME:
                return self._begin_new(about, at)
            case Command.SET_UP:
                return self._place_pieces(about, at)
            case Command.SAVE_TRACE:
                return (CommandRefused(at, NO_TRACE),)
        if isinstance(self._stage, Play):
            return self._obey_in_game(self._stage, command, at, about)
        if command is Command.PLACE and isinstance(about, int):
            return self._believe(self._stage, about, at)
        return (CommandRefused(at, _IN_SET_UP.get(command, NO_GAME_TO_END)),)

    def _obey_in_game(
        self, play: Play, command: Command, at: float, about: About
    ) -> tuple[Event, ...]:
        match command:
            case Command.UNDO:
                return tuple(self._undo(play, at))
            case Command.PRESS_CLOCK:
                return tuple(self._agreed(play.press_clock(at)))
            case Command.PLACE:
                square = about if isinstance(about, int) else None
                return tuple(self._agreed(self._place(play, square, at)))
        return self._decide(command, about, at)

    # What is seen --------------------------------------------------------------------------

    def _resume(self, at: float, *, was_lost: bool) -> None:
        """Go on after a time without scans: in it, nothing has stood."""
        match self._stage:
            case Play() as play:
                play.resume(at)
            case Preparing(setting_up=before) as stage:
                after = before.lost() if was_lost else before.looked_away(at)
                self._stage = replace(stage, setting_up=after)

    def _see(self, at: float, *, unseen: bool) -> list[Event]:
        if isinstance(self._stage, Preparing):
            return self._set_up(self._stage, at, unseen=unseen)
        play = self._stage
        events = self._observer.doubt(play.line, play.beam.best, at)
        events += self._agreed(play.see(self._observer.sight, at, unseen=unseen))
        faults = self._observer.judge(play.line, play.sticking, at)
        if wrong := play.misread(at):
            faults += self._observer.distrust(wrong, at)
        if faults:
            events += [*faults, *self._agreed(play.see_without(self._observer.sight, at))]
        fresh = play.fresh
        if fresh.is_set_up(at):
            return [*events, *self._start(self._prepare(new_game(self._rules), at), at)]
        if fresh.is_found_played(at, in_hand=True):
            self._prepare(new_game(self._rules), at)
        return events

    def _place(self, play: Play, square: int | None, at: float) -> list[Event]:
        if square is None:
            return [CommandRefused(at, NOTHING_LIFTED)]
        before, sight = play.line, self._observer.sight
        refused = play.place(square, at)
        if refused:
            return refused
        # A sensor that feels nothing under a piece is at fault, or felt something before it came.
        wrong = ~sight.occupied | closed_before(play.beam)
        faults = self._observer.distrust(1 << square & wrong, at)
        events = faults + play.trust_less(self._observer.sight, at)
        said = made_to(square, play.line, before)
        if said is None or said.move is None:
            return events
        if faults:
            self._observer.blame_as_said(1 << square, said)
        # Where nothing felt it go, nothing stands now: that is what the sensor says, too.
        left = 1 << said.move.origin & ~sight.occupied
        return events + self._unsaid(play, at, left)

    def _unsaid(self, play: Play, at: float, sound: int = 0) -> list[Event]:
        """Trust the sensors again of which people said that they fail, and `sound` ones."""
        faults = self._observer.unsay(play.line.game, sound, at)
        return faults + play.see(self._observer.sight, at) if faults else []

    # The end, and the time -----------------------------------------------------------------

    def _undo(self, play: Play, at: float) -> list[Event]:
        if self._settlement.ended is None:
            return play.undo(at) + self._unsaid(play, at)
        self._settle(self._settlement.without_end())
        return [EndTakenBack(at), *play.go_on(self._observer.sight, at)]

    def _decide(self, command: Command, about: About, at: float) -> tuple[Event, ...]:
        """Let people end the game, or say what they think of a draw."""
        settlement, events = settled(self._settlement, self.game, command, about, at)
        self._settle(settlement)
        return events

    def _settle(self, settlement: Settlement) -> None:
        """Take in what people, or a clock, have said of the game."""
        self._settlement, self._known = settlement, None
        if isinstance(self._stage, Play):
            self._stage.ended = settlement.ended is not None
            self._stage.due = LONG_AGO  # the next scan shows it, though nothing changes

    def _agreed(self, events: Iterable[Event]) -> list[Event]:
        """Return some events with what a side says of a draw by playing on."""
        self._settlement, agreed = self._settlement.agreed(events)
        return agreed

    def _timed(self, events: tuple[Event, ...], at: float) -> tuple[Event, ...]:
        """Let the clocks follow what has happened, and end a game whose time is up."""
        if not self._time.matters:
            return events
        game, stage = self.game, self._stage
        moment = Moment(game, is_played=False)
        if isinstance(stage, Play):
            seen = Moment.of(stage.line, stage.beam.best, stage.shown.believed, at)
            # In a position that somebody has set up, for a lesson or a class, no clock runs.
            moment = replace(seen, game=game, is_played=not stage.placed)
        now = timed(self._time, moment, events, at)
        self._time = now.time
        if now.game is not game:
            self._settle(self._settlement.with_end(now.game))
        return (*events, *now.events)

    # Setting up ----------------------------------------------------------------------------

    def _place_pieces(self, about: About, at: float) -> tuple[Event, ...]:
        game = placed_game(self._rules, self._own, about)
        if isinstance(game, Sentence):
            return (CommandRefused(at, game),)
        self._prepare(game, at, placed=True)
        return ()

    def _begin_new(self, about: About, at: float) -> tuple[Event, ...]:
        chosen = chosen_game(about, self._rules, self._own, self._time.control)
        if isinstance(chosen, Sentence):
            return (CommandRefused(at, chosen),)
        if about is not None:
            self._rules, control = chosen
            self._time = _time_of(self._rules, control)
        if self._timing.apart_s:
            # What strangers have lost may be back.
            self._observer.trust_again()
        self._prepare(new_game(self._rules), at)
        return ()

    def _prepare(self, game: Game, at: float, *, placed: bool = False) -> Preparing:
        """Ask for the position that a game begins with."""
        self._observer.forget_blames()
        start = self._rules.start
        stage = prepared(self._stage, game, self._observer, at, start, placed=placed)
        self._stage = stage
        self._settle(Settlement())
        return stage

    def _set_up(self, stage: Preparing, at: float, *, unseen: bool = False) -> list[Event]:
        instead = self._rules.start if stage.placed else None
        before, line, sight = stage.setting_up, stage.line, self._observer.sight
        match seen_in_set_up(before, line, sight, at, self._timing, instead):
            case Waits(setting_up, due):
                self._stage = replace(stage, setting_up=setting_up, due=due)
                return []
            case Begins(without, elsewhere, played):
                faults = self._observer.distrust(without, at)
                if elsewhere:
                    stage = self._prepare(new_game(self._rules), at)
                return [*faults, *self._start(stage, at, played, unseen=unseen)]

    def _believe(self, stage: Preparing, square: int, at: float) -> tuple[Event, ...]:
        """Believe that a square of the set-up stands right, whatever its sensor says."""
        if not stage.setting_up.squares >> square & 1:
            return (CommandRefused(at, NOTHING_LIFTED),)
        known = stage.setting_up.untouched
        if misplaced(stage.line.position, known) >> square & 1:
            # Its sensor feels a piece, and may be right; of which kind that is people have said.
            known = known and known.masked(~(1 << square))
            right = replace(stage.setting_up, untouched=known)
            return tuple(self._set_up(replace(stage, setting_up=right), at))
        faults = self._observer.distrust(1 << square, at)
        return (*faults, *self._set_up(stage, at))

    def _start(
        self,
        stage: Preparing,
        at: float,
        played: PlayedLine | None = None,
        *,
        unseen: bool = False,
    ) -> list[Event]:
        """Begin to play from the position of the game, whatever is seen, or was played, by now."""
        play = self._stage = begun(stage, self._observer.sight, self._timing, at, played)
        control = self._time.control
        clock = control.text if control else NO_CLOCK
        ruleset = play.line.game.rules.ruleset.name
        started = GameStarted(at, ruleset, placed=play.placed, clock=clock)
        # Nobody knows when what has been played by now was begun.
        sight = replace(self._observer.sight, late=True)
        return [started, *self._agreed(play.see(sight, at, unseen=unseen))]


def _without_end(game: Game) -> Game:
    """Return a game as it was played, without an end that people gave it."""
    return game.undo() if is_ended_by_people(game) else game


def _time_of(rules: Rules, control: Control | None) -> TimeKeeping:
    """Return the clocks before the first game by some rules."""
    return TimeKeeping.of(control, 60.0 * rules.ruleset.ending.time_limit_minutes)
