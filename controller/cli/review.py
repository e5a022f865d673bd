"""`hnefi review`: looks back at written games for their turning points, many at a time."""

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.assembly.errors import UsageMistake
from controller.assembly.written import begins_record, game_lines, open_written
from controller.cli.options.engine import say_what_thinks
from controller.cli.options.jobs import DaskOption, JobsOption
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
from controller.cli.printing import print_json, print_sentences

if TYPE_CHECKING:
    from controller.engine.archive import Archived
    from controller.engine.coach import TurningPoint
    from controller.notation.judge import Judged
    from controller.rules.compiled import Rules
    from controller.rules.pieces import Side


def review(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-",
            help="Games, one a line or a numbered turn a line; - is standard input.",
        ),
    ] = "-",
    *,
    nodes: Annotated[
        int,
        typer.Option(
            min=1,
            max=1_000_000_000,
            help="How many positions to examine, before and after a move.",
        ),
    ] = 40_000,
    ruleset: RulesetOption = DEFAULT_RULESET,
    jobs: JobsOption = 0,
    dask: DaskOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
) -> None:
    """Find the turning points of written games."""
    from controller.cli.options.executor import open_executor
    from controller.engine.archive import look_back
    from controller.engine.match import in_order

    rules = find_rules(ruleset)
    say_what_thinks()
    faultless = True
    with open_written(file) as stream, open_executor(jobs, dask) as (executor, at_once):
        judged: deque[Judged] = deque()
        games = _archived(rules, game_lines(stream, file), nodes, judged)
        for number, points in enumerate(in_order(executor, look_back, games, at_once), 1):
            found = _as_json(judged.popleft(), points)
            faultless &= found["error"] is None
            if as_json:
                print_json(found)
            else:
                print_sentences(f"{number}: {_describe(found)}", hanging=len(f"{number}: "))
            sys.stdout.flush()
    if not faultless:
        raise typer.Exit(2)


def _archived(
    rules: "Rules", lines: Iterable[bytes | None], nodes: int, judged: "deque[Judged]"
) -> "Iterator[Archived]":
    """Yield games to look back at, up to the mistake that a line may have; note the judgements."""
    from controller.engine.archive import Archived
    from controller.engine.thinking import GameSoFar
    from controller.notation.judge import Judge
    from controller.notation.moves import parse_move
    from controller.notation.turns import games_of
    from controller.rules.game import new_game

    start = new_game(rules)
    judge = Judge(start)
    for _, line in games_of(enumerate(lines, 1)):
        if begins_record(line):
            raise UsageMistake("review: expected games, one a line, got an OpenTafl record")
        found, game = judge.judge(line), start
        for ply in found.plies:
            game = game.play(parse_move(ply.move).move)
        judged.append(found)
        yield Archived(GameSoFar.of(game), nodes)


def _as_json(judged: "Judged", points: "list[tuple[Side, TurningPoint]]") -> dict[str, Any]:
    from controller.words.catalogue import say

    error = judged.error
    return {
        "plies": len(judged.plies),
        "turning_points": [
            {
                "ply": point.ply + 1,
                "side": str(side),
                "move": judged.plies[point.ply].move,
                "better": str(point.better),
                "given_away": round(point.given_away, 3),
            }
            for side, point in points
        ],
        "error": error and {"ply": error.ply, "move": error.move, "message": say(error.message)},
    }


def _describe(found: dict[str, Any]) -> str:
    """Return what was found in a game in one line, for people."""
    moves = "1 move" if found["plies"] == 1 else f"{found['plies']} moves"
    points = [
        f"{each['ply']} {each['move']} gave away {100 * each['given_away']:.0f} of 100, "
        f"better was {each['better']}"
        for each in found["turning_points"]
    ]
    said = [moves, *(points or ["no turning points"])]
    if found["error"]:
        place = f"move {found['error']['ply']}" if found["error"]["ply"] else "the line"
        said.append(f"{place}: {found['error']['message']}")
    return "; ".join(said)
