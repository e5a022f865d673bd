"""A test of all pixels: in each colour, and then one by one."""

from hal.board import CHANNELS, SQUARE_COUNT, Frame

PIXEL_TEST = "All pixels: red, green, blue; then one by one, a1 to k1, up to k11."
_DIM = 40
_COLOURS = ((_DIM, 0, 0), (0, _DIM, 0), (0, 0, _DIM))  # red, green, blue


def frame_at(share: float) -> Frame:
    """Return what to show when a share 0..1 of the test is over; half of it is for the colours."""
    if share < 1 / 2:
        return Frame(bytes(_COLOURS[int(6 * share)]) * SQUARE_COUNT)
    square = min(int((2 * share - 1) * SQUARE_COUNT), SQUARE_COUNT - 1)
    pixels = bytearray(CHANNELS * SQUARE_COUNT)
    pixels[CHANNELS * square : CHANNELS * (square + 1)] = bytes([_DIM] * CHANNELS)
    return Frame(bytes(pixels))
