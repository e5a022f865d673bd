"""Moves along single lines, remembered.

A piece moves along its rank or its file, so the moves of a line follow from that line alone:
from its 11 bits of occupancy and its 11 bits of movers. The same lines come again and again;
each is walked once and looked up ever after.
"""

from typing import NamedTuple

from controller.rules.geometry import FILE_A, RANK_1, SIZE, SQUARE_COUNT, SQUARE_NAMES

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

_Line = tuple[int, ...]
_Memo = dict[int, tuple[Move, ...]]


class LineMoves:
    """The moves of one kind of piece, line by line."""

    def __init__(self, stop: int, impassable: int) -> None:
        """Remember nothing yet; the bitboards say where the piece may stop and not pass."""
        self._stop = stop
        self._impassable = impassable
        self._ranks: list[tuple[int, _Line, _Memo]] = [(r[0], r, {}) for r in _RANKS]
        self._files: list[tuple[int, _Line, _Memo]] = [(f[0], f, {}) for f in _FILES]

    def moves(self, occupied: int, movers: int) -> list[Move]:
        """Return the moves of all pieces in `movers` on a board occupied so."""
        packed = occupied | movers << _MOVERS_SHIFT
        found: list[Move] = []
        for shift, line, memo in self._ranks:
            key = packed >> shift & _RANK_PAIR
            known = memo.get(key)
            found += self._walk(key, line, memo) if known is None else known
        for shift, line, memo in self._files:
            key = ((packed >> shift & _FILE_PAIR) * _GATHER >> _GATHERED_AT) & _RANK_PAIR
            known = memo.get(key)
            found += self._walk(key, line, memo) if known is None else known
        return found

    def _walk(self, key: int, line: _Line, memo: _Memo) -> tuple[Move, ...]:
        occupied, movers = key & RANK_1, key >> _MOVERS_SHIFT
        moves: list[Move] = []
        for place in range(SIZE):
            if movers >> place & 1:
                moves += self._slides(occupied, place, line, 1)
                moves += self._slides(occupied, place, line, -1)
        if len(memo) >= _REMEMBERED_PER_LINE:
            memo.clear()
        memo[key] = tuple(moves)
        return memo[key]

    def _slides(self, occupied: int, place: int, line: _Line, step: int) -> list[Move]:
        moves = []
        origin = line[place]
        place += step
        while 0 <= place < SIZE and not occupied >> place & 1:
            bit = 1 << line[place]
            if self._stop & bit:
                moves.append(MOVES[origin][line[place]])
            if self._impassable & bit:
                break
            place += step
        return moves
