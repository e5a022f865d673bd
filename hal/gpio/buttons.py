"""Buttons that people press: what was pressed since the last look, without bounce.

Pure: bits and times go in, names come out. Knows no pin and no command.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# Contacts of buttons bounce for some milliseconds; a press shorter than this is none.
_BOUNCE_S = 0.03


@dataclass(slots=True)
class _Button:
    name: str
    hold_s: float  # how long it must be held until it counts
    down_since: float | None = None
    down_at: float = 0.0  # last seen so
    has_counted: bool = False

    def look(self, *, is_down: bool, at: float) -> bool:
        """Say whether it counts now; once for each press."""
        if not is_down:
            if at - self.down_at >= _BOUNCE_S:
                self.down_since, self.has_counted = None, False
            return False
        self.down_at = at
        if self.down_since is None:
            self.down_since = at
        if self.has_counted or at - self.down_since < max(self.hold_s, _BOUNCE_S):
            return False
        self.has_counted = True
        return True


@dataclass(slots=True)
class ButtonReader:
    """Reads buttons by their names; those in `hold_s` count only once they were held so long."""

    names: Sequence[str]
    hold_s: Mapping[str, float] = field(default_factory=dict)
    _buttons: list[_Button] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with all buttons up."""
        self._buttons = [_Button(name, self.hold_s.get(name, 0.0)) for name in self.names]

    def look(self, down: int, at: float) -> list[str]:
        """Return the buttons that count now, given as bits which of them are down."""
        return [
            button.name
            for n, button in enumerate(self._buttons)
            if button.look(is_down=bool(down >> n & 1), at=at)
        ]
