"""What is known of the games of a run before they begin: who plays, and by which clocks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.events.command import LONGEST_NAME
from controller.notation.control import Control
from controller.rules.pieces import Side


@dataclass(frozen=True, slots=True)
class Terms:
    """The names of the players, where they are known, and what the clocks go by."""

    names: Mapping[Side, str] = field(default_factory=dict)
    control: Control | None = None


def check_name(name: str) -> str:
    """Return the name of a player as it is kept and shown.

    Raises:
        ValueError: it is empty, too long or no line of plain text.
    """
    plain = " ".join(name.split())
    if not 0 < len(plain) <= LONGEST_NAME:
        raise ValueError(f"expected a name of 1 to {LONGEST_NAME} characters, got {name[:40]!r}")
    if not plain.isprintable():
        raise ValueError(f"expected a name without control characters, got {name[:40]!r}")
    return plain
