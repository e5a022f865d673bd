"""One tick of the loop, for the daemon in real time and for simulations in virtual time."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from controller.bus.messages import CommandMessage, RequestMessage
from controller.daemon.late import without_late
from controller.daemon.stopped import stood_still
from controller.events.command import Command
from controller.events.event import ClockStood, CommandRefused, Event
from controller.events.view import NO_ADVICE, BoardView
from controller.lights.projector import Projector
from controller.rules.game import Game
from controller.rules.sentence import Sentence, sentence
from controller.session.session import Session
from hal.board import Board, Draw, Frame, Metered, Paced, Poles, Wakeful
from hal.errors import BoardLostError


@dataclass(frozen=True, slots=True)
class Tick:
    """The result of one tick: its events, the view after it, and the frame if it showed one.

    `draw` is the current of the board with that frame, where that is known.
    """

    at: float
    events: tuple[Event, ...]
    view: BoardView
    frame: Frame | None
    draw: Draw | None = None
    moved: bool = True  # the sensors felt something else than before, or something happened


class Attendant(Protocol):
    """Whoever sits beside the session: opponent and coach."""

    def see(self, view: BoardView, game: Game, at: float) -> BoardView:
        """Return the view with what is added; the same object as long as nothing changes."""

    def request(self, message: RequestMessage, game: Game) -> Sentence | None:
        """Do what somebody asks; return why not, if not."""

    def takes(self, command: Command) -> bool:
        """Do a command in place of the session, if it is no business of hers; say whether."""

    def refuses(self, command: Command) -> Sentence | None:
        """Return why a command makes no sense beside what is done now; None where it does."""


class Alone:
    """Nobody sits beside the session."""

    def see(self, view: BoardView, game: Game, at: float) -> BoardView:  # noqa: ARG002 - nobody is there
        """Return the view as it is."""
        return view

    def request(self, message: RequestMessage, game: Game) -> Sentence:  # noqa: ARG002 - nobody is there
        """Refuse everything."""
        return sentence("opponent.not_here")

    def takes(self, command: Command) -> bool:  # noqa: ARG002 - nobody is there
        """Leave everything to the session."""
        return False

    def refuses(self, command: Command) -> Sentence | None:  # noqa: ARG002 - nobody is there
        """Refuse nothing."""
        return None


class Controller:
    """A board, the session that reads it, who sits beside it, and the lights that answer."""

    def __init__(self, board: Board, session: Session, companion: Attendant | None = None) -> None:
        """Connect a session to a board."""
        self._board = board
        # Asked once: whether an object has all that a protocol names is dear to find out.
        self._metered = board if isinstance(board, Metered) else None
        self._wakeful = board if isinstance(board, Wakeful) else None
        self._session = session
        self._companion = companion or Alone()
        self._projector = Projector()
        self._lost = False
        self._at = 0.0  # the time of the last turn
        self._scanned_at: float | None = None  # the same, None while the board is lost
        self._felt: tuple[int, Poles | None] | None = None

    def set_period(self, period_s: float) -> None:
        """Let the board report so often, if it can be asked to."""
        if isinstance(self._board, Paced):
            self._board.set_period(period_s)

    @property
    def wakes_on(self) -> int | None:
        """The descriptor that is readable when the board has something new, None without one."""
        return self._wakeful.wakes_on if self._wakeful else None

    @property
    def has_moving_lights(self) -> bool:
        """Whether frames are due though nothing happens."""
        return self._projector.is_moving

    def tick(self, commands: Iterable[CommandMessage | RequestMessage] = ()) -> Tick:
        """Take in one scan and the commands that came, and light the board."""
        before = self._felt
        self._at, events = self._look()
        at = self._at
        for message in commands:
            answers = self._do(message, at)
            events += tuple(_with_id(answer, message.id) for answer in answers)
        view = self._companion.see(self._session.view, self._session.game, at)
        frame = self._projector.frame(view, at)
        if frame is not None:
            self._board.show(frame)
        draw = self._metered.draw if self._metered else None
        # Clocks that are shown now and then are no reason to look at the board more often.
        news = any(not isinstance(event, ClockStood) for event in events)
        moved = news or self._felt != before or _is_under_way(view)
        return Tick(at, events, view, frame, draw, moved=moved)

    def without_late(
        self, commands: Iterable[CommandMessage | RequestMessage]
    ) -> list[CommandMessage | RequestMessage]:
        """Return the commands that came, without those that come too late."""
        return without_late(commands, self._session.view)

    def rest(self) -> tuple[float, tuple[Event, ...]]:
        """Stop the clocks because the program ends; return when, and the news of it."""
        return self._at, self._session.rest(self._at)

    def _do(self, message: CommandMessage | RequestMessage, at: float) -> tuple[Event, ...]:
        if isinstance(message, CommandMessage):
            if self._companion.takes(message.command):
                return ()
            unfit = self._companion.refuses(message.command)
            if unfit is not None:
                return (CommandRefused(at, unfit),)
            return self._session.command(message.command, at, message.about)
        refused = self._companion.request(message, self._session.game)
        return (CommandRefused(at, refused),) if refused else ()

    def _look(self) -> tuple[float, tuple[Event, ...]]:
        """Scan the board; return the time and the events, also if the board cannot be read."""
        try:
            scan = self._board.scan()
        except BoardLostError as loss:
            self._lost = True
            stopped, self._scanned_at = self._stopped(loss.at), None
            return loss.at, stopped + self._session.lose_board(loss.reason, loss.at)
        if self._lost:
            self._lost = False
            self._projector.forget_sent()
        self._felt = (scan.occupied, scan.poles)
        return scan.at, self._stopped(scan.at) + self._session.observe(scan)

    def _stopped(self, at: float) -> tuple[Event, ...]:
        """Return the news that no turn came for a while before this one, if so."""
        before, self._scanned_at = self._scanned_at, at
        return stood_still(self._session, before, at)


def _is_under_way(view: BoardView) -> bool:
    """Say whether opponent or coach are about to show something that no sensor announces."""
    if view.opponent is not None and view.opponent.thinking:
        return True
    return view.advice is not NO_ADVICE and replace(view.advice, asked=None) != NO_ADVICE


def _with_id(event: Event, message_id: str | None) -> Event:
    return replace(event, id=message_id) if isinstance(event, CommandRefused) else event
