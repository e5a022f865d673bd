"""Captives, and when people take them off the board: at once, one by one, or plies later.

Knows the table and the seat, not what the board has recognised.
"""

from controller.rules.captures import captured_bits
from controller.rules.game import Ply
from controller.rules.geometry import squares_of
from controller.rules.pieces import Piece
from controller.rules.position import Position
from simulators.people.background import Activity
from simulators.people.seat import Seat

# Another hand reaches for a captive within this time after a move has started.
_DURING_MOVE_S = 0.3


class Captives:
    """The captured pieces that still stand on the board."""

    def __init__(self, seat: Seat) -> None:
        """Start without captives."""
        self._seat = seat
        # By the piece's id: its square, and after how many plies somebody takes it.
        self._standing: dict[int, tuple[int, int]] = {}

    @property
    def squares(self) -> set[int]:
        """The squares of the captives."""
        return {square for square, _ in self._standing.values()}

    def note(self, squares: tuple[int, ...]) -> list[int]:
        """Remember the pieces on some squares as captives; return their ids, shuffled.

        Raises:
            LookupError: a square is empty.
        """
        found = []
        for square in self._seat.random.sample(squares, len(squares)):
            piece = self._seat.table.at(square)
            if piece is None:
                raise LookupError(f"square {square}: no piece to take")
            self._standing[piece.id] = (square, 0)
            found.append(piece.id)
        return found

    def forget_for_a_while(self, piece_id: int) -> None:
        """Leave a captive standing for a few plies."""
        seat = self._seat
        plies = len(seat.game.plies) + 1 + seat.random.randint(*seat.profile.forgets_plies)
        self._standing[piece_id] = (self._standing[piece_id][0], plies)

    def take(self, piece_id: int) -> Activity:
        """Take one captive off the board, unless somebody already has."""
        if self._standing.pop(piece_id, None) is None:
            return
        yield from self._seat.wait_until_free(piece_id)
        seconds = self._seat.random.uniform(0.1, 0.3)
        yield from self._seat.hand().carry(piece_id, None, seconds)

    def clear(self, squares: tuple[int, ...]) -> Activity:
        """Take the pieces on some squares off the board now, in random order."""
        for piece_id in self.note(squares):
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
                yield from self.take(piece_id)

    def take_all(self) -> Activity:
        """Take every captive off the board."""
        for piece_id in list(self._standing):
            yield self._seat.random.uniform(0.1, 0.4)
            yield from self.take(piece_id)

    def forget_all(self) -> None:
        """Forget every captive: a new game begins."""
        self._standing.clear()

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
                return
        spare = next(p for p in seat.table.pieces if p.in_tray and not p.held_by and p.kind is kind)
        yield from seat.make_room(square)
        yield from seat.hand().carry(spare.id, square, seat.random.uniform(0.2, 0.6))
        yield seat.random.uniform(0.05, 0.3)
