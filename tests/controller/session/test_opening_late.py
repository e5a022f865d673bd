"""A sensor opens late, after the piece that stood there has come to where it was carried."""

import pytest

from tests.board_driver import OPENING, BoardDriver


def after_a_capture(taken_s: float) -> BoardDriver:
    """g3-e3 has captured e2, which was taken off the board so long ago."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.wait(taken_s)
    return board


@pytest.mark.parametrize("late_s", [0.05, 0.1, 0.2, 0.3, 0.4])
@pytest.mark.parametrize("taken_s", [0.5, 2.0, 4.0, 30.0])
def test_what_comes_where_it_may_go_is_that_piece_though_a_captive_may_be_in_a_hand(
    taken_s: float, late_s: float
) -> None:
    board = after_a_capture(taken_s)
    board.put("h9")
    board.wait(late_s)
    board.lift("h6")
    board.wait(3.0)
    board.play("d11-d9")
    assert (board.moves, board.view.strays) == ([*OPENING, "g3-e3", "h6-h9", "d11-d9"], 0)
