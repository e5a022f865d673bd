"""Standard input, output and error: open wherever they lead to, and quiet where nobody reads.

Typer, rich and Python each have their own answer to a pipe that nobody reads any longer: they end
the command with 1, which here says that something was found, or print a complaint. So what is
written to standard output goes through a file of ours, which ends the command before any of them
sees it.
"""

import os
import signal
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

# What a shell says of a command that SIGPIPE has ended, as it ends `cat` or `ls`.
UNREAD = 128 + signal.SIGPIPE
_NARROWEST = 20


def open_standard_streams() -> None:
    """Write to nowhere where standard output or error was closed, as by ``>&-`` in a shell.

    Otherwise the next file or socket would become standard output, and be written to. Commands
    that read standard input say themselves that it is closed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal that cannot show a character shows its number.
        sys.stdout.reconfigure(errors="backslashreplace")
        sys.stdout = _ended_where_unread(sys.stdout)


def forget_narrow_terminal() -> None:
    """Draw tables for a usual width where $COLUMNS leaves no room for any.

    Some serial consoles say 0. Into that fits no character, and tables would say nothing.
    """
    if os.environ.get("COLUMNS", "").isdecimal() and int(os.environ["COLUMNS"]) < _NARROWEST:
        del os.environ["COLUMNS"]


def write_nowhere(stream: TextIO | None = None) -> None:
    """Keep Python from writing the rest at exit, which would fail too; by itself that of output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())


class _Output(FileIO):
    """Standard output, which ends the command where nobody reads it any longer.

    Nobody has to look for a broken pipe, and who closes files and puts out lights in a `finally`
    does so. SIGPIPE itself would end a game because a page was closed.
    """

    def write(self, data: "ReadableBuffer", /) -> int:
        """Write what can be written.

        Raises:
            SystemExit: nobody reads.
        """
        try:
            return super().write(data)
        except BrokenPipeError:
            write_nowhere()
            sys.exit(UNREAD)


def _ended_where_unread(stream: TextIOWrapper) -> TextIOWrapper:
    try:
        number = stream.fileno()
    except OSError:
        return stream  # a stream in memory, which somebody reads
    return TextIOWrapper(
        BufferedWriter(_Output(number, "w", closefd=False)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
