"""`hnefi trace replay`: feeds a trace to a session, and prints what happens."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from controller.assembly.errors import UsageMistake
from controller.assembly.written import open_written, refuse_what_is_no_text
from controller.cli.options import offering
from controller.cli.options.ruleset import find_rules
from controller.cli.printing import print_lines, print_sentences

if TYPE_CHECKING:
    from controller.events.event import Event
    from controller.rules.compiled import Rules
    from controller.trace.entries import TraceCommand
    from controller.trace.header import TraceHeader

# No line of a trace is longer, and a stranger's file must not fill the memory.
_LONGEST_LINE = 1 << 16


def replay(
    *,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A trace; - is standard input.")],
    ruleset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            autocompletion=offering.rulesets,
            help="Use this ruleset instead of the recorded one.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
) -> None:
    """Replay a trace: print what happens, and the last game's moves."""
    from controller.assembly.replaying import control_of, replayed, timing_of
    from controller.notation.moves import write_ply
    from controller.session.session import Session
    from controller.trace.errors import TraceError
    from controller.trace.reader import read_trace

    rules = None if ruleset is None else find_rules(ruleset)
    with open_written(file, "a trace") as stream:
        refuse_what_is_no_text(stream, file)
        try:
            header, entries = read_trace(_lines(stream))
            settings = header.settings
            played_by = rules or _rules_of(header)
            session = Session(played_by, timing_of(settings), control_of(settings))
            for happening in replayed(session, entries):
                _show(happening, header.began, as_json=as_json)
        except (TraceError, UsageMistake) as error:
            raise UsageMistake(f"{file}: {error}") from error
    moves = [write_ply(ply) for ply in session.game.plies]
    last = json.dumps({"moves": moves}) if as_json else " ".join(moves) or "No moves."
    print_lines(last)


def _show(happening: "Event | TraceCommand", began: float, *, as_json: bool) -> None:
    """Print an event or, in words only, a command."""
    from controller.bus.wire import write_event
    from controller.events.sentences import command_sentence, event_sentence
    from controller.trace.entries import TraceCommand
    from controller.words.catalogue import say

    if isinstance(happening, TraceCommand):
        line = "" if as_json else command_sentence(happening.name)
    else:
        line = json.dumps(write_event(happening)) if as_json else event_sentence(happening)
    if isinstance(line, str):
        print_lines(*filter(None, [line]))
    else:
        at = f"{happening.at - began:9.3f}  "
        print_sentences(f"{at}{say(line)}", hanging=len(at))


def _lines(stream: BinaryIO) -> Iterator[str]:
    # A trace is UTF-8; other bytes become a character that is refused where it stands.
    for line in iter(lambda: _read_line(stream), b""):
        yield line.decode("utf-8", errors="replace").removeprefix("\ufeff")


def _read_line(stream: BinaryIO) -> bytes:
    from controller.trace.errors import TraceError

    try:
        return stream.readline(_LONGEST_LINE)
    except OSError as error:
        raise TraceError(f"expected to read it all ({error.strerror})") from error


def _rules_of(header: "TraceHeader") -> "Rules":
    from controller.rules.library import ruleset_names

    # A trace may come from a stranger, so it must not name files to read.
    if header.ruleset not in ruleset_names():
        names = ", ".join(ruleset_names())
        raise UsageMistake(
            f"ruleset: expected one of {names}; got {header.ruleset[:40]!r}, "
            "so say which with --ruleset"
        )
    return find_rules(header.ruleset)
