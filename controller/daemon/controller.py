"""One turn of the loop: the same for a daemon in real time and a simulation in virtual time."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from controller.bus.messages import CommandMessage
from controller.events.event import CommandRefused, Event
from controller.events.view import BoardView
from controller.lights.projector import Projector
from controller.session.session import Session
from hal.board import Board, Frame


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn brought: events, the view after it, and the frame if one was shown."""

    at: float
    events: tuple[Event, ...]
    view: BoardView
    frame: Frame | None


class Controller:
    """A board, the session that reads it, and the lights that answer."""

    def __init__(self, board: Board, session: Session) -> None:
        """Connect a session to a board."""
        self._board = board
        self._session = session
        self._projector = Projector()

    def turn(self, commands: Iterable[CommandMessage] = ()) -> Turn:
        """Take in one scan and the commands that came, and light the board."""
        scan = self._board.scan()
        events = self._session.observe(scan)
        for message in commands:
            answers = self._session.command(message.command, scan.at)
            events += tuple(_with_id(answer, message.id) for answer in answers)
        view = self._session.view
        frame = self._projector.frame(view, scan.at)
        if frame is not None:
            self._board.show(frame)
        return Turn(scan.at, events, view, frame)


def _with_id(event: Event, message_id: str | None) -> Event:
    return replace(event, id=message_id) if isinstance(event, CommandRefused) else event
