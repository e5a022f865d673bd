"""Feeds a trace to a session, as if the board were there again."""

from collections.abc import Iterable, Iterator, Mapping

from controller.assembly.errors import UsageMistake
from controller.daemon.stopped import stood_still
from controller.events.command import Command, parse_command_words
from controller.events.event import Event
from controller.notation.control import NO_CLOCK, Control, parse_control
from controller.notation.errors import NotationError
from controller.session.session import Session
from controller.session.timing import Timing
from controller.trace.entries import TraceCommand, TraceEntry, TraceLoss
from controller.trace.errors import TraceError
from hal.board import Scan

_SHOWN = 60


def timing_of(settings: Mapping[str, str]) -> Timing:
    """Return the timing in the header of a trace.

    Raises:
        UsageMistake: a time is not a number of milliseconds.
    """
    try:
        return Timing.from_settings(settings)
    except ValueError as error:
        raise UsageMistake(str(error)) from error


def control_of(settings: Mapping[str, str]) -> Control | None:
    """Return what the clocks in the header of a trace go by, None if there are none.

    Raises:
        UsageMistake: there is no such control.
    """
    try:
        return parse_control(settings.get("clock", NO_CLOCK))
    except ValueError as error:
        raise UsageMistake(f"clock: {error}") from error


def replayed(session: Session, entries: Iterable[TraceEntry]) -> Iterator[Event | TraceCommand]:
    """Feed a trace to a session; yield its commands, and the events of scans and commands.

    Raises:
        TraceError: the trace has an unknown command.
    """
    last: float | None = None
    for entry in entries:
        if not isinstance(entry, TraceCommand):
            yield from stood_still(session, last, entry.at)
            last = None if isinstance(entry, TraceLoss) else entry.at
        if isinstance(entry, Scan):
            yield from session.observe(entry)
            continue
        if isinstance(entry, TraceLoss):
            yield from session.lose_board(entry.reason, entry.at)
            continue
        try:
            command, about = parse_command_words(entry.name)
        except ValueError as error:
            raise TraceError(f"line {entry.line}: {_complaint(entry.name, error)}") from None
        yield entry
        yield from session.command(command, entry.at, about)


def _complaint(said: str, error: ValueError) -> str:
    """Return why the words of a command are none."""
    name = said.partition(" ")[0]
    if name in tuple(Command) and isinstance(error, NotationError):
        return f"{name}: {error}"
    return f"expected one of {', '.join(map(_form, Command))}; got {said[:_SHOWN]!r}"


def _form(command: Command) -> str:
    """Return how a command is written in a trace."""
    if command.needs_square:
        return f"{command} SQUARE"
    if command is Command.DECIDE:
        return f"{command} RESULT"
    if command is Command.SET_UP:
        return f"{command} RULESET SIDE POSITION"
    return f"{command} SIDE" if command.needs_side else command
