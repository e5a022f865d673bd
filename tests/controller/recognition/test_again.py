"""The piece of the last ply comes to a square once more."""

import pytest

from controller.recognition import prices
from controller.recognition.again import landed_again
from controller.recognition.change import SquareChange
from controller.recognition.story import AIR, Away, Made, begun
from controller.rules.geometry import parse_square
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
    found = landed_again(story, piece, seen, line.move, carried=False)
    assert any(after.price == prices.PUSHED_FIRST for after in found) is pushed
