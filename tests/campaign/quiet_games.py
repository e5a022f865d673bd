"""Games in which nothing is captured, so that one hand can play them without clearing up."""

from collections.abc import Iterator
from random import Random

from controller.rules.game import new_game
from controller.rules.pieces import Piece
from tests.board_driver import COPENHAGEN


def quiet_moves(seed: int) -> Iterator[str]:
    """Yield moves of one game as text, until none is left that captures and ends nothing."""
    random, game = Random(seed), new_game(COPENHAGEN)
    while True:
        moves = game.legal_moves()
        random.shuffle(moves)
        moved = [ply.move.target for ply in game.plies[-2:-1]]
        for move in moves:
            # A king who stays at home cannot end the game.
            if game.position.piece_at(move.origin) is Piece.KING:
                continue
            # A program plays sooner than anybody can see a reply begin. A piece that goes on as
            # soon as that has slid on all the time, and its two plies are one.
            if move.origin in moved:
                continue
            after = game.play(move)
            if after.outcome is None and not after.plies[-1].captures:
                game = after
                yield str(move)
                break
        else:
            return
