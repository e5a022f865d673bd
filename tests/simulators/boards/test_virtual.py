"""The virtual board feels the tabletop, shines as it is asked to, and lives in virtual time."""

from controller.rules.geometry import bits_of, parse_square
from controller.rules.pieces import Piece
from hal.board import CHANNELS, DARK, SQUARE_COUNT, Board, Frame, Scan
from simulators.boards.virtual import VirtualBoard
from simulators.clock import VirtualClock
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN

D1, E1 = parse_square("d1"), parse_square("e1")


def test_time_passes_only_when_told_to() -> None:
    clock = VirtualClock()
    assert (clock(), clock()) == (0.0, 0.0)
    clock.advance(3600.0)
    clock.advance(0.25)
    assert clock() == 3600.25


def test_a_scan_is_what_the_sensors_feel_now_and_when_that_is() -> None:
    table, clock = Tabletop({D1: Piece.ATTACKER, E1: Piece.KING}), VirtualClock()
    board: Board = VirtualBoard(table, clock)
    scans = [board.scan()]
    clock.advance(0.5)
    table.grab("hand", 0)
    scans.append(board.scan())
    clock.advance(0.5)
    table.drop("hand", 3.0, 2.0)
    scans.append(board.scan())
    assert scans == [
        Scan(bits_of(D1, E1), 0.0),
        Scan(bits_of(E1), 0.5),
        Scan(bits_of(parse_square("d3"), E1), 1.0),
    ]


def test_a_board_is_dark_until_it_is_shown_a_frame_and_then_keeps_the_last() -> None:
    board = VirtualBoard(Tabletop({}), VirtualClock())
    assert board.shown == DARK
    frames = [Frame(bytes([level]) * SQUARE_COUNT * CHANNELS) for level in (10, 20)]
    for frame in frames:
        board.show(frame)
    assert board.shown == frames[-1]


def test_the_start_pieces_are_those_of_the_rulesets_position() -> None:
    pieces = start_pieces(COPENHAGEN)
    assert pieces == {square: COPENHAGEN.start.piece_at(square) for square in pieces}
    assert bits_of(*pieces) == COPENHAGEN.start.occupied
