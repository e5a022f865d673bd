"""A board is a stream of whole occupancies and a sink of whole frames."""

from dataclasses import FrozenInstanceError

import pytest

from hal.board import CHANNELS, DARK, SQUARE_COUNT, Frame, Scan
from hal.errors import BoardLostError, HalError

WHOLE = SQUARE_COUNT * CHANNELS


def test_a_frame_has_three_channels_for_each_of_121_squares() -> None:
    frame = Frame(bytes(n % 256 for n in range(WHOLE)))
    pixels = [frame.pixel(square) for square in range(SQUARE_COUNT)]
    assert [channel for pixel in pixels for channel in pixel] == list(frame.pixels)
    assert (pixels[0], pixels[120]) == ((0, 1, 2), (104, 105, 106))


@pytest.mark.parametrize("size", [0, 1, SQUARE_COUNT, WHOLE - 1, WHOLE + 1, 2 * WHOLE])
def test_a_frame_of_any_other_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=rf"^frame: expected 363 bytes, got {size}$"):
        Frame(bytes(size))


def test_a_dark_frame_has_no_light_anywhere() -> None:
    assert {DARK.pixel(square) for square in range(SQUARE_COUNT)} == {(0, 0, 0)}


def test_frames_are_values() -> None:
    assert Frame(bytes(WHOLE)) == DARK
    assert len({DARK, Frame(bytes(WHOLE)), Frame(b"\x01" * WHOLE)}) == 2
    with pytest.raises(FrozenInstanceError):
        DARK.pixels = b""  # type: ignore[misc] # what must not be


def test_scans_are_values() -> None:
    assert Scan(occupied=1 << 120, at=0.5) == Scan(1 << 120, 0.5)
    assert Scan(0, 0.5) != Scan(0, 0.6)


def test_a_lost_board_says_why_and_since_when() -> None:
    loss = BoardLostError("The board was unplugged; plug it in again.", at=12.5)
    assert (str(loss), loss.reason, loss.at) == (loss.reason, *loss.args, 12.5)
    assert isinstance(loss, HalError)
    assert isinstance(loss, ConnectionError)
