"""When linear Hall sensors feel a magnet: one source for the controller and the firmware.

`hall_thresholds.toml` holds the usual values; firmware/Makefile builds them in.
"""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Annotated

from pydantic import Field, model_validator

from hal.section import Section
from hal.squares import SQUARE_NAMES, SQUARES_BY_NAME

_USUAL: dict[str, int] = tomllib.loads(
    files(__package__).joinpath("hall_thresholds.toml").read_text(encoding="utf-8")
)
_Millivolts = Annotated[int, Field(ge=1, le=5000)]


class HallThresholds(Section):
    """Millivolts above or below the baseline, with hysteresis for occupancy and for kind.

    A magnet is felt from `operate_mv`, and gone below `release_mv`. It is a strong one from
    `strong_mv`, and a plain one again below `plain_mv`; between the two its kind is not certain.
    All four are multiplied by the `gain` of a square: 0.6 where a sensor gives that share of what
    the others give for the same piece.
    """

    operate_mv: _Millivolts = _USUAL["operate_mv"]
    release_mv: _Millivolts = _USUAL["release_mv"]
    strong_mv: _Millivolts = _USUAL["strong_mv"]
    plain_mv: _Millivolts = _USUAL["plain_mv"]
    gain: dict[str, Annotated[float, Field(ge=0.05, le=20)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _are_in_order(self) -> "HallThresholds":
        values = (self.release_mv, self.operate_mv, self.plain_mv, self.strong_mv)
        if list(values) != sorted(values):
            raise ValueError(
                "expected release_mv <= operate_mv <= plain_mv <= strong_mv, "
                f"got {', '.join(map(str, values))}"
            )
        unknown = [name for name in self.gain if name not in SQUARES_BY_NAME]
        if unknown:
            raise ValueError(f"expected gain for squares a1 to k11, got {unknown[0][:20]!r}")
        return self

    def gains(self) -> tuple[float, ...]:
        """Return the gain of every square."""
        return tuple(self.gain.get(name, 1.0) for name in SQUARE_NAMES)

    def by_sensor(self, squares: Sequence[int]) -> "HallThresholds":
        """Return the same with the gain of each sensor in place of its square's."""
        gains = self.gains()
        moved = {SQUARE_NAMES[sensor]: gains[square] for sensor, square in enumerate(squares)}
        return self.model_copy(update={"gain": {k: v for k, v in moved.items() if v != 1}})
