"""Every square has its pixels, and every spare one is known."""

from itertools import product
from typing import Any

import pytest
from pydantic import ValidationError

from controller.rules.geometry import SQUARE_NAMES
from hal.board import SQUARE_COUNT
from hal.wiring.path import Along, Corner
from hal.wiring.pixels import PixelWiring

CORNERS: tuple[Corner, ...] = ("a1", "k1", "a11", "k11")
ALONG: tuple[Along, ...] = ("ranks", "files")


def names(wiring: PixelWiring, count: int, start: int = 0) -> str:
    pixels = wiring.pixels()[start : start + count]
    return " ".join("-" if square is None else SQUARE_NAMES[square] for square in pixels)


def complaint(**settings: Any) -> str:
    with pytest.raises(ValidationError) as refused:
        PixelWiring(**settings)
    return refused.value.errors()[0]["msg"]


def test_pixels_are_wired_as_sensors_are_unless_configured_otherwise() -> None:
    assert PixelWiring().pixels() == tuple(range(SQUARE_COUNT))


@pytest.mark.parametrize(
    ("wiring", "squares"),
    [
        (PixelWiring(), "a1 b1 k1 a2 k11"),
        (PixelWiring(serpentine=True), "a1 b1 k1 k2 k11"),
        (PixelWiring(first="k11"), "k11 j11 a11 k10 a1"),
        (PixelWiring(first="a11", along="files"), "a11 a10 a1 b11 k1"),
        (PixelWiring(first="a11", along="files", serpentine=True), "a11 a10 a1 b1 k1"),
        (PixelWiring(first="k1", along="files"), "k1 k2 k11 j1 a11"),
    ],
)
def test_a_strip_goes_its_way_from_its_corner(wiring: PixelWiring, squares: str) -> None:
    pixels = wiring.pixels()
    shown = [SQUARE_NAMES[pixels[at] or 0] for at in (0, 1, 10, 11, 120)]
    assert " ".join(shown) == squares


@pytest.mark.parametrize(
    ("first", "along", "serpentine"), list(product(CORNERS, ALONG, (False, True)))
)
def test_every_square_has_one_pixel(first: Corner, along: Along, *, serpentine: bool) -> None:
    pixels = PixelWiring(first=first, along=along, serpentine=serpentine).pixels()
    assert sorted(square for square in pixels if square is not None) == list(range(SQUARE_COUNT))
    assert pixels[0] is not None
    assert SQUARE_NAMES[pixels[0]] == first


def test_spare_pixels_lie_where_they_were_said_to() -> None:
    wiring = PixelWiring(per_square=2, before=1, between=1, turning=3, after=2)
    assert names(wiring, 8) == "- a1 a1 - b1 b1 - c1"
    assert names(wiring, 9, start=31) == "k1 k1 - - - a2 a2 - b2"
    assert wiring.pixels()[-4:] == (120, 120, None, None)
    assert len(wiring.pixels()) == 1 + 2 * 121 + 10 * 11 + 3 * 10 + 2


def test_a_strip_of_144_pixels_has_23_to_spare() -> None:
    assert len(PixelWiring(after=23).pixels()) == 144


def test_pixels_may_be_named_one_by_one() -> None:
    wiring = PixelWiring(squares=("-", *reversed(SQUARE_NAMES), "-"))
    assert names(wiring, 3) == "- k11 j11"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (
            {"squares": ("b1", *SQUARE_NAMES[1:])},
            "expected 1 pixel on each square, got none on a1; 2 on b1",
        ),
        (
            {"squares": SQUARE_NAMES, "per_square": 2},
            "expected 2 pixels on each square, got 1 on a1, b1, c1, d1, e1 and 116 more",
        ),
        (
            {"squares": ("a12", *SQUARE_NAMES)},
            "expected squares a1 to k11, or '-' for none, got 'a12'",
        ),
        ({"per_square": 8, "between": 100}, "expected at most 1000 pixels, got 11968"),
        ({"order": "rgb"}, "expected an order of R, G and B, got 'rgb'"),
        ({"order": "RGBW"}, "expected an order of R, G and B, got 'RGBW'"),
        ({"order": "RGG"}, "expected an order of R, G and B, got 'RGG'"),
        ({"order": ""}, "expected an order of R, G and B, got ''"),
    ],
)
def test_what_is_wired_wrongly_is_named(settings: Any, expected: str) -> None:
    assert complaint(**settings) == f"Value error, {expected}"
