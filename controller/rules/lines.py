"""Moves along single lines, remembered.

A piece moves along its rank or its file, so the moves of a line follow from that line alone:
from its 11 bits of occupancy and its 11 bits of movers. The same lines come again and again;
each is walked once and looked up ever after.
"""

from collections.abc import Iterator
from typing import NamedTuple

from controller.rules.geometry import FILE_A, RANK_1, SIZE, SQUARE_COUNT, SQUARE_NAMES, squares_of

# The movers of a packed board ride above the occupancy; 256 leaves room for the product below.
_MOVERS_SHIFT = 256
_RANK_PAIR = RANK_1 | RANK_1 << _MOVERS_SHIFT
_FILE_PAIR = FILE_A | FILE_A << _MOVERS_SHIFT
# Multiplying the bits of a file by this gathers them, in order, into 11 neighbouring bits at 100:
# bit 11r times the term 2**(100 - 10r) is 2**(100 + r), and no two terms collide.
_GATHER = sum(1 << (100 - 10 * rank) for rank in range(SIZE))
_GATHERED_AT = 100

# A line has at most 3**11 states; what play visits is far less, but bounded it must be.
_REMEMBERED_PER_LINE = 20_000

_RANKS = tuple(tuple(range(start, start + SIZE)) for start in range(0, SQUARE_COUNT, SIZE))
_FILES = tuple(tuple(range(file, SQUARE_COUNT, SIZE)) for file in range(SIZE))


class Move(NamedTuple):
    """A piece goes from its origin to a target, both squares 0..120; the text is ``d1-d4``."""

    origin: int
    target: int

    def __str__(self) -> str:
        return f"{SQUARE_NAMES[self.origin]}-{SQUARE_NAMES[self.target]}"


# One object for each move there can be: a move is looked up, never made.
MOVES = tuple(
    tuple(Move(origin, target) for target in range(SQUARE_COUNT)) for origin in range(SQUARE_COUNT)
)

_Known = dict[int, tuple[Move, ...]]
_Line = tuple[int, tuple[int, ...], _Known]  # where its bits begin, its squares, its memory


class LineMoves:
    """The moves of one kind of piece, line by line."""

    def __init__(self, stop: int, impassable: int) -> None:
        """Remember nothing yet; the bitboards say where the piece may stop and not pass."""
        self._stop = stop
        self._impassable = impassable
        self._ranks: tuple[_Line, ...] = tuple((line[0], line, {}) for line in _RANKS)
        self._files: tuple[_Line, ...] = tuple((line[0], line, {}) for line in _FILES)

    def moves(self, occupied: int, movers: int) -> list[Move]:
        """Return the moves of all pieces in `movers` on a board occupied so."""
        packed = occupied | movers << _MOVERS_SHIFT
        found: list[Move] = []
        for shift, squares, known in self._ranks:
            key = packed >> shift & _RANK_PAIR
            moves = known.get(key)
            found += self._walk(squares, known, key) if moves is None else moves
        for shift, squares, known in self._files:
            key = ((packed >> shift & _FILE_PAIR) * _GATHER >> _GATHERED_AT) & _RANK_PAIR
            moves = known.get(key)
            found += self._walk(squares, known, key) if moves is None else moves
        return found

    def moves_of(self, occupied: int, square: int) -> list[Move]:
        """Return the moves of the one piece on a square."""
        packed = occupied | 1 << square + _MOVERS_SHIFT
        found: list[Move] = []
        shift, squares, known = self._ranks[square // SIZE]
        key = packed >> shift & _RANK_PAIR
        moves = known.get(key)
        found += self._walk(squares, known, key) if moves is None else moves
        shift, squares, known = self._files[square % SIZE]
        key = ((packed >> shift & _FILE_PAIR) * _GATHER >> _GATHERED_AT) & _RANK_PAIR
        moves = known.get(key)
        found += self._walk(squares, known, key) if moves is None else moves
        return found

    def _walk(self, squares: tuple[int, ...], known: _Known, key: int) -> tuple[Move, ...]:
        """Find the moves of a line, and remember them."""
        occupied, movers = key & RANK_1, key >> _MOVERS_SHIFT
        found: list[Move] = []
        for place in squares_of(movers):
            alone = occupied | 1 << place + _MOVERS_SHIFT
            # A lone mover's moves are part of many lines' moves: they are remembered too.
            moves = known.get(alone)
            if moves is None:
                moves = tuple(self._slides(squares, occupied, place))
                self._remember(known, alone, moves)
            found += moves
        self._remember(known, key, tuple(found))
        return tuple(found)

    @staticmethod
    def _remember(known: _Known, key: int, moves: tuple[Move, ...]) -> None:
        if len(known) >= _REMEMBERED_PER_LINE:
            known.clear()
        known[key] = moves

    def _slides(self, squares: tuple[int, ...], occupied: int, place: int) -> Iterator[Move]:
        moves = MOVES[squares[place]]
        for way in (range(place + 1, SIZE), range(place - 1, -1, -1)):
            for step in way:
                square = squares[step]
                if occupied >> step & 1:
                    break
                if self._stop >> square & 1:
                    yield moves[square]
                if self._impassable >> square & 1:
                    break
