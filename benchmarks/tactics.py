"""Positions in which one side can force a win, or only some moves save the game; who finds them.

    python -m benchmarks.tactics              a table: how many of them each level solves
    python -m benchmarks.tactics --find 240   look for positions again, and write them down

The positions come from games of chance and from games between levels. Exhaustive search has proved
each of them: every move of both sides was tried.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from controller.engine.binding import Kernel
from controller.engine.levels import CHANCE, Level, level_names, named_level
from controller.engine.participants import open_player, parse_participant
from controller.engine.players import LevelPlayer
from controller.engine.searchers import new_searcher
from controller.engine.weights import named_weights, weights_name
from controller.rules.compiled import Rules, compiled
from controller.rules.game import Game, new_game
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.lines import MOVES, Move
from controller.rules.pieces import Side
from controller.rules.position import Position

FILE = Path(__file__).with_name("tactics.jsonl")
_MOST_NODES = 3_000_000
_LONGEST = 160
_PLAYERS = (CHANCE, "one-move", "two-moves")
_WINS = (1, 3, 5)
# At least this share of the moves must lose, or anybody would save the game.
_MUST_LOSE = 0.5


@dataclass(frozen=True, slots=True)
class Problem:
    """A position to solve; `plies` is how soon somebody wins who plays well."""

    ruleset: str
    kind: str  # win or save
    plies: int
    attackers: int
    defenders: int
    king: int
    to_move: str

    @property
    def position(self) -> Position:
        """The position."""
        return Position(self.attackers, self.defenders, self.king, Side(self.to_move))


def read_problems() -> list[Problem]:
    """Return the problems that were made."""
    return [Problem(**json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines()]


def kernel_of(rules: Rules) -> Kernel:
    """Return a kernel to prove things with."""
    return Kernel(rules, named_weights(weights_name(rules.ruleset)), 1 << 16)


def is_solved(kernel: Kernel, problem: Problem, move: Move) -> bool:
    """Say whether a move wins in time, or leaves the other side no win."""
    kernel.set(problem.position)
    played = kernel.play(move)
    if played is None:
        return False
    mover = Side(problem.to_move)
    if played.standing:
        return played.standing == (1 if mover is Side.ATTACKERS else 2)
    if problem.kind == "save":
        return kernel.proves_win(problem.plies, _MOST_NODES) is False
    return problem.plies >= 3 and _every_reply_loses(kernel, problem.plies - 2)


def _every_reply_loses(kernel: Kernel, plies: int) -> bool:
    for reply in kernel.moves():
        played = kernel.play(reply)
        lost = bool(played and not played.standing and kernel.proves_win(plies, _MOST_NODES))
        kernel.undo()
        if not lost:
            return False
    return True


def problem_in(kernel: Kernel, name: str, position: Position) -> Problem | None:
    """Return what there is to solve in a position, if anything is."""
    attackers, defenders, king, to_move = position
    kernel.set(position)
    for plies in _WINS:
        if kernel.proves_win(plies, _MOST_NODES):
            return Problem(name, "win", plies, attackers, defenders, king, to_move)
    saved, lost = _saving_moves(kernel)
    if saved and lost >= _MUST_LOSE * (saved + lost):
        return Problem(name, "save", 1, attackers, defenders, king, to_move)
    return None


def _saving_moves(kernel: Kernel) -> tuple[int, int]:
    """Return how many moves leave the other side no win in one, and how many do."""
    saved = lost = 0
    for move in kernel.moves():
        played = kernel.play(move)
        if played is not None and not played.standing and kernel.proves_win(1):
            lost += 1
        else:
            saved += 1
        kernel.undo()
    return saved, lost


def find(count: int) -> Iterator[Problem]:
    """Yield problems, of every kind and ruleset about the same number."""
    names, seed = ruleset_names(), 0
    kernels = {name: kernel_of(compiled(named_ruleset(name))) for name in names}
    kinds = (*(("win", plies) for plies in _WINS), ("save", 1))
    most = -(-count // (len(kinds) * len(names)))
    found: Counter[tuple[str, str, int]] = Counter()
    while found.total() < count:
        name = names[seed % len(names)]
        for position in _positions(name, seed):
            problem = problem_in(kernels[name], name, position)
            key = problem and (name, problem.kind, problem.plies)
            if problem and key and found[key] < most and found.total() < count:
                found[key] += 1
                yield problem
                break
        seed += 1


def _positions(name: str, seed: int) -> Sequence[Position]:
    """Return the last positions of a game in random order."""
    rules, random = compiled(named_ruleset(name)), Random(seed)
    players = [
        open_player(parse_participant(random.choice(_PLAYERS)), rules, seed) for _ in range(2)
    ]
    game = new_game(rules)
    while game.outcome is None and len(game.plies) < _LONGEST:
        move = players[len(game.plies) % 2].choose(game).move
        game = game.play(move) if move else game.resign(game.position.to_move)
    last = [ply.position for ply in game.plies[-12:-1]]
    return random.sample(last, len(last))


def solved_by(level: Level, problems: Sequence[Problem]) -> Counter[tuple[str, int]]:
    """Return how many problems of each kind a level solves."""
    solved: Counter[tuple[str, int]] = Counter()
    for name in ruleset_names():
        rules = compiled(named_ruleset(name))
        kernel, searcher = kernel_of(rules), new_searcher(rules)
        for number, problem in enumerate(problems):
            if problem.ruleset != name:
                continue
            searcher.forget()
            move = LevelPlayer(searcher, level, number).choose(Game(rules, problem.position)).move
            solved[problem.kind, problem.plies] += move is not None and is_solved(
                kernel, problem, MOVES[move.origin][move.target]
            )
    return solved


def print_table(problems: Sequence[Problem], names: Sequence[str]) -> None:
    """Print how many problems each level solves."""
    totals = Counter((problem.kind, problem.plies) for problem in problems)
    kinds = sorted(totals)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("level")
    for kind, plies in kinds:
        table.add_column(f"{kind} in {(plies + 1) // 2}", justify="right")
    table.add_column("all", justify="right")
    table.add_row("positions", *(str(totals[kind]) for kind in kinds), str(len(problems)))
    for name in names:
        level = named_level(name)
        solved = solved_by(level.model_copy(update={"seconds": level.seconds and 0.5}), problems)
        table.add_row(name, *(str(solved[kind]) for kind in kinds), str(solved.total()))
    Console(highlight=False).print(table)


def main() -> None:
    """Look for positions, or have the levels solve those that were found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tactics", description=__doc__)
    parser.add_argument("--find", type=int, help="look for this number of positions")
    parser.add_argument("--level", choices=level_names(), help="only this level")
    asked = parser.parse_args()
    if asked.find:
        with FILE.open("w", encoding="utf-8") as stream:
            for problem in find(asked.find):
                stream.write(f"{json.dumps(asdict(problem))}\n")
                stream.flush()
        return
    print_table(read_problems(), [asked.level] if asked.level else level_names())


if __name__ == "__main__":
    main()
