"""Squares, pieces and diagrams of the naive implementation.

It knows the board as a dict from (file, rank) to a letter, nothing of the rules of any ruleset.
Files and ranks run from 1 to 11, so that a1 is (1, 1) and the throne f6 is (6, 6).
"""

Square = tuple[int, int]
Step = tuple[int, int]
Pieces = dict[Square, str]

SIZE = 11
FILES = "abcdefghijk"
STEPS: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
THRONE: Square = (6, 6)
CORNERS: frozenset[Square] = frozenset({(1, 1), (SIZE, 1), (1, SIZE), (SIZE, SIZE)})

ATTACKERS = "attackers"
DEFENDERS = "defenders"
OPPONENT = {ATTACKERS: DEFENDERS, DEFENDERS: ATTACKERS}

START = """\
...AAAAA...
.....A.....
...........
A....D....A
A...DDD...A
AA.DDKDD.AA
A...DDD...A
A....D....A
...........
.....A.....
...AAAAA..."""


def on_board(square: Square) -> bool:
    """Tell whether the square lies on the 11x11 board."""
    file, rank = square
    return 1 <= file <= SIZE and 1 <= rank <= SIZE


def on_edge(square: Square) -> bool:
    """Tell whether the square lies on the edge; the corners do."""
    return 1 in square or SIZE in square


def after(square: Square, step: Step) -> Square:
    """Return the square one step further, which may lie off the board."""
    return square[0] + step[0], square[1] + step[1]


def back(step: Step) -> Step:
    """Return the opposite step."""
    return -step[0], -step[1]


def beside(square: Square) -> list[Square]:
    """Return the two to four squares of the board orthogonally beside a square."""
    return [near for near in (after(square, step) for step in STEPS) if on_board(near)]


def inward_steps(square: Square) -> list[Step]:
    """Return the steps straight away from the edge: none in the middle, two from a corner."""
    return [step for step in STEPS if not on_board(after(square, back(step)))]


def name(square: Square) -> str:
    """Return the square's text, "a1" to "k11"."""
    return f"{FILES[square[0] - 1]}{square[1]}"


def square_order(square: Square) -> tuple[int, int]:
    """Return the sorting key of the order a1, b1, ... k11."""
    return square[1], square[0]


def side_of(piece: str) -> str:
    """Return the side a piece belongs to; the king is one of the defenders."""
    return ATTACKERS if piece == "A" else DEFENDERS


def side_at(pieces: Pieces, square: Square) -> str | None:
    """Return the side that stands on a square, None for nobody."""
    return side_of(pieces[square]) if square in pieces else None


def king_square(pieces: Pieces) -> Square:
    """Return the square the king stands on."""
    return next(square for square, piece in pieces.items() if piece == "K")


def read_diagram(diagram: str) -> Pieces:
    """Read 11 lines of 11 letters, rank 11 first; raise ValueError for anything else."""
    lines = diagram.split()
    if len(lines) != SIZE or any(len(line) != SIZE for line in lines):
        raise ValueError(f"diagram: expected 11 lines of 11 letters, got {diagram!r}")
    pieces: Pieces = {}
    for rank, line in zip(range(SIZE, 0, -1), lines, strict=True):
        for file, letter in enumerate(line, start=1):
            if letter not in ".ADK":
                raise ValueError(f"diagram: expected one of '.ADK', got {letter!r}")
            if letter != ".":
                pieces[file, rank] = letter
    if list(pieces.values()).count("K") != 1:
        raise ValueError(f"diagram: expected one king, got {diagram!r}")
    return pieces


def write_diagram(pieces: Pieces) -> str:
    """Write the pieces as 11 lines of 11 letters, rank 11 first."""
    ranks = range(SIZE, 0, -1)
    files = range(1, SIZE + 1)
    return "\n".join("".join(pieces.get((file, rank), ".") for file in files) for rank in ranks)
