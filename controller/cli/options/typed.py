"""Which key of a file each option stands for, so that a mistake is named as people have made it.

What checks a setting knows it by its key. People typed an option, or wrote the key in a file.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

# By the keys that they stand for.
OPTIONS = {
    "board.driver": "--board",
    "board.serial.port": "--serial",
    "board.serial.baud": "--baud",
    "board.serial.states": "--states",
    "strip.driver": "--strip",
    "wiring.pixels.serpentine": "--serpentine",
    "page.port": "--port",
    "page.lan": "--lan",
    "page.lan_role": "--lan-role",
    "page.tls_cert": "--tls-cert",
    "page.tls_key": "--tls-key",
    "bus.redis": "--redis",
    "bus.board_name": "--board-name",
    "store.folder": "--data",
    "clock.control": "--clock",
}


def as_made(
    complaint: str, typed: Collection[str], file: "Path | None", offered: Collection[str] = ()
) -> str:
    """Return a complaint that begins with a key, naming what was typed or the file in its place.

    `typed` are the options of the command line; `file` is the configuration that counts. Where
    neither says anything, the usual value is wrong, and an option that is `offered` is the cure.
    """
    key, colon, rest = complaint.partition(": ")
    option = OPTIONS.get(key)
    if colon and option not in typed and file and _is_in(key, file):
        return f"{file}: {complaint}"
    return f"{option}: {rest}" if colon and option in {*typed, *offered} else complaint


def options_of(settings: Mapping[str, Any]) -> set[str]:
    """Return the options that stand for settings."""
    return {OPTIONS[key] for key in keys_of(settings) if key in OPTIONS}


def keys_of(settings: Mapping[str, Any], before: str = "") -> Iterator[str]:
    """Yield the keys of settings and of the sections in them, such as ``page.port``."""
    for name, value in settings.items():
        if isinstance(value, Mapping):
            yield from keys_of(value, f"{before}{name}.")
        else:
            yield f"{before}{name}"


def _is_in(key: str, file: "Path") -> bool:
    from controller.assembly.configuration import settings_of
    from controller.assembly.errors import UsageMistake

    try:
        found = keys_of(settings_of(file))
        return any(each == key or each.startswith(f"{key}.") for each in found)
    except UsageMistake:
        return False
