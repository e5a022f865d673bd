"""The core against a slow second reading of the same rulesets, written by other hands."""

from collections import Counter
from random import Random

import pytest

from controller.rules.captures import captured_squares
from controller.rules.compiled import Rules, compiled
from controller.rules.game import Game, new_game
from controller.rules.geometry import (
    CORNERS,
    EDGE,
    NEIGHBOURS,
    SQUARE_COUNT,
    SQUARE_NAMES,
    THRONE,
    bits_of,
)
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.position import Position
from tests.effort import long_or_short
from tests.reference.naive import NaiveGame
from tests.symmetry import SYMMETRIES

GAMES = long_or_short(nightly=250, usual=3)
PLIES = 120
POSITIONS = long_or_short(nightly=25_000, usual=600)

# The diagram after a ply, what it captured, and the outcome: winner and reason.
Judgement = tuple[str, list[str], tuple[str | None, str] | None]

in_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def rules_of(name: str) -> Rules:
    """Return the compiled ruleset of a name."""
    return compiled(named_ruleset(name))


def judgement(game: Game) -> Judgement:
    """Return what the core says of the last ply, in the words of the reference."""
    captured = [SQUARE_NAMES[square] for square in captured_squares(game.plies[-1].captures)]
    if game.outcome is None:
        return game.position.diagram(), captured, None
    winner = game.outcome.winner
    said = (winner.value if winner else None, game.outcome.reason.value)
    return game.position.diagram(), captured, said


def compare_a_ply(game: Game, naive: NaiveGame, move: Move) -> Game:
    """Play a move in both; the moves before it and the judgement after it must be the same."""
    assert sorted(str(move) for move in game.legal_moves()) == naive.legal_moves()
    game = game.play(move)
    captured = naive.play(str(move))
    assert judgement(game) == (naive.diagram(), captured, naive.outcome)
    return game


@in_every_ruleset
def test_random_games_are_played_alike(name: str) -> None:
    for seed in range(GAMES):
        random = Random(seed)
        game, naive = new_game(rules_of(name)), NaiveGame(name)
        while not game.outcome and len(game.plies) < PLIES:
            game = compare_a_ply(game, naive, random.choice(game.legal_moves()))


def distance(one: int, other: int) -> int:
    """Return how many king's steps of chess lie between two squares."""
    return max(abs(one % 11 - other % 11), abs(one // 11 - other // 11))


def scattered(random: Random, king: int, chances: dict[int, tuple[float, float]]) -> Position:
    """Return a position with an attacker or a defender on each square by these chances."""
    attackers: list[int] = []
    defenders: list[int] = []
    for square, (attacker, defender) in chances.items():
        drawn = random.random()
        if square not in {king, THRONE, *CORNERS}:
            if drawn < attacker:
                attackers.append(square)
            elif drawn < attacker + defender:
                defenders.append(square)
    to_move = random.choice([Side.ATTACKERS, Side.DEFENDERS])
    return Position(bits_of(*attackers), bits_of(*defenders), 1 << king, to_move)


def round_the_king(random: Random) -> Position:
    """Return a crowd round the king: captures of him, forts and rings are near."""
    edge = random.choice(range(1, 10))
    king = random.choice([THRONE, THRONE + 1, edge, edge, random.choice(range(12, 120))])
    if king in CORNERS:
        king = THRONE
    near = random.randint(1, 3)
    crowd = random.choice([(0.8, 0.02), (0.8, 0.02), (0.4, 0.4), (0.05, 0.6)])
    loose = (0.1, random.choice([0, 0, 0.02, 0.1]))
    chances = {
        square: crowd if distance(square, king) <= near else loose for square in range(SQUARE_COUNT)
    }
    return scattered(random, king, chances)


def besieged(random: Random) -> Position:
    """Return a king with one open side, and attackers who may close it."""
    king = random.choice([THRONE, THRONE - 1, THRONE + 11, random.choice(range(1, 120))])
    chances = dict.fromkeys(range(SQUARE_COUNT), (0.15, 0.05))
    around = [square for square in range(SQUARE_COUNT) if NEIGHBOURS[king] >> square & 1]
    chances |= dict.fromkeys(around, (1.0, 0.0))
    chances[random.choice(around)] = (0.0, 0.0)
    king = THRONE if king in CORNERS else king
    return scattered(random, king, chances)._replace(to_move=Side.ATTACKERS)


def along_the_edge(random: Random) -> Position:
    """Return rows on the edge with enemies in front of them: shieldwalls are near."""
    king = random.choice(range(1, 10)) + 11 * random.choice([0, 0, 1, 2, 3])
    row, front = random.choice([((0.1, 0.75), (0.9, 0.05)), ((0.75, 0.1), (0.05, 0.9))])
    chances = {square: (row, front, (0.3, 0.3))[min(square // 11, 2)] for square in range(33)}
    return scattered(random, king, chances)


def likely_to_decide(game: Game, random: Random) -> Move:
    """Return a move to a square beside the king or on the edge, mostly, where there is one."""
    king = game.position.king.bit_length() - 1
    moves = game.legal_moves()
    close = [m for m in moves if distance(m.target, king) <= 1 or 1 << m.target & EDGE]
    return random.choice(close if close and random.random() < 0.8 else moves)


def what_is_played(rules: Rules) -> set[str]:
    """Return the captures and endings that a thorough comparison has to come across."""
    ruleset = rules.ruleset
    options = {
        "shieldwall": ruleset.capture.shieldwall,
        "exit_fort": ruleset.ending.exit_fort,
        "encircled": ruleset.ending.encirclement,
    }
    return {"custodial", "king_captured", "king_escaped"} | {w for w, on in options.items() if on}


@in_every_ruleset
def test_moves_in_embattled_positions_are_judged_alike(name: str) -> None:
    rules, random = rules_of(name), Random(name)
    met: Counter[str] = Counter()
    for _ in range(POSITIONS):
        position = random.choice([round_the_king, along_the_edge, besieged])(random)
        game = Game(rules, random.choice(SYMMETRIES).position(position))
        naive = NaiveGame(name, game.start.diagram(), game.start.to_move.value)
        if game.legal_moves():
            game = compare_a_ply(game, naive, likely_to_decide(game, random))
            met.update(capture.kind.value for capture in game.plies[-1].captures)
            met.update([game.outcome.reason.value] if game.outcome else [])
    assert what_is_played(rules) <= set(met)
