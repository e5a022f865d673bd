"""A refused move is explained by the game that refuses it, whichever moves count by then."""

import pytest

from controller.events.event import MoveRefused
from controller.rules.pieces import Side
from controller.words.catalogue import say
from tests.board_driver import BoardDriver
from tests.controller.session.hands import board_at, feel
from tests.controller.session.test_after_the_end import AIMING

NOT_THEIRS = "It is the defenders' turn, and the piece from {} is not theirs."


def reasons(board: BoardDriver) -> set[str]:
    """Return all reasons that were given, by events and by the view that stands."""
    said = {say(e.sentence) for e in board.events if isinstance(e, MoveRefused)}
    shown = board.view.refusal_sentence
    return said | ({say(shown)} if shown else set())


@pytest.mark.parametrize(
    ("hands", "refused"),
    [
        ("a4+k4:0.2 a3+k3:3", "k4"),
        ("a4:0.05 k4:0.1 a3:0.05 k3:0.8", "k4"),
        ("a4:0.05 k4:0.1 a3:0.05 k3:3", "k4"),  # a4-a3 counts meanwhile
        ("k4:0.3 a4:0.1 k3:0.3 a3:3", "a4"),
    ],
)
def test_the_second_of_two_moves_of_one_side_comes_in_the_others_turn(
    hands: str, refused: str
) -> None:
    board = BoardDriver()
    feel(board, hands)
    assert reasons(board) == {NOT_THEIRS.format(refused)}


def test_a_man_that_is_moved_as_the_king_escapes_comes_after_the_end() -> None:
    board = board_at(AIMING, Side.DEFENDERS)
    feel(board, "k9+f4:0.2 k11+f3:3")
    assert reasons(board) == {"The game is over. The defenders win: the king has escaped to k11."}


def test_the_last_piece_that_goes_on_too_far_is_judged_by_the_game_before_its_move() -> None:
    board = BoardDriver()
    feel(board, "d1:0.3 d3:1.5 d3:0.3 e2:3")
    assert reasons(board) == {
        "A piece moves in a straight line, and e2 is neither in the row nor in the column of d1."
    }
