"""How strong the levels are: neighbours play pairs of games, and one fit rates them all.

    python -m benchmarks.ladder --pairs 400

Each opening is played twice with sides swapped. Every level also plays itself now and then, which
says how attackers compare with defenders; steps between levels come from the pairs. Who won is kept
in a file, `benchmarks/ladder.jsonl` if no other is named; what is in it is not played again, so a
ladder can be stopped, gone on with, and given more games. The file names a level by what it sees,
such as d2n140 (2 moves ahead, 140 hundredths near). Once that is changed, its games are those of
another player: they are in the fit, because they say how strong the others are, and not in the
table. Ratings are counted from chance, who plays any move.
"""

import argparse
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import chain, pairwise
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from controller.engine.levels import level_names, named_level
from controller.engine.match import Pairing, Result, play_pairs
from controller.engine.participants import Participant
from controller.engine.rating import Meeting, Rated, rate
from controller.rules.library import named_ruleset

# The level that is limited by time gets a number of positions here: figures that another machine,
# or a busy one, gives as well. It is what the slowest computer that plays looks at in the time of
# that level, one of a sixteenth of the speed of ours, so any other has a higher step than this.
STRONGEST_NODES = 400_000

FILE = Path(__file__).with_suffix(".jsonl")

# In each of this many rounds everybody plays itself once.
_ROUNDS_BETWEEN_SELVES = 4


# Two players and the seed of their opening.
Meets = tuple[Participant, Participant, int]
NO_LIMITS: Mapping[str, int] = MappingProxyType({})


class Played(NamedTuple):
    """A game: who had which side, as what they see, and the points of the attackers."""

    attackers: str
    defenders: str
    points: float


# Who won the games of two players, by what they see: a letter a game, in the order of the openings,
# and of each opening first the game in which the first of the two attacks.
Winners = dict[tuple[str, str], str]
_POINTS = {"a": 1.0, "d": 0.0, "=": 0.5}


def participants() -> list[Participant]:
    """Return who is rated, the weakest first."""
    return [Participant(), *(_without_clock(name) for name in level_names())]


def _without_clock(name: str) -> Participant:
    level = named_level(name)
    if level.seconds is None:
        return Participant(level)
    return Participant(level.model_copy(update={"seconds": None, "nodes": STRONGEST_NODES}))


def sight_of(participant: Participant) -> str:
    """Return what somebody sees, such as d2n140 or k1000n20 (a million positions)."""
    level = participant.level
    if level is None:
        return participant.name
    depth = f"d{level.depth}" if level.depth else ""
    nodes = f"k{level.nodes // 1000}" if level.nodes else ""
    overlooks = f"o{level.overlooks}" if level.overlooks else ""
    return f"{depth}{nodes}n{level.near}{overlooks}"


def meetings_wanted(pairs: int, most_pairs: Mapping[str, int] = NO_LIMITS) -> Iterator[Meets]:
    """Yield who meets whom with which seed: neighbours, and everybody himself less often.

    `most_pairs` limits levels whose games take long, by name.
    """
    everybody = participants()
    for seed in range(pairs):
        for weaker, stronger in pairwise(everybody):
            if seed < most_pairs.get(stronger.name, pairs):
                yield weaker, stronger, seed
        if seed % _ROUNDS_BETWEEN_SELVES == 0:
            for each in everybody:
                if seed < most_pairs.get(each.name, pairs):
                    yield each, each, seed // _ROUNDS_BETWEEN_SELVES


def read_winners(file: Path) -> Winners:
    """Return who won the games of a file, nobody where there is no file."""
    if not file.is_file():
        return {}
    meetings = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {(each["first"], each["second"]): each["winners"] for each in meetings}


def write_winners(file: Path, winners: Winners) -> None:
    """Replace a file at once, so that whoever stops the program loses no game."""
    lines = [
        json.dumps({"first": first, "second": second, "winners": letters})
        for (first, second), letters in winners.items()
    ]
    beside = file.with_suffix(".new")
    beside.write_text("\n".join(lines) + "\n", encoding="utf-8")
    beside.replace(file)


def played(winners: Winners) -> Iterator[Played]:
    """Yield the games, with who attacked and who defended."""
    for (first, second), letters in winners.items():
        for number, letter in enumerate(letters):
            sides = (first, second) if number % 2 == 0 else (second, first)
            yield Played(*sides, _POINTS[letter])


def meetings_besides(weaker: str, stronger: str, pairs: int) -> Iterator[Meets]:
    """Yield the meetings of two levels that are no neighbours."""
    by_name = {each.name: each for each in participants()}
    for seed in range(pairs):
        yield by_name[weaker], by_name[stronger], seed


