"""The core against a slow second reading of the same rulesets, written by other hands."""

from collections import Counter
from random import Random

import pytest

from controller.rules.captures import unique_squares
from controller.rules.compiled import Rules, compiled
from controller.rules.game import Game, new_game
from controller.rules.geometry import CORNERS, SQUARE_COUNT, SQUARE_NAMES, THRONE, bits_of
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.notation import parse_move
from controller.rules.pieces import Side
from controller.rules.position import Position
from tests.reference.naive import NaiveGame
from tests.symmetry import SYMMETRIES

GAMES = 60
PLIES = 120
POSITIONS = 4_000
MOVES_OF_EACH = 2

# The diagram after a ply, what it captured, and the outcome: winner and reason.
Judgement = tuple[str, list[str], tuple[str | None, str] | None]

in_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def rules_of(name: str) -> Rules:
    """Return the compiled ruleset of a name."""
    return compiled(named_ruleset(name))


def judgement(game: Game) -> Judgement:
    """Return what the core says of the last ply, in the words of the reference."""
    captured = [SQUARE_NAMES[square] for square in unique_squares(game.plies[-1].captures)]
    if game.outcome is None:
        return game.position.diagram(), captured, None
    winner = game.outcome.winner
    said = (winner.value if winner else None, game.outcome.reason.value)
    return game.position.diagram(), captured, said


def compare_a_ply(game: Game, naive: NaiveGame, random: Random) -> Game:
    """Play one random move in both; the moves before and the judgement after must be the same."""
    moves = sorted(str(move) for move in game.legal_moves())
    assert moves == naive.legal_moves()
    move = random.choice(moves)
    game = game.play(parse_move(move).move)
    captured = naive.play(move)
    assert judgement(game) == (naive.diagram(), captured, naive.outcome)
    return game


@in_every_ruleset
def test_random_games_are_played_alike(name: str) -> None:
    for seed in range(GAMES):
        random = Random(seed)
        game, naive = new_game(rules_of(name)), NaiveGame(name)
        while not game.outcome and len(game.plies) < PLIES:
            game = compare_a_ply(game, naive, random)


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
        square: crowd if distance(square, king) <= near else loose
        for square in range(SQUARE_COUNT)
    }
    return scattered(random, king, chances)


def along_the_edge(random: Random) -> Position:
    """Return rows on the edge with enemies in front of them: shieldwalls are near."""
    king = random.choice(range(1, 10)) + 11 * random.choice([0, 0, 1, 2, 3])
    row, front = random.choice([((0.1, 0.75), (0.9, 0.05)), ((0.75, 0.1), (0.05, 0.9))])
    chances = {square: (row, front, (0.3, 0.3))[min(square // 11, 2)] for square in range(33)}
    return scattered(random, king, chances)


def play_to_the_king_or_the_edge(game: Game, naive: NaiveGame, random: Random) -> Game:
    """Play a move that may decide something, where there is one."""
    king = game.position.king.bit_length() - 1
    moves = [str(move) for move in game.legal_moves() if distance(move.target, king) <= 1]
    return compare_a_ply(game, naive, random)


@in_every_ruleset
def test_random_moves_in_embattled_positions_are_judged_alike(name: str) -> None:
    rules, random = rules_of(name), Random(name)
    met: Counter[str] = Counter()
    for _ in range(POSITIONS):
        position = random.choice([round_the_king, along_the_edge])(random)
        game = Game(rules, random.choice(SYMMETRIES).position(position))
        if not game.legal_moves():
            continue
        naive = NaiveGame(name, game.start.diagram(), game.start.to_move.value)
        assert sorted(str(move) for move in game.legal_moves()) == naive.legal_moves()
        king = game.position.king.bit_length() - 1
        close = [move for move in game.legal_moves() if distance(move.target, king) <= 1]
        move = random.choice(random.choice([close, game.legal_moves()]) or game.legal_moves())
        after = game.play(move)
        captured = naive.play(str(move))
        assert judgement(after) == (naive.diagram(), captured, naive.outcome)
        met.update(capture.kind.value for capture in after.plies[-1].captures)
        met[after.outcome.reason.value if after.outcome else "goes on"] += 1
    print(met)
