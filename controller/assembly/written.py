"""Files of written games, for whoever reads them: one game a line, or one record."""

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import nullcontext
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from controller.assembly.errors import UsageMistake, shown
from controller.notation.plain_text import bare

# No game is longer, and a stranger's file must not fill the memory.
_LONGEST_LINE = 1 << 20
# To see whether it is text: of other files of that size, few have no two bytes that are 0.
_LOOKED_AT = 4096


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


def refuse_what_is_no_text(stream: BinaryIO, file: str) -> None:
    """Look at how a stream begins, and leave all of it to be read.

    One line says more than the same complaint about each line of a picture.

    Raises:
        UsageMistake: it is no text, and can hold no games, or it cannot be read.
    """
    begin = _beginning(stream, file) if isinstance(stream, BufferedReader) else b""
    if begin.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        found = "text in UTF-16; save it as UTF-8"
    elif begin.count(0) > 1:
        found = "something that is not text"
    else:
        return
    raise UsageMistake(f"{shown(file)}: expected text in UTF-8, got {found}")


def _beginning(stream: BufferedReader, file: str) -> bytes:
    try:
        return stream.peek()[:_LOOKED_AT]
    except OSError as error:
        raise UsageMistake(f"{file}: expected to read it all ({error.strerror})") from error


def game_lines(stream: BinaryIO, file: str) -> Iterator[bytes | None]:
    """Yield the lines of a stream, None for a line that is too long to be a game.

    Raises:
        UsageMistake: it is no text, or cannot be read to its end.
    """
    refuse_what_is_no_text(stream, file)
    line = _read_line(stream, file)
    while line:
        if line.endswith(b"\n") or len(line) < _LONGEST_LINE:
            yield line
        else:
            yield None
            while (rest := _read_line(stream, file)) and not rest.endswith(b"\n"):
                pass
        line = _read_line(stream, file)


def _read_line(stream: BinaryIO, file: str) -> bytes:
    try:
        return stream.readline(_LONGEST_LINE)
    except OSError as error:
        raise UsageMistake(f"{file}: expected to read it all ({error.strerror})") from error


def begins_record(line: bytes | None) -> bool:
    """Say whether a line begins an OpenTafl game record: only these begin with a bracket."""
    return line is not None and bare(line).startswith("[")
