"""Counting the sequences of legal moves from a position."""

from collections.abc import Iterator

from controller.rules.captures import apply_move
from controller.rules.compiled import Rules
from controller.rules.endings import outcome_of_move
from controller.rules.lines import Move
from controller.rules.moves import legal_moves
from controller.rules.position import Position


def perft(rules: Rules, position: Position, depth: int) -> int:
    """Return how many sequences of `depth` legal moves there are; nothing follows a win.

    Repetition ends no sequence: it depends on the way to a position, which is not counted.
    """
    if depth == 0:
        return 1
    moves = legal_moves(rules, position)
    if depth == 1:
        return len(moves)
    return sum(_perft_after(rules, position, move, depth) for move in moves)


def divide(rules: Rules, position: Position, depth: int) -> Iterator[tuple[Move, int]]:
    """Yield each legal move, in order of its text, with the count of the sequences behind it."""
    for move in sorted(legal_moves(rules, position), key=str):
        yield move, _perft_after(rules, position, move, depth)


def _perft_after(rules: Rules, position: Position, move: Move, depth: int) -> int:
    if depth == 1:
        return 1
    after, _ = apply_move(rules, position, move)
    return 0 if outcome_of_move(rules, after, move) else perft(rules, after, depth - 1)
