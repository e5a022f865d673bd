"""Recording a trace in a file, and what its header says of the session that was fed."""

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
    """The trace of one run, if one is wanted; without a writer nothing is recorded."""

    def __init__(self, writer: TraceWriter | None) -> None:
        """Record through a writer."""
        self._writer = writer
        self._board: TracingBoard | None = None

    @property
    def failure(self) -> Exception | None:
        """Why nothing more could be written."""
        return self._board.failure if self._board else None

    def of(self, board: Board) -> Board:
        """Return a board to play on in place of another, whose scans are recorded."""
        if self._writer is None:
            return board
        self._board = TracingBoard(board, self._writer)
        return self._board

    def command(self, name: str) -> None:
        """Record a command that is executed after the board's next scan."""
        if self._board is not None:
            self._board.command(name)


@contextmanager
def recording(
    file: str | None, rules: Rules, timing: Timing, board: str, began: float
) -> Iterator[Recording]:
    """Record in a new file, from a time of the board's clock on; without a file, nothing.

    Raises:
        UsageMistake: the file cannot be written, or something is in it already; at the end
            if writing failed meanwhile, which stops nothing.
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
    # A trace of what goes wrong once a month must not be lost to a command given twice.
    if path.is_file() and path.stat().st_size:
        raise FileExistsError(errno.EEXIST, "there is something in it already")
    return path.open("w", encoding="utf-8", errors="replace", newline="\n")


def _begin(
    file: str, rules: Rules, timing: Timing, board: str, began: float
) -> tuple[TextIO, TraceWriter]:
    """Open a file and write the header."""
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
            with suppress(OSError):  # closing tries to write what could not be written
                stream.close()
            raise
    except (OSError, TraceError) as error:
        raise UsageMistake(_complaint(file, error)) from error


def _close(file: str, stream: TextIO, writer: TraceWriter, failure: Exception | None) -> None:
    """Write the end of a trace and close it; say so if that, or anything before, failed."""
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
