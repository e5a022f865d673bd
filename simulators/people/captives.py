"""Captives, and when people take them off the board: at once, one by one, or plies later.

Knows the table and the seat, not what the board has recognised.
"""

from collections.abc import Generator

from controller.rules.captures import captured_bits
from controller.rules.game import Ply
from controller.rules.geometry import EDGE, SQUARE_COUNT, squares_of
from controller.rules.pieces import Piece
from controller.rules.position import Position
from simulators.people.background import Activity
from simulators.people.seat import Seat
from simulators.table.tabletop import PhysicalPiece

# Another hand reaches for a captive within this time after a move has started.
_DURING_MOVE_S = 0.3


class Captives:
    """The captured pieces that still stand on the board."""

    def __init__(self, seat: Seat) -> None:
        """Start without captives."""
        self._seat = seat
        # By the piece's id: its square, and after how many plies somebody takes it.
        self._standing: dict[int, tuple[int, int]] = {}
        self._laid: set[int] = set()  # the ids of those that somebody had in the hand already

    @property
    def squares(self) -> set[int]:
        """The squares of the captives."""
        return {square for square, _ in self._standing.values()}

    def on(self, squares: tuple[int, ...]) -> Generator[float, None, dict[int, int]]:
        """Return the ids of the pieces on some squares, by square, before a ply captures them.

        A piece that a hand holds over its square is still the one; one that was pushed off its
        square is waited for, until somebody has put it back.

        Raises:
            LookupError: a square is empty, and no hand is at work.
        """
        found: dict[int, int] = {}
        for square in squares:
            while (piece := self._belonging_to(square)) is None:
                if not self._seat.background.busy:
                    raise LookupError(f"square {square}: no piece to take")
                yield 0.02
            found[square] = piece.id
        return found

    def _belonging_to(self, square: int) -> PhysicalPiece | None:
        """Return the piece of the right kind on a square, or in a hand over it."""
        kind = self._seat.game.position.piece_at(square)
        over = (p for p in self._seat.table.pieces if not p.in_tray and p.kind is kind)
        return next((p for p in over if p.square == square), None)

    def note(self, captured: dict[int, int]) -> list[int]:
        """Remember the pieces on some squares as captives; return their ids, shuffled."""
        squares = self._seat.random.sample(tuple(captured), len(captured))
        for square in squares:
            self._standing[captured[square]] = (square, 0)
            self._seat.captured.add(captured[square])
        return [captured[square] for square in squares]

    def forget_for_a_while(self, piece_id: int) -> None:
        """Leave a captive standing for a few plies."""
        self._forget(piece_id, self._seat.profile.forgets_plies)

    def _forget(self, piece_id: int, for_plies: tuple[int, int]) -> None:
        seat = self._seat
        plies = len(seat.game.plies) + 1 + seat.random.randint(*for_plies)
        self._standing[piece_id] = (self._standing[piece_id][0], plies)

    def take(self, piece_id: int) -> Activity:
        """Take one captive off the board, unless somebody already has; or lay it elsewhere."""
        found = self._standing.pop(piece_id, None)
        if found is None:
            return
        seat = self._seat
        yield from seat.wait_until_free(piece_id)
        seconds = seat.random.uniform(0.1, 0.3)
        square = self._where_it_goes(piece_id, found[0])
        yield from seat.hand().carry(piece_id, square, seconds)
        piece = seat.table.pieces[piece_id]
        if square is not None and not piece.in_tray:
            seat.scorer.laid(square, seat.clock())
            self._laid.add(piece_id)
            self._standing[piece_id] = (piece.square, 0)
            self._forget(piece_id, seat.profile.aside_plies)

    def _where_it_goes(self, piece_id: int, square: int) -> int | None:
        """Return the square on which a captive is laid, None for the tray."""
        seat, profile = self._seat, self._seat.profile
        if piece_id in self._laid:
            return None
        if seat.happens(profile.puts_back):
            return square
        # Where a piece belongs that somebody just holds, nobody lays another one.
        taken = seat.game.position.occupied
        free = [s for s in range(SQUARE_COUNT) if seat.has_room(s) and not taken >> s & 1]
        if not (free and seat.happens(profile.lays_aside)):
            return None
        # People use the edge as a tray, rather.
        edge = [s for s in free if EDGE >> s & 1]
        return seat.random.choice(edge if edge and seat.happens(0.6) else free)

    def clear(self, captured: dict[int, int]) -> Activity:
        """Take the pieces of some squares off the board now, in random order."""
        for piece_id in self.note(captured):
            yield self._seat.random.uniform(0.1, 0.4)
            yield from self.take(piece_id)

    def take_during_move(self, piece_id: int) -> None:
        """Take a captive while another hand makes the capturing move."""
        delay = self._seat.random.uniform(0.0, _DURING_MOVE_S)
        self._seat.background.add(delay, self.take(piece_id))

    def take_later(self, piece_id: int) -> None:
        """Take a captive some time after the move."""
        delay = self._seat.random.uniform(*self._seat.profile.takes_after_s)
        self._seat.background.add(delay, self.take(piece_id))

    def take_remembered(self) -> None:
        """Take the captives that somebody remembers now."""
        now = len(self._seat.game.plies)
        for piece_id, (_, plies) in self._standing.items():
            if 0 < plies <= now:
                self._standing[piece_id] = (self._standing[piece_id][0], 0)
                self.take_later(piece_id)

    def take_from(self, squares: set[int]) -> Activity:
        """Take the captives on some squares off the board."""
        for piece_id, (square, _) in list(self._standing.items()):
            if square in squares:
                self._laid.add(piece_id)
                yield from self.take(piece_id)

    def take_all(self) -> Activity:
        """Take every captive off the board."""
        self._laid.update(self._standing)
        for piece_id in list(self._standing):
            yield self._seat.random.uniform(0.1, 0.4)
            yield from self.take(piece_id)

    def forget_all(self) -> None:
        """Forget every captive: a new game begins."""
        self._standing.clear()
        self._laid.clear()
        self._seat.captured.clear()

    def put_back(self, ply: Ply, before: Position) -> Activity:
        """Put the pieces that a ply captured back on their squares."""
        squares = list(squares_of(captured_bits(ply.captures)))
        self._seat.random.shuffle(squares)
        for square in squares:
            yield from self._put_back(square, before.piece_at(square))

    def _put_back(self, square: int, kind: Piece | None) -> Activity:
        seat = self._seat
        for piece_id, (standing, _) in list(self._standing.items()):
            if standing == square:
                del self._standing[piece_id]
                seat.captured.discard(piece_id)
                return
        spare = next(p for p in seat.table.pieces if self._is_spare(p) and p.kind is kind)
        self._standing.pop(spare.id, None)
        seat.captured.discard(spare.id)
        yield from seat.make_room(square)
        yield from seat.hand().carry(spare.id, square, seat.random.uniform(0.2, 0.6))
        yield seat.random.uniform(0.05, 0.3)

    def _is_spare(self, piece: PhysicalPiece) -> bool:
        return piece.held_by is None and (piece.in_tray or piece.id in self._standing)
