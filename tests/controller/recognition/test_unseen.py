"""Pieces that come to squares, or leave them, whose sensors do not tell."""

import pytest

from controller.recognition import prices
from controller.recognition.change import SquareChange
from controller.recognition.story import AIR, Away, Straddle, begun
from controller.recognition.unseen import back_unseen, slid_past
from controller.rules.geometry import parse_square
from tests.controller.recognition.stories import line_after


def price_of_return(other: str) -> float:
    """Return what it costs that e2 is back on e5 while the attackers hold another piece."""
    pieces = (Away(home, AIR, 5.0, 5.0, home) for home in map(parse_square, ("e2", other)))
    line = line_after("d1-d3 f4-c4 g1-g3 e5-e2")
    back = back_unseen(begun(line)._replace(away=tuple(pieces)))
    assert back is not None
    return back.price


def test_what_the_piece_in_the_other_hand_may_capture_was_rather_taken_than_put_back() -> None:
    assert price_of_return("g3") - price_of_return("k4") > prices.SURE


@pytest.mark.parametrize(
    ("origin", "target", "behind", "goes_on"),
    [("h11", "h10", "h9", True), ("h11", "h10", "g10", False), ("j6", "k6", "a7", False)],
    ids=["straight on", "round a corner", "over the edge"],
)
def test_a_piece_that_slides_past_a_sensor_that_sticks_goes_straight_on(
    origin: str, target: str, behind: str, *, goes_on: bool
) -> None:
    straddle = Straddle(parse_square(origin), parse_square(target), 5.0)
    seen = SquareChange(parse_square(behind), 5.1)
    found = [*slid_past(begun(line_after()), straddle, seen)]
    assert bool(found) is goes_on
