"""Moves as text: ``d1-d4``, or with captures ``g3-e3xe2xe4``. Does not know which are legal."""

import re
from dataclasses import dataclass

from controller.notation.errors import NotationError
from controller.rules.captures import captured_bits
from controller.rules.game import Ply
from controller.rules.geometry import SQUARE_NAMES, SQUARES_BY_NAME, bits_of, squares_of
from controller.rules.lines import MOVES, Move

_SQUARE = r"[a-kA-K](?:1[01]|[1-9])"
_MOVE = re.compile(rf"({_SQUARE})-({_SQUARE})((?:[xX/]{_SQUARE})*)")
# Other programs leave the dash out, name the piece, and mark more than captures.
_LOOSE_MOVE = re.compile(rf"[tTkKnNcCmMgG]?({_SQUARE})[-^=]*({_SQUARE})(?:[xX/]{_SQUARE})*[-+#]*")


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as written; `captured` holds its capture marks as bits."""

    move: Move
    captured: int


def parse_move(text: str) -> WrittenMove:
    """Return the move of a text such as ``d1-d4`` or ``g3-e3xe2/e4``.

    Raises:
        NotationError: the text is not a move.
    """
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotationError(f"expected a move such as d1-d4 or g3-e3xe2, got {text[:40]!r}")
    origin, target, marks = match.groups()
    captured = bits_of(*(SQUARES_BY_NAME[m.lower()] for m in re.findall(_SQUARE, marks)))
    move = MOVES[SQUARES_BY_NAME[origin.lower()]][SQUARES_BY_NAME[target.lower()]]
    return WrittenMove(move, captured)


def parse_loose_move(text: str) -> Move:
    """Return the move that another program writes, such as ``a4b4``, ``Kf6-f8xe8+`` or ``d1-d4``.

    What it says of captures is not looked at.

    Raises:
        NotationError: the text is no move.
    """
    match = _LOOSE_MOVE.fullmatch(text)
    if match is None:
        raise NotationError(f"expected a move such as d1-d4 or d1d4, got {text[:40]!r}")
    origin, target = (SQUARES_BY_NAME[name.lower()] for name in match.groups())
    return MOVES[origin][target]


def write_move(move: Move, captured: int) -> str:
    """Return the text of a move, with its captures in square order."""
    return "".join([str(move), *(f"x{SQUARE_NAMES[square]}" for square in squares_of(captured))])


def write_ply(ply: Ply) -> str:
    """Return the text of a ply with its captures."""
    return write_move(ply.move, captured_bits(ply.captures))
