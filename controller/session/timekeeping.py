"""When clocks run: they follow what happens on the board, and end a game whose time is up.

A clock runs for the side that is to move. A move that counts may go on: while its piece is off its
square again, and the other side holds none, the clock of the side that moved it runs. Where it
comes to another square, the other side gets back what it has used since the move first counted,
and what the move adds is not added again.

All clocks stand still

- until the first piece of a game is lifted, and after a restart until the next one is,
- while the board cannot be read,
- while it is not as the game is: knocked over, or not put back after a takeback,
- while the opponent has chosen its move, and waits for people to make it, or they make it go on;
  and while people look back at the game,
- while a piece that has just moved is in a hand, and may be captured: nobody knows whose hand,
- and once the game is over.

A move whose piece stands when the time runs out was made in time, and counts if it stays there; a
piece that only passes a square then, on its way to another, has not moved yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from math import inf

from controller.events.event import (
    BoardDisturbed,
    BoardFound,
    BoardLost,
    BoardRestored,
    ClockStood,
    EndTakenBack,
    Event,
    GameEnded,
    GameStarted,
    MoveCommitted,
    MoveRetargeted,
    MoveTakenBack,
    MoveTentative,
    PieceLifted,
)
from controller.events.view import ClockFace
from controller.notation.control import Control
from controller.recognition.answer import Mover, Placed, Way, last_in_air, way_to
from controller.recognition.line import PlayedLine
from controller.recognition.story import Story, held_own
from controller.rules.endings import OutcomeReason
from controller.rules.game import Game
from controller.rules.geometry import squares_of
from controller.rules.pieces import Side
from controller.session.clock import Clock, PlyTime, new_clock
from controller.session.clock_face import clock_face
from controller.session.settling import end_news

# What a power cut may cost of a player's time.
_SAID_EVERY_S = 10.0
# Nobody holds a piece for so long: it stands where no sensor feels it.
_LAID_UNFELT_S = 30.0
_TOLD_WITH = (
    MoveCommitted,
    MoveRetargeted,
    MoveTakenBack,
    GameStarted,
    GameEnded,
    EndTakenBack,
)


@dataclass(frozen=True, slots=True)
class TimeKeeping:
    """The clocks of the game that is played, and what keeps them from running."""

    control: Control | None  # of the games to come
    limit_s: float
    clock: Clock
    waiting: bool = True  # for a piece to be lifted
    disturbed: bool = False
    lost: bool = False
    answered: Side | None = None  # has chosen its move, which nobody has made yet
    plies: tuple[PlyTime, ...] = ()  # the last ones: none from before a restart
    said_at: float = 0.0
    face: ClockFace | None = None

    @property
    def matters(self) -> bool:
        """Whether any clock runs, or will in the next game."""
        return self.clock.is_on or self.control is not None or self.limit_s > 0

    @classmethod
    def of(cls, control: Control | None, limit_s: float) -> "TimeKeeping":
        """Begin before the first game."""
        clock = new_clock(control, limit_s)
        return cls(control, limit_s, clock, face=clock_face(clock))

    def waiting_again(self) -> "TimeKeeping":
        """Stand still until the next piece is lifted."""
        return replace(self, waiting=True)

    def answered_by(self, side: Side) -> "TimeKeeping":
        """Let a side's clock stand still until its move is made, or one goes on or is taken back.

        Of the side that is not to move this says only that nobody's need stand.
        """
        return replace(self, answered=side)

    def resumed(self, clock: Clock) -> "TimeKeeping":
        """Go on with a game whose clocks stood so."""
        begun = replace(self, clock=clock, waiting=True, disturbed=False, answered=None, plies=())
        return replace(begun, face=clock_face(clock))


@dataclass(frozen=True, slots=True)
class Timed:
    """The clocks after something happened, the game if its time is up, and the news."""

    time: TimeKeeping
    game: Game
    events: tuple[Event, ...] = ()


class Turn(Enum):
    """Who is moving: the side whose turn it is, unless the last ply's piece is off its square."""

    NEXT = auto()  # the side whose turn it is
    LAST = auto()  # the side that moved last: the piece goes on, or is put straight
    EITHER = auto()  # the other side may have taken it, as its move captures it


@dataclass(frozen=True, slots=True)
class Moment:
    """What the clocks must know of the board."""

    game: Game
    is_played: bool = True  # and no pieces are being set up
    stands_since: float = inf  # a move stands since then on the board, and does not count yet
    turn: Turn = Turn.NEXT

    @classmethod
    def of(cls, line: PlayedLine, story: Story, mover: Mover, at: float) -> "Moment":
        """Return what a story says at a time of a game that is played, and of who moves in it."""
        way = way_to(line, story.top)
        stands_since = way.ahead[0].since if way.ahead and isinstance(mover, Placed) else inf
        return cls(line.game, stands_since=stands_since, turn=_turn_in(story, way, at))


