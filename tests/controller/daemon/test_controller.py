"""One turn of the loop on a board that may be lost."""

from controller.bus.messages import CommandMessage
from controller.daemon.controller import Alone, Controller, Tick
from controller.events.command import Command
from controller.events.event import BoardFound, BoardLost, CommandRefused
from controller.events.view import Phase
from controller.lights.projector import paint
from controller.lights.scene import compose
from controller.notation.control import parse_control
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence, verbatim
from controller.session.session import Session
from hal.board import DARK, Frame, Scan
from hal.errors import BoardLostError
from tests.board_driver import COPENHAGEN

UNPLUGGED = "The board at /dev/ttyUSB0 was unplugged; plug it in again."
START = COPENHAGEN.start.occupied


class LosableBoard:
    """A board that holds the start position, and cannot be read while there is a reason."""

    def __init__(self) -> None:
        self.at = 0.0
        self.reason = ""
        self.shown = DARK

    def scan(self) -> Scan:
        self.at = round(self.at + 0.01, 6)
        if self.reason:
            raise BoardLostError(self.reason, self.at)
        return Scan(START, self.at)

    def show(self, frame: Frame) -> None:
        if not self.reason:
            self.shown = frame


def playing() -> tuple[LosableBoard, Controller]:
    """Return a board on which a game has begun, and its controller."""
    board = LosableBoard()
    controller = Controller(board, Session(COPENHAGEN))
    turns(controller, 50)
    return board, controller


def turns(controller: Controller, count: int, *commands: Command) -> list[Tick]:
    messages = [CommandMessage(command=command, id="mine") for command in commands]
    return [controller.tick(messages if n == 0 else ()) for n in range(count)]


def test_a_loss_is_told_once_and_ends_with_the_next_scan() -> None:
    board, controller = playing()
    board.reason = UNPLUGGED
    lost = turns(controller, 100)
    board.reason = ""
    found = turns(controller, 100)
    events = [event for turn in (*lost, *found) for event in turn.events]
    assert events == [BoardLost(0.51, verbatim(UNPLUGGED)), BoardFound(1.51)]
    assert {turn.view.paused for turn in lost} == {verbatim(UNPLUGGED)}
    assert {turn.view.paused for turn in found} == {None}


def test_time_goes_on_while_the_board_is_lost() -> None:
    board, controller = playing()
    board.reason = UNPLUGGED
    assert [turn.at for turn in turns(controller, 3)] == [0.51, 0.52, 0.53]


def test_commands_are_answered_while_the_board_is_lost() -> None:
    board, controller = playing()
    board.reason = UNPLUGGED
    (turn,) = turns(controller, 1, Command.UNDO)
    assert turn.events == (
        BoardLost(0.51, verbatim(UNPLUGGED)),
        CommandRefused(0.51, sentence("command.paused"), "mine"),
    )


class Undoer(Alone):
    """Somebody beside the session who undoes in its place."""

    def takes(self, command: Command) -> bool:
        """Take what undoes."""
        return command is Command.UNDO


def test_what_somebody_beside_the_session_takes_does_not_reach_it() -> None:
    refused = CommandRefused(0.51, sentence("command.nothing_to_undo"), "mine")
    for companion, events in ((Alone(), (refused,)), (Undoer(), ())):
        controller = Controller(LosableBoard(), Session(COPENHAGEN), companion)
        turns(controller, 50)
        (turn,) = turns(controller, 1, Command.UNDO)
        assert turn.events == events


class Teacher(Alone):
    """Somebody beside the session with whom nobody gives up."""

    def refuses(self, command: Command) -> Sentence | None:
        """Refuse to resign."""
        return sentence("command.in_lesson") if command is Command.RESIGN else None


def test_what_makes_no_sense_beside_somebody_is_answered_and_does_not_reach_the_session() -> None:
    board = LosableBoard()
    controller = Controller(board, Session(COPENHAGEN), Teacher())
    turns(controller, 50)
    resign = CommandMessage(command=Command.RESIGN, side=Side.ATTACKERS, id="mine")
    turn = controller.tick([resign])
    assert turn.events == (CommandRefused(0.51, sentence("command.in_lesson"), "mine"),)
    assert turn.view.outcome is None


def test_the_frames_of_a_lost_board_show_the_pause() -> None:
    board, controller = playing()
    before = board.shown
    board.reason = UNPLUGGED
    frames = [turn.frame for turn in turns(controller, 300) if turn.frame]
    assert board.shown == before
    assert len(frames) > 20
    assert before not in frames


def test_a_board_that_is_found_is_sent_its_whole_frame_again() -> None:
    board, controller = playing()
    steady = compose(controller.tick().view)
    assert steady.moving == ()
    board.reason = UNPLUGGED
    turns(controller, 1)  # so short that no frame of the pause was sent
    board.shown = DARK  # as a board is that had no power
    board.reason = ""
    turns(controller, 10)
    assert board.shown == paint(steady, 0.0) != DARK


# A program that does not run ---------------------------------------------------------------


class PlayableBoard(LosableBoard):
    """A board on which pieces are lifted, and whose clock goes on while nobody looks."""

    occupied = START

    def scan(self) -> Scan:
        return super().scan()._replace(occupied=self.occupied)


def on_the_clock() -> tuple[PlayableBoard, Controller]:
    """Return a board on which attackers have ten seconds for their move, and hold a piece."""
    board = PlayableBoard()
    session = Session(COPENHAGEN, control=parse_control("gong:10"))
    controller = Controller(board, session)
    turns(controller, 50)
    board.occupied &= ~(1 << parse_square("d1"))
    turns(controller, 50)
    return board, controller


def test_time_in_which_no_turn_came_counts_for_no_clock() -> None:
    board, controller = on_the_clock()
    before = turns(controller, 1)[0].view.clock
    board.at += 20.0
    events = [event for turn in turns(controller, 10) for event in turn.events]
    why = sentence("game.stood_still", seconds=20)
    lost = [event for event in events if isinstance(event, BoardLost | BoardFound)]
    assert lost == [BoardLost(1.01, why), BoardFound(21.02)]
    after = turns(controller, 1)[0].view
    assert (after.phase, after.clock, after.paused) == (Phase.PLAY, before, None)


def test_a_slow_turn_is_no_pause_of_the_program() -> None:
    board, controller = on_the_clock()
    board.at += 2.0
    events = [event for turn in turns(controller, 10) for event in turn.events]
    assert not any(isinstance(event, BoardLost) for event in events)


def test_a_board_that_is_lost_after_such_a_time_is_lost_for_its_own_reason() -> None:
    board, controller = on_the_clock()
    board.at, board.reason = board.at + 20.0, UNPLUGGED
    (turn,) = turns(controller, 1)
    assert turn.view.paused == verbatim(UNPLUGGED)
    why = sentence("game.stood_still", seconds=20)
    reasons = [event for event in turn.events if isinstance(event, BoardLost)]
    assert reasons == [BoardLost(1.0, why), BoardLost(21.01, verbatim(UNPLUGGED))]
