"""People of all profiles play levels on the simulated board, and make its moves wrongly at times.

    python -m benchmarks.opponent --games 1000 --jobs 2 --results people.jsonl --check

Levels and sides take turns; each sitting is two games at one table. With --results every sitting is
appended to a file, and what is in the file is not played again, so a thousand games can be played
bit by bit. With --check the exit status is 1 if a move was wrong or missed, or if the opponent
asked for nothing when it was its turn. Friends and exhibitions are measured and not checked: their
hands overlap, and some of their moves are missed without an opponent, too.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.table import Table

from controller.assembly.rivals import Choosing, rival_of
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from simulators.headless import Against, simulate_against
from simulators.people.profiles import PROFILES
from simulators.people.score import Score

_NOT_CHECKED = ("friends", "exhibition")
_LEVELS = ("one-move", "two-moves", "three-moves")
_GAMES_A_SITTING = 2
_COLUMNS = ("games", "plies", "wrong", "missed", "phantom", "corrected", "unanswered")


def sittings(games: int) -> Iterator[tuple[str, int]]:
    """Yield who sits down, and a number, for about `games` games: all profiles equally often."""
    for number in range(-(-games // (len(PROFILES) * _GAMES_A_SITTING))):
        for profile in PROFILES:
            yield profile, number


def sit(profile: str, number: int) -> Score:
    """Return what was recognised in a sitting; the same number gives the same games."""
    meetings = list(product(_LEVELS, Side))
    level, side = meetings[number % len(meetings)]
    rival = rival_of(level, side, Choosing(seed=number))
    against = Against(rival, number, PROFILES[profile])
    rules = compiled(named_ruleset("copenhagen"))
    return simulate_against(rules, against, range(_GAMES_A_SITTING))


def read_results(file: Path | None) -> dict[tuple[str, int], Score]:
    """Return the sittings of a file, none where there is no file."""
    if file is None or not file.is_file():
        return {}
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {(profile, number): Score(**counts) for profile, number, counts in lines}


def play(games: int, file: Path | None, jobs: int = 1) -> Iterator[tuple[str, Score]]:
    """Yield who sat down and what was recognised, and note down what was not noted yet.

    `jobs` sittings are played at a time.
    """
    known, wanted = read_results(file), list(sittings(games))
    with ProcessPoolExecutor(jobs) as pool:
        playing = {
            pool.submit(sit, *sitting): sitting for sitting in wanted if sitting not in known
        }
        for done in as_completed(playing):
            sitting, score = playing[done], done.result()
            known[sitting] = score
            if file:
                counts = {column: getattr(score, column) for column in _COLUMNS}
                with file.open("a", encoding="utf-8") as stream:
                    stream.write(f"{json.dumps([*sitting, counts])}\n")
    for sitting in wanted:
        yield sitting[0], known[sitting]


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.opponent", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1, help="sittings to play at a time")
    parser.add_argument("--results", type=Path, help="a file of the sittings played so far")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    scores = {name: Score() for name in PROFILES}
    for name, score in play(asked.games, asked.results, asked.jobs):
        scores[name] = scores[name].plus(score)
    table = Table("people", *_COLUMNS, box=None, pad_edge=False, header_style="bold")
    total = Score()
    for name, score in scores.items():
        total = total.plus(score)
        table.add_row(name, *(str(getattr(score, column)) for column in _COLUMNS))
    table.add_row("all", *(str(getattr(total, column)) for column in _COLUMNS))
    Console(highlight=False).print(table)
    checked = (score for name, score in scores.items() if name not in _NOT_CHECKED)
    if asked.check and any(each.wrong or each.missed or each.unanswered for each in checked):
        sys.exit(1)


if __name__ == "__main__":
    main()
