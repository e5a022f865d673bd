"""What a Hall sensor's millivolts say, and what they must not be taken for."""

from hal.board import SQUARE_COUNT
from hal.hall_reader import HallReader

A1 = 0


def heights(reader: HallReader, *millivolts: float) -> list[str]:
    """Raise a1's sensor above its empty level; return what is read each time."""
    read = []
    for height in millivolts:
        reader.read(A1, 2500.0 + height)
        poles = [name for name, bits in reader.poles._asdict().items() if bits]
        read.append(" ".join(poles) or ("unsure" if reader.occupied else "empty"))
    return read


def test_a_square_is_occupied_at_a_higher_level_than_it_is_left_at() -> None:
    reader = HallReader([2500.0] * SQUARE_COUNT)
    assert heights(reader, 130, 150, 130, 100, 130) == ["empty", "south", "south", "empty", "empty"]
    assert heights(reader, -130, -150, -130, -100) == ["empty", "north", "north", "empty"]


def test_between_a_plain_and_a_strong_magnet_a_square_stays_strong_or_is_not_sure() -> None:
    reader = HallReader([2500.0] * SQUARE_COUNT)
    assert heights(reader, -800, -970, -1200, -970, -800, 0) == [
        "north",
        "unsure",
        "strong",
        "strong",
        "north",
        "empty",
    ]


def test_the_baseline_follows_what_is_slow_and_not_what_jumps() -> None:
    reader = HallReader([2500.0] * SQUARE_COUNT)
    assert heights(reader, 800) == ["south"]
    for second in range(3000):  # twice as fast as sensors drift
        reader.track([2500.0 + 800 + second / 20] * SQUARE_COUNT, 1.0)
    assert heights(reader, 950, 150) == ["south", "empty"]


def test_a_piece_that_is_pushed_about_a_little_is_not_taken_for_drift() -> None:
    """Pushed off by less than jumps, and back by more, again and again; then it is carried off."""
    reader = HallReader([2500.0] * SQUARE_COUNT)
    assert heights(reader, 800) == ["south"]
    for _ in range(30):
        for height in (785, 770, 800):
            for _ in range(10):
                reader.track([2500.0 + height] * SQUARE_COUNT, 1.0)
    assert heights(reader, 800, 0) == ["south", "empty"]
