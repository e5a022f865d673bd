"""A position: where the pieces stand and which side moves next, with text in and out."""

from typing import NamedTuple

from controller.rules.geometry import FILES, SIZE, SQUARE_COUNT
from controller.rules.pieces import PIECES_BY_LETTER, Piece, Side


class Position(NamedTuple):
    """The pieces on the board as bitboards, and the side to move.

    It is a named tuple, the cheapest frozen value in Python, because a search makes millions. A
    captured king stays on his square.
    """

    attackers: int
    defenders: int  # without the king
    king: int
    to_move: Side

    @property
    def occupied(self) -> int:
        """The squares that hold a piece, as the sensors of a board should see them."""
        return self.attackers | self.defenders | self.king

    def of(self, side: Side) -> int:
        """Return the squares that hold a piece of a side, the king included."""
        return self.attackers if side is Side.ATTACKERS else self.defenders | self.king

    def masked(self, squares: int) -> "Position":
        """Return the position with only the pieces on some squares."""
        return self._replace(
            attackers=self.attackers & squares,
            defenders=self.defenders & squares,
            king=self.king & squares,
        )

    def piece_at(self, square: int) -> Piece | None:
        """Return the piece on a square 0..120, None if it is empty."""
        bit = 1 << square
        if self.attackers & bit:
            return Piece.ATTACKER
        if self.defenders & bit:
            return Piece.DEFENDER
        return Piece.KING if self.king & bit else None

    def diagram(self) -> str:
        """Return 11 lines of text, rank 11 first: ``A``, ``D``, ``K`` and ``.``."""
        pieces = (self.piece_at(square) for square in range(SQUARE_COUNT))
        letters = [piece.letter if piece else "." for piece in pieces]
        rows = ["".join(letters[start : start + SIZE]) for start in range(0, SQUARE_COUNT, SIZE)]
        return "\n".join(reversed(rows))


def parse_diagram(text: str, to_move: Side = Side.ATTACKERS) -> Position:
    """Return the position of a diagram: 11 lines of text, rank 11 first.

    Blank lines and spaces around lines are ignored.

    Raises:
        ValueError: not 11 lines of 11 letters, an unknown letter, or not exactly one king.
    """
    rows = [line.strip() for line in text.splitlines() if line.strip()]
    if len(rows) != SIZE:
        raise ValueError(f"expected {SIZE} lines, rank 11 first, got {len(rows)}")
    boards = {Piece.ATTACKER: 0, Piece.DEFENDER: 0, Piece.KING: 0}
    for rank, row in zip(range(SIZE, 0, -1), rows, strict=True):
        if len(row) != SIZE:
            raise ValueError(f"rank {rank}: expected {SIZE} letters, got {len(row)}")
        for file, letter in enumerate(row):
            if letter == ".":
                continue
            piece = PIECES_BY_LETTER.get(letter)
            if piece is None:
                raise ValueError(f"{FILES[file]}{rank}: expected A, D, K or ., got {letter!r}")
            boards[piece] |= 1 << (SIZE * (rank - 1) + file)
    if boards[Piece.KING].bit_count() != 1:
        raise ValueError(f"expected one king, got {boards[Piece.KING].bit_count()}")
    return Position(boards[Piece.ATTACKER], boards[Piece.DEFENDER], boards[Piece.KING], to_move)
