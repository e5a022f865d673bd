"""The same change of sensors means something else so soon, beside that, after this."""

import pytest

from controller.recognition import prices
from controller.recognition.change import SquareChange
from controller.recognition.circumstances import price_of_nudge
from controller.recognition.down import out, price_of_those_left_out
from controller.recognition.leaving import taken
from controller.recognition.story import AIR, Away, begun
from controller.rules.geometry import parse_square
from tests.controller.recognition.stories import Looker, dead_on, gap, line_after, whereabouts


def test_a_piece_that_is_pushed_while_its_side_holds_another_is_no_move() -> None:
    board = Looker("d1-d3").look("-f4").look("-e5", after=0.3).look("+d5", after=0.02)
    assert gap(board) < prices.SURE
    board.look("+c4", after=0.5)
    assert (board.moves, whereabouts(board.best)) == (["d1-d3", "f4-c4"], {"e5": "d5"})


def test_a_piece_that_was_long_in_the_air_was_rather_carried_than_pushed() -> None:
    home = parse_square("e5")
    story = begun(line_after("d1-d3"))
    carried, pushed = (
        price_of_nudge(
            story, Away(home, AIR, left, left, home), SquareChange(parse_square("d5"), 10.0)
        )
        for left in (9.5, 9.98)
    )
    assert carried > pushed


def test_it_is_one_when_the_piece_that_was_held_is_put_back() -> None:
    board = Looker("d1-d3").look("-f4").look("-e5", after=0.5).look("+d5", after=0.02)
    board.look("+f4", after=0.5)
    assert (board.moves, whereabouts(board.best)) == (["d1-d3", "e5-d5"], {})
    assert gap(board) > 4.5 - prices.NUDGE_WHILE_HOLDING


def test_while_a_hand_is_busy_nobody_expects_it_to_put_a_pushed_piece_right() -> None:
    board = Looker("d1-d3").look("-f4").look("-e5", after=0.3).look("+d5", after=0.02)
    before = [s.price for s in board.beam.stories if whereabouts(s).get("e5") == "d5"]
    board.look(after=1.5)
    after = [s.price for s in board.beam.stories if whereabouts(s).get("e5") == "d5"]
    assert after[0] - before[0] < prices.STANDS_OUT


@pytest.mark.parametrize(("overlap_s", "slides"), [(0.04, True), (0.12, True), (0.25, False)])
def test_the_longer_two_squares_feel_a_magnet_the_likelier_it_is_two(
    overlap_s: float, *, slides: bool
) -> None:
    """h5 is filled beside g5, and then g5 is left: a slide, or a captive that is laid there."""
    board = Looker("d1-d3 e5-e2 g1-g3 f4-c4").look("-g3").look("+e3").look("-e2")
    board.look("+h5", after=0.3).look("-g5", after=overlap_s)
    assert (board.moves[-1] == "g5-h5") is slides


def test_the_next_move_may_be_lifted_before_its_turn() -> None:
    """The attackers take d3 again as soon as the defenders have lifted c4, and put it on b3."""
    board = Looker("h1-h2 f4-c4").look("-d1").look("+d3")
    board.look("-c4", after=1.0).look("-d3", after=0.04).look("+c1", after=0.3)
    assert gap(board) < prices.SURE
    board.look("+b3", after=0.4)
    assert board.moves[2:] == ["d1-d3", "c4-c1", "d3-b3"]


def test_a_piece_that_goes_back_may_have_made_the_move_after_the_next() -> None:
    """g1 is in the air as e4 goes back to e5: a takeback, unless g1 comes to stand, too."""
    board = Looker("d1-d3").look("-e5", after=1.0).look("+e4", after=0.3)
    board.look("-g1", after=0.2).look("-e4", after=0.07).look("+e5", after=0.45)
    assert board.moves == ["d1-d3"]
    waiting = min(s.price for s in board.beam.stories if any(a.waits for a in s.away))
    assert waiting > 3
    board.look("+g3", after=0.1)
    assert (board.moves, gap(board) > 2) == (["d1-d3", "e5-e4", "g1-g3", "e4-e5"], True)


def test_a_square_that_a_slide_has_brushed_was_no_move_of_its_own() -> None:
    """g1 slides by g2 to g3 while the reply f8 is in the air."""
    board = Looker().look("-f8", after=1.0).look("-g1", after=0.3).look("+g2", after=0.02)
    board.look("-g2", after=0.03).look("+g3", after=0.02).look("+f9", after=0.3)
    assert board.moves == ["g1-g3", "f8-f9"]
    assert all(s.price > 9 for s in board.beam.stories if len(s.line.game.plies) > 2)


