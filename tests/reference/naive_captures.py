"""What a move captures: custodial captures, shieldwalls and the king.

It knows one position, the square the moving piece has just reached, and the knobs. It knows
neither whether the move was legal nor what the capture means for the game.
"""

from .naive_board import (
    ATTACKERS,
    CORNERS,
    DEFENDERS,
    OPPONENT,
    STEPS,
    THRONE,
    Pieces,
    Square,
    Step,
    after,
    back,
    beside,
    inward_steps,
    king_square,
    on_edge,
    side_at,
    side_of,
)
from .naive_knobs import Knobs


def captured_by(pieces: Pieces, moved: Square, knobs: Knobs) -> set[Square]:
    """Return the squares of all pieces but the king that the moved piece has captured.

    All are judged on the position before any is lifted: a shieldwall is in addition to the
    ordinary captures of the same move.
    """
    if pieces[moved] == "K" and knobs.king_captures == "never":
        return set()
    captured = custodial_captures(pieces, moved, knobs)
    if knobs.shieldwall:
        captured |= shieldwall_captures(pieces, moved, knobs)
    return {square for square in captured if pieces[square] != "K"}


def custodial_captures(pieces: Pieces, moved: Square, knobs: Knobs) -> set[Square]:
    """Return the enemies between the moved piece and a second captor (Copenhagen Hnefatafl 4a).

    Only the moved piece is asked for: a piece that itself steps between two enemies is safe.
    """
    side = side_of(pieces[moved])
    captured: set[Square] = set()
    for step in STEPS:
        victim = after(moved, step)
        partner = after(victim, step)
        if side_at(pieces, victim) != OPPONENT[side]:
            continue
        if is_captor(pieces, partner, side, knobs) or is_hostile(pieces, partner, side, knobs):
            captured.add(victim)
    return captured


def is_captor(pieces: Pieces, square: Square, side: str, knobs: Knobs) -> bool:
    """Tell whether a piece standing there helps that side capture; the king may not everywhere."""
    if pieces.get(square) == "K" and knobs.king_captures != "both":
        return False
    return side_at(pieces, square) == side


def is_hostile(pieces: Pieces, square: Square, captors: str, knobs: Knobs) -> bool:
    """Tell whether a restricted square replaces a captor of that side (Copenhagen Hnefatafl 5)."""
    if square in CORNERS:
        return knobs.hostile_corners
    if square == THRONE and knobs.hostile_throne:
        # Always hostile to the attackers, to the defenders only while it is empty.
        return captors == DEFENDERS or square not in pieces
    return False


def shieldwall_captures(pieces: Pieces, moved: Square, knobs: Knobs) -> set[Square]:
    """Return the rows along the edge that the moved piece brackets (Copenhagen Hnefatafl 4b).

    The mover is itself one bracket, so closing the front captures nothing. It looks both ways
    along its edge (from a corner, along both edges) and may close two rows at once.
    """
    captured: set[Square] = set()
    for inward in inward_steps(moved):
        for along in STEPS:
            if along not in (inward, back(inward)):
                captured |= row_captured(pieces, moved, along, inward, knobs)
    return captured


def row_captured(
    pieces: Pieces, moved: Square, along: Step, inward: Step, knobs: Knobs
) -> set[Square]:
    """Return the row from the mover up to its far bracket, if it is captured, else nothing.

    A king in the row counts towards its two pieces and needs an attacker in front of him too.
    """
    side = side_of(pieces[moved])
    row: list[Square] = []
    here = after(moved, along)
    while side_at(pieces, here) == OPPONENT[side]:
        row.append(here)
        here = after(here, along)
    fronts = [after(member, inward) for member in row]
    faced = all(is_captor(pieces, front, side, knobs) for front in fronts)
    # One corner may stand in for a bracket; the mover is the other, so it can only be the far one.
    bracketed = is_captor(pieces, here, side, knobs) or here in CORNERS
    return set(row) if len(row) >= 2 and faced and bracketed else set()


def king_is_captured(pieces: Pieces, moved: Square, knobs: Knobs) -> bool:
    """Tell whether the attackers' move has captured the king (Copenhagen Hnefatafl 7a).

    It must have filled one of the squares around him.
    """
    king = king_square(pieces)
    if side_of(pieces[moved]) != ATTACKERS or moved not in beside(king):
        return False
    if on_edge(king) and not knobs.king_taken_on_edge:
        return False
    if knobs.king_taken_by_two:
        return king in custodial_captures(pieces, moved, knobs)
    # Beside the throne he is off it, so it is empty and stands in for the fourth attacker, in
    # every ruleset. On the edge, where he can be captured there at all, three are enough.
    empty = [square for square in beside(king) if square not in pieces]
    friends = [square for square in beside(king) if pieces.get(square) == "D"]
    return not friends and empty in ([], [THRONE])
