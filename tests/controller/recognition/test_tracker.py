"""Stories follow the pieces: who is where follows from the order in which squares change."""

from dataclasses import replace

import pytest

from controller.recognition import prices
from controller.recognition.story import Dead, begun
from controller.recognition.tracker import sifted, tracked
from controller.rules.geometry import bits_of, parse_square
from controller.rules.pieces import Side
from hal.board import Poles
from tests.board_driver import COPENHAGEN
from tests.controller.recognition.stories import Looker, dead_on, line_after, whereabouts

# g3-e3 takes the defender on e2.
OPENING = "d1-d3 e5-e2 g1-g3 f4-c4"


def test_a_piece_that_is_lifted_is_in_the_air_and_home_again() -> None:
    board = Looker().look("-d1")
    assert whereabouts(board.best) == {"d1": ""}
    board.look("+d1")
    assert (whereabouts(board.best), board.moves) == ({}, [])


def test_a_piece_that_comes_to_where_it_may_go_has_made_a_ply() -> None:
    board = Looker().look("-d1").look("+d3")
    assert (board.moves, whereabouts(board.best)) == (["d1-d3"], {})


def test_a_ply_goes_on_and_is_taken_back() -> None:
    board = Looker().look("-d1").look("+d3").look("-d3").look("+d5")
    assert board.moves == ["d1-d5"]
    board.look("-d5").look("+d1")
    assert (board.moves, whereabouts(board.best)) == ([], {})


def test_a_square_that_was_filled_before_a_lift_does_not_hold_the_lifted_piece() -> None:
    board = Looker(OPENING).look("-g3").look("+e3").look("-e2").look("+b4").look()
    assert dead_on(board.best) == ["b4"]
    board.look("-c4")
    assert board.moves[-1] == "g3-e3"
    assert whereabouts(board.best) == {"c4": ""}


def test_a_piece_that_slides_is_felt_on_two_squares_for_a_moment() -> None:
    board = Looker().look("+d2").look("-d1", after=0.03)
    assert board.moves == ["d1-d2"]


def test_a_piece_that_stands_where_it_may_not_go_is_out_of_its_place() -> None:
    board = Looker().look("-d1").look("+e2").look()
    assert (board.moves, whereabouts(board.best)) == ([], {"d1": "e2"})
    board.look("-e2").look("+d2")
    assert board.moves == ["d1-d2"]


def test_a_captive_may_be_taken_before_its_captor_stands() -> None:
    board = Looker(OPENING).look("-e2").look("-g3").look("+e3")
    assert board.moves[-1] == "g3-e3"
    assert (whereabouts(board.best), dead_on(board.best)) == ({}, [])


def test_a_capture_is_taken_back_with_its_captive() -> None:
    board = Looker(OPENING).look("-g3").look("+e3").look("-e2")
    board.look("-e3").look("+g3")
    assert whereabouts(board.best) == {"e2": ""}
    board.look("+e2")
    assert (board.moves, whereabouts(board.best)) == (OPENING.split(), {})


def test_a_reply_may_stand_before_the_move_that_nothing_felt() -> None:
    board = Looker().look("-d1", after=1.0).look("-h6").look("+i6")
    assert board.moves == []
    board.look("+d3")
    assert board.moves == ["d1-d3", "h6-i6"]


def test_many_pieces_at_once_have_fallen_and_make_no_plies() -> None:
    board = Looker().look("-a4", "-a5", "-d1", "-e1", "-f1", "-k4", "-k5")
    board.look("+b4")
    assert (board.best.upset, board.moves) == (True, [])
    board.look("-b4").look("+a4", "+a5", "+d1", "+e1", "+f1", "+k4", "+k5")
    assert (board.best.upset, whereabouts(board.best)) == (False, {})


def test_a_broken_sensor_that_recovers_leaves_nothing_behind() -> None:
    board = Looker(unsure="a3").look("+a3").look("-d1").look("-d11").look("-a4")
    board.look("+d1", "+d11", "+a4")
    board.unsure = 0
    board.look("-a3")
    assert (whereabouts(board.best), board.moves, board.best.upset) == ({}, [], False)


def test_a_sensor_that_is_trusted_no_longer_has_felt_neither_a_ply_nor_a_strange_magnet() -> None:
    """h3 is filled, to which h1 alone could go; but h1 is felt still."""
    board = Looker("d1-d2 e5-e2").look("+h3", after=1.0).look(after=0.5)
    moved = next(story for story in board.beam.stories if story.stuck)
    board.beam = replace(board.beam, stories=(moved._replace(price=0.0), board.best))
    board.unsure = 1 << parse_square("h3")
    board.look("-h3", after=0.01)
    best = board.best
    assert (board.moves, best.stuck, best.foreign) == (["d1-d2", "e5-e2"], 0, 0)
    assert len(board.beam.stories) == 1


