"""The 11 x 11 board as bits: square *n* is bit *n*, ``n = 11 * rank + file``, a1 = 0, k11 = 120.

Squares are ints 0..120, sets of squares are ints used as bitboards. Knows no pieces.
"""

from collections.abc import Iterator

SIZE = 11
SQUARE_COUNT = SIZE * SIZE
FILES = "abcdefghijk"

ALL = (1 << SQUARE_COUNT) - 1
FILE_A = sum(1 << (SIZE * rank) for rank in range(SIZE))
FILE_K = FILE_A << (SIZE - 1)
RANK_1 = (1 << SIZE) - 1
RANK_11 = RANK_1 << (SIZE * (SIZE - 1))
EDGE = FILE_A | FILE_K | RANK_1 | RANK_11
THRONE = SIZE * (SIZE // 2) + SIZE // 2
CORNERS = (0, SIZE - 1, SQUARE_COUNT - SIZE, SQUARE_COUNT - 1)
THRONE_BIT = 1 << THRONE
CORNER_BITS = sum(1 << corner for corner in CORNERS)

# One pass over these keeps a step along a rank from wrapping round to the next one.
_NOT_FILE_A = ALL & ~FILE_A
_NOT_FILE_K = ALL & ~FILE_K


def square_name(square: int) -> str:
    """Return the name of a square 0..120, ``"a1"`` to ``"k11"``."""
    rank, file = divmod(square, SIZE)
    return f"{FILES[file]}{rank + 1}"


SQUARE_NAMES = tuple(square_name(square) for square in range(SQUARE_COUNT))
SQUARES_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}


def parse_square(text: str) -> int:
    """Return the square of a name such as ``"f6"``.

    Raises:
        ValueError: the text is not the name of a square.
    """
    square = SQUARES_BY_NAME.get(text.lower())
    if square is None:
        raise ValueError(f"expected a square a1 to k11, got {text!r}")
    return square


def squares_of(bits: int) -> Iterator[int]:
    """Yield the squares of a bitboard in square order, a1 first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits_of(*squares: int) -> int:
    """Return the bitboard of some squares."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def spread(bits: int) -> int:
    """Return the orthogonal neighbours of all squares of a bitboard, as one bitboard."""
    return (
        (bits << SIZE & ALL)
        | (bits >> SIZE)
        | ((bits & _NOT_FILE_K) << 1)
        | ((bits & _NOT_FILE_A) >> 1)
    )


def flood(start: int, free: int) -> int:
    """Return the squares of `free` that orthogonal steps within `free` reach from `start`."""
    reached = frontier = start & free
    while frontier:
        frontier = spread(frontier) & free & ~reached
        reached |= frontier
    return reached


def _steps(square: int) -> tuple[tuple[int, int], ...]:
    """Return (neighbour, the square behind it) as bitboards, for the directions that have both."""
    rank, file = divmod(square, SIZE)
    pairs = []
    for rank_step, file_step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        far_rank, far_file = rank + 2 * rank_step, file + 2 * file_step
        if 0 <= far_rank < SIZE and 0 <= far_file < SIZE:
            step = SIZE * rank_step + file_step
            pairs.append((1 << (square + step), 1 << (square + 2 * step)))
    return tuple(pairs)


# NEIGHBOURS[square]: bitboard of the 2 to 4 orthogonal neighbours.
NEIGHBOURS = tuple(spread(1 << square) for square in range(SQUARE_COUNT))
# CAPTURE_STEPS[square]: (neighbour, square behind it) for a piece that arrives on `square`.
CAPTURE_STEPS = tuple(_steps(square) for square in range(SQUARE_COUNT))
# OPPOSITES[square]: the opposite pairs of neighbours between which a piece can be sandwiched.
OPPOSITES = tuple(
    tuple(
        (1 << (square - step), 1 << (square + step))
        for step, fits in (
            (1, 0 < square % SIZE < SIZE - 1),
            (SIZE, 0 < square // SIZE < SIZE - 1),
        )
        if fits
    )
    for square in range(SQUARE_COUNT)
)


def _between(start: int, end: int) -> int:
    """Return the squares strictly between two squares of one line, 0 where they share none."""
    if start == end:
        return 0
    start, end = min(start, end), max(start, end)
    if start // SIZE == end // SIZE:
        step = 1
    elif start % SIZE == end % SIZE:
        step = SIZE
    else:
        return 0
    return bits_of(*range(start + step, end, step))


BETWEEN = tuple(
    tuple(_between(start, end) for end in range(SQUARE_COUNT)) for start in range(SQUARE_COUNT)
)


def in_line(start: int, end: int) -> bool:
    """Say whether two squares share a rank or a file."""
    return start // SIZE == end // SIZE or start % SIZE == end % SIZE


# PATHS[start][end]: the squares that a piece goes over and onto, 0 where the two share no line.
PATHS = tuple(
    tuple(
        BETWEEN[start][end] | 1 << end if start != end and in_line(start, end) else 0
        for end in range(SQUARE_COUNT)
    )
    for start in range(SQUARE_COUNT)
)


def _apart(one: int, other: int) -> int:
    (rank, file), (its_rank, its_file) = divmod(one, SIZE), divmod(other, SIZE)
    return max(abs(rank - its_rank), abs(file - its_file))


# APART[one][other]: how many squares two are apart, in ranks or in files, whichever is more.
APART = tuple(
    tuple(_apart(one, other) for other in range(SQUARE_COUNT)) for one in range(SQUARE_COUNT)
)
