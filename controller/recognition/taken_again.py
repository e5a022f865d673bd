"""A ply and the reply that takes its piece again: of the ply itself the board shows no target.

Knows neither times nor hands, and nothing of plies before or after these two.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from controller.recognition.line import PlayedLine
from controller.recognition.story import Made
from controller.rules.geometry import NEIGHBOURS, PATHS, squares_of
from controller.rules.lines import MOVES, Move


def taken_again(
    line: PlayedLine, lacking: int, surplus: int, free: int
) -> Iterator[tuple[Move, Move]]:
    """Yield each ply to a free square with the reply that captures its piece there.

    Both leave squares that lack a piece, and the reply ends where there is one too many. It comes
    to stand beside what it captures.
    """
    own = line.position.of(line.to_move)
    for target in squares_of(surplus):
        captors = [s for s in squares_of(lacking & ~own) if PATHS[s][target]]
        for square in squares_of(NEIGHBOURS[target] & free if captors else 0):
            for origin in squares_of(lacking & own):
                if not line.allows(origin, square):
                    continue
                captures = line.after(origin, square).would_capture
                for captor in captors:
                    if captures(captor, target, square):
                        yield MOVES[origin][square], MOVES[captor][target]


def may_be_in_hand(plies: Sequence[Made], occupied: int) -> bool:
    """Say whether a reply that took its piece again may be in a hand instead, and took nothing.

    The ply that it replies to has ended then where the reply seems to have ended.
    """
    for ply, reply in pairwise(plies):
        move, end = ply.line.move, reply.line.move
        if move is None or end is None or occupied >> move.target & 1:
            continue
        if reply.line.captured >> move.target & 1 and ply.line.might_end_on(end.target):
            return True
    return False
