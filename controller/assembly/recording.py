"""Records traces: in a file from the start, and the last minutes in memory, until somebody asks.

The session's durations and clocks stand in their headers.
"""

import errno
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TextIO

from controller.assembly.errors import UsageMistake
from controller.daemon.run import SCANS_PER_SECOND
from controller.events.command import parse_command_words
from controller.notation.control import NO_CLOCK, Control, parse_control
from controller.rules.compiled import Rules, compiled
from controller.rules.library import ruleset_called
from controller.rules.ruleset import Ruleset
from controller.rules.sentence import Sentence
from controller.session.choosing import chosen_game
from controller.session.timing import Timing
from controller.trace.errors import TraceError
from controller.trace.header import TraceHeader
from controller.trace.recorder import TracingBoard
from controller.trace.rolling import Games, RollingTrace
from controller.trace.writer import TraceWriter
from hal.board import Board
from hal.state_folder import state_folder

# What `save_trace` calls its files, and how many of them stay.
_SAVED = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-\d{6}\.trace")
_KEPT = 20


class Recording:
    """The traces of one run: in a file, if there is a writer, and in memory, if there is one."""

    def __init__(self, writer: TraceWriter | None, memory: RollingTrace | None = None) -> None:
        """Record through these, or not at all."""
        self._writer = writer
        self._memory = memory
        self._boards: list[TracingBoard] = []

    @property
    def is_wanted(self) -> bool:
        """Whether anything is recorded."""
        return self._writer is not None

    @property
    def failure(self) -> Exception | None:
        """The error that ended the trace in the file early, None while there is none."""
        return self._boards[0].failure if self._writer and self._boards else None

    def of(self, board: Board) -> Board:
        """Return a board that passes everything on to another one and records its scans."""
        for writer in (self._writer, self._memory):
            if writer is not None:
                board = TracingBoard(board, writer)
                self._boards.append(board)
        return board

    def command(self, name: str) -> None:
        """Record a command that the session executes after the board's next scan."""
        for board in self._boards:
            board.command(name)

    def in_memory(self) -> str | None:
        """Return the last minutes as a trace, None if nothing is kept in memory."""
        return self._memory.text() if self._memory else None


def save_trace(text: str, now: datetime) -> Path:
    """Write a trace into a new file, named after the time, and return it.

    Of the files that are named so, only the newest stay: devices of the network save traces, too.

    Raises:
        OSError: the file cannot be written.
    """
    folder = state_folder() / "traces"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{now:%Y-%m-%d-%H%M%S-%f}.trace"
    try:
        with path.open("x", encoding="utf-8", errors="replace", newline="\n") as stream:
            stream.write(text)
    except OSError:
        # A full disk leaves half a trace, which nobody can read.
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise
    # This one stays whatever its name: a computer that was just switched on may not know the day.
    others = {each for each in folder.iterdir() if _SAVED.fullmatch(each.name)} - {path}
    for old in sorted(others)[: 1 - _KEPT]:
        with suppress(OSError):
            old.unlink()
    return path


def settings_of(timing: Timing, control: Control | None) -> dict[str, str]:
    """Return what a session is given, as the header of a trace has it."""
    return timing.settings() | ({"clock": control.text} if control else {})


def memory_of(
    own: Sequence[Rules], settings: Mapping[str, str], board: str, began: float
) -> RollingTrace:
    """Return a memory of the last minutes on a board; `began` is the clock in seconds.

    The first game goes by the first of our own rules; the others are known, too.
    """
    rulesets = [rules.ruleset for rules in own]
    games = Games(_header(own[0], settings, board, began), own[0].start.occupied)
    return RollingTrace(games, lambda before, command: _games_after(before, command, rulesets))


def _games_after(games: Games, command: str, own: Sequence[Ruleset]) -> Games:
    """Return what games go by after a command; after one that is refused they go on as before."""
    header = games.header
    clock = parse_control(header.settings.get("clock", NO_CLOCK))
    _, about = parse_command_words(command)
    chosen = chosen_game(about, compiled(ruleset_called(header.ruleset, own)), own, clock)
    if isinstance(chosen, Sentence):
        return games
    rules, control = chosen
    settings = {key: value for key, value in header.settings.items() if key != "clock"}
    settings |= {"clock": control.text} if control else {}
    header = replace(header, ruleset=rules.ruleset.name, settings=settings)
    return Games(header, rules.start.occupied)


@contextmanager
def recording(
    file: str | None,
    rules: Rules,
    settings: Mapping[str, str],
    board: str,
    began: float,
    memory: RollingTrace | None = None,
) -> Iterator[Recording]:
    """Record in a new file, if one is given, and in a memory; `began` is the clock in seconds.

    Raises:
        UsageMistake: the file cannot be written or is not empty. If writing fails later, the
            game goes on and the error comes at the end.
    """
    if file is None:
        yield Recording(None, memory)
        return
    stream, writer = _begin(file, rules, settings, board, began)
    trace = Recording(writer, memory)
    try:
        yield trace
    finally:
        _close(file, stream, writer, trace.failure)


def _open_new(path: Path) -> TextIO:
    # A command given twice must not destroy the trace of a rare fault.
    if path.is_file() and path.stat().st_size:
        raise FileExistsError(errno.EEXIST, "it is not empty")
    return path.open("w", encoding="utf-8", errors="replace", newline="\n")


def _header(rules: Rules, settings: Mapping[str, str], board: str, began: float) -> TraceHeader:
    return TraceHeader(
        board=board,
        ruleset=rules.ruleset.name,
        period_s=1 / SCANS_PER_SECOND,
        began=began,
        settings=settings,
    )


def _begin(
    file: str, rules: Rules, settings: Mapping[str, str], board: str, began: float
) -> tuple[TextIO, TraceWriter]:
    """Open a file and write the header of a trace."""
    try:
        header = _header(rules, settings, board, began)
        stream = _open_new(Path(file))
        try:
            return stream, TraceWriter(stream, header)
        except OSError:
            with suppress(OSError):  # closing tries to write the rest once more
                stream.close()
            raise
    except (OSError, TraceError) as error:
        raise UsageMistake(_complaint(file, error)) from error


def _close(file: str, stream: TextIO, writer: TraceWriter, failure: Exception | None) -> None:
    """Write the end of a trace and close it; raise whatever failed, now or before.

    Of a trace that says nothing, no file stays.
    """
    try:
        if failure is None:
            writer.close()
        stream.close()
    except OSError as error:
        failure = failure or error
    if writer.is_bare and Path(file).is_file():
        # It would stand in the way of the same command, once what stopped it is mended.
        with suppress(OSError):
            Path(file).unlink()
    if failure is not None:
        raise UsageMistake(_complaint(file, failure)) from failure


def _complaint(file: str, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"{file}: expected a new file to record in ({reason})"