def test_what_a_slide_may_go_on_to_capture_did_not_come_where_no_sensor_tells() -> None:
    """g3 goes by f3 to e3, whose sensor is dead, and its captive e2 is taken on the way."""
    board = Looker("d1-d3 e5-e2 g1-g3 f4-c4", unsure="e3")
    board.look("-g3", after=1.0).look("+f3", after=0.03).look("-e2", after=0.1)
    board.look("-f3", after=0.5)
    assert (whereabouts(board.best), gap(board) > 5) == ({"e2": "", "f3": ""}, True)
    board.look("-c4", after=1.0).look("+c5", after=0.5)
    assert board.moves[-2:] == ["g3-e3", "c4-c5"]


@pytest.mark.parametrize("target", ["e3", "e4"])
def test_a_reply_that_was_lifted_before_its_turn_is_less_likely(target: str) -> None:
    early = Looker().look("-e5").look("-d1", after=0.3).look("+d3", after=0.1)
    in_turn = Looker().look("-d1").look("+d3").look("-e5")
    leads = []
    for board in (early, in_turn):
        board.look(f"+{target}", after=0.2)
        leads.append(_price(board, "d1-d3") - _price(board, "d1-d3", f"e5-{target}"))
    assert leads[0] < leads[1] - 2.5


def _price(board: Looker, *moves: str) -> float:
    """Return the least price of a story with these plies, and with e5 down."""
    return min(
        story.price
        for story in board.beam.stories
        if [str(ply.move) for ply in story.line.game.plies] == [*moves] and story.straddle is None
    )


def test_a_piece_that_nobody_pushes_back_was_moved() -> None:
    board = Looker().look("-d1").look("+d3").look("-e5", after=0.01).look("+d5", after=0.02)
    assert board.moves == ["d1-d3"]
    board.look(after=6.0)
    assert (board.moves, gap(board) > 4) == (["d1-d3", "e5-d5"], True)


def test_a_piece_that_is_pushed_is_felt_now_and_then_and_still_no_early_reply() -> None:
    board = Looker().look("-d1").look("-e5", "+d5", after=0.1).look("-d5", after=0.02)
    board.look("+d5", after=0.06).look("+d3")
    assert (board.moves, whereabouts(board.best)) == (["d1-d3"], {"e5": "d5"})


def test_a_hand_that_takes_a_piece_later_is_not_the_one_that_has_pushed_another() -> None:
    board = Looker("d1-d3").look("-e5").look("+d5", after=0.02).look("-f4", after=1.0)
    before = [s.price for s in board.beam.stories if whereabouts(s).get("e5") == "d5"]
    board.look(after=1.5)
    after = [s.price for s in board.beam.stories if whereabouts(s).get("e5") == "d5"]
    assert after[0] - before[0] > prices.STANDS_OUT


def test_a_captor_whose_captive_was_taken_off_the_board_does_not_go_on() -> None:
    """f5 and e3, which has captured on e2, are lifted; f3 is where either could have come to."""
    board = Looker("d1-d3 e5-e2 g1-g3 f4-c4").look("-g3").look("+e3").look("-e2")
    board.look("-f5", after=2.0).look("-e3", after=0.08).look("+f3", after=0.04)
    board.look("+e2", after=0.02)
    assert board.moves[-3:] == ["g3-e3", "f5-f3", "e3-e2"]


def test_a_captive_is_not_laid_aside_in_no_time() -> None:
    """A move is taken back while another hand takes the captive of the move before."""
    board = Looker("d1-d3 e5-e2 g1-g3 f4-c4").look("-g3").look("+e3")
    board.look("-g5").look("+g3").look("-g3").look("-e2", after=0.1).look("+g5", after=0.01)
    laid = min(s.price for s in board.beam.stories if dead_on(s) == ["g5"])
    assert (board.moves[-1], laid > 5) == ("g3-e3", True)


def test_whoever_puts_a_captive_back_begins_to_take_its_capture_back() -> None:
    """That costs as little long after the ply as soon after it."""

    def price_after(seconds: float) -> float:
        board = Looker("d1-d3 e5-e2 g1-g3 f4-c4").look("-g3").look("+e3").look("-e2")
        board.look("+e2", after=seconds)
        return next(s.price for s in board.beam.stories if dead_on(s) == ["e2"])

    assert price_after(5.0) == price_after(1.0)


def test_where_a_piece_in_the_air_may_go_no_captive_is_put_back() -> None:
    board = Looker("d1-d3 e5-e2 g1-g3 f4-c4 a4-b4 c4-c2").look("-g3").look("+e3").look("-e2")
    board.look("-c2").look("+e2", after=0.3)
    put_back = next(s.price for s in board.beam.stories if dead_on(s) == ["e2"])
    assert (board.moves[-1], put_back > 2.5) == ("c2-e2", True)


