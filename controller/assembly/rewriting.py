"""Changes settings in a file of configuration: all or nothing, and every comment stays.

The new text is checked before it takes the place of the old one, in a single step.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import tomlkit
from tomlkit.container import Container
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from controller.assembly.configuration import load
from controller.assembly.errors import UsageMistake
from controller.rules.toml_text import parse_tables


def rewrite(file: Path, sections: Mapping[str, Mapping[str, Any] | None]) -> None:
    """Put sections, named as in ``wiring.sensors``, in place of those that a file has.

    A section of None is taken away. A file that is not there yet is made.

    Raises:
        UsageMistake: the file cannot be read or written; it is as it was.
        ConfigurationError: the new settings do not fit the others; the file is as it was.
    """
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        parse_tables(text)  # whose limits tomlkit has not
        document = tomlkit.parse(text)
    except (OSError, ValueError, TOMLKitError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageMistake(f"{file}: expected a configuration to change ({reason})") from error
    try:
        for name, settings in sections.items():
            _put(document, name.split("."), settings)
        replace_text(file, tomlkit.dumps(document))
    except (OSError, TOMLKitError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageMistake(f"{file}: expected a configuration to change ({reason})") from error


def replace_text(file: Path, text: str) -> None:
    """Write a configuration so that there is always a whole one, whenever power fails.

    Raises:
        OSError: it cannot be written.
        ConfigurationError: it is no configuration.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", encoding="utf-8", dir=file.parent, prefix=".", suffix=".toml", delete=False
    ) as beside:
        new = Path(beside.name)
        try:
            beside.write(text)
            beside.flush()
            os.fsync(beside.fileno())
            load(new)
            if file.exists():
                new.chmod(file.stat().st_mode & 0o7777)
            new.replace(file)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _put(document: Container | Table, path: list[str], settings: Mapping[str, Any] | None) -> None:
    """Put settings at the end of a path of sections."""
    first, *rest = path
    if rest:
        if first not in document:
            if settings is None:
                return
            document[first] = tomlkit.table(is_super_table=True)
        inner = document[first]
        if isinstance(inner, Container | Table):
            _put(inner, rest, settings)
        return
    if settings is None:
        document.pop(first, None)
        return
    table = tomlkit.table()
    for key, value in settings.items():
        table[key] = list(value) if isinstance(value, tuple) else value
    document[first] = table
