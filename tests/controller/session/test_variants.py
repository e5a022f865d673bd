"""People show how the game might go on, and put all back, in whatever order."""

import pytest

from controller.rules.geometry import bits_of, parse_square
from tests.board_driver import OPENING, BoardDriver

_PLAYED = (*OPENING, "g3-e3", "g5-g4")
_SHOWN = ("k4-j4", "h6-h8", "a8-c8", "d6-d8")


@pytest.mark.parametrize(
    "homes",
    [
        ("d8-d6", "c8-a8", "h8-h6", "j4-k4"),
        ("j4-k4", "h8-h6", "d8-d6", "c8-a8"),
        ("h8-h6", "d8-d6", "c8-a8", "j4-k4"),
        ("c8-a8", "j4-k4", "d8-d6", "h8-h6"),
        ("d8-d6", "h8-h6", "j4-k4", "c8-a8"),
    ],
)
@pytest.mark.parametrize("is_taken", [False, True])
def test_a_variant_that_is_put_back_leaves_the_game_as_it_was_and_its_captive_where_it_lay(
    homes: tuple[str, ...], *, is_taken: bool
) -> None:
    board = BoardDriver()
    board.play(*_PLAYED)
    if is_taken:
        board.lift("e2")
    for move in (*_SHOWN, *homes):
        board.wait(1.0)
        board.move(move)
    board.wait(6.0)
    owed = 0 if is_taken else bits_of(parse_square("e2"))
    assert (board.moves, board.view.repair) == (list(_PLAYED), ())
    assert board.view.owed == owed
    board.play("k4-j4")
    assert board.moves == [*_PLAYED, "k4-j4"]