def test_what_a_piece_in_the_air_explains_is_no_strange_magnet() -> None:
    board = Looker().look("-d1").look("+d3")
    assert all(s.price > prices.FOREIGN + 2 for s in board.beam.stories if s.foreign)


def test_a_captive_that_is_taken_just_before_its_captor_lands_has_not_slid_there() -> None:
    """g3 paused on f3, and is lifted again; e2 is taken, and at once e3 beside it is filled."""
    board = Looker("d1-d3 e5-e2 g1-g3 f4-c4").look("-g3").look("+f3").look("-f3")
    board.look("-e2", after=0.16).look("+e3", after=0.03)
    assert (board.moves[-1], whereabouts(board.best)) == ("g3-e3", {})


def test_a_move_that_has_stood_for_seconds_does_not_go_on_once_the_other_side_has_lifted() -> None:
    """f4 is lifted, and just after it d2; d4 is where either could have come to."""
    board = Looker().look("-d1").look("+d2")
    board.look("-f4", after=5.0).look("-d2", after=0.08).look("+d4", after=0.06)
    assert board.moves == ["d1-d2", "f4-d4"]


def test_whoever_has_taken_one_move_back_takes_the_next_one_back() -> None:
    """The moves of two sides are each put back, which might as well be moves the other way."""
    board = Looker().look("-d1").look("+d3").look("-e5").look("+d5").look("-a4").look("+b4")
    board.look("-b4").look("+a4").look("-d5").look("+e5")
    other_way = min(s.price for s in board.beam.stories if s.line.depth == 4)
    assert (board.moves, other_way > 12) == (["d1-d3"], True)


def test_a_slide_that_takes_its_time_may_as_well_be_a_captive_that_is_lifted() -> None:
    """e2 is left, and e3 is filled 0.05 s later: by e2, or by g3, which captures it."""
    board = Looker("d1-d3 f4-c4 g1-g3").look("-e5").look("-g3", after=0.1)
    board.look("+e2", after=0.4).look("-e2", after=0.3).look("+e3", after=0.05)
    assert gap(board) < prices.SURE


@pytest.mark.parametrize(
    ("origin", "target", "price"), [("f6", "i6", prices.LEFT_OUT), ("a4", "b4", 0.0)]
)
def test_a_side_that_has_moved_early_makes_that_move_and_no_other(
    origin: str, target: str, price: float
) -> None:
    """The defenders have just moved f4-c4, so i6 was not early; the attackers' b4 may be."""
    home, at = map(parse_square, (origin, target))
    early = Away(home, at, 1.0, 0.5, home, waits=True)
    story = begun(line_after("d1-d3 f4-c4"))._replace(away=(early,))
    assert price_of_those_left_out(story) == price


def test_nobody_makes_two_moves_before_one_of_the_other_side() -> None:
    """The attackers hold d1; of the defenders c4 stands early, and g5 comes to h5 now."""
    waits = Away(parse_square("f4"), parse_square("c4"), 9.0, 8.0, parse_square("f4"), waits=True)
    second = Away(parse_square("g5"), AIR, 9.5, 9.5, parse_square("g5"))
    first = begun(line_after())._replace(away=(second,))
    both = first._replace(away=(waits, second))
    seen = SquareChange(parse_square("h5"), 10.0, 0)
    alone = out(first, second, seen, prices.EARLY, waits=True)
    together = out(both, second, seen, prices.EARLY, waits=True)
    assert together.price - alone.price > prices.SURE


def test_a_piece_does_not_fly_over_many_squares_in_hardly_any_time() -> None:
    """h2 might have gone on to b3; but b5 has long been in the hand, and h2 has only just left."""
    board = Looker("h1-h3 e5-b5").look("-b5").look("-h3", after=1.5).look("+h2", after=0.15)
    board.look("-h2", after=0.22).look("+b3", after=0.02)
    assert board.moves == ["h1-h3", "e5-b5", "h3-h2", "b5-b3"]


def test_a_reply_that_is_lifted_just_as_a_slide_goes_on_may_as_well_have_been_lifted_before() -> (
    None
):
    d2, e5 = map(parse_square, ("d2", "e5"))
    story = begun(line_after("d1-d2"))._replace(away=(Away(d2, AIR, 5.0, 5.0, d2, slid=True),))
    lifted = [taken(story, e5, at) for at in (5.0, 5.5)]
    assert [after and after.price for after in lifted] == [0.0, prices.NOT_DOWN]
