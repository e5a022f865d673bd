"""`hnefi replay`: judges written games by the rules."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.assembly.errors import UsageMistake
from controller.assembly.written import begins_record, game_lines, open_written
from controller.cli.options import offering
from controller.cli.options.ruleset import DEFAULT_RULESET, find_rules, find_ruleset
from controller.cli.options.together import refuse_without
from controller.cli.printing import print_json, print_sentences
from controller.notation.plain_text import bare
from controller.rules.pieces import Side

if TYPE_CHECKING:
    from controller.notation.judge import Judged, JudgedPly, Mistake
    from controller.rules.endings import Outcome
    from controller.rules.game import Game

# No record is longer, and a stranger's file must not fill the memory.
_LONGEST_RECORD = 1 << 20


def replay(
    *,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-",
            help="Games, one a line or a numbered turn a line, or one OpenTafl game record (.otg); "
            "- is standard input.",
        ),
    ] = "-",
    ruleset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            autocompletion=offering.rulesets,
            help="A ruleset by name, or a TOML file of your own. Default: copenhagen, or the rules "
            "of an .otg record.",
        ),
    ] = None,
    position: Annotated[
        str | None, typer.Option(metavar="RECORD", help="Start from an OpenTafl position record.")
    ] = None,
    to_move: Annotated[
        Side | None, typer.Option(help="With --position: the side to move; default: attackers.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
    legal_moves: Annotated[
        bool, typer.Option("--legal-moves", help="With --json: list the moves legal at each ply.")
    ] = False,
) -> None:
    """Judge written games: which move is refused, and why."""
    if not as_json:
        refuse_without("--json", {"--legal-moves": legal_moves})
    start = _start(DEFAULT_RULESET if ruleset is None else ruleset, position, to_move)
    faultless = True
    with open_written(file) as stream:
        lines = game_lines(stream, file)
        head = list(_first_text(lines))
        if head and begins_record(head[-1]):
            if position is not None:
                raise UsageMistake("--position: expected games, got a record with its own start")
            judged = iter([_judge_record(chain(head, lines), ruleset, list_moves=legal_moves)])
        else:
            judged = _judge_lines(chain(head, lines), start, list_moves=legal_moves)
        for number, each in enumerate(judged, 1):
            faultless &= each.error is None
            if as_json:
                print_json(judged_as_json(each))
            else:
                print_sentences(f"{number}: {_describe(each)}", hanging=len(f"{number}: "))
    if not faultless:
        raise typer.Exit(2)


def _start(ruleset: str, position: str | None, to_move: Side | None) -> "Game":
    from controller.notation.errors import NotationError
    from controller.notation.opentafl import parse_position
    from controller.rules.game import Game, new_game

    rules = find_rules(ruleset)
    if position is None:
        refuse_without("--position", {"--to-move": to_move})
        return new_game(rules)
    try:
        return Game(rules, parse_position(position, to_move or Side.ATTACKERS))
    except NotationError as error:
        raise UsageMistake(f"--position: {error}") from error


def _judge_lines(
    lines: Iterable[bytes | None], start: "Game", *, list_moves: bool
) -> "Iterator[Judged]":
    from controller.notation.judge import Judge
    from controller.notation.turns import games_of

    judge = Judge(start, list_moves=list_moves)
    return (judge.judge(game) for _, game in games_of(enumerate(lines, 1)))


def _judge_record(
    lines: Iterable[bytes | None], ruleset: str | None, *, list_moves: bool
) -> "Judged":
    from controller.notation.judge import judge_otg, unreadable

    # Not bytes, which would be copied whole for each line.
    data = bytearray()
    for line in lines:
        if line is None or len(data) + len(line) > _LONGEST_RECORD:
            return unreadable("expected a game record, got more than a megabyte")
        data += line
    return judge_otg(bytes(data), find_ruleset(ruleset) if ruleset else None, list_moves=list_moves)


def _first_text(lines: Iterator[bytes | None]) -> Iterator[bytes | None]:
    """Yield the lines up to the first one with text."""
    for line in lines:
        yield line
        if line is None or bare(line):
            return


def judged_as_json(judged: "Judged") -> dict[str, Any]:
    """Return a judgement as a JSON object."""
    return {
        "plies": [_ply_as_json(ply) for ply in judged.plies],
        "outcome": judged.outcome and _outcome_as_json(judged.outcome),
        "error": judged.error and _mistake_as_json(judged.error),
    }


def _ply_as_json(ply: "JudgedPly") -> dict[str, Any]:
    found = {"move": ply.move, "captures": ply.captures, "legal_moves": ply.legal_moves}
    return found if ply.moves is None else found | {"moves": ply.moves}


def _outcome_as_json(outcome: "Outcome") -> dict[str, Any]:
    return {
        "winner": outcome.winner,
        "draw": outcome.winner is None,
        "reason": outcome.reason,
        "clause": outcome.clause,
    }


def _mistake_as_json(mistake: "Mistake") -> dict[str, Any]:
    from controller.words.catalogue import say

    return {
        "ply": mistake.ply,
        "move": mistake.move,
        "reason": mistake.reason,
        "clause": mistake.clause,
        "message": say(mistake.message),
    }


def _describe(judged: "Judged") -> str:
    """Return the judgement of a game in one line, for people."""
    from controller.rules.sentences import outcome_sentence
    from controller.words.catalogue import say

    moves = "1 move" if len(judged.plies) == 1 else f"{len(judged.plies)} moves"
    if judged.error:
        place = f"move {judged.error.ply}" if judged.error.ply else "the line"
        return f"{moves}; {place}: {say(judged.error.message)}"
    if judged.outcome is None:
        return f"{moves}; the game goes on."
    clause = f" (rule {judged.outcome.clause})" if judged.outcome.clause else ""
    return f"{moves}; {say(outcome_sentence(judged.outcome))}{clause}"
