"""The names of squares, for people who wire them: a1 is square 0, k11 square 120."""

from collections.abc import Iterable

from hal.board import SQUARE_COUNT

SIDE = 11
SQUARE_NAMES = tuple("abcdefghijk"[n % SIDE] + str(n // SIDE + 1) for n in range(SQUARE_COUNT))
SQUARES_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}
# More names than these say no more.
_MOST_NAMED = 5


def names_of(squares: Iterable[int]) -> str:
    """Return the names of squares as a list in words; of many, the first and how many more."""
    names = [SQUARE_NAMES[square] for square in squares]
    more = len(names) - _MOST_NAMED
    if more > 1:
        return f"{', '.join(names[:_MOST_NAMED])} and {more} more"
    return " and ".join([part for part in (", ".join(names[:-1]), *names[-1:]) if part])


def squares_in(bits: int) -> list[int]:
    """Return the squares of a bitboard, from a1 on."""
    squares = []
    while bits:
        low = bits & -bits
        squares.append(low.bit_length() - 1)
        bits ^= low
    return squares
