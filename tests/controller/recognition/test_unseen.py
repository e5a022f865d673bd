"""Pieces that come to squares, or leave them, whose sensors do not tell."""

from controller.recognition import prices
from controller.recognition.story import AIR, Away, begun
from controller.recognition.unseen import back_unseen
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
