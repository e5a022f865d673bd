"""Measures the speed of the rules core, with Copenhagen and all its rules."""

import time
from collections.abc import Callable
from random import Random

from controller.notation.judge import Judge
from controller.notation.moves import write_ply
from controller.rules.captures import apply_move
from controller.rules.compiled import Rules
from controller.rules.endings import outcome_of_move
from controller.rules.game import new_game
from controller.rules.moves import has_legal_move, legal_moves
from controller.rules.perft import perft
from controller.rules.position import Position

_GAMES = 100
_LONGEST_GAME = 400
_REPEATS = 3


def best_rate(measured: Callable[[], int]) -> float:
    """Return the best rate per second of a few runs: other programs use the machine too."""
    rates = []
    for _ in range(_REPEATS):
        begun = time.perf_counter()
        count = measured()
        rates.append(count / (time.perf_counter() - begun))
    return max(rates)


def random_moves(rules: Rules, seed: int) -> int:
    """Play random games, with legal moves, play, judgement and repetition at every ply."""
    random = Random(seed).random
    plies = 0
    for _ in range(_GAMES):
        game = new_game(rules)
        while not game.outcome and len(game.plies) < _LONGEST_GAME:
            moves = game.legal_moves()
            game = game.play(moves[int(random() * len(moves))])
        plies += len(game.plies)
    return plies


def perft_judged(rules: Rules, position: Position, depth: int) -> int:
    """Count sequences of legal moves, and judge the position after the last of each as well."""
    leaves = 0
    for move in legal_moves(rules, position):
        after, _ = apply_move(rules, position, move)
        over = outcome_of_move(rules, after, move) or not has_legal_move(rules, after)
        if depth == 1:
            leaves += 1
        elif not over:
            leaves += perft_judged(rules, after, depth - 1)
    return leaves


def written_games(rules: Rules, seed: int) -> list[bytes]:
    """Return random games as records, with capture marks."""
    random = Random(seed)
    lines = []
    for _ in range(_GAMES):
        game = new_game(rules)
        while not game.outcome and len(game.plies) < _LONGEST_GAME:
            game = game.play(random.choice(game.legal_moves()))
        lines.append(" ".join(write_ply(ply) for ply in game.plies).encode())
    return lines


def replayed_plies(rules: Rules, lines: list[bytes]) -> int:
    """Judge written games as `hnefi replay` does."""
    judge = Judge(new_game(rules))
    return sum(len(judge.judge(line).plies) for line in lines)


def measure(rules: Rules) -> list[tuple[str, float]]:
    """Return (name, rate per second) for each measurement."""
    random_moves(rules, seed=0)  # fills the memory of moves along lines
    seeds = iter(range(1, 100))
    lines = written_games(rules, seed=1)
    return [
        ("random games, moves", best_rate(lambda: random_moves(rules, next(seeds)))),
        ("perft(3), leaves counted", best_rate(lambda: perft(rules, rules.start, 3))),
        ("perft(3), every leaf judged", best_rate(lambda: perft_judged(rules, rules.start, 3))),
        ("replay, plies", best_rate(lambda: replayed_plies(rules, lines))),
    ]
