"""The files that commands read and write: looked at before the work, and never written over.

Knows no command, and nothing of what stands in the files.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from controller.assembly.errors import UsageMistake, shown

_SHOWN = 200


def new_file(path: str, option: str = "") -> Path:
    """Return the path of a file that is not there yet, in a folder that may be written.

    `option` named the file; without one the file names itself.

    Raises:
        UsageMistake: it is there, or it cannot come into being.
    """
    file, where = Path(path), option or shown(path)
    if os.path.lexists(file):
        found = path[:_SHOWN] if option else "this one"
        raise UsageMistake(
            f"{where}: expected a new file, and {found} is there; choose another name"
        )
    if not file.parent.is_dir():
        raise UsageMistake(f"{where}: expected a folder {file.parent}, found none; make it first")
    if not os.access(file.parent, os.W_OK | os.X_OK):
        raise UsageMistake(
            f"{where}: expected a folder that may be written, got {file.parent}; choose another"
        )
    return file


@contextmanager
def whole_or_gone(file: Path) -> Iterator[TextIO]:
    """Open a file that is not there yet; unless it is written to its end, nothing of it stays.

    Half a configuration would be read as a whole one, and what is there is not written over.
    """
    is_whole = False
    with file.open("x", encoding="utf-8") as stream:
        try:
            yield stream
            stream.flush()
            is_whole = True
        finally:
            if not is_whole:
                file.unlink(missing_ok=True)


def write_new(file: Path, text: str, where: str) -> None:
    """Write a text into a file that is not there yet.

    Raises:
        UsageMistake: it cannot be written, or somebody else has made it meanwhile.
    """
    try:
        with whole_or_gone(file) as stream:
            stream.write(text)
    except OSError as error:
        raise UsageMistake(
            f"{where}: expected a new file to write, got {str(file)[:_SHOWN]} ({error.strerror})"
        ) from error


def folder_to_write(path: str, option: str) -> Path:
    """Return the path of a folder that is there and may be written, or can be made.

    Raises:
        UsageMistake: it cannot.
    """
    folder = Path(path)
    nearest = next(each for each in (folder, *folder.parents, Path()) if os.path.lexists(each))
    if not nearest.is_dir():
        why = f"{nearest} is a file"
    elif not os.access(nearest, os.W_OK | os.X_OK):
        why = f"{nearest} may not be written"
    else:
        return folder
    raise UsageMistake(
        f"{option}: expected a folder to write to, got {path[:_SHOWN]} ({why}); choose another"
    )


class NoTextError(UsageMistake):
    """A file is there, and what it holds is no text."""


def read_text(path: str, what: str) -> str:
    """Return the text of a file, which is expected to be `what`.

    Raises:
        NoTextError: it is not in UTF-8.
        UsageMistake: it cannot be read, or is too large.
    """
    from controller.rules.toml_text import LARGEST_FILE

    try:
        with Path(path).open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        found = "found none"
    except IsADirectoryError:
        found = "got a folder"
    except OSError as error:
        found = f"found none ({error.strerror})"
    else:
        if len(data) <= LARGEST_FILE:
            return _decoded(data, path)
        found = f"found one larger than {LARGEST_FILE} bytes"
    raise UsageMistake(f"{shown(path)}: expected {what} to read, {found}")


def _decoded(data: bytes, path: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NoTextError(
            f"{path[:_SHOWN]}: expected text in UTF-8, got other bytes in its line {line}"
        ) from error
