"""Moves along single lines, remembered.

A piece moves along its rank or file, so the moves on a line follow from its 11 bits of occupancy
alone. There are 2048 occupancies of a line; each is worked out when it first occurs, and looked
up from then on. Knows no rules beyond where a piece may stop and pass.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from controller.rules.geometry import SIZE, SQUARE_COUNT, SQUARE_NAMES, bits_of

_RANKS = tuple(tuple(range(start, start + SIZE)) for start in range(0, SQUARE_COUNT, SIZE))
_FILES = tuple(tuple(range(file, SQUARE_COUNT, SIZE)) for file in range(SIZE))


class Move(NamedTuple):
    """A piece goes from its origin to a target, both squares 0..120; the text is ``d1-d4``."""

    origin: int
    target: int

    def __str__(self) -> str:
        return f"{SQUARE_NAMES[self.origin]}-{SQUARE_NAMES[self.target]}"

    def undoes(self, other: "Move | None") -> bool:
        """Say whether this is another move backwards."""
        return other is not None and (self.origin, self.target) == (other.target, other.origin)


# One object for every possible move: moves are looked up, never created.
MOVES = tuple(
    tuple(Move(origin, target) for target in range(SQUARE_COUNT)) for origin in range(SQUARE_COUNT)
)

# A piece on a line: its bit, and its moves along the line.
_Piece = tuple[int, tuple[Move, ...]]


class _Line:
    """A rank or file: its bits, and the moves on it that are known so far, by occupancy."""

    __slots__ = ("bits", "impassable", "known", "pieces", "squares", "stop")

    def __init__(self, squares: tuple[int, ...], stop: int, impassable: int) -> None:
        self.squares = squares
        self.bits = bits_of(*squares)
        self.stop = stop
        self.impassable = impassable
        self.known: dict[int, tuple[_Piece, ...]] = {}
        # By the squares of a piece and its neighbours. All occupancies with these share them: a
        # tenth of the memory, and of the garbage collector's time.
        self.pieces: dict[tuple[int, int, int], _Piece] = {}

    def walk(self, occupied: int) -> tuple[_Piece, ...]:
        """Work out the moves of the pieces on a line with this occupancy, and remember them."""
        squares = [square for square in self.squares if occupied >> square & 1]
        neighbours = zip([-1, *squares], squares, [*squares[1:], SQUARE_COUNT], strict=False)
        pieces = (self._piece(*around) for around in neighbours)
        found = self.known[occupied] = tuple(piece for piece in pieces if piece[1])
        return found

    def _piece(self, before: int, origin: int, after: int) -> _Piece:
        key = (before, origin, after)
        # One look-up: another thread may forget in between.
        found = self.pieces.get(key)
        if found is None:
            below = [square for square in self.squares if before < square < origin]
            above = [square for square in self.squares if origin < square < after]
            moves = (*self._slide(origin, above), *self._slide(origin, below[::-1]))
            found = self.pieces[key] = (1 << origin, moves)
        return found

    def _slide(self, origin: int, way: list[int]) -> Iterator[Move]:
        for square in way:
            if self.stop >> square & 1:
                yield MOVES[origin][square]
            if self.impassable >> square & 1:
                return


_Tools = tuple[
    int,
    Callable[[int], tuple[_Piece, ...] | None],
    Callable[[int], tuple[_Piece, ...]],
]


class LineMoves:
    """The moves of one kind of piece, line by line."""

    def __init__(self, stop: int, impassable: int) -> None:
        """Start with an empty memory; pieces may stop on `stop` and never pass `impassable`."""
        lines = [_Line(squares, stop, impassable) for squares in (*_RANKS, *_FILES)]
        self._lines = lines
        # Everything that a look-up needs, without resolving a name.
        self._tools: tuple[_Tools, ...] = tuple(
            (line.bits, line.known.get, line.walk) for line in lines
        )

    def forget(self, most: int) -> None:
        """Forget all moves if more occupancies of lines are remembered than `most`."""
        if sum(len(line.known) for line in self._lines) > most:
            for line in self._lines:
                line.known.clear()
                line.pieces.clear()

    def moves(self, occupied: int, movers: int) -> list[Move]:
        """Return the moves of the pieces in `movers`, on a board with this occupancy."""
        return _collect(self._tools, occupied, movers)

    def moves_of(self, occupied: int, square: int) -> list[Move]:
        """Return the moves of the piece on one square."""
        tools = (self._tools[square // SIZE], self._tools[SIZE + square % SIZE])
        return _collect(tools, occupied, 1 << square)


def _collect(tools: tuple[_Tools, ...], occupied: int, movers: int) -> list[Move]:
    found: list[Move] = []
    for bits, known, walk in tools:
        own = movers & bits
        if not own:
            continue
        on_line = occupied & bits
        pieces = known(on_line)
        if pieces is None:
            pieces = walk(on_line)
        for piece, moves in pieces:
            if own & piece:
                found += moves
    return found
