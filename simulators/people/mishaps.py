"""Pieces knocked over and put back, or set up for a new game, by hands."""

from collections.abc import Mapping
from math import hypot

from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.geometry import SIZE, squares_of
from controller.rules.pieces import Piece
from controller.rules.position import Position
from simulators.people.chores import Work
from simulators.people.seat import Seat
from simulators.table.start import start_pieces
from simulators.table.tabletop import TRAY, PhysicalPiece

# Who knocks the pieces over needs a moment before the first is put back.
_DISMAY_S = (0.5, 3.0)
# How many times people look what is lit before they give up.
_LOOKS = 30
_OFF_THE_BOARD = 0.15


def knock_over(seat: Seat) -> Work:
    """Throw many pieces about: some come to stand elsewhere, some fall off the board."""
    random, table = seat.random, seat.table
    standing = [piece.id for piece in table.pieces if piece.stands]
    count = min(random.randint(*seat.profile.knocked_pieces), len(standing))
    for piece_id in random.sample(standing, count):
        hand = f"elbow {piece_id}"
        table.grab(hand, piece_id)
        if random.random() < _OFF_THE_BOARD:
            table.drop(hand, *TRAY)
        else:
            table.set_down(hand, random.uniform(0, SIZE - 1), random.uniform(0, SIZE - 1))
        yield random.uniform(0.0, 0.05)
    yield random.uniform(*_DISMAY_S)


def set_up_again(seat: Seat) -> Work:
    """Put the pieces back as the board's view asks, until it asks for nothing more.

    The view shows kinds of pieces too, so that people see what sensors cannot tell apart.
    """
    yield from seat.wait_for(lambda: bool(seat.view().repair))
    for _ in range(_LOOKS):
        view = seat.view()
        wanted = _pieces_of(view.position)
        for step in view.repair:
            yield from _do(seat, step, wanted)
        yield 0.6
        if not seat.view().repair:
            yield from _correct(seat, wanted)
            yield 0.6
            if not seat.view().repair:
                return


def set_up_by_hand(seat: Seat) -> Work:
    """Set up the start position of the rules, piece by piece, in any order."""
    wanted = start_pieces(seat.game.rules)
    yield from _correct(seat, wanted)


def _correct(seat: Seat, wanted: Mapping[int, Piece]) -> Work:
    """Make the table hold just these pieces, by the people's own eyes."""
    squares = [square for square in wanted if not _is_right(seat, square, wanted)]
    seat.random.shuffle(squares)
    for square in squares:
        yield from _bring(seat, wanted[square], square, wanted)
    for piece in seat.table.pieces:
        if piece.stands and _square_of(piece) not in wanted:
            yield from seat.hand().carry(piece.id, None, 0.2)
    yield from seat.make_room(*wanted)


def _do(seat: Seat, step: RepairStep, wanted: Mapping[int, Piece]) -> Work:
    """Do one step that is lit, with a piece of the right kind."""
    if step.action is RepairAction.TAKE:
        piece = seat.table.at(step.square)
        if piece is not None:
            yield from seat.hand().carry(
                piece.id, None, seat.random.uniform(*seat.profile.set_up_s)
            )
        return
    if step.piece is None:
        return
    yield from _bring(seat, step.piece, step.square, wanted, step.origin)


def _bring(
    seat: Seat, kind: Piece, square: int, wanted: Mapping[int, Piece], origin: int | None = None
) -> Work:
    """Put a piece of a kind on a square: from an origin if it is one, or the nearest to hand."""
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
    yield from _put_away_what_leans(seat, square, piece.id)
    yield from seat.hand().carry(piece.id, square, seat.random.uniform(*seat.profile.set_up_s))
    yield seat.random.uniform(0.02, 0.2)


def _put_away_what_leans(seat: Seat, square: int, piece_id: int) -> Work:
    """Take away a piece between squares that leaves no room for another on one of them."""
    x, y = square % SIZE, square // SIZE
    for other in seat.table.pieces:
        if other.stands and other.id != piece_id and hypot(other.x - x, other.y - y) < 0.8:
            yield from seat.hand().carry(other.id, None, 0.2)


def _spare(
    seat: Seat, kind: Piece, square: int, wanted: Mapping[int, Piece], origin: int | None
) -> PhysicalPiece | None:
    """Return a piece of a kind that does not stand where such a piece shall stand."""
    spare = [
        piece
        for piece in seat.table.pieces
        if piece.kind is kind
        and piece.held_by is None
        and not (piece.stands and wanted.get(_square_of(piece)) is kind)
    ]
    at_origin = [piece for piece in spare if piece.stands and _square_of(piece) == origin]
    x, y = square % SIZE, square // SIZE
    by_distance = sorted(spare, key=lambda piece: hypot(piece.x - x, piece.y - y))
    return next(iter(at_origin or by_distance), None)


def _is_right(seat: Seat, square: int, wanted: Mapping[int, Piece]) -> bool:
    piece = seat.table.at(square)
    return piece is not None and piece.kind is wanted[square]


def _square_of(piece: PhysicalPiece) -> int:
    return SIZE * round(piece.y) + round(piece.x)


def _pieces_of(position: Position) -> dict[int, Piece]:
    found = {square: position.piece_at(square) for square in squares_of(position.occupied)}
    return {square: piece for square, piece in found.items() if piece}