def _turn_in(story: Story, way: Way, at: float) -> Turn:
    """Return who is moving by a story."""
    if way.back % 2 == 1:  # two plies back it is the turn of the same side again
        return Turn.LAST
    piece = last_in_air(story)
    if piece is None or way.ahead or held_own(story) or at - piece.since >= _LAID_UNFELT_S:
        return Turn.NEXT
    capturable = story.line.capturable
    taken = any(capturable(square) >> piece.home & 1 for square in squares_of(story.own()))
    return Turn.EITHER if taken else Turn.LAST


def timed(before: TimeKeeping, moment: Moment, events: Iterable[Event], at: float) -> Timed:
    """Return what becomes of clocks and game by what has just happened, or by time alone."""
    now = _followed(before, moment, events, at)
    in_time = moment.stands_since <= now.time.clock.runs_out_at
    game = moment.game if in_time else _out_of_time(now.time, moment.game, at)
    if game is moment.game:
        return now
    ended = end_news(game, at)
    last = _followed(now.time, replace(moment, game=game), ended, at)
    return Timed(last.time, game, (*now.events, *ended, *last.events))


def _followed(before: TimeKeeping, moment: Moment, events: Iterable[Event], at: float) -> Timed:
    game = moment.game
    time = before
    tell = False
    for event in events:
        time = _after(time, event, at)
        tell = tell or isinstance(event, _TOLD_WITH)
    halted = time.waiting or time.disturbed or time.lost or not moment.is_played
    runs = None if halted or game.outcome else _turn(time, moment)
    if runs is not time.clock.running:
        tell = tell or runs is None
        time = replace(time, clock=time.clock.running_for(runs, at))
    tell = tell or (runs is not None and at - time.said_at >= _SAID_EVERY_S)
    if not (time.clock.is_on or before.clock.is_on):
        return Timed(time, game)
    face = clock_face(time.clock.at(at))
    # The same face as long as nobody sees more.
    time = time if face == time.face else replace(time, face=face)
    if not (tell and moment.is_played):
        return Timed(time, game)
    return Timed(replace(time, said_at=at), game, (_stood(time.clock.at(at)),))


def _turn(time: TimeKeeping, moment: Moment) -> Side | None:
    """Return whose move is being made, None where people make one that its side has chosen."""
    to_move = moment.game.position.to_move
    match moment.turn:
        case Turn.NEXT:
            return None if time.answered is to_move else to_move
        case Turn.LAST if not (time.plies and time.plies[-1].was_asked):
            return to_move.other
    return None


def _out_of_time(time: TimeKeeping, game: Game, at: float) -> Game:
    """Return a game, lost by the side whose time is up, or drawn when the ruleset's is."""
    if game.outcome or time.clock.running is None:
        return game
    now = time.clock.at(at)
    if now.is_up(now.running):
        return game.run_out_of_time(now.running)
    return game.run_out_of_time(None) if now.is_limit_up else game


def _after(time: TimeKeeping, event: Event, at: float) -> TimeKeeping:
    """Return the clocks after one event."""
    match event:
        case GameStarted():
            return time.resumed(replace(new_clock(time.control, time.limit_s), since=at))
        case BoardLost():
            return replace(time, lost=True)
        case BoardFound():
            return replace(time, lost=False)
        case BoardDisturbed():
            return replace(time, disturbed=True)
        case BoardRestored():
            return replace(time, disturbed=False)
        case PieceLifted() | MoveTentative():
            return replace(time, waiting=False, disturbed=False)
    return _after_ply(time, event, at)


def _after_ply(time: TimeKeeping, event: Event, at: float) -> TimeKeeping:
    match event:
        case MoveCommitted(side=side):
            before, clock = time.clock.at(at), time.clock.moved(side, at)
            ply = PlyTime(before.left_s(side), clock.left_s(side.other), time.answered is side)
            now = replace(time, clock=clock, plies=(*time.plies, ply))
            return replace(now, waiting=False, disturbed=False, answered=None)
        case MoveRetargeted(side=side):
            clock = time.clock.at(at)
            if time.plies:
                clock = clock.with_left(side.other, time.plies[-1].other_s)
            return replace(time, clock=clock, answered=None)
        case MoveTakenBack(side=side):
            known = time.plies[-1].left_s if time.plies else inf
            clock, plies = time.clock.taken_back(side, at, known), time.plies[:-1]
            return replace(time, clock=clock, plies=plies, answered=None)
        case GameEnded(outcome=outcome) if outcome.reason is OutcomeReason.TIME:
            # Whoever takes such an end back plays on without clocks.
            return replace(time, clock=replace(time.clock.at(at), running=None))
        case EndTakenBack() if time.clock.is_limit_up or any(map(time.clock.is_up, Side)):
            return replace(time, clock=replace(time.clock, control=None, limit_s=0.0))
    return time


def _stood(clock: Clock) -> ClockStood:
    attackers, defenders = (
        _milliseconds(clock.left_s(side)) if clock.control else None for side in Side
    )
    played = _milliseconds(clock.played_s)
    return ClockStood(clock.since, attackers, defenders, played, clock.running)


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds)
