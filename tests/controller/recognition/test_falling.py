"""A board is knocked over, and put up again."""

from controller.recognition import prices
from controller.recognition.change import SquareChange
from controller.recognition.falling import put_up
from controller.recognition.leaving import taken
from controller.recognition.story import AIR, Away, begun
from controller.rules.geometry import bits_of, parse_square
from tests.controller.recognition.stories import Looker, line_after, whereabouts


def test_two_pieces_that_fly_in_no_time_were_knocked_over() -> None:
    """The first might have been played where it fell; the second follows a moment later."""
    board = Looker().look("-e11", "+e8").look("-h6", "+b8", after=0.03).look(after=0.3)
    assert board.moves == []
    assert sorted(whereabouts(board.best).items()) == [("e11", "e8"), ("h6", "b8")]
    board.look("-b8", after=2.0).look("+h6", after=0.3).look("-e8", after=0.5)
    board.look("+e11", after=0.3)
    assert (board.moves, whereabouts(board.best)) == ([], {})


def test_one_that_flies_alone_was_played() -> None:
    assert Looker().look("-e11", "+e8").look(after=0.3).moves == ["e11-e8"]


def test_a_piece_that_is_lifted_as_another_slides_on_did_not_fall_there() -> None:
    """i6 slides by i7 to i8 while the reply a4 is lifted."""
    board = Looker("d1-d3").look("-h6", after=1.0).look("+h7", after=0.02)
    board.look("-a4", after=0.04).look("-h7", "+h8", after=0.01)
    assert board.moves == ["d1-d3", "h6-h8"]
    fallen = [s.price for s in board.beam.stories if whereabouts(s).get("a4") == "h8"]
    assert all(price > 2.5 for price in fallen)


def test_a_board_may_fall_as_the_first_move_is_taken_back() -> None:
    """Before that there is no move which the fall might have made."""
    fallen = ("a4", "a5", "e1", "f1", "k4", "k5")
    board = Looker().look("-d1").look("+d3").look("-d3").look("+d1")
    for name in fallen:
        board.look(f"-{name}", after=0.02)
    for name in fallen:
        board.look(f"+{name}")
    assert (board.moves, whereabouts(board.best)) == ([], {})


def test_a_fall_ends_with_the_last_piece_that_comes_home_whatever_else_lies_about() -> None:
    board = Looker().look("-a4", "-a5", "-d1", "-e1", "-f1", "-k4", "-k5").look("+b4", "+c3")
    board.look("+a4").look("+a5").look("+d1").look("+e1").look("+f1").look("+k4")
    assert board.best.upset
    board.look("+k5")
    strays = bits_of(parse_square("b4"), parse_square("c3"))
    assert (board.best.upset, whereabouts(board.best), board.best.foreign) == (False, {}, strays)
    assert board.look("-f10").look("+d10").moves == ["f10-d10"]


def test_a_fall_ends_though_a_piece_is_back_where_no_sensor_tells() -> None:
    fallen = ("a4", "a5", "d1", "e1", "f1", "k4", "k5")
    board = Looker().look(*(f"-{name}" for name in fallen), "-e5")
    board.unsure = bits_of(parse_square("e5"))
    for name in fallen:
        board.look(f"+{name}")
    assert (board.best.upset, whereabouts(board.best)) == (False, {})
    assert board.look("-d1").look("+d3").moves == ["d1-d3"]


def test_a_fallen_board_at_rest_is_lifted_from_like_any_other() -> None:
    at_rest = begun(line_after())._replace(upset=True)
    squares = [parse_square(name) for name in ("a4", "a5", "k4", "k5")]
    falling = at_rest._replace(away=tuple(Away(s, AIR, 9.5, 9.5, s) for s in squares))
    stories = [taken(story, parse_square("e5"), 10.0) for story in (at_rest, falling)]
    found = [story.price for story in stories if story]
    assert found == [prices.LIFT_OTHER, 0.0]


def test_a_piece_that_falls_where_it_might_have_moved_has_not_moved() -> None:
    """Five pieces leave within 0.14 s, and one of k8 lands on g3, where g1 might have gone."""
    board = Looker("d1-d3 e5-e2").look("-g1").look("-a4", after=0.01)
    board.look("-k8", "+g3", after=0.05).look("-h6", after=0.05).look("-b6", after=0.03)
    board.look("+a4", after=1.5).look("+b6", after=0.6).look("-g3").look("+k8").look("+h6")
    assert (board.moves, whereabouts(board.best)) == (["d1-d3", "e5-e2"], {"g1": ""})
    assert board.best.upset


def test_what_lands_as_others_fall_costs_nothing_and_later_somebody_put_it_there() -> None:
    board = Looker()
    for name in ("a4", "k5", "d11", "b6", "j6"):
        board.look(f"-{name}", after=0.03)
    prices_after = [
        put_up(board.best, SquareChange(parse_square("c2"), board.at + seconds)).price
        for seconds in (0.05, 1.2)
    ]
    assert prices_after == [0.0, 1.2]


def test_a_sleeve_that_pushes_four_pieces_as_a_hand_lifts_a_fifth_is_likelier_than_a_fall() -> None:
    board = Looker().look("-g1").look("-e1", after=0.06).look("-f4", after=0.06)
    board.look("-f2", after=0.03).look("-f1", after=0.09)
    fallen = [story.price for story in board.beam.stories if story.upset]
    assert (board.best.upset, min(fallen) > prices.SURE) == (False, True)


def test_where_a_piece_may_go_that_was_in_a_hand_before_seldom_another_one_falls() -> None:
    """d1 is lifted a tenth of a second before five others fall; to d2 it may go, to c2 not."""
    fallen = ("d1", "a4", "a5", "k4", "k5", "f2")
    lefts = (9.8, *(10.0 + 0.02 * later for later in range(5)))
    away = tuple(
        Away(square, AIR, left, left, square)
        for square, left in zip(map(parse_square, fallen), lefts, strict=True)
    )
    board = begun(line_after())._replace(upset=True, away=away)
    lands = [
        put_up(board, SquareChange(parse_square(name), 10.2, 0)).price for name in ("d2", "c2")
    ]
    assert lands == [prices.FALL_ELSEWHERE, 0.0]
    others = board._replace(away=tuple(a._replace(left=10.0) for a in away))
    assert put_up(others, SquareChange(parse_square("d2"), 10.2, 0)).price == 0.0


def price_of_putting_up(*left: float) -> float:
    """Return what it costs that a piece is put on d3; d1, e5 and k4 left at some times."""
    homes = map(parse_square, ("d1", "e5", "k4"))
    away = tuple(Away(home, AIR, at, at, home) for home, at in zip(homes, left, strict=True))
    story = begun(line_after())._replace(upset=True, away=away)
    return put_up(story, SquareChange(parse_square("d3"), 15.0)).price


def test_where_a_piece_may_go_that_was_in_a_hand_before_the_others_left_none_falls() -> None:
    """d1 may go to d3, and e5, whose turn it is not, may go nowhere."""
    together = price_of_putting_up(10.0, 10.05, 10.1)
    assert price_of_putting_up(10.0, 10.15, 10.2) - together == prices.FALL_ELSEWHERE
    assert price_of_putting_up(10.15, 10.0, 10.2) == together
