"""What only shows in whose turn it is shows by who moves next, however long nobody does."""

from itertools import product

import pytest

from controller.rules.geometry import parse_square
from tests.board_driver import SETTLED, BoardDriver
from tests.controller.session.faulty import FaultyDriver


def put_right_while_the_reply_is_held(soon: float, waits: float) -> BoardDriver:
    """Return a board on which d4 is slid to d3 while g5 is in the air, which comes to i5 then.

    `soon`: in seconds, after g5 was lifted. Then nobody moves for a while.
    """
    board = BoardDriver()
    board.move("d1-d4")
    board.wait(0.6)
    board.lift("g5")
    board.wait(soon)
    board.lift("d4")
    board.put("d3")
    board.wait(0.6)
    board.put("i5")
    board.wait(waits)
    return board


_TIMES = list(product([0.15, 0.3, 0.45], [1.0, 2.0, 3.0, 6.0, 20.0]))


@pytest.mark.parametrize(("soon", "waits"), _TIMES)
def test_a_piece_was_put_right_where_its_side_moves_next(soon: float, waits: float) -> None:
    board = put_right_while_the_reply_is_held(soon, waits)
    board.play("h1-h3", "g7-i7")
    assert board.moves == ["d1-d3", "g5-i5", "h1-h3", "g7-i7"]


@pytest.mark.parametrize(("soon", "waits"), _TIMES[5:])
def test_it_has_moved_twice_where_the_other_side_moves_next(soon: float, waits: float) -> None:
    board = put_right_while_the_reply_is_held(soon, waits)
    board.play("g7-i7", "h1-h3")
    assert board.moves == ["d1-d4", "g5-i5", "d4-d3", "g7-i7", "h1-h3"]


@pytest.mark.parametrize("taken_after", [0.3, 0.8, 3.0])
@pytest.mark.parametrize("waits", [1.0, 3.0, 6.0, 20.0])
def test_a_captor_whose_square_feels_it_still_was_no_captive_that_went_on(
    taken_after: float, waits: float
) -> None:
    """h2 seems to have gone on to h3, until its own side moves next."""
    board = FaultyDriver(stuck="h11")
    board.wait(SETTLED)
    board.play("a4-b4", "h6-h2")
    board.wait(1.0)
    board.move("h11-h3")
    board.wait(taken_after)
    board.lift("h2")
    board.wait(waits)
    board.play("d6-d3", "a7-b7")
    assert board.moves == ["a4-b4", "h6-h2", "h11-h3", "d6-d3", "a7-b7"]
    assert board.failed == [parse_square("h11")]
