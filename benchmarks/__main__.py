"""Run every benchmark and print its figures; they are this machine's, at this moment."""

import time
from random import Random

from rich.console import Console
from rich.table import Table

from controller.rules.captures import advance
from controller.rules.compiled import Rules, compiled
from controller.rules.game import new_game
from controller.rules.library import named_ruleset
from controller.rules.moves import legal_moves
from controller.rules.position import Position
from simulators.headless import simulate_games
from simulators.recorded import random_games

GAMES = 40
LONGEST_GAME = 400


def random_moves_per_second(rules: Rules) -> float:
    """Play random games: legal moves, play, judgement and repetition at every ply."""
    random = Random(1)
    plies = 0
    begun = time.perf_counter()
    for _ in range(GAMES):
        game = new_game(rules)
        while not game.outcome and len(game.plies) < LONGEST_GAME:
            game = game.play(random.choice(game.legal_moves()))
        plies += len(game.plies)
    return plies / (time.perf_counter() - begun)


def perft_nodes_per_second(rules: Rules) -> float:
    """Count the leaves at depth 3."""
    begun = time.perf_counter()
    nodes = perft(rules, rules.start, 3)
    return nodes / (time.perf_counter() - begun)


def perft(rules: Rules, position: Position, depth: int) -> int:
    """Return the number of sequences of legal moves of a length."""
    moves = legal_moves(rules, position)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, advance(rules, position, move)[0], depth - 1) for move in moves)


def simulated_plies_per_second(rules: Rules) -> float:
    """Play random games by a simulated hand through the full path."""
    games = list(random_games(rules, 3, seed=1))
    begun = time.perf_counter()
    report = simulate_games(rules, games, seed=1)
    return report.plies / (time.perf_counter() - begun)


def main() -> None:
    """Print the table."""
    rules = compiled(named_ruleset("copenhagen"))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Copenhagen, all rules on")
    table.add_column("per second", justify="right")
    table.add_row("random games, moves", f"{random_moves_per_second(rules):,.0f}")
    table.add_row("perft(3), leaves counted", f"{perft_nodes_per_second(rules):,.0f}")
    table.add_row("simulated hand, plies", f"{simulated_plies_per_second(rules):,.0f}")
    Console(highlight=False).print(table)


if __name__ == "__main__":
    main()
