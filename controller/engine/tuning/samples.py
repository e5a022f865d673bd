"""Positions to learn from: where the pieces stood, what a search said, how the game ended.

One array with a row for each position; 40 bytes a row.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from controller.engine.binding import Kernel
from controller.engine.search import SURELY_WON, Limits, for_side
from controller.engine.weights import Weights, parse_weights
from controller.notation.record import parse_record, play_word
from controller.notation.turns import games_of
from controller.rules.compiled import Rules, compiled
from controller.rules.errors import RulesError
from controller.rules.game import Game, new_game
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.ruleset import Ruleset

_WORD = (1 << 64) - 1
_RESULTS = {"Black": 2, "White": 0, "Draw": 1}
# By how a game stands in the kernel: won by the attackers, by the defenders, drawn.
_STANDINGS = {1: 2, 2: 0, 3: 1}
_LONGEST = 300
_SHORTEST_OPENING, _LONGEST_OPENING = 4, 16
_ASTRAY, _LATEST_ASTRAY = 0.5, 60
# The score of recorded positions, which nobody has searched.
UNSEARCHED = -32_768

SAMPLE = np.dtype(
    [
        ("attackers", "<u8", 2),
        ("defenders", "<u8", 2),
        ("score", "<i2"),  # for the attackers
        ("king", "u1"),
        ("defenders_move", "u1"),
        ("result", "u1"),  # of the game, for the attackers: 2 won, 1 drawn, 0 lost
        ("quiet", "u1"),  # 1 where the best move captures nothing and ends nothing
    ]
)
Samples = NDArray[np.void]


@dataclass(frozen=True, slots=True)
class Part:
    """Games to play, as plain values that another process or machine can be given."""

    ruleset: str  # as JSON
    weights: str  # as TOML
    network: bytes
    games: int
    nodes: int
    seed: int


def play_part(part: Part) -> Samples:
    """Play some games of the engine against itself and return all their samples."""
    rules = compiled(Ruleset.model_validate_json(part.ruleset))
    weights = replace(parse_weights(part.weights, "weights"), network=part.network)
    return np.concatenate(list(self_play(rules, weights, part.games, part.nodes, part.seed)))


def self_play(
    rules: Rules, weights: Weights, games: int, nodes: int, seed: int
) -> Iterator[Samples]:
    """Play games, each move after `nodes` nodes; yield the samples of each.

    They begin with random moves, and half of them go astray once more later: an evaluation is
    asked of positions that good players would not have come to.
    """
    kernel, random = Kernel(rules, weights), Random(seed)
    for _ in range(games):
        kernel.forget()
        kernel.set(rules.start)
        standing = _stray(kernel, random, random.randint(_SHORTEST_OPENING, _LONGEST_OPENING))
        if random.random() < _ASTRAY:
            for _ in range(random.randint(0, _LATEST_ASTRAY)):
                standing = standing or _play(kernel, nodes // 4)
            standing = standing or _stray(kernel, random, random.randint(1, 3))
        rows: list[tuple[Position, int, bool]] = []
        while not standing and len(rows) < _LONGEST:
            found = kernel.search(Limits(nodes=nodes))
            before, line = kernel.position(), found.best
            played = kernel.play(line.moves[0])
            if played is None:
                raise RuntimeError(f"self-play: expected a legal move, got {line.moves[0]}")
            standing = played.standing
            quiet = not played.captured and abs(line.score) < SURELY_WON
            rows.append((before, for_side(line.score, before.to_move, Side.ATTACKERS), quiet))
        yield _samples(rows, _STANDINGS.get(standing, 1))


def _stray(kernel: Kernel, random: Random, plies: int) -> int:
    """Play random moves; return how the game stands after them."""
    for _ in range(plies):
        played = kernel.play(random.choice(kernel.moves()))
        if played is None or played.standing:
            return played.standing if played else 0
    return 0


def _play(kernel: Kernel, nodes: int) -> int:
    """Play the best move after `nodes` nodes; return how the game stands after it."""
    played = kernel.play(kernel.search(Limits(nodes=nodes)).best.moves[0])
    return played.standing if played else 0


def recorded(rules: Rules, file: Path) -> Iterator[Samples]:
    """Yield the samples of recorded games that were decided, one a line or a turn a line."""
    for _, line in games_of(enumerate(file.read_bytes().splitlines(), 1)):
        record = parse_record((line or b"").decode("utf-8-sig"))
        if record.result not in _RESULTS:
            continue
        game = new_game(rules)
        try:
            for word in record.words:
                game = play_word(game, word) if game.outcome is None else game
        except RulesError:
            continue
        yield _samples(_quiet_positions(game), _RESULTS[record.result])


def _quiet_positions(game: Game) -> list[tuple[Position, int, bool]]:
    positions = [game.start, *(ply.position for ply in game.plies)]
    captured = [bool(ply.captures) for ply in game.plies]
    return [
        (position, UNSEARCHED, not captures)
        for (position, _), captures in zip(pairwise(positions), captured, strict=True)
    ]


def _samples(rows: Sequence[tuple[Position, int, bool]], result: int) -> Samples:
    found = np.zeros(len(rows), SAMPLE)
    for row, (position, score, quiet) in zip(found, rows, strict=True):
        attackers, defenders, king, to_move = position
        row["attackers"] = attackers & _WORD, attackers >> 64
        row["defenders"] = defenders & _WORD, defenders >> 64
        row["king"] = king.bit_length() - 1
        row["score"], row["quiet"], row["result"] = score, quiet, result
        row["defenders_move"] = to_move is Side.DEFENDERS
    return found


def position_of(sample: np.void) -> Position:
    """Return the position of a sample."""
    attackers, defenders = (
        int(sample[side][0]) | int(sample[side][1]) << 64 for side in ("attackers", "defenders")
    )
    to_move = Side.DEFENDERS if sample["defenders_move"] else Side.ATTACKERS
    return Position(attackers, defenders, 1 << int(sample["king"]), to_move)


def boards(samples: Samples, side: str) -> NDArray[np.uint8]:
    """Return where the men of a side stand, 1 or 0: a row of 121 for each sample."""
    bits = np.unpackbits(
        np.ascontiguousarray(samples[side]).view(np.uint8).reshape(-1, 16), 1, bitorder="little"
    )
    return bits[:, :121]


def targets(samples: Samples, share_of_result: float) -> NDArray[np.float32]:
    """Return the winning chance of the attackers to learn, from result and search together."""
    result = samples["result"].astype(np.float32) / 2
    unsearched = samples["score"] == UNSEARCHED
    score = np.where(unsearched, 0, samples["score"]).astype(np.float32)
    searched = 1 / (1 + np.exp(-score / 200))
    share = np.where(unsearched, 1.0, share_of_result).astype(np.float32)
    return (share * result + (1 - share) * searched).astype(np.float32)
