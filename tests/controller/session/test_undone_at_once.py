"""A capture is undone just as its captive was taken, and play goes on as fast as a page allows."""

import pytest

from controller.events.command import Command
from controller.rules.geometry import bits_of, parse_square
from tests.board_driver import SCAN_S, BoardDriver

# A defender has been captured by then, so that another one may be put up in its place.
_BEFORE = "a7-b7 f8-e8 f2-k2 h6-h3 b6-b4 h3-k3xk2 h11-h5 f4-g4 j6-j2 f7-f8 j2-k2xk3 d6-d10"


@pytest.mark.parametrize("seconds", [SCAN_S, 2 * SCAN_S, 3 * SCAN_S, 0.3])
def test_all_that_was_put_back_at_once_is_at_home_when_the_next_piece_is_lifted(
    seconds: float,
) -> None:
    board = BoardDriver()
    board.play(*_BEFORE.split())
    before = board.moves
    board.move("d1-d9")
    board.occupied ^= bits_of(parse_square("d10"))
    board.wait(2 * SCAN_S)
    board.events += board.session.command(Command.UNDO, board.at, None)
    board.occupied = board.session.game.position.occupied
    board.wait(seconds)
    board.play("h5-j5", "g4-h4")
    assert board.moves == [*before, "h5-j5", "g4-h4"]
    assert (board.view.repair, board.view.strays, board.view.owed) == ((), 0, 0)
