"""A table with a board, a tray beside it and 37 wooden pieces. Knows no rules and no sensors.

Places are measured in squares: the centre of a1 is (0, 0), that of k11 is (10, 10).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from controller.rules.geometry import SIZE, bits_of
from controller.rules.pieces import Piece

# Beside the board.
TRAY = (-2.0, 5.0)
# In seconds: so long is a square empty before a piece of another kind comes there.
ROOM_S = 0.15
# A magnet closes the sensor of a square whose centre is this near, in squares.
_SENSED = 0.42
# Two standing pieces cannot come nearer than this, centre to centre.
_APART = 0.8
# A slide moves in steps small enough to bump into every piece in its way.
_STEP = 0.2


@dataclass(frozen=True, slots=True)
class PhysicalPiece:
    """One wooden piece with a magnet: where it is, and which hand holds it."""

    id: int
    kind: Piece
    x: float = TRAY[0]
    y: float = TRAY[1]
    in_tray: bool = True
    held_by: str | None = None
    raised: bool = False

    @property
    def stands(self) -> bool:
        """Whether the piece touches the board, where its magnet is felt."""
        return not self.in_tray and not self.raised

    @property
    def square(self) -> int:
        """The square of the board that the piece is nearest to, if it is off the tray."""
        return SIZE * round(self.y) + round(self.x)


@dataclass(frozen=True, slots=True)
class _Grip:
    """What a hand holds, and where that was when it was taken."""

    piece: int
    before: PhysicalPiece


class Tabletop:
    """The pieces, and what hands do to them."""

    def __init__(self, start: Mapping[int, Piece]) -> None:
        """Set up pieces by square; there will never be others."""
        self._pieces = [
            PhysicalPiece(number, kind, square % SIZE, square // SIZE, in_tray=False)
            for number, (square, kind) in enumerate(sorted(start.items()))
        ]
        self._grips: dict[str, _Grip] = {}
        self._squares = [_felt_by(piece) for piece in self._pieces]  # that feel each piece
        self._felt: int | None = None  # what the sensors feel, until that changes
        self._touched = 0

    @property
    def pieces(self) -> tuple[PhysicalPiece, ...]:
        """All pieces, by id."""
        return tuple(self._pieces)

    @property
    def touched(self) -> int:
        """How often a hand has taken hold of a piece, or all were set up.

        Whoever has seen the table knows by it whether somebody has touched it since.
        """
        return self._touched

    def occupied(self) -> int:
        """Return the squares whose sensor feels a magnet, as bits."""
        if self._felt is None:
            self._felt = bits_of(*(square for square in self._squares if square >= 0))
        return self._felt

    def at(self, square: int) -> PhysicalPiece | None:
        """Return the piece that stands on a square."""
        for piece in self._pieces:
            if piece.stands and _nearest_square(piece.x, piece.y) == square:
                return piece
        return None

    def grab(self, hand: str, piece_id: int, *, slide: bool = False) -> None:
        """Take hold of a piece, and lift it unless it slides.

        Nothing happens if the hand is full, or if the piece does not exist or is held.
        """
        if hand in self._grips or not 0 <= piece_id < len(self._pieces):
            return
        piece = self._pieces[piece_id]
        if piece.held_by is not None:
            return
        self._touched += 1
        self._grips[hand] = _Grip(piece_id, piece)
        raised = piece.in_tray or not slide
        self._put(replace(piece, held_by=hand, raised=raised, in_tray=False))

    def move(self, hand: str, x: float, y: float) -> None:
        """Move what a hand holds; a sliding piece stops at the pieces in its way."""
        grip = self._grips.get(hand)
        if grip is None:
            return
        piece = self._pieces[grip.piece]
        if not piece.raised:
            x, y = self._slid(piece, *_onto_the_board(x, y))
        self._put(replace(piece, x=x, y=y))

    def drop(self, hand: str, x: float, y: float) -> None:
        """Let go on the nearest square, or in the tray when off the board.

        A piece cannot be put on another one; it goes back to where it was.
        """
        self._release(hand, x, y, _centred)

    def set_down(self, hand: str, x: float, y: float) -> None:
        """Let go exactly there, even between squares, or in the tray when off the board.

        A piece cannot be put on another one; it goes back to where it was.
        """
        self._release(hand, x, y, lambda piece: piece)

    def nudge(self, piece_id: int, dx: float, dy: float) -> None:
        """Push a piece that nobody holds, as a sleeve does.

        It stops at the pieces in its way and at the edge of the board. Nothing happens to a piece
        that is held or off the board.
        """
        if not 0 <= piece_id < len(self._pieces):
            return
        piece = self._pieces[piece_id]
        if piece.stands and piece.held_by is None:
            x, y = self._slid(piece, _within(piece.x + dx), _within(piece.y + dy))
            self._put(replace(piece, x=x, y=y))

    def let_go(self, hand: str) -> None:
        """Take a hand away; the piece that it held drops where it is."""
        grip = self._grips.get(hand)
        if grip is not None:
            piece = self._pieces[grip.piece]
            self.drop(hand, piece.x, piece.y)

    def make_room(self, wanted: Mapping[int, Piece]) -> bool:
        """Set up these pieces, but clear each square where another kind stands; say whether any.

        As on any board its sensor must feel that the one leaves before the other comes, which
        `arrange` brings `ROOM_S` later.
        """
        cleared = {
            square
            for square, kind in wanted.items()
            if (piece := self.at(square)) is not None and piece.kind is not kind
        }
        self.arrange({square: kind for square, kind in wanted.items() if square not in cleared})
        return bool(cleared)

    def arrange(self, wanted: Mapping[int, Piece]) -> None:
        """Set up exactly these pieces, moving as few as possible; the others go in the tray."""
        self._touched += 1
        self._grips.clear()
        spare: dict[Piece, list[PhysicalPiece]] = {kind: [] for kind in Piece}
        open_squares = dict(wanted)
        for piece in self._pieces:
            square = None if piece.in_tray else _nearest_square(piece.x, piece.y)
            if square is not None and open_squares.get(square) is piece.kind:
                del open_squares[square]
                self._put(_placed(piece, square))
            else:
                spare[piece.kind].append(piece)
        for square, kind in sorted(open_squares.items()):
            if spare[kind]:
                # Pieces on the board go first.
                piece = min(spare[kind], key=lambda piece: piece.in_tray)
                spare[kind].remove(piece)
                self._put(_placed(piece, square))
        for pieces in spare.values():
            for piece in pieces:
                self._put(_in_tray(piece))

    def _put(self, piece: PhysicalPiece) -> None:
        self._pieces[piece.id] = piece
        square = _felt_by(piece)
        if square != self._squares[piece.id]:
            self._squares[piece.id] = square
            self._felt = None

    def _release(
        self, hand: str, x: float, y: float, place: Callable[[PhysicalPiece], PhysicalPiece]
    ) -> None:
        """Let go of what a hand holds; `place` puts the piece where it stands from then on."""
        self.move(hand, x, y)
        grip = self._grips.pop(hand, None)
        if grip is None:
            return
        # A piece that slides stands where it was stopped, which need not be where the hand went.
        landed = place(self._pieces[grip.piece])
        if _nearest_square(x, y) is None:
            landed = _in_tray(landed)
        elif self._bumps(landed, landed.x, landed.y):
            landed = self._back(grip.before)
        self._put(replace(landed, held_by=None, raised=False))

    def _back(self, before: PhysicalPiece) -> PhysicalPiece:
        """Return a piece where it was, or in the tray if another piece now stands there."""
        return _in_tray(before) if self._bumps(before, before.x, before.y) else before

    def _bumps(self, piece: PhysicalPiece, x: float, y: float) -> bool:
        return any(
            other.stands
            and other.id != piece.id
            and (other.x - x) ** 2 + (other.y - y) ** 2 < _APART**2
            for other in self._pieces
        )

    def _slid(self, piece: PhysicalPiece, x: float, y: float) -> tuple[float, float]:
        distance = max(abs(x - piece.x), abs(y - piece.y))
        steps = max(1, round(distance / _STEP))
        reached = (piece.x, piece.y)
        for step in range(1, steps + 1):
            part = step / steps
            place = (piece.x + (x - piece.x) * part, piece.y + (y - piece.y) * part)
            if self._bumps(piece, *place):
                break
            reached = place
        return reached


def _in_tray(piece: PhysicalPiece) -> PhysicalPiece:
    return PhysicalPiece(piece.id, piece.kind)


def _felt_by(piece: PhysicalPiece) -> int:
    """Return the square whose sensor feels a piece, -1 where none does."""
    file, rank = round(piece.x), round(piece.y)
    near = (piece.x - file) ** 2 + (piece.y - rank) ** 2 <= _SENSED**2
    return SIZE * rank + file if piece.stands and near else -1


def _centred(piece: PhysicalPiece) -> PhysicalPiece:
    return replace(piece, x=round(piece.x), y=round(piece.y))


def _placed(piece: PhysicalPiece, square: int) -> PhysicalPiece:
    return PhysicalPiece(piece.id, piece.kind, square % SIZE, square // SIZE, in_tray=False)


def _onto_the_board(x: float, y: float) -> tuple[float, float]:
    return min(max(x, 0.0), SIZE - 1.0), min(max(y, 0.0), SIZE - 1.0)


def _within(place: float) -> float:
    """Return the nearest place along a file or rank whose nearest square is on the board."""
    return min(max(place, -0.5), SIZE - 0.5)


def _nearest_square(x: float, y: float) -> int | None:
    file, rank = round(x), round(y)
    return SIZE * rank + file if 0 <= file < SIZE and 0 <= rank < SIZE else None