def missing(winners: Winners, wanted: Iterable[Meets]) -> list[Meets]:
    """Return the meetings that were not played yet."""
    return [
        (one, other, seed)
        for one, other, seed in dict.fromkeys(wanted)
        if len(winners.get((sight_of(one), sight_of(other)), "")) <= seed * _games_each(one, other)
    ]


def _games_each(one: Participant, other: Participant) -> int:
    # Who plays himself plays the same game twice where nothing is left to chance.
    return 1 if one == other else 2


def play_missing(file: Path, meetings: Iterable[Meets], jobs: int) -> None:
    """Play what a file does not have yet, and add it."""
    winners = read_winners(file)
    wanted = missing(winners, meetings)
    ruleset = named_ruleset("copenhagen").model_dump_json()
    pairings = (Pairing(ruleset, one, other, seed) for one, other, seed in wanted)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        results = play_pairs(pool, pairings, 2 * jobs)
        for (one, other, _), pair in zip(wanted, results, strict=True):
            names = (sight_of(one), sight_of(other))
            letters = "".join(map(_letter, pair[: _games_each(one, other)]))
            winners[names] = winners.get(names, "") + letters
            write_winners(file, winners)


def _letter(result: Result) -> str:
    return "=" if result.winner is None else result.winner.value[0]


def rated(games: Collection[Played]) -> list[Rated]:
    """Return the ratings of all who played, the mean of the weakest being 0.

    A level as it was once is a player of its own, who says something of those it met.
    """
    names = {sight_of(each): each.name for each in participants()}
    points: Counter[tuple[str, str]] = Counter()
    count: Counter[tuple[str, str]] = Counter()
    for game in games:
        meeting = (game.attackers, game.defenders)
        points[meeting] += game.points  # type: ignore[assignment] # halves, too
        count[meeting] += 1
    weakest = sight_of(participants()[0])
    found = rate([Meeting(*m, points[m], count[m]) for m in count], anchor=weakest)
    return [replace(each, name=names[each.name]) for each in found if each.name in names]


def print_ladder(games: Collection[Played]) -> None:
    """Print the ratings, the weakest first, each with its 95 % bar."""
    by_name = {each.name: each for each in rated(games)}
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("level", "Elo", "attackers", "defenders", "step", "games"):
        table.add_column(heading, justify="left" if heading == "level" else "right")
    before = None
    for participant in participants():
        found = by_name.get(participant.name)
        if found is None:
            continue
        mean = (found.attackers.elo + found.defenders.elo) / 2
        games_of_it = sum(sight_of(participant) in game[:2] for game in games)
        table.add_row(
            participant.name,
            str(round(mean)),
            f"{found.attackers.elo:.0f} ± {found.attackers.bar:.0f}",
            f"{found.defenders.elo:.0f} ± {found.defenders.bar:.0f}",
            "" if before is None else f"{mean - before:+.0f}",
            str(games_of_it),
        )
        before = mean
    Console(highlight=False).print(table)


def _limits(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    return name, int(number)


def _besides(text: str) -> tuple[str, str, int]:
    names, number = _limits(text)
    weaker, _, stronger = names.partition(":")
    known = {each.name for each in participants()}
    if not {weaker, stronger} <= known:
        raise argparse.ArgumentTypeError(f"expected two of {', '.join(known)}, got {names!r}")
    return weaker, stronger, number


def main() -> None:
    """Play what is missing, and print the ladder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    parser.add_argument("--pairs", type=int, default=400, help="pairs of games for each step")
    parser.add_argument("--games", type=Path, default=FILE, help="the file of results")
    parser.add_argument("--jobs", type=int, default=1, help="pairs at a time")
    parser.add_argument(
        "--at-most", type=_limits, action="append", default=[], metavar="LEVEL=PAIRS",
        help="fewer pairs of a level with the one below it",
    )  # fmt: skip
    parser.add_argument(
        "--also", type=_besides, action="append", default=[], metavar="LEVEL:LEVEL=PAIRS",
        help="pairs of two levels that are no neighbours, the weaker first: where neighbours "
        "play long games and the defenders win nearly all, a farther one says more",
    )  # fmt: skip
    asked = parser.parse_args()
    besides = (meetings_besides(*each) for each in asked.also)
    wanted = chain(meetings_wanted(asked.pairs, dict(asked.at_most)), *besides)
    play_missing(asked.games, wanted, asked.jobs)
    print_ladder(list(played(read_winners(asked.games))))


if __name__ == "__main__":
    main()
