"""The piece of the last ply comes to a square once more."""

import pytest

from controller.recognition import prices
from controller.recognition.again import landed_again
from controller.recognition.change import SquareChange
from controller.recognition.story import AIR, Away, Made, begun
from controller.rules.geometry import parse_square
from controller.rules.lines import Move
from tests.controller.recognition.stories import line_after


@pytest.mark.parametrize(
    ("left", "last", "since", "target", "at", "pushed"),
    [
        pytest.param(11.0, "e2", 11.0, "d2", 11.05, True, id="to the next square"),
        pytest.param(11.0, "e2", 11.0, "b2", 11.05, False, id="farther"),
        pytest.param(11.0, "e2", 11.0, "d2", 11.2, False, id="through the air"),
        pytest.param(10.5, "e2", 10.5, "d2", 10.55, False, id="before it could be replied to"),
        pytest.param(11.0, "e4", 11.85, "e5", 11.9, True, id="past where it came from"),
        pytest.param(11.0, "e4", 12.05, "e5", 12.1, False, id="back after a while"),
    ],
)
def test_what_may_be_captured_next_may_be_slid_off_the_board_first(
    left: float, last: str, since: float, target: str, at: float, *, pushed: bool
) -> None:
    """e5 has stood on e2 since 10 s, beside e1, and g3 may come to e3."""
    line = line_after("d1-d3 f4-c4 g1-g3 e5-e2")
    assert line.move is not None
    piece = Away(line.move.target, AIR, since, left, parse_square(last))
    made = Made(line, 10.0, left=9.5, first=10.0)
    story = begun(line)._replace(top=made, away=(piece,))
    seen = SquareChange(parse_square(target), at)
    found = landed_again(story, piece, seen, line.move)
    assert any(after.price == prices.PUSHED_FIRST for after in found) is pushed


@pytest.mark.parametrize(
    ("target", "carried", "price"),
    [
        ("b1", False, prices.GO_ON + prices.GO_ON_ASIDE),
        ("d4", False, prices.GO_ON),
        ("d2", False, prices.GO_ON),
        ("b1", True, prices.GO_ON),
    ],
    ids=["aside", "straight on", "a bit back", "what was carried"],
)
def test_a_slide_hardly_goes_on_aside(target: str, price: float, *, carried: bool) -> None:
    """d1 has come to d3 at 10 s, and stands elsewhere a second later."""
    d1, d3, square = map(parse_square, ("d1", "d3", target))
    made = Made(line_after("d1-d3"), 10.0, carried, left=9.5, first=10.0)
    piece = Away(d3, AIR, 10.6, 10.6, d3)
    story = begun(made.line)._replace(top=made, away=(piece,))
    found = landed_again(story, piece, SquareChange(square, 11.0), Move(d1, d3))
    on = next(after for after in found if after.line.move == Move(d1, square))
    assert on.price == price
