"""Several pieces stand where the game does not have them, and nobody has moved."""

import pytest

from controller.rules.pieces import Side
from tests.board_driver import BoardDriver
from tests.controller.session.hands import asked, board_at, carry

MIDDLE = """
...AAAAA...
.......A...
...........
.D.D......A
A....DD...A
AA..DKDA..A
A...DDD...A
A..D.D..A..
D..........
.....A.....
...AAAAA...
"""


@pytest.mark.parametrize("pause_s", [0.6, 1.4])
def test_where_one_piece_was_put_before_another_one_left_the_first_one_stays(
    pause_s: float,
) -> None:
    """The piece of a4 might have gone to c4, if a magnet of no game stood on b2."""
    board = BoardDriver()
    carry(board, "a4>b2", in_s=0.8, pause_s=pause_s)
    carry(board, "d11>c4", in_s=0.7, pause_s=12.0)
    assert (board.moves, asked(board.view)) == ([], {("c4", "a4"), ("b2", "d11")})


@pytest.mark.parametrize("in_s", [0.4, 0.6])
def test_pieces_that_were_scattered_and_put_back_have_made_no_plies(in_s: float) -> None:
    """b8 might have slid to a8, if that had felt it before the piece of h10 was put there."""
    board = board_at(MIDDLE, Side.ATTACKERS)
    scattered = ["h10>a8", "i4>f10", "d4>f8", "b8>e7", "a3>d6"]
    back = [">".join(reversed(each.split(">"))) for each in reversed(scattered)]
    carry(board, *scattered, in_s=in_s, pause_s=0.2)
    board.wait(2.0)
    carry(board, *back, in_s=in_s, pause_s=0.3)
    board.wait(2.0)
    assert board.moves == []
    carry(board, "k7>i7")
    assert (board.moves, board.view.repair) == (["k7-i7"], ())
