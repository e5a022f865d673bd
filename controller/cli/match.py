"""`hnefi match`: two players, levels or programs, play many games; who is stronger is counted."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from controller.assembly.errors import UsageMistake
from controller.assembly.remarks import remark
from controller.cli.options import offering
from controller.cli.options.engine import (
    TimeOption,
    check_ruleset,
    check_time,
    find_participant,
    say_what_thinks,
)
from controller.cli.options.jobs import DaskOption, JobsOption
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
from controller.cli.printing import print_json, print_lines
from controller.rules.pieces import Side

if TYPE_CHECKING:
    from controller.engine.match import MatchTally, Result

_PLAYER = 'a level, or "opentafl: COMMAND", "htp: COMMAND", "uci: COMMAND"'


def match(  # noqa: PLR0913 - an option each
    first: Annotated[
        str, typer.Argument(metavar="A", autocompletion=offering.levels, help=_PLAYER)
    ],
    second: Annotated[
        str, typer.Argument(metavar="B", autocompletion=offering.levels, help="The same.")
    ],
    *,
    games: Annotated[
        int,
        typer.Option(
            min=2,
            max=1_000_000,
            help="How many; each opening is played twice, so an odd number gets one more.",
        ),
    ],
    time: TimeOption = None,
    ruleset: RulesetOption = DEFAULT_RULESET,
    seed: Annotated[int, typer.Option(help="Seed of the openings.")] = 1,
    jobs: JobsOption = 0,
    dask: DaskOption = None,
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds that a program's move may be late.")
    ] = 5.0,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Append the games to a file, one a line.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let two players play many games, and see who is stronger."""
    from controller.cli.options.executor import open_executor
    from controller.engine.match import MatchTally, pairings, play_pairs

    check_time(time)
    rules = find_rules(ruleset)
    one, other = (
        replace(find_participant(text, where, plays_here=dask is None), grace_s=grace)
        for text, where in ((first, "A"), (second, "B"))
    )
    for player, where in ((one, "A"), (other, "B")):
        check_ruleset(player, rules, where)
    say_what_thinks()
    pairs = _pairs_for(games)
    wanted = islice(pairings(rules, one, other, seed, time), pairs)
    tally = MatchTally()
    with open_executor(jobs, dask) as (executor, at_once), _recorder(record) as write:
        for pair in _shown(play_pairs(executor, wanted, at_once), pairs, tally):
            tally.add(pair)
            for result in pair:
                write(result)
    found = {"first": one.name, "second": other.name, **tally.as_json()}
    if as_json:
        print_json(found)
    else:
        print_lines(*_describe(found))
    if len(found["faults"]) == found["games"]:
        raise typer.Exit(1)  # nobody has played


def _pairs_for(games: int) -> int:
    """Return how many pairs of games are played; say so where that makes a game more."""
    pairs = (games + 1) // 2
    if 2 * pairs != games:
        remark(
            f"Each opening is played twice, with sides swapped: {2 * pairs} games in place of "
            f"{games}."
        )
    return pairs


@contextmanager
def _recorder(file: str | None) -> "Iterator[Callable[[Result], None]]":
    """Yield what writes games to a file as `hnefi replay` reads them, if one is named."""
    if file is None:
        yield lambda _: None
        return
    with _opened(file) as stream:

        def write(result: "Result") -> None:
            stream.write(f"{_as_record(result)}\n")
            stream.flush()

        yield write


def _opened(file: str) -> TextIO:
    try:
        return Path(file).open("a", encoding="utf-8")
    except OSError as error:
        raise UsageMistake(
            f"--record: expected a file to add games to, got {file[:200]} ({error.strerror})"
        ) from error


def _as_record(result: "Result") -> str:
    captured = [0, 0]
    for ply, move in enumerate(result.moves):
        captured[ply % 2] += move.count("x")
    winner = result.winner
    name = "Draw" if winner is None else ("Black" if winner is Side.ATTACKERS else "White")
    return f"{' '.join(result.moves)},{captured[0]},{captured[1]},{name}"


def _shown(
    pairs: "Iterator[tuple[Result, Result]]", total: int, tally: "MatchTally"
) -> "Iterator[tuple[Result, Result]]":
    """Yield pairs, with a bar and the score so far where a terminal can show them."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("pairs", total=total)
        for pair in pairs:
            yield pair
            found = tally.as_json()
            score = (
                f"pairs; {found['points']:g} of {found['games']} points, {found['elo']:+.0f} Elo"
            )
            bar.update(task, advance=1, description=score)


_VERDICTS = {
    "stronger": "The first is stronger, by 50 Elo rather than by none.",
    "not stronger": "The first is not stronger by 50 Elo.",
    "open": "More games are needed to say whether the first is stronger by 50 Elo.",
}


def _describe(found: dict[str, Any]) -> list[str]:
    wins, bar = found["wins"], found["bar"]
    score = f"{found['points']:g} of {found['games']} points"
    sure = f" ± {bar:.0f} (95 %)" if bar is not None else ""
    lines = [
        f"{found['first']} against {found['second']}: {score}",
        f"{found['elo']:+.0f} Elo{sure}. {_VERDICTS[found['sprt']['verdict']]}",
    ]
    for who, name in (("first", found["first"]), ("second", found["second"])):
        won = wins[who]
        lines.append(f"{name} won {won['attackers']} as attackers, {won['defenders']} as defenders")
    lines.append(f"{found['draws']} draws")
    lines += [f"lost by fault: {fault}" for fault in found["faults"][:5]]
    return lines
