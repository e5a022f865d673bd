"""What counts, and which of it ends on a square."""

from controller.rules.geometry import parse_square
from controller.session.counted import made_to
from tests.controller.recognition.stories import line_after


def test_a_move_that_was_said_is_the_last_one_or_one_to_which_replies_stood() -> None:
    line = line_after("d1-d3 e5-e2 g1-g3")
    start, d1_d3 = line.back().back().back(), line.back().back()
    d3, e2 = parse_square("d3"), parse_square("e2")
    assert made_to(d3, line, start) is d1_d3
    assert made_to(d3, d1_d3, start) is d1_d3
    assert made_to(d3, line, d1_d3) is None
    assert made_to(e2, line, line) is None
    assert made_to(e2, start, start) is None
    assert made_to(d3, d1_d3, line_after("d1-d2")) is d1_d3
