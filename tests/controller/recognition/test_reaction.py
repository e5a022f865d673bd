"""A hand answers what it has seen: sooner than that, a piece was pushed or only went on."""

import pytest

from controller.recognition import prices
from controller.recognition.change import SquareChange
from controller.recognition.reaction import price_of_reaction
from controller.recognition.story import AIR, Away, Made, begun
from controller.rules.geometry import parse_square
from tests.controller.recognition.stories import Looker, gap, line_after, whereabouts


@pytest.mark.parametrize("after_s", [0.01, 0.19])
def test_nobody_answers_so_soon(after_s: float) -> None:
    """d3 has just come to stand, and e5 is on the next square: it was rather pushed."""
    board = Looker().look("-d1").look("+d3").look("-e5", after=after_s).look("+d5", after=0.02)
    assert gap(board) < prices.SURE
    later = Looker().look("-d1").look("+d3").look("-e5", after=0.5).look("+d5", after=0.02)
    assert (later.moves, gap(later) > 5) == (["d1-d3", "e5-d5"], True)


def test_nobody_pushes_a_piece_that_no_arm_is_over() -> None:
    """d3 has just come to stand, and h6 is far from it, in rank and in file."""
    board = Looker().look("-d1").look("+d3").look("-h6", after=0.01).look("+i6", after=0.02)
    assert (board.moves, gap(board) > 5) == (["d1-d3", "h6-i6"], True)


def test_but_nobody_pushes_a_piece_two_squares_far() -> None:
    board = Looker().look("-d1").look("+d3").look("-e5", after=0.01).look("+d5", after=0.02)
    board.look("-d5", after=0.1).look("+c5", after=0.03)
    assert (board.moves, gap(board) > 4) == (["d1-d3", "e5-c5"], True)


def test_nobody_replies_to_a_reply_before_the_first_ply_is_seen() -> None:
    """d1 is slid to d3, while e5 is pushed to d5; three plies would take longer."""
    board = Looker().look("-d1").look("+d2", after=0.01).look("-e5", "+d5", after=0.04)
    board.look("-d2", after=0.03).look("+d3", after=0.01)
    assert (board.moves, whereabouts(board.best)) == (["d1-d3"], {"e5": "d5"})


def test_the_arm_of_who_has_just_moved_is_over_what_it_lifts() -> None:
    """d1-d3 stands, and with e5 the attackers' own e1 leaves its square: both are pushed."""
    board = Looker().look("-d1").look("+d3", after=0.3)
    board.look("-e1", "-e5", "+e4", after=0.07)
    assert (board.moves, whereabouts(board.best)) == (["d1-d3"], {"e1": "", "e5": "e4"})
    assert gap(board) >= prices.SURE


def test_a_reply_that_was_thought_better_of_has_shown_that_the_move_stood() -> None:
    """e5 slides to e4 and home; d3 is lifted at once, and c4 replies before it comes to d4."""
    board = Looker("d1-d3").look("-e5").look("+e4", after=0.03)
    board.look("-e4", after=0.15).look("+e5", after=0.03).look("-d3", after=0.04)
    board.look("-f4").look("+c4", after=0.2).look("+d4", after=0.2).look(after=0.3)
    assert board.moves == ["d1-d3", "f4-c4", "d3-d4"]


def test_who_lifts_a_piece_before_the_move_can_be_seen_has_hardly_replied_to_it() -> None:
    """d1-d3 stands since 10.0; e5 is carried to b5, far from its hand."""
    line, home = line_after("d1-d3"), parse_square("e5")
    story = begun(line)._replace(top=Made(line, 10.0, left=9.0, first=10.0))
    seen = SquareChange(parse_square("b5"), 11.0)
    at_once, later = (
        price_of_reaction(story, Away(home, AIR, left, left, home), seen) for left in (10.1, 10.5)
    )
    assert (at_once > 0.0, later) == (True, 0.0)


@pytest.mark.parametrize(
    ("rests_s", "moves"),
    [(0.5, ["d1-d3", "e5-c5"]), (1.5, ["d1-d2", "e5-c5", "d2-d3"])],
)
def test_a_slide_that_has_not_rested_for_long_goes_on_though_the_reply_stands_by_then(
    rests_s: float, moves: list[str]
) -> None:
    """Its hand cannot have seen that reply begin; a move that has rested for long is over."""
    board = Looker().look("-d1").look("+d2", after=0.03).look("-e5", after=rests_s)
    board.look("+c5", after=0.1).look("-d2", after=0.03).look("+d3", after=0.03).look(after=0.5)
    assert board.moves == moves


def test_a_piece_that_leaves_a_square_that_does_not_tell_was_not_lifted_too_soon() -> None:
    """d5 goes to e5, whose sensor is dead, and from there on, past the reply."""
    board = Looker("d1-d3 e5-b5 g1-g3 b5-d5 d3-d2", unsure="e5")
    board.look("-d5", after=1.0).look("-g3", after=0.4).look("+g2", after=0.25)
    board.look("+c5", after=0.4)
    assert board.moves[-3:] == ["d5-e5", "g3-g2", "e5-c5"]
