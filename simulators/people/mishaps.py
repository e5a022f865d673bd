"""Hands knock pieces over, put them back, or set them up for a new game.

Knows the table and the repair that the board's view asks for, not how the board came to ask.
"""

from collections.abc import Mapping
from math import hypot

from controller.recognition.repair import RepairStep
from controller.rules.geometry import SIZE
from controller.rules.pieces import Piece
from simulators.people.background import Activity
from simulators.people.seat import Seat
from simulators.table.start import pieces_of, start_pieces
from simulators.table.tabletop import TRAY, PhysicalPiece

# People need a moment after the knock before they put the first piece back.
_REACTION_S = (0.5, 3.0)
# They follow the view's repair this often before they give up.
_MOST_REPAIRS = 30
# ... and after this many they look for themselves.
_TRUSTED = 3
# The chance that a piece that is knocked over falls off the board.
_FALLS_OFF = 0.15


def knock_over(seat: Seat) -> Activity:
    """Knock many pieces about: some end up on other squares, some fall off the board."""
    random, table = seat.random, seat.table
    standing = [piece.id for piece in table.pieces if piece.stands]
    count = min(random.randint(*seat.profile.knocked_pieces), len(standing))
    for piece_id in random.sample(standing, count):
        hand = f"elbow {piece_id}"
        table.grab(hand, piece_id)
        if random.random() < _FALLS_OFF:
            table.drop(hand, *TRAY)
        else:
            table.set_down(hand, random.uniform(0, SIZE - 1), random.uniform(0, SIZE - 1))
        yield random.uniform(0.0, 0.05)
    yield random.uniform(*_REACTION_S)


def set_up_again(seat: Seat) -> Activity:
    """Put the pieces back as the board's view asks, until it asks for nothing more.

    The view shows the kind of each piece too, so people can correct what sensors cannot see.
    """
    yield from seat.wait_for(lambda: bool(seat.view().repair))
    for tried in range(_MOST_REPAIRS):
        view = seat.view()
        wanted = pieces_of(view.position)
        for step in view.repair:
            yield from _do_step(seat, step, wanted)
        if tried > _TRUSTED:
            # What it asks for cannot be done: it takes a piece for another one.
            yield from _correct(seat, wanted)
        yield 0.6
        if not seat.view().repair:
            yield from _correct(seat, wanted)
            yield 0.6
            if not seat.view().repair:
                return


def set_up_by_hand(seat: Seat) -> Activity:
    """Set up the start position, piece by piece, in random order."""
    wanted = start_pieces(seat.game.rules)
    yield from _correct(seat, wanted)


def _correct(seat: Seat, wanted: Mapping[int, Piece]) -> Activity:
    """Make the table hold exactly these pieces, as people see it with their own eyes."""
    squares = [square for square in wanted if not _is_right(seat, square, wanted)]
    seat.random.shuffle(squares)
    for square in squares:
        yield from _put_piece(seat, wanted[square], square, wanted)
    for piece in seat.table.pieces:
        if piece.stands and piece.square not in wanted:
            yield from seat.hand().carry(piece.id, None, 0.2)
    yield from seat.make_room(*wanted)


def _do_step(seat: Seat, step: RepairStep, wanted: Mapping[int, Piece]) -> Activity:
    """Do one step of a repair, with a piece of the right kind."""
    if step.piece is None:  # nothing belongs there
        piece = seat.table.at(step.square)
        if piece is not None:
            yield from seat.hand().carry(
                piece.id, None, seat.random.uniform(*seat.profile.set_up_s)
            )
        return
    yield from _put_piece(seat, step.piece, step.square, wanted, step.origin)


def _put_piece(
    seat: Seat, kind: Piece, square: int, wanted: Mapping[int, Piece], origin: int | None = None
) -> Activity:
    """Put a piece of a kind on a square: the one on `origin` if it fits, or the nearest spare."""
    there = seat.table.at(square)
    if there is not None and there.kind is kind:
        yield from seat.hand().put_right(there.id)
        return
    if there is not None:
        yield from seat.hand().carry(there.id, None, seat.random.uniform(*seat.profile.set_up_s))
    piece = _spare(seat, kind, square, wanted, origin)
    if piece is None:
        return
    yield from seat.make_room(square)
    yield from _take_pieces_in_the_way(seat, square, piece.id)
    yield from seat.hand().carry(piece.id, square, seat.random.uniform(*seat.profile.set_up_s))
    yield seat.random.uniform(0.02, 0.2)


def _take_pieces_in_the_way(seat: Seat, square: int, piece_id: int) -> Activity:
    """Take away any piece between squares that leaves no room on this one."""
    x, y = square % SIZE, square // SIZE
    for other in seat.table.pieces:
        if other.stands and other.id != piece_id and hypot(other.x - x, other.y - y) < 0.8:
            yield from seat.hand().carry(other.id, None, 0.2)


def _spare(
    seat: Seat, kind: Piece, square: int, wanted: Mapping[int, Piece], origin: int | None
) -> PhysicalPiece | None:
    """Return a piece of a kind that is not needed where it stands, the one on `origin` first."""
    spare = [
        piece
        for piece in seat.table.pieces
        if piece.kind is kind
        and piece.held_by is None
        and not (piece.stands and wanted.get(piece.square) is kind)
    ]
    at_origin = [piece for piece in spare if piece.stands and piece.square == origin]
    x, y = square % SIZE, square // SIZE
    by_distance = sorted(spare, key=lambda piece: hypot(piece.x - x, piece.y - y))
    return next(iter(at_origin or by_distance), None)


def _is_right(seat: Seat, square: int, wanted: Mapping[int, Piece]) -> bool:
    piece = seat.table.at(square)
    return piece is not None and piece.kind is wanted[square]
