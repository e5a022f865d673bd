"""The pixels lie as the strip is wired, and every square has one of its own."""

from itertools import product

import pytest

from controller.rules.geometry import SQUARE_NAMES, parse_square
from hal.board import CHANNELS, SQUARE_COUNT, Frame
from hal.strips.layout import Along, Corner, StripLayout, StripWiring

CORNERS: tuple[Corner, ...] = ("a1", "k1", "a11", "k11")
ALONG: tuple[Along, ...] = ("ranks", "files")
STRIPS = [
    StripWiring(first, along, serpentine)
    for first, along, serpentine in product(CORNERS, ALONG, (False, True))
]
COLOURS = Frame(bytes(n % 251 for n in range(SQUARE_COUNT * CHANNELS)))


def names(strip: StripWiring, *pixels: int) -> str:
    return " ".join(SQUARE_NAMES[strip.squares()[pixel]] for pixel in pixels)


def test_pixels_are_wired_as_sensors_are_unless_told_otherwise() -> None:
    assert StripWiring().squares() == tuple(range(SQUARE_COUNT))


@pytest.mark.parametrize(
    ("strip", "squares"),
    [
        (StripWiring(), "a1 b1 k1 a2 k11"),
        (StripWiring(serpentine=True), "a1 b1 k1 k2 k11"),
        (StripWiring("k11"), "k11 j11 a11 k10 a1"),
        (StripWiring("a11", "files"), "a11 a10 a1 b11 k1"),
        (StripWiring("a11", "files", serpentine=True), "a11 a10 a1 b1 k1"),
        (StripWiring("k1", "files"), "k1 k2 k11 j1 a11"),
    ],
)
def test_a_strip_goes_its_way_from_its_corner(strip: StripWiring, squares: str) -> None:
    assert names(strip, 0, 1, 10, 11, 120) == squares


@pytest.mark.parametrize("strip", STRIPS, ids=str)
def test_every_square_has_one_pixel_and_every_frame_comes_back(strip: StripWiring) -> None:
    assert sorted(strip.squares()) == list(range(SQUARE_COUNT))
    assert names(strip, 0) == strip.first
    layout = StripLayout(strip)
    assert layout.from_wire(layout.to_wire(COLOURS)) == COLOURS


def test_green_goes_down_the_wire_first() -> None:
    pixels = bytearray(SQUARE_COUNT * CHANNELS)
    pixels[:6] = 1, 2, 3, 4, 5, 6
    frame = Frame(bytes(pixels))
    assert StripLayout(StripWiring()).to_wire(frame)[:6] == bytes([2, 1, 3, 5, 4, 6])
    assert StripLayout(StripWiring(order="RGB")).to_wire(frame) == frame.pixels
    b2 = parse_square("b2")
    wiring = StripWiring("k11", serpentine=True)
    laid = StripLayout(wiring).to_wire(frame)
    assert laid[CHANNELS * wiring.squares().index(b2) :][:3] == bytes(3)


@pytest.mark.parametrize("order", ["", "RG", "RGG", "RGBW", "rgb"])
def test_another_order_than_of_three_channels_is_refused(order: str) -> None:
    with pytest.raises(
        ValueError, match=rf"^strip: expected an order of R, G and B, got '{order}'$"
    ):
        StripLayout(StripWiring(order=order))
