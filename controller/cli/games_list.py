"""`hnefi games list` and `hnefi games show`: what games there are, and one of them."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.cli.options import offering
from controller.cli.options.board import ConfigOption
from controller.cli.options.data import DataOption, full_id, library
from controller.cli.printing import print_json, print_lines
from controller.notation.plain_text import printable
from controller.rules.pieces import Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from controller.rules.game import Game
    from controller.store.exporting import Kept
    from controller.store.records import Summary

_SHOWN = 50


def list_games(
    *,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORDS", help="Only games with these words: a name, a ruleset, a day."
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="N", help=f"The most games to list. Default: {_SHOWN}; with --json, all."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
    data: DataOption = None,
    config: ConfigOption = None,
) -> None:
    """List the games, the newest first."""
    from controller.store.exporting import summary_as_json

    most = limit if limit is not None or as_json else _SHOWN
    with library(data, config) as store:
        found = store.summaries(" ".join(words or ()), most)
        if as_json:
            for summary in found:
                print_json(summary_as_json(summary), ascii_only=False)
            return
        shown = _print(found, words or ())
        if limit is None and shown == _SHOWN:
            print_lines("", f"The newest {_SHOWN} of {store.count()}; --limit N lists more.")


def _print(summaries: "Iterable[Summary]", words: "Sequence[str]") -> int:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from controller.store.moments import LOCAL, day_of

    columns = ("id", "day", "ruleset", "attackers", "defenders", "moves", "result")
    table = Table(*columns, box=None, pad_edge=False, header_style="bold")
    for each in summaries:
        started = day_of(each.started_ms, LOCAL)
        result = ", ".join(filter(None, (each.result, each.reason))).replace("_", " ")
        names = (each.attackers, each.defenders)
        values = (each.id, started, each.ruleset, *names, str(each.plies), result)
        table.add_row(*(Text(printable(value)) for value in values))
    if table.row_count:
        Console(highlight=False).print(table)
    else:
        print_lines("No game has these words." if words else "There are no games.")
    return table.row_count


def show(
    *,
    wanted: Annotated[
        str,
        typer.Argument(
            metavar="ID", autocompletion=offering.games, help="The id, or how it begins."
        ),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all that is known of it as one JSON object.")
    ] = False,
    data: DataOption = None,
    config: ConfigOption = None,
) -> None:
    """Show one game: who played, the moves, the end, the position."""
    from controller.store.exporting import as_json as everything
    from controller.store.exporting import kept
    from controller.store.replay import game_at_start, replayed

    with library(data, config) as store:
        game = kept(store, full_id(store, wanted))
        if as_json:
            print_lines(everything(game).rstrip("\n"))
            return
        played = replayed(game_at_start(game.header), game.entries)
    lines = [*_who_and_when(game, played), *_moves(game, played), *_end(game, played)]
    print_lines(*lines, "", *played.position.diagram().splitlines())


def _who_and_when(game: "Kept", played: "Game") -> "Iterator[str]":
    from controller.store.moments import LOCAL, minute_of

    course = game.course
    started = minute_of(game.header.started_ms, LOCAL) or "at an unknown time"
    yield f"{game.header.id}, {played.rules.ruleset.title}, {started}"
    for side, name in (("attackers", course.attackers), ("defenders", course.defenders)):
        if name:
            yield f"{side}: {name}"
    if course.control:
        yield f"clocks: {course.control}"


def _moves(game: "Kept", played: "Game") -> "Iterator[str]":
    """Yield the plies, two on a line, each with its number and the time that was left after it."""
    from controller.notation.moves import write_ply
    from controller.store.course import clocks_of_plies

    second = played.start.to_move is Side.DEFENDERS
    clocks = clocks_of_plies(game.entries)
    moves = [
        f"{number + 1:3}. {write_ply(ply)} {_left(clock, number + second)}".rstrip()
        for number, (ply, clock) in enumerate(zip(played.plies, clocks, strict=True))
    ]
    for at in range(0, len(moves), 2):
        yield "  ".join(moves[at : at + 2])


def _end(game: "Kept", played: "Game") -> "Iterator[str]":
    from controller.rules.endings import OutcomeReason
    from controller.rules.sentences import outcome_sentence
    from controller.session.sentences import arbiter_sentence
    from controller.store.records import Kind
    from controller.words.catalogue import say

    outcome = played.outcome
    yield say(outcome_sentence(outcome)) if outcome else "The game is unfinished."
    decided = [entry.what for entry in game.entries if entry.kind is Kind.DECISION]
    if decided and game.course.reason == OutcomeReason.ARBITER:
        yield say(arbiter_sentence(decided[-1]))


def _left(clock: str, side: int) -> str:
    """Return what the side that moved had left then, in brackets; empty where it is not known."""
    from controller.events.sentences import as_clock

    shown = clock.split()[side % 2 :]
    return f"({as_clock(int(shown[0]))})" if shown and shown[0].isdecimal() else ""
