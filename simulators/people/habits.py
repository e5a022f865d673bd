"""What real people do beside the moves that count: sleeves, adjusting, moves that are no moves.

What takes time yields pauses. Knows the table and the seat, not what the board makes of it.
"""

from controller.rules.geometry import SIZE, SQUARE_COUNT
from controller.rules.lines import MOVES, Move
from simulators.people.background import Activity
from simulators.people.profiles import Span
from simulators.people.room import stands_askew
from simulators.people.seat import Seat
from simulators.table.tabletop import PhysicalPiece

# How many pieces a sleeve shifts, how near they are, how far it shifts them, and after how long
# they are put right.
_SLEEVE_PIECES = (1, 6)
_SLEEVE_REACH = 3.2
_SLEEVE_BY: Span = (0.2, 0.6)
_SLEEVE_RIGHT_S: Span = (0.4, 1.5)
_ADJUSTED = (2, 4)
_STANDS_WRONG_S: Span = (0.2, 2.0)
# So often people try before they give something up.
_TRIES = 100


def sweep(seat: Seat, move: Move) -> Activity:
    """Let a sleeve shift pieces near a move while it is made, and put them right again."""
    near = [
        piece
        for piece in seat.table.pieces
        if piece.stands and not piece.held_by and not stands_askew(piece) and _is_near(piece, move)
    ]
    count = min(seat.random.randint(*_SLEEVE_PIECES), len(near))
    for found in seat.random.sample(near, count):
        piece = seat.table.pieces[found.id]
        if seat.hand().nudge(piece.id, _SLEEVE_BY):
            seat.scorer.pushed(piece, seat.table.pieces[piece.id], seat.clock())
            after_s = seat.random.uniform(*_SLEEVE_RIGHT_S)
            seat.background.add(after_s, put_back(seat, piece, len(seat.game.plies)))
        yield seat.random.uniform(0.0, 0.08)


def put_back(seat: Seat, before: PhysicalPiece, plies: int) -> Activity:
    """Push a piece back to where it stood before a sleeve shifted it, or else carry it there.

    `plies` had been made in the game by then.
    """
    square = before.square
    for _ in range(_TRIES):
        moved_from = [ply.move.origin for ply in seat.game.plies[plies:]]
        if square in (*moved_from, *(seat.moving or ())):
            return  # it has been moved since, and another one of its kind may have come there
        piece = seat.table.pieces[before.id]
        # One for which there was no room when it was let go is off the board, and still belongs.
        lost = piece.in_tray and seat.table.at(square) is None
        wanted = before.id not in seat.captured and (lost or not piece.in_tray)
        belongs = wanted and seat.game.position.piece_at(square) is before.kind
        if not belongs or (piece.x, piece.y) == (before.x, before.y):
            seat.scorer.pushed_back(square, seat.clock())
            return  # it was captured, or is right
        if piece.held_by is None and not piece.in_tray:
            yield from seat.hand().push_to(piece.id, (before.x, before.y))
        piece = seat.table.pieces[before.id]
        if piece.held_by is None and (piece.in_tray or piece.square != square):
            yield from seat.hand().carry(piece.id, square, 0.2)
        yield 0.1


def adjust(seat: Seat) -> Activity:
    """Lift several pieces of both sides, and put each back; two may be in the air together."""
    standing = [p for p in seat.table.pieces if p.stands and p.held_by is None]
    for piece in seat.random.sample(standing, min(seat.random.randint(*_ADJUSTED), len(standing))):
        seconds = seat.random.uniform(0.1, 1.0)
        seat.background.add(0.0, seat.hand().carry(piece.id, piece.square, seconds))
        yield seat.random.uniform(0.15, 0.9)
    yield from seat.background.finish()


def carry_another(seat: Seat, move: Move) -> None:
    """Take another piece of the mover's side in the other hand, and put it back meanwhile."""
    origins = {m.origin for m in seat.game.legal_moves() if not _touch(m.origin, move)}
    found = [seat.table.at(square) for square in sorted(origins)]
    free = [piece for piece in found if piece and not (piece.held_by or stands_askew(piece))]
    if free:
        piece = seat.random.choice(free)
        seconds = seat.random.uniform(0.2, 1.5)
        seat.background.add(0.0, seat.hand().carry(piece.id, piece.square, seconds))


def move_and_think_better(seat: Seat, move: Move) -> Activity:
    """Carry a piece where it may not go, and put it back."""
    piece = seat.table.at(move.origin)
    if piece is None or piece.held_by or not seat.has_room(move.target):
        return
    seconds = seat.random.uniform(0.15, 0.7)
    hand = seat.hand()
    seat.scorer.begin_ply(None, move.origin, hand, seat.clock())
    yield from hand.carry(piece.id, move.target, seconds)
    yield seat.random.uniform(*_STANDS_WRONG_S)
    yield from seat.hand().carry(piece.id, move.origin, seat.random.uniform(0.15, 0.7))
    yield seat.random.uniform(0.1, 0.6)


def bad_move(seat: Seat, *, of_other_side: bool) -> Move | None:
    """Return a move that the rules refuse: of the wrong side, or any but the wrong side's.

    None if none is found. The piece of the last ply is left alone: it would only move on.
    """
    game = seat.game
    position = game.position
    side = position.to_move.other if of_other_side else position.to_move
    own = [s for s in range(SQUARE_COUNT) if position.of(side) >> s & 1]
    last = game.plies[-1].move.target if game.plies else None
    for _ in range(_TRIES):
        move = MOVES[seat.random.choice(own)][seat.random.randrange(SQUARE_COUNT)]
        empty = not position.occupied >> move.target & 1
        if empty and move.origin != last and game.refusal(move):
            return move
    return None


def _is_near(piece: PhysicalPiece, move: Move) -> bool:
    ends = [(square % SIZE, square // SIZE) for square in move]
    away = min(max(abs(piece.x - file), abs(piece.y - rank)) for file, rank in ends)
    return 0.5 < away < _SLEEVE_REACH


def _touch(square: int, move: Move) -> bool:
    """Say whether a square is one of a move's, or beside them."""
    (file, rank) = square % SIZE, square // SIZE
    return any(abs(file - s % SIZE) < 2 and abs(rank - s // SIZE) < 2 for s in move)
