"""The exit fort: a fixpoint, as unconditional life is decided in Go (Copenhagen Hnefatafl 6b).

"Impossible for the attackers to break" is taken as: no sequence of attackers' moves, however many
they are given while the defenders only shuffle the king. It knows one position, no knobs.
"""

from .naive_board import (
    CORNERS,
    SIZE,
    STEPS,
    THRONE,
    Pieces,
    Square,
    Step,
    after,
    back,
    beside,
    king_square,
    on_board,
    on_edge,
)

# The four edges without their corners: a first square, the way along and the way inward.
EDGES: tuple[tuple[Square, Step, Step], ...] = (
    ((2, 1), (1, 0), (0, 1)),
    ((2, SIZE), (1, 0), (0, -1)),
    ((1, 2), (0, 1), (1, 0)),
    ((SIZE, 2), (0, 1), (-1, 0)),
)


def is_exit_fort(pieces: Pieces) -> bool:
    """Tell whether the king stands on the edge, can move, and can never be reached."""
    king = king_square(pieces)
    if not on_edge(king) or all(square in pieces for square in beside(king)):
        return False
    wall = {square for square, piece in pieces.items() if piece == "D"}
    # Attackers shut inside the fort count like those outside.
    attackers = {square for square, piece in pieces.items() if piece == "A"}
    while True:
        standable = walk(attackers, wall)
        struck = sandwiched(wall, standable) | shieldwalled(wall, standable)
        if not struck:
            return not any(square in standable for square in beside(king))
        wall -= struck


def walk(attackers: set[Square], wall: set[Square]) -> set[Square]:
    """Return every square an attacker can come to stand on, by any number of moves.

    Other attackers never block, for they can be moved away; nor does the king, who shuffles.
    """
    standable = set(attackers)
    waiting = list(attackers)
    while waiting:
        start = waiting.pop()
        for step in STEPS:
            for square in straight_line(start, step, wall):
                if square not in standable:
                    standable.add(square)
                    waiting.append(square)
    return standable


def straight_line(start: Square, step: Step, wall: set[Square]) -> list[Square]:
    """Return the squares an attacker may stop on when he moves one way until the wall."""
    stops: list[Square] = []
    square = after(start, step)
    while on_board(square) and square not in wall:
        # He passes over the empty throne but neither stops nor turns there; a corner is the end.
        if square != THRONE and square not in CORNERS:
            stops.append(square)
        square = after(square, step)
    return stops


def sandwiched(wall: set[Square], standable: set[Square]) -> set[Square]:
    """Return the wall pieces that a custodial capture could take."""
    struck: set[Square] = set()
    for piece in wall:
        for step in STEPS:
            mover = after(piece, step)
            partner = after(piece, back(step))
            # With the king on the edge the throne is empty, and so hostile, as the corners are.
            hostile = partner in CORNERS or (partner == THRONE and THRONE not in wall)
            if mover in standable and (partner in standable or hostile):
                struck.add(piece)
    return struck


def shieldwalled(wall: set[Square], standable: set[Square]) -> set[Square]:
    """Return the wall pieces on the edges that a shieldwall could take."""
    struck: set[Square] = set()
    for first, along, inward in EDGES:
        row: list[Square] = []
        square = first
        while on_board(square):
            if square in wall:
                row.append(square)
            else:
                struck |= row_struck(row, along, inward, standable)
                row = []
            square = after(square, along)
    return struck


def row_struck(row: list[Square], along: Step, inward: Step, standable: set[Square]) -> set[Square]:
    """Return the row if it can be faced all along and bracketed, one end perhaps by a corner."""
    if len(row) < 2:
        return set()
    ends = [after(row[0], back(along)), after(row[-1], along)]
    faced = all(after(member, inward) in standable for member in row)
    bracketed = all(end in standable or end in CORNERS for end in ends)
    if faced and bracketed and any(end in standable for end in ends):
        return set(row)
    return set()
