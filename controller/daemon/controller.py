"""One tick of the loop, for the daemon in real time and for simulations in virtual time."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from controller.bus.messages import CommandMessage
from controller.events.event import CommandRefused, Event
from controller.events.view import BoardView
from controller.lights.projector import Projector
from controller.session.session import Session
from hal.board import Board, Frame
from hal.errors import BoardLostError


@dataclass(frozen=True, slots=True)
class Tick:
    """The result of one tick: its events, the view after it, and the frame if it showed one."""

    at: float
    events: tuple[Event, ...]
    view: BoardView
    frame: Frame | None


class Controller:
    """Joins a board, the session that reads it, and the lights that answer."""

    def __init__(self, board: Board, session: Session) -> None:
        """Connect a session to a board."""
        self._board = board
        self._session = session
        self._projector = Projector()
        self._lost = False

    def tick(self, commands: Iterable[CommandMessage] = ()) -> Tick:
        """Take in one scan and the commands that have come, and light the board."""
        at, events = self._look()
        for message in commands:
            answers = self._session.command(message.command, at, message.square_number)
            events += tuple(_with_id(answer, message.id) for answer in answers)
        view = self._session.view
        frame = self._projector.frame(view, at)
        if frame is not None:
            self._board.show(frame)
        return Tick(at, events, view, frame)

    def _look(self) -> tuple[float, tuple[Event, ...]]:
        """Scan the board; return the time and the events, also if the board cannot be read."""
        try:
            scan = self._board.scan()
        except BoardLostError as loss:
            self._lost = True
            return loss.at, self._session.lose_board(loss.reason, loss.at)
        if self._lost:
            self._lost = False
            self._projector.forget_sent()
        return scan.at, self._session.observe(scan)


def _with_id(event: Event, message_id: str | None) -> Event:
    return replace(event, id=message_id) if isinstance(event, CommandRefused) else event
