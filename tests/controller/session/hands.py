"""What hands do at a board, square by square, and what the board makes of it."""

from itertools import pairwise

from controller.events.event import MoveCommitted
from controller.events.view import BoardView
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES, parse_square
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from tests.board_driver import COPENHAGEN, BoardDriver


def board_at(diagram: str, side: Side) -> BoardDriver:
    """Return a board on which a position stands, and the game has long begun."""
    board = BoardDriver(started=False)
    game = Game(COPENHAGEN, parse_diagram(diagram, side))
    board.session.take_up(game)
    board.occupied = game.position.occupied
    board.wait(1.0)
    return board


def slide(board: BoardDriver, *way: str, each: float = 0.2, overlap: float = 0.04) -> None:
    """Slide a piece over reeds: for a while two squares feel it."""
    for left, come in pairwise(way):
        board.occupied ^= 1 << parse_square(come)
        board.wait(overlap)
        board.occupied ^= 1 << parse_square(left)
        board.wait(each - overlap)


def carry(board: BoardDriver, *moves: str, in_s: float = 0.6, pause_s: float = 1.0) -> None:
    """Carry pieces through the air, such as `d1>d3`; a captive is only put down, such as `e2`."""
    for move in moves:
        *origin, target = move.split(">")
        for square in origin:
            board.lift(square)
            board.wait(in_s)
        board.put(target)
        board.wait(pause_s)


def asked(view: BoardView) -> set[tuple[str | None, str]]:
    """Return which pieces the board asks to move, from where and to where."""
    return {
        (None if step.origin is None else SQUARE_NAMES[step.origin], SQUARE_NAMES[step.square])
        for step in view.repair
    }


def feel(board: BoardDriver, changes: str) -> None:
    """Change squares, such as `e2:0.1` or `e2+e3:0.1`, or none, with the time until the next."""
    for change in changes.split():
        names, _, seconds = change.partition(":")
        for name in filter(None, names.split("+")):
            board.occupied ^= 1 << parse_square(name)
        board.wait(float(seconds))


def counted(board: BoardDriver) -> list[Move]:
    """Return every move that has counted, in order."""
    return [event.move for event in board.events if isinstance(event, MoveCommitted)]
