"""Counts the sequences of legal moves from a position."""

from collections.abc import Iterator

from controller.rules.captures import apply_move
from controller.rules.compiled import Rules
from controller.rules.endings import outcome_of_move
from controller.rules.lines import Move
from controller.rules.moves import legal_moves
from controller.rules.position import Position


def perft(rules: Rules, position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves; no move follows a win.

    Repetition does not end a sequence: it depends on the moves before the position.
    """
    if depth == 0:
        return 1
    moves = legal_moves(rules, position)
    if depth == 1:
        return len(moves)
    return sum(_perft_after(rules, position, move, depth) for move in moves)


def divide(rules: Rules, position: Position, depth: int) -> Iterator[tuple[Move, int]]:
    """Yield each legal move, sorted by its text, with the number of sequences it begins."""
    for move in sorted(legal_moves(rules, position), key=str):
        yield move, _perft_after(rules, position, move, depth)


def _perft_after(rules: Rules, position: Position, move: Move, depth: int) -> int:
    if depth == 1:
        return 1
    after, _ = apply_move(rules, position, move)
    return 0 if outcome_of_move(rules, after, move) else perft(rules, after, depth - 1)
