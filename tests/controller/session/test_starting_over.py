"""Pieces that come back to the start were played there, or put there for a new game."""

import pytest

from controller.recognition.sight import Sight
from controller.session.starting_over import is_put_up_again
from tests.board_driver import BoardDriver
from tests.controller.recognition.stories import line_after
from tests.controller.session.hands import feel
from tests.squares import squares

AWAY = ("k5-h5", "h6-h7", "h1-h3", "d6-d3")
# Legal plies again, whoever puts these pieces home.
BACK = "h5-k5 h7-h6 h3-h1 d3-d6"


def played(*plies: str) -> BoardDriver:
    board = BoardDriver()
    board.play(*plies)
    board.wait(1.0)
    return board


@pytest.mark.parametrize(
    ("plies", "changes"),
    [
        pytest.param(
            AWAY,
            "h5:0.01 d3:0.65 d6:0.18 h3:0.13 k5:0.33 h7:0.44 h1:0.08 h6:0.9",
            id="two that are lifted at once, and two more",
        ),
        pytest.param(
            AWAY,
            "h5:0.3 h7:0.3 k5:0.2 h3:0.3 h6:0.3 d3:0.3 h1:0.4 d6:0.9",
            id="one hand begins while the other one holds a piece",
        ),
        pytest.param(AWAY[:2], "h5:0.05 h7:0.6 k5:0.2 h6:0.9", id="two at once"),
        pytest.param(
            AWAY,
            "h5:0.05 h7:0.6 k5:0.2 h6:0.2 h3:0.4 h1:0.2 d3:0.4 d6:0.9",
            id="two at once, and each of the others as soon as one stands",
        ),
    ],
)
def test_pieces_that_hands_put_home_together_begin_a_new_game(
    plies: tuple[str, ...], changes: str
) -> None:
    board = played(*plies)
    feel(board, changes)
    assert board.moves == []
    board.move("g11-g9")
    assert board.moves == ["g11-g9"]


@pytest.mark.parametrize(
    ("plies", "changes"),
    [
        pytest.param(
            AWAY,
            "h5:0.6 k5:0.5 h7:0.6 h6:0.7 h3:0.6 h1:0.5 d3:0.6 d6:0.9",
            id="one after the other",
        ),
        pytest.param(
            AWAY,
            "h5:0.6 k5:0.5 h7:0.4 h3:0.3 h6:0.5 h1:0.5 d3:0.6 d6:0.9",
            id="a reply is lifted early",
        ),
        pytest.param(
            AWAY,
            "h5:0.3 h7:0.3 k5:0.3 h6:0.8 h3:0.3 d3:0.3 h1:0.4 d6:0.9",
            id="two replies are lifted early, with a pause between",
        ),
        pytest.param(
            AWAY[:2],
            "h5:0.4 k5:0.02 h7:0.5 h6:0.9",
            id="a reply is lifted as soon as the move stands",
        ),
    ],
)
def test_pieces_that_come_home_in_turn_were_played(plies: tuple[str, ...], changes: str) -> None:
    board = played(*plies)
    feel(board, changes)
    assert board.moves == [*plies, *BACK.split()[: len(plies)]]


@pytest.mark.parametrize(
    ("lacks", "in_hand", "is_again"),
    [
        ("", False, True),
        ("e5", True, True),  # the defenders are to move
        ("e5", False, False),
        ("d3", True, False),
        ("e5 f4", True, False),
    ],
)
def test_a_game_is_put_up_again_when_all_stands_or_only_its_mover_is_in_a_hand(
    lacks: str, *, in_hand: bool, is_again: bool
) -> None:
    line = line_after("d1-d3")
    sight = Sight(line.position.occupied & ~squares(lacks))
    assert is_put_up_again(sight, line, in_hand=in_hand) is is_again


@pytest.mark.parametrize(
    "homes",
    [
        ("b4-a4", "j4-k4", "d9-d6"),
        ("d9-d6", "b4-a4", "j4-k4"),
        ("d9-d6", "j4-k4", "b4-a4"),
        ("j4-k4", "b4-a4", "d9-d6"),
    ],
)
def test_a_new_game_begins_though_its_first_move_is_made_before_the_last_piece_is_home(
    homes: tuple[str, ...],
) -> None:
    """After few plies, most pieces stand where they stood before the first game."""
    board = played("a4-b4", "d6-d9", "k4-j4")
    *most, last = homes
    for move in (*most, "h1-h2", last):
        board.move(move)
        board.wait(2.5)
    board.wait(1.0)
    assert (board.moves, board.view.repair) == (["h1-h2"], ())
    board.play("g5-g4")
    assert board.moves == ["h1-h2", "g5-g4"]
