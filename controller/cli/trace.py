"""`hnefi trace`: records what a board feels, and feeds it to a session again."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from controller.bus.wire import write_event
from controller.cli.errors import UsageMistake
from controller.cli.page import DEFAULT_PORT, BrowserOption, PortOption, RedisOption
from controller.cli.play import play
from controller.cli.rulesets import DEFAULT_RULESET, RulesetOption, find_ruleset
from controller.cli.serial_options import BaudOption, SerialOption
from controller.cli.simulate import VIRTUAL, simulate
from controller.cli.timing import TimingOption, timing_from_settings
from controller.events.command import Command, parse_command_words
from controller.events.event import (
    BoardFound,
    BoardLost,
    Event,
    GameEnded,
    GameStarted,
    MoveCommitted,
    MoveRefused,
    MoveRetargeted,
    MoveTakenBack,
    MoveTentative,
    PieceLifted,
)
from controller.rules.compiled import Rules, compiled
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.library import ruleset_names
from controller.rules.notation import write_move, write_ply
from controller.session.session import Session
from hal.board import Scan
from hal.serial_board import AUTO
from hal.trace import (
    TraceCommand,
    TraceEntry,
    TraceError,
    TraceHeader,
    TraceLoss,
    read_trace,
)

_SERIAL = "serial"
# Longer lines are no traces; reading them whole would be somebody's way to fill the memory.
_LONGEST_LINE = 1 << 16

trace = typer.Typer(
    name="trace",
    help="Record what a board feels, or feed it to a session again.",
    no_args_is_help=True,
)


@trace.command()
def record(  # noqa: PLR0913 - an option each
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file for the trace.")],
    board: Annotated[
        str,
        typer.Option(
            metavar="BOARD", help="virtual, avr-reed or avr-hall, or the one behind a serial port."
        ),
    ] = VIRTUAL,
    serial: SerialOption = AUTO,
    baud: BaudOption = AUTO,
    ruleset: RulesetOption = DEFAULT_RULESET,
    port: PortOption = DEFAULT_PORT,
    redis: RedisOption = None,
    timing: TimingOption = None,
    browser: BrowserOption = True,
) -> None:
    """Play on a board, with the page, and record what its sensors feel."""
    if board != _SERIAL and (serial, baud) != (AUTO, AUTO):
        raise UsageMistake("trace record: --serial and --baud need --board serial")
    if board == _SERIAL:
        play(
            serial=serial,
            baud=baud,
            ruleset=ruleset,
            port=port,
            redis=redis,
            timing=timing,
            browser=browser,
            record=file,
        )
    else:
        simulate(
            board=board,
            ruleset=ruleset,
            port=port,
            redis=redis,
            timing=timing,
            browser=browser,
            record=file,
        )


@trace.command()
def replay(
    *,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A trace; - reads it from stdin.")],
    ruleset: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="Another ruleset than the one that it names."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Feed a trace to a session, and print what happens and the moves of the last game."""
    rules = None if ruleset is None else compiled(find_ruleset(ruleset))
    with _open(file) as stream:
        try:
            header, entries = read_trace(_lines(stream))
            timing = timing_from_settings(header.settings)
            session = Session(rules or _rules_of(header), timing)
            for happening in replayed(session, entries):
                if as_json and isinstance(happening, Event):
                    sys.stdout.write(json.dumps(write_event(happening)) + "\n")
                elif not as_json:
                    at = happening.at - header.began
                    sys.stdout.write(f"{at:9.3f}  {_describe(happening)}\n")
        except (TraceError, UsageMistake) as error:
            raise UsageMistake(f"{file}: {error}") from error
    moves = [write_ply(ply) for ply in session.game.plies]
    last = json.dumps({"moves": moves}) if as_json else " ".join(moves) or "No moves."
    sys.stdout.write(f"{last}\n")


def replayed(session: Session, entries: Iterable[TraceEntry]) -> Iterator[Event | TraceCommand]:
    """Feed a session with a trace, and yield the commands and what scans and commands bring about.

    Raises:
        TraceError: no such command.
    """
    for entry in entries:
        if isinstance(entry, Scan):
            yield from session.observe(entry)
            continue
        if isinstance(entry, TraceLoss):
            yield from session.lose_board(entry.reason, entry.at)
            continue
        try:
            command, square = parse_command_words(entry.name)
        except ValueError:
            names = ", ".join(f"{name} SQUARE" if name.needs_square else name for name in Command)
            message = f"at {entry.at}: expected one of {names}; got {entry.name!r}"
            raise TraceError(message) from None
        yield entry
        yield from session.command(command, entry.at, square)


def _open(file: str) -> "nullcontext[BinaryIO] | BinaryIO":
    if file == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise UsageMistake(f"{file}: expected a trace to read ({error.strerror})") from error


def _lines(stream: BinaryIO) -> Iterator[str]:
    # What is no UTF-8 is no trace either: what takes its place is refused where it stands.
    for line in iter(lambda: stream.readline(_LONGEST_LINE), b""):
        yield line.decode("utf-8", errors="replace").removeprefix("\ufeff")


def _rules_of(header: TraceHeader) -> Rules:
    # Files are read only when they are named on the command line: traces come from strangers.
    if header.ruleset not in ruleset_names():
        names = ", ".join(ruleset_names())
        raise UsageMistake(
            f"ruleset: expected one of {names}; got {header.ruleset[:40]!r}, "
            "so say which with --ruleset"
        )
    return compiled(find_ruleset(header.ruleset))


def _describe(happening: Event | TraceCommand) -> str:
    """Return one plain sentence."""
    match happening:
        case TraceCommand(name=name):
            return f"Somebody asks for {name}."
        case GameStarted(ruleset=ruleset):
            return f"The game begins, by the ruleset {ruleset}."
        case PieceLifted(square=square):
            return f"The piece on {SQUARE_NAMES[square]} is lifted."
        case MoveTentative(move=move):
            return f"{move} stands, and shall stand still for a while."
        case MoveCommitted(ply=ply, side=side, move=move, captured=captured):
            return f"Ply {ply}: the {side} play {write_move(move, captured)}."
        case MoveRetargeted(ply=ply, side=side, old=old, move=move, captured=captured):
            return f"Ply {ply}: the {side} play {write_move(move, captured)}, no longer {old}."
        case MoveTakenBack(ply=ply, side=side, move=move):
            return f"Ply {ply}: the {side} take back {move}."
        case MoveRefused(refusal=refusal, sentence=sentence):
            clause = f" (rule {refusal.clause})" if refusal.clause else ""
            return f"{refusal.move} is refused: {sentence}{clause}"
        case GameEnded(sentence=sentence):
            return sentence
    return _describe_by_name(happening)


def _describe_by_name(event: Event) -> str:
    """Return the name of an event and all that it tells."""
    if isinstance(event, BoardLost):
        return f"The board cannot be read, and the game is paused. {event.reason}"
    if isinstance(event, BoardFound):
        return "The board can be read again, and the game goes on."
    words = event.name.replace("_", " ").capitalize()
    entry = write_event(event)
    told = [f"{key} {entry[key]}" for key in entry if key not in ("event", "at")]
    return f"{words}: {', '.join(told)}." if told else f"{words}."
