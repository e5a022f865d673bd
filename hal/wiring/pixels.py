"""Which pixel of a strip shines under which square, and which ones lie between. Knows no driver.

Unless configured otherwise the pixels are wired as the sensors are: from a1 to k1, then from a2
to k2, up to k11, as they lie when each row is wired to the start of the next. A strip laid in one
piece goes to and fro: that is serpentine. WS2812 take green first.
"""

from typing import Annotated

from pydantic import Field, field_validator, model_validator

from hal.section import Section
from hal.wiring.path import Along, Corner, check_each, parse_squares, path

SPARE = "-"
MOST_PIXELS = 1000
_Spare = Annotated[int, Field(ge=0, le=100)]


class PixelWiring(Section):
    """How the pixels are wired: where the first one is, and where the next ones go.

    `along` ranks goes from file to file within a rank first, `along` files from rank to rank;
    `serpentine` turns round at the end of each, instead of beginning at the same side again.
    Every square has `per_square` pixels. Spare ones lie `before` the first square, `between` two
    squares of a line, `turning` from one line to the next, and `after` the last square; they stay
    dark. `squares` names the square of every pixel instead, and "-" for a spare one. `order` is
    the order of the three channels on the wire.
    """

    first: Corner = "a1"
    along: Along = "ranks"
    serpentine: bool = False
    per_square: Annotated[int, Field(ge=1, le=8)] = 1
    before: _Spare = 0
    between: _Spare = 0
    turning: _Spare = 0
    after: _Spare = 0
    order: str = "GRB"
    squares: tuple[str, ...] = ()

    @field_validator("order")
    @classmethod
    def _of_three_channels(cls, order: str) -> str:
        if sorted(order) != sorted("RGB"):
            raise ValueError(f"expected an order of R, G and B, got {order[:20]!r}")
        return order

    @model_validator(mode="after")
    def _some_for_each(self) -> "PixelWiring":
        pixels = self.pixels()
        check_each(pixels, "pixel" if self.per_square == 1 else "pixels", self.per_square)
        if len(pixels) > MOST_PIXELS:
            raise ValueError(f"expected at most {MOST_PIXELS} pixels, got {len(pixels)}")
        return self

    @property
    def used(self) -> int:
        """How many pixels a strip must have to light every square: up to the last that is used."""
        pixels = self.pixels()
        return max(number for number, square in enumerate(pixels, 1) if square is not None)

    def pixels(self) -> tuple[int | None, ...]:
        """Return the square of each pixel from the near end of the strip on; None is spare.

        Raises:
            ValueError: a name is no square.
        """
        if self.squares:
            return parse_squares(self.squares, SPARE)
        way = path(self.first, self.along, serpentine=self.serpentine)
        spare = (None,)
        pixels: list[int | None] = [*spare * self.before]
        for count, square in enumerate(way):
            if count:
                pixels += spare * (self.between if count % 11 else self.turning)
            pixels += [square] * self.per_square
        return (*pixels, *spare * self.after)
