"""How much current pixels draw, and how far they must be dimmed to stay within a supply.

The model is WLED's (`bus_manager.cpp`, estimateCurrent): each channel draws in proportion to its
value, and each pixel a little even when dark. Currents are whole microamperes, so that nothing is
rounded up past the limit. Knows no wiring and no driver.
"""

from collections.abc import Sequence
from datetime import time
from math import ceil
from typing import Annotated

from pydantic import Field, model_validator

from hal.board import Draw
from hal.errors import SupplyTooSmallError
from hal.section import Section
from hal.squares import SQUARES_BY_NAME

FULL = 255
_UA = 1000  # microamperes of a milliampere
_Channel = Annotated[float, Field(gt=0, le=100)]
# TOML has times of its own; text will do, too.
_TimeOfDay = Annotated[time, Field(strict=False)]
_Share = Annotated[float, Field(ge=0, le=1)]


class PowerSection(Section):
    """What the supply gives, what pixels draw, and how bright they are to be.

    The limit counts everything on the supply: pixels, and `other_ma` for the rest (a Nano draws
    about 50 mA, a Hall sensor 6). A WS2812 draws up to 20 mA for each channel by its data sheet.
    `brightness` and `night_brightness` are shares of 1; the night goes from `night_from` to
    `night_until`, if both are there. `gamma` 1 leaves values alone, which are reckoned in light;
    more makes what is dim dimmer. `gain` dims squares whose wood lets more light through, by
    name: { e5 = 0.8 }.
    """

    supply_ma: Annotated[int, Field(ge=50, le=65_000)] = 850
    other_ma: Annotated[int, Field(ge=0, le=65_000)] = 0
    red_ma: _Channel = 20.0
    green_ma: _Channel = 20.0
    blue_ma: _Channel = 20.0
    standby_ma: Annotated[float, Field(ge=0, le=10)] = 1.0
    brightness: _Share = 1.0
    night_brightness: _Share = 0.2
    night_from: _TimeOfDay | None = None
    night_until: _TimeOfDay | None = None
    gamma: Annotated[float, Field(ge=1, le=4)] = 1.0
    gain: dict[str, _Share] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_whole(self) -> "PowerSection":
        unknown = [name for name in self.gain if name not in SQUARES_BY_NAME]
        if unknown:
            raise ValueError(f"expected gain for squares a1 to k11, got {unknown[0][:20]!r}")
        if (self.night_from is None) != (self.night_until is None):
            raise ValueError("expected both night_from and night_until, or neither")
        return self

    def brightness_at(self, now: time) -> float:
        """Return the brightness at a time of day."""
        if self.night_from is None or self.night_until is None:
            return self.brightness
        if self.night_from <= self.night_until:
            is_night = self.night_from <= now < self.night_until
        else:
            is_night = now >= self.night_from or now < self.night_until
        return self.night_brightness if is_night else self.brightness


class CurrentLimit:
    """The current of values 0..255, and the values that a supply can carry."""

    def __init__(self, power: PowerSection, pixel_count: int, per_square: int = 1) -> None:
        """Take the model of a supply that feeds `pixel_count` pixels.

        Raises:
            SupplyTooSmallError: nothing is left for light.
        """
        channels = (power.red_ma, power.green_ma, power.blue_ma)
        # Of a channel at 255, times 255 to stay whole: the current of value v is v times this.
        red, green, blue = (ceil(channel * _UA) for channel in channels)
        self._pixel_ua = (red, green, blue)
        self._channels = [channel * per_square for channel in self._pixel_ua]
        standby = pixel_count * ceil(power.standby_ma * _UA)
        self._constant = (standby + power.other_ma * _UA) * FULL
        self._most = power.supply_ma * _UA * FULL - self._constant
        self._supply_ma = power.supply_ma
        if self._most <= 0:
            raise SupplyTooSmallError(
                f"power.supply_ma: expected more than the {-(-self._constant // FULL // _UA)} mA "
                f"that {pixel_count} dark pixels and other_ma draw, got {power.supply_ma}"
            )

    def draw(self, values: bytes) -> Draw:
        """Return what pixels draw that show these values, red, green, blue for each square."""
        return Draw(-(-(self._constant + self._light(values)) // (FULL * _UA)), self._supply_ma)

    def limited(self, values: bytes) -> bytes:
        """Return the values, all dimmed by one factor where the supply could not carry them."""
        light = self._light(values)
        if light <= self._most:
            return values
        return values.translate(bytes(value * self._most // light for value in range(256)))

    @property
    def ceiling_ua(self) -> int:
        """What the light of a frame may draw, in microamperes, beside what is always drawn."""
        return self._most // FULL

    @property
    def channel_ua(self) -> tuple[int, int, int]:
        """What red, green and blue of a single pixel draw at 255, in microamperes."""
        return self._pixel_ua

    def _light(self, values: bytes) -> int:
        red, green, blue = (sum(values[channel::3]) for channel in range(3))
        of_red, of_green, of_blue = self._channels
        return red * of_red + green * of_green + blue * of_blue


def inverse(curve: Sequence[int]) -> bytes:
    """Return for each value 0..255 the input whose output on a rising curve comes nearest below."""
    nearest = (max(output for output in curve if output <= value) for value in range(256))
    return bytes(map(curve.index, nearest))
