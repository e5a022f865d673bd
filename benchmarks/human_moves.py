"""How often each level plays the move that people played in recorded games.

    python -m benchmarks.human_moves games.csv --every 50

Games that were lost by time count, too; positions are taken at equal distances in all games' plies.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from controller.engine.levels import Level, level_names, named_level
from controller.engine.players import LevelPlayer
from controller.engine.searchers import new_searcher
from controller.notation.record import parse_record, play_word
from controller.rules.compiled import Rules, compiled
from controller.rules.game import Game, new_game
from controller.rules.library import named_ruleset
from controller.rules.lines import Move


def positions(rules: Rules, file: Path) -> Iterator[tuple[Game, Move]]:
    """Yield each game before each of its plies, with the move that was played."""
    for line in file.read_text(encoding="utf-8").splitlines():
        game = new_game(rules)
        for word in parse_record(line).words:
            if game.outcome:
                break
            after = play_word(game, word)
            yield game, after.plies[-1].move
            game = after


def share_of(level: Level, rules: Rules, wanted: list[tuple[Game, Move]]) -> float:
    """Return in which share of the positions a level plays the move that was played."""
    searcher = new_searcher(rules)
    same = 0
    for number, (game, move) in enumerate(wanted):
        same += LevelPlayer(searcher, level, number).choose(game).move == move
    return same / len(wanted)


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.human_moves", description=__doc__)
    parser.add_argument("games", type=Path, help="a file of Copenhagen games, one a line")
    parser.add_argument("--every", type=int, default=50, help="take each position of this number")
    parser.add_argument("--level", action="append", choices=level_names(), help="only this level")
    asked = parser.parse_args()
    rules = compiled(named_ruleset("copenhagen"))
    wanted = list(islice(positions(rules, asked.games), 0, None, asked.every))
    table = Table("level", "the same move", box=None, pad_edge=False, header_style="bold")
    for name in asked.level or level_names():
        level = named_level(name)
        quick = level.model_copy(update={"seconds": level.seconds and 0.5})
        table.add_row(name, f"{100 * share_of(quick, rules, wanted):.1f} % of {len(wanted)}")
    Console(highlight=False).print(table)


if __name__ == "__main__":
    main()
