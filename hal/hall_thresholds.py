"""When linear Hall sensors feel a magnet: one source for the controller and the firmware.

`hall_thresholds.toml` holds the usual values; firmware/Makefile builds them in.
"""

import tomllib
from importlib.resources import files
from typing import Annotated

from pydantic import Field, model_validator

from hal.section import Section

_USUAL: dict[str, int] = tomllib.loads(
    files(__package__).joinpath("hall_thresholds.toml").read_text(encoding="utf-8")
)
_Millivolts = Annotated[int, Field(ge=1, le=5000)]


class HallThresholds(Section):
    """Millivolts above or below the baseline, with hysteresis for occupancy and for kind.

    A magnet is felt from `operate_mv`, and gone below `release_mv`. It is a strong one from
    `strong_mv`, and a plain one again below `plain_mv`; between the two its kind is not certain.
    """

    operate_mv: _Millivolts = _USUAL["operate_mv"]
    release_mv: _Millivolts = _USUAL["release_mv"]
    strong_mv: _Millivolts = _USUAL["strong_mv"]
    plain_mv: _Millivolts = _USUAL["plain_mv"]

    @model_validator(mode="after")
    def _are_in_order(self) -> "HallThresholds":
        values = (self.release_mv, self.operate_mv, self.plain_mv, self.strong_mv)
        if list(values) != sorted(values):
            raise ValueError(
                "expected release_mv <= operate_mv <= plain_mv <= strong_mv, "
                f"got {', '.join(map(str, values))}"
            )
        return self
