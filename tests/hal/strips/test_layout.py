"""Frames become bytes in the order of the wire, and come back as they were."""

from itertools import product

import pytest

from controller.rules.geometry import parse_square
from hal.board import CHANNELS, SQUARE_COUNT, Frame
from hal.strips.layout import StripLayout
from hal.wiring.path import Along, Corner
from hal.wiring.pixels import PixelWiring

CORNERS: tuple[Corner, ...] = ("a1", "k1", "a11", "k11")
ALONG: tuple[Along, ...] = ("ranks", "files")
WIRINGS = [
    *(
        PixelWiring(first=first, along=along, serpentine=serpentine)
        for first, along, serpentine in product(CORNERS, ALONG, (False, True))
    ),
    PixelWiring(order="BRG"),
    PixelWiring(per_square=2, before=1, between=1, turning=2, after=3),
]
COLOURS = Frame(bytes(n % 251 for n in range(SQUARE_COUNT * CHANNELS)))


@pytest.mark.parametrize("wiring", WIRINGS, ids=lambda wiring: repr(wiring)[12:90])
def test_every_frame_comes_back(wiring: PixelWiring) -> None:
    layout = StripLayout(wiring)
    assert layout.from_wire(layout.to_wire(COLOURS)) == COLOURS


def test_green_goes_down_the_wire_first() -> None:
    pixels = bytearray(SQUARE_COUNT * CHANNELS)
    pixels[:6] = 1, 2, 3, 4, 5, 6
    frame = Frame(bytes(pixels))
    assert StripLayout(PixelWiring()).to_wire(frame)[:6] == bytes([2, 1, 3, 5, 4, 6])
    assert StripLayout(PixelWiring(order="RGB")).to_wire(frame) == frame.pixels
    b2 = parse_square("b2")
    wiring = PixelWiring(first="k11", serpentine=True)
    laid = StripLayout(wiring).to_wire(frame)
    assert laid[CHANNELS * wiring.pixels().index(b2) :][:3] == bytes(3)


def test_spare_pixels_are_dark_and_those_of_a_square_alike() -> None:
    white = Frame(b"\xff" * SQUARE_COUNT * CHANNELS)
    layout = StripLayout(PixelWiring(per_square=2, before=1, between=1))
    assert layout.to_wire(white)[: 7 * CHANNELS : CHANNELS] == b"\0\xff\xff\0\xff\xff\0"