def test_what_no_story_explains_is_a_board_that_stands_as_it_is_seen() -> None:
    board = Looker("d1-d3")
    nowhere = board.best._replace(occupied=board.occupied | 1 << parse_square("a3"))
    board.beam = replace(board.beam, stories=(nowhere,))
    board.look("-e1")
    assert (whereabouts(board.best), board.best.upset) == ({"e1": ""}, True)
    board.look("+e1")
    assert (whereabouts(board.best), board.moves, board.best.upset) == ({}, ["d1-d3"], False)


def test_a_piece_leaves_a_square_that_does_not_tell() -> None:
    board = Looker("d1-d3", unsure="e5").look("+e4")
    assert board.moves == ["d1-d3", "e5-e4"]


def test_a_piece_comes_to_a_square_that_does_not_tell_as_the_reply_shows() -> None:
    board = Looker("d1-d3 e5-e2 d3-d5 f4-c4", unsure="e5")
    board.look("-d5").look("-g5", after=1.0).look("+i5", after=1.0)
    assert board.moves[-2:] == ["d5-e5", "g5-i5"]


def test_a_pole_tells_which_piece_has_come() -> None:
    start = COPENHAGEN.start
    d1, e5, d5 = (bits_of(parse_square(name)) for name in ("d1", "e5", "d5"))
    board = Looker().look("-d1").look("-e5")
    poles = Poles(start.attackers & ~d1, start.defenders & ~e5 | d5, start.king)
    board.look("+d5", poles=poles)
    assert board.moves == []


def test_only_the_likeliest_stories_are_kept_and_the_best_has_no_price() -> None:
    board = Looker(OPENING)
    for changes in (
        ["-e2"],
        ["-g3"],
        ["+f3"],
        ["-c4"],
        ["+e3"],
        ["-f3"],
        ["+c3"],
        ["-a4"],
        ["+b4"],
    ):
        board.look(*changes, after=0.2)
        found = [story.price for story in board.beam.stories]
        assert found[0] == 0
        assert found == sorted(found)
        assert len(found) <= prices.KEPT
        assert found[-1] <= prices.HOPELESS


def test_no_two_stories_are_the_same() -> None:
    board = Looker(OPENING).look("-e2").look("-g3").look("+f3").look("-c4").look("+e3")
    keys = [story.key() for story in board.beam.stories]
    assert len(set(keys)) == len(keys)


def test_while_nothing_changes_the_stories_are_the_same_object() -> None:
    board = Looker()
    assert tracked(board.beam, board.beam.sight, board.at + 5.0) is board.beam


def test_who_holds_a_piece_for_nothing_becomes_less_likely() -> None:
    board = Looker(OPENING).look("-g3").look("+e3").look("-e2").look("-g5").look("+h5", after=0.2)
    before = [s.price for s in board.beam.stories if dead_on(s) == ["h5"]]
    board.look(after=2.0)
    after = [s.price for s in board.beam.stories if dead_on(s) == ["h5"]]
    assert min(after) > min(before)


@pytest.mark.parametrize("squares", [("d1",), ("d1", "e5"), ("a4", "k4", "f6")])
def test_pieces_that_are_put_back_leave_no_trace(squares: tuple[str, ...]) -> None:
    board = Looker()
    for name in squares:
        board.look(f"-{name}", after=0.1)
    for name in squares:
        board.look(f"+{name}", after=0.1)
    assert (board.moves, whereabouts(board.best), board.best.foreign) == ([], {}, 0)


def test_a_bad_sensor_that_stirs_where_a_piece_in_the_air_may_go_speaks_for_that() -> None:
    d3 = bits_of(parse_square("d3"))
    board = Looker(unsure="d3").look("-d1")
    stays, stirs = (
        tracked(board.beam, replace(board.beam.sight, stirring=stirring), board.at + 0.5)
        for stirring in (0, d3)
    )
    quiet, stirred = (
        next(s.price for s in beam.stories if not s.away)
        - next(s.price for s in beam.stories if s.away)
        for beam in (stays, stirs)
    )
    assert quiet - stirred == pytest.approx(prices.STIRS_FOR_NOTHING)


def test_which_of_two_magnets_that_lie_about_is_the_captive_makes_no_two_stories() -> None:
    """e3's captive was laid on a9 or on k9, and something else lies on the other one."""
    e3, a9, k9 = map(parse_square, ("e3", "a9", "k9"))
    story = begun(line_after("d1-d3"))
    one, other = (
        story._replace(
            price=price,
            foreign=1 << strange,
            dead=(Dead(lying, Side.DEFENDERS, 10.0, taken=True, home=e3, last=e3),),
        )
        for lying, strange, price in ((a9, k9, 1.0), (k9, a9, 1.5))
    )
    assert sifted([other, one]) == (one._replace(price=0.0),)


def test_what_may_be_a_captive_or_a_magnet_of_no_game_is_the_captive() -> None:
    """After many seconds nothing makes either likelier; it came to b11 as a piece was in a hand."""
    board = Looker(OPENING).look("-g3").look("+e3").look("-e2").look("+b11", after=6.0)
    board.look("-e7").look("+e8").look(after=3.0)
    assert (dead_on(board.best), board.best.foreign) == (["b11"], 0)
