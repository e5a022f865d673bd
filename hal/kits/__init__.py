"""Ready configurations of hardware: what to buy, how to wire it, and the settings that fit.

A kit is a folder: `board.toml` is the configuration as a user gets it, `build.toml` what is wired
to what. Knows no command.
"""

import tomllib
from importlib.resources import files
from typing import Any

from hal.errors import ConfigError

_HERE = files(__name__)


def kit_names() -> list[str]:
    """Return the names of the kits."""
    folders = (entry for entry in _HERE.iterdir() if entry.joinpath("board.toml").is_file())
    return sorted(entry.name for entry in folders)


def kit_text(name: str) -> str:
    """Return the configuration of a kit, as a file with comments.

    Raises:
        ConfigError: there is no such kit.
    """
    return _text(name, "board.toml")


def kit_build(name: str) -> dict[str, Any]:
    """Return the parts and wires of a kit.

    Raises:
        ConfigError: there is no such kit.
    """
    return tomllib.loads(_text(name, "build.toml"))


def _text(name: str, file: str) -> str:
    if name not in kit_names():
        known = ", ".join(kit_names())
        raise ConfigError(f"kit: expected one of {known}, got {name[:40]!r}")
    return _HERE.joinpath(name, file).read_text(encoding="utf-8")
