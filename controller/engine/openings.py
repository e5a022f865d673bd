"""Beginnings of games by chance, so that players who always do the same do not play one game."""

from random import Random

from controller.rules.compiled import Rules
from controller.rules.game import Game, new_game

SHORTEST = 8
LONGEST = 16


def random_opening(rules: Rules, random: Random) -> Game:
    """Return a game of 8 to 16 random plies that goes on and is not decided by the next move."""
    while True:
        game = new_game(rules)
        for _ in range(random.randint(SHORTEST, LONGEST)):
            if game.outcome:
                break
            game = game.play(random.choice(game.legal_moves()))
        if game.outcome is None and not _ends_at_once(game):
            return game


def _ends_at_once(game: Game) -> bool:
    return any(game.play(move).outcome for move in game.legal_moves())
