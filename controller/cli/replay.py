"""`hnefi replay`: plays recorded games by the rules and says what they make of them."""

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from controller.cli.errors import UsageMistake
from controller.cli.judge import Judge, Judged
from controller.cli.rulesets import DEFAULT_RULESET, RulesetOption, find_ruleset
from controller.rules.compiled import compiled
from controller.rules.errors import NotationError
from controller.rules.game import Game, new_game
from controller.rules.opentafl import parse_position
from controller.rules.pieces import Side

# Longer lines are no games; reading them whole would be somebody's way to fill the memory.
_LONGEST_LINE = 1 << 20


def replay(
    *,
    file: Annotated[
        str, typer.Argument(metavar="[FILE|-]", help="Games, one a line; - reads them from stdin.")
    ] = "-",
    ruleset: RulesetOption = DEFAULT_RULESET,
    position: Annotated[
        str | None, typer.Option(metavar="RECORD", help="Begin from an OpenTafl position record.")
    ] = None,
    to_move: Annotated[
        Side, typer.Option(help="With --position: whose turn it is.")
    ] = Side.ATTACKERS,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    legal_moves: Annotated[
        bool, typer.Option("--legal-moves", help="With --json: list the legal moves of each ply.")
    ] = False,
) -> None:
    """Judge games, one a line: moves, or moves,captures,captures,result."""
    judge = Judge(_start(ruleset, position, to_move), list_moves=legal_moves)
    faultless = True
    with _open(file) as stream:
        for number, line in enumerate(_lines(stream, file), 1):
            judged = judge.judge(line)
            faultless &= judged.error is None
            said = json.dumps(judged.as_json()) if as_json else f"{number}: {_describe(judged)}"
            sys.stdout.write(f"{said}\n")
    if not faultless:
        raise typer.Exit(2)


def _start(ruleset: str, position: str | None, to_move: Side) -> Game:
    rules = compiled(find_ruleset(ruleset))
    if position is None:
        return new_game(rules)
    try:
        return Game(rules, parse_position(position, to_move))
    except NotationError as error:
        raise UsageMistake(f"--position: {error}") from error


def _open(file: str) -> "nullcontext[BinaryIO] | BinaryIO":
    if file == "-":
        if sys.stdin is None:
            raise UsageMistake("-: expected games on standard input, which is closed")
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise UsageMistake(f"{file}: expected a file of games ({error.strerror})") from error


def _lines(stream: BinaryIO, file: str) -> Iterator[bytes | None]:
    """Yield the lines of a stream, None for one that is too long to be a game."""
    while line := _read_line(stream, file):
        if line.endswith(b"\n") or len(line) < _LONGEST_LINE:
            yield line
            continue
        yield None
        while (rest := _read_line(stream, file)) and not rest.endswith(b"\n"):
            pass


def _read_line(stream: BinaryIO, file: str) -> bytes:
    try:
        return stream.readline(_LONGEST_LINE)
    except OSError as error:
        raise UsageMistake(f"{file}: expected to read on ({error.strerror})") from error


def _describe(judged: Judged) -> str:
    """Return what people are told of a game."""
    plies = "1 ply" if len(judged.plies) == 1 else f"{len(judged.plies)} plies"
    if judged.error:
        place = f"ply {judged.error.ply}" if judged.error.ply else "the line"
        return f"{plies}; {place}: {judged.error.message}"
    if judged.outcome is None:
        return f"{plies}; the game goes on."
    clause = f" (rule {judged.outcome.clause})" if judged.outcome.clause else ""
    return f"{plies}; {judged.sentence}{clause}"
