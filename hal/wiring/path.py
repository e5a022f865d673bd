"""A way through the board that passes every square once, and the check that it does.

A corner to begin at and a direction to go in are the eight ways to lay a board down: turned by
0, 90, 180 or 270 degrees, mirrored or not. Knows neither sensors nor pixels.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from hal.board import SQUARE_COUNT
from hal.squares import SIDE, SQUARES_BY_NAME, names_of

Corner = Literal["a1", "k1", "a11", "k11"]
Along = Literal["ranks", "files"]
_IN_ORDER = range(SIDE)


def square_at(first: Corner, along: Along, line: int, step: int) -> int:
    """Return the square of a line 0..10 and a step 0..10 along it, both counted from a corner.

    `along` ranks goes from file to file within a rank, `along` files from rank to rank in a file.
    """
    file, rank = (step, line) if along == "ranks" else (line, step)
    file = SIDE - 1 - file if first in ("k1", "k11") else file
    rank = SIDE - 1 - rank if first in ("a11", "k11") else rank
    return SIDE * rank + file


def path(
    first: Corner,
    along: Along,
    *,
    serpentine: bool = False,
    lines: Sequence[int] = _IN_ORDER,
    steps: Sequence[int] = _IN_ORDER,
) -> tuple[int, ...]:
    """Return the squares in the order in which a way passes them.

    `serpentine` turns round at the end of each line, instead of beginning at the same side again.
    `lines` and `steps` say in which order the lines are taken, and the squares along each.
    """
    squares = []
    for count, line in enumerate(lines):
        turned = serpentine and count % 2 == 1
        squares += [square_at(first, along, line, step) for step in steps][:: -1 if turned else 1]
    return tuple(squares)


def parse_squares(names: Iterable[str], spare: str | None = None) -> tuple[int | None, ...]:
    """Return the squares that names stand for; None for a name that means no square.

    Raises:
        ValueError: a name is no square.
    """
    squares: list[int | None] = []
    for name in names:
        if name != spare and name not in SQUARES_BY_NAME:
            or_spare = "" if spare is None else f", or {spare!r} for none"
            raise ValueError(f"expected squares a1 to k11{or_spare}, got {name[:20]!r}")
        squares.append(SQUARES_BY_NAME.get(name))
    return tuple(squares)


def check_each(squares: Iterable[int | None], what: str, wanted: int = 1) -> None:
    """Make sure that every square has the number of sensors or pixels that it should.

    Raises:
        ValueError: some have more, fewer or none; the text names them.
    """
    counts = Counter(square for square in squares if square is not None)
    wrong: dict[int, list[int]] = {}
    for square in range(SQUARE_COUNT):
        if counts[square] != wanted:
            wrong.setdefault(counts[square], []).append(square)
    if wrong:
        found = "; ".join(
            f"{count or 'none'} on {names_of(those)}" for count, those in sorted(wrong.items())
        )
        raise ValueError(f"expected {wanted} {what} on each square, got {found}")
