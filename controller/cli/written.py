"""Files of written games, for the commands that read them: one game a line, or one record."""

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from controller.assembly.errors import UsageMistake
from controller.cli.options.files import shown

# No game is longer, and a stranger's file must not fill the memory.
_LONGEST_LINE = 1 << 20


def open_written(file: str, what: str = "games") -> "nullcontext[BinaryIO] | BinaryIO":
    """Open a file of `what`, or standard input, which is named -.

    Raises:
        UsageMistake: it cannot be read.
    """
    if file == "-":
        if sys.stdin is None:
            raise UsageMistake(f"-: expected {what} on standard input, which is closed")
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise UsageMistake(f"{shown(file)}: expected {what} to read ({error.strerror})") from error


def game_lines(stream: BinaryIO, file: str) -> Iterator[bytes | None]:
    """Yield the lines of a stream, None for a line that is too long to be a game."""
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
        raise UsageMistake(f"{file}: expected to read it all ({error.strerror})") from error


def begins_record(line: bytes | None) -> bool:
    """Say whether a line begins an OpenTafl game record: only these begin with a bracket."""
    return line is not None and line.removeprefix(BOM_UTF8).lstrip().startswith(b"[")
