"""Records a trace in a file, with the session's durations in its header."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from controller.assembly.errors import UsageMistake
from controller.daemon.run import SCANS_PER_SECOND
from controller.rules.compiled import Rules
from controller.session.timing import Timing
from controller.trace.errors import TraceError
from controller.trace.header import TraceHeader
from controller.trace.recorder import TracingBoard
from controller.trace.writer import TraceWriter
from hal.board import Board


class Recording:
    """The trace of one run; without a writer it records nothing."""

    def __init__(self, writer: TraceWriter | None) -> None:
        """Record through a writer, or not at all."""
        self._writer = writer
        self._board: TracingBoard | None = None

    @property
    def failure(self) -> Exception | None:
        """The error that ended the trace early, None while there is none."""
        return self._board.failure if self._board else None

    def of(self, board: Board) -> Board:
        """Return a board that passes everything on to another one and records its scans."""
        if self._writer is None:
            return board
        self._board = TracingBoard(board, self._writer)
        return self._board

    def command(self, name: str) -> None:
        """Record a command that the session executes after the board's next scan."""
        if self._board is not None:
            self._board.command(name)


@contextmanager
def recording(
    file: str | None, rules: Rules, timing: Timing, board: str, began: float
) -> Iterator[Recording]:
    """Record in a new file, or without a file nothing; `began` is the clock in seconds.

    Raises:
        UsageMistake: the file cannot be written or is not empty. If writing fails later, the
            game goes on and the error comes at the end.
    """
    if file is None:
        yield Recording(None)
        return
    stream, writer = _begin(file, rules, timing, board, began)
    trace = Recording(writer)
    try:
        yield trace
    finally:
        _close(file, stream, writer, trace.failure)


def _open_new(path: Path) -> TextIO:
    # A command given twice must not destroy the trace of a rare fault.
    if path.is_file() and path.stat().st_size:
        raise FileExistsError(errno.EEXIST, "it is not empty")
    return path.open("w", encoding="utf-8", errors="replace", newline="\n")


def _begin(
    file: str, rules: Rules, timing: Timing, board: str, began: float
) -> tuple[TextIO, TraceWriter]:
    """Open a file and write the header of a trace."""
    try:
        header = TraceHeader(
            board=board,
            ruleset=rules.ruleset.name,
            period_s=1 / SCANS_PER_SECOND,
            began=began,
            settings=timing.settings(),
        )
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
    """Write the end of a trace and close it; raise whatever failed, now or before."""
    try:
        if failure is None:
            writer.close()
        stream.close()
    except OSError as error:
        failure = failure or error
    if failure is not None:
        raise UsageMistake(_complaint(file, failure)) from failure


def _complaint(file: str, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"{file}: expected a new file to record in ({reason})"
