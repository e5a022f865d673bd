"""How long things must last before they count, in code and as text in milliseconds."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Timing:
    """How long things must last before they count, in seconds."""

    # Two scans that agree, at a hundred a second; what bounces longer the settling catches.
    debounce_s: float = 0.008
    settle_s: float = 0.3
    # A piece that came through the air is not on its way over the square where it stands.
    carried_s: float = 0.2
    # A move counts sooner when the other side has begun its reply, but a piece that is slid
    # past a square while somebody touches another must not leave a move there.
    replied_s: float = 0.15
    # Nobody needs so long to put down the last piece of a set-up.
    give_up_s: float = 10.0
    # More than nothing: no move counts while another piece is in the air, however likely it is.
    # Strangers at one board lift pieces of both sides at once, and no sensor can tell them apart.
    apart_s: float = 0.0

    @classmethod
    def of(cls, seconds: Mapping[str, float]) -> "Timing":
        """Return a timing with some durations by name; the others are as usual."""
        return replace(cls(), **{f"{name}_s": value for name, value in seconds.items()})

    @classmethod
    def from_settings(cls, settings: Mapping[str, str]) -> "Timing":
        """Return the timing that settings such as ``settle_ms: 300`` give.

        Raises:
            ValueError: a time is no number of milliseconds.
        """
        given = {name: f"{name}_ms" for name in timing_names() if f"{name}_ms" in settings}
        return cls.of({name: seconds_from_ms(key, settings[key]) for name, key in given.items()})

    def settings(self) -> dict[str, str]:
        """Return every duration as a setting such as ``settle_ms: 300``."""
        return {f"{name}_ms": f"{1000 * getattr(self, f'{name}_s'):g}" for name in timing_names()}


def timing_names() -> tuple[str, ...]:
    """Return the names of the durations."""
    return tuple(field.name.removesuffix("_s") for field in fields(Timing))


def seconds_from_ms(name: str, text: str) -> float:
    """Return the seconds that a text in milliseconds stands for; `name` names it in errors.

    Raises:
        ValueError: no number of milliseconds below 1 000 000.
    """
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text, re.ASCII):
        raise ValueError(f"{name}: expected milliseconds such as 300, got {text[:40]!r}")
    return float(text) / 1000
