"""A board that has rested: which plies explain where every piece stands, if no story does."""

import pytest

from controller.recognition.falling import as_seen
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Away, Dead, Made, begun
from controller.recognition.tracker import Beam
from controller.rules.game import Game
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from controller.session.resting import resting
from tests.board_driver import COPENHAGEN, BoardDriver
from tests.controller.recognition.stories import going_on, line_after
from tests.controller.session.hands import asked, feel


def rests(moves: str, *, upset: bool = False, watched: bool = True) -> list[float]:
    """Return after how many seconds of rest, of some, moves are read that no story knows."""
    start = line_after()
    line = going_on(start, *moves.split())
    lost = as_seen(begun(start), line.position.occupied, 0, 10.0)._replace(upset=upset)
    beam = Beam((lost,), Sight(line.position.occupied), 10.0)
    times = (0.4, 0.5, 1.6, 1.7, 4.4, 4.5)
    return [at for at in times if resting(beam, start, at, watched=watched).best.line is line]


def test_a_board_that_rests_is_read_soon_but_what_may_have_been_pushed_later() -> None:
    assert rests("d1-d3") == [0.5, 1.6, 1.7, 4.4, 4.5]
    assert rests("d1-d2") == [1.7, 4.4, 4.5]
    assert rests("d1-d3", upset=True) == [4.5]


@pytest.mark.parametrize(("dearer", "is_read"), [(1.0, False), (3.0, True)])
def test_a_board_is_not_read_where_hands_may_have_played_on_it_otherwise(
    dearer: float, *, is_read: bool
) -> None:
    """By the likeliest story a piece is in a hand; by another one all stand right after plies."""
    start = line_after()
    line = going_on(start, "d1-d3")
    held = Away(parse_square("d1"), AIR, 9.0, 9.0, parse_square("d1"))
    best = begun(start)._replace(away=(held,), foreign=1 << parse_square("d3"))
    other = begun(going_on(start, "d1-d2", "e5-e4", "d2-d3", "e4-e5")).dearer(dearer)
    beam = Beam((best, other), Sight(line.position.occupied), 10.0)
    assert (resting(beam, start, 4.5).best.line is line) is is_read


@pytest.mark.parametrize(
    ("dearer", "at", "is_read"), [(4.0, "c3", True), (6.0, "c3", False), (4.0, "", False)]
)
def test_a_piece_that_nobody_puts_right_for_long_belongs_where_it_stands(
    dearer: float, at: str, *, is_read: bool
) -> None:
    """Two plies there and back have been taken back, or two more were played; no hand is near."""
    start = line_after()
    line = going_on(start, "d1-d2", "f4-c4", "d2-d1", "c4-c3")
    origin, out = parse_square("f4"), parse_square(at) if at else AIR
    best = begun(start)._replace(
        away=(Away(origin, out, 10.0, 9.0, parse_square("c4"), out=True),),
        occupied=line.position.occupied,
    )
    beam = Beam((best, begun(line).dearer(dearer)), Sight(line.position.occupied), 10.0)
    read = [resting(beam, start, at).best.line is line for at in (4.4, 4.5)]
    assert read == [False, is_read]


def test_a_captive_that_nobody_brings_back_for_long_has_been_captured() -> None:
    """By the likeliest story g3 went on elsewhere, so that e2 lives again, which is not felt."""
    start = line_after("d1-d3 e5-e2 g1-g3 f4-c4 g3-e3")
    line = going_on(start, "c4-c3", "e3-f3")
    captive = Away(parse_square("e2"), AIR, 9.0, 9.0, parse_square("e2"), lost=True)
    best = begun(going_on(start.back(), "g3-f3"))
    best = best._replace(away=(captive,), occupied=line.position.occupied)
    beam = Beam((best, begun(line).dearer(6.0)), Sight(line.position.occupied), 10.0)
    read = [resting(beam, start, at).best.line is line for at in (4.4, 4.5)]
    assert read == [False, True]


def test_what_nobody_has_seen_fall_may_still_have_been_pushed() -> None:
    assert rests("d1-d3", upset=True, watched=False) == [0.5, 1.6, 1.7, 4.4, 4.5]
    assert rests("d1-d2", watched=False) == [1.7, 4.4, 4.5]
    assert rests("d1-d2 f8-g8", watched=False) == [4.5]


def test_a_board_that_rests_as_hands_have_played_on_it_has_not_fallen() -> None:
    """Six plies are more than a board tells that rests; but one story has made each of them."""
    start = line_after()
    line = going_on(start, "d1-d3", "e5-e2", "g1-g3", "f4-c4", "a4-b4", "f8-i8")
    sight = Sight(line.position.occupied)
    fallen = as_seen(begun(start), sight.occupied, 0, 10.0)._replace(upset=True)
    beam = Beam((fallen, begun(line).dearer(6.0)), sight, 10.0)
    assert [resting(beam, start, at).best.line is line for at in (4.4, 4.5)] == [False, True]


def test_what_fell_and_stands_where_it_stood_has_not_moved_there_and_back() -> None:
    """d1 fell to d2, and was put back; f8, whose turn it is not, was put on g8."""
    start = line_after()
    line = going_on(start, "d1-d2", "f8-g8", "d2-d1")
    f8, g8 = map(parse_square, ("f8", "g8"))
    fallen = begun(start)._replace(
        away=(Away(f8, g8, 9.0, 8.0, f8, lost=True),),
        occupied=line.position.occupied,
        upset=True,
    )
    beam = Beam((fallen, begun(line).dearer(6.0)), Sight(line.position.occupied), 10.0)
    assert resting(beam, start, 10.0) is beam


def test_a_piece_that_fell_to_another_square_is_not_off_the_board() -> None:
    start = line_after()
    line = going_on(start, "d1-d3")
    d1, d3 = map(parse_square, ("d1", "d3"))
    story = begun(start)._replace(
        away=(Away(d1, d3, 9.0, 9.0, d1, lost=True),), occupied=line.position.occupied
    )
    beam = Beam((story,), Sight(line.position.occupied), 10.0)
    assert resting(beam, start, 4.5).best.line is line


@pytest.mark.parametrize(("rest_s", "plies"), [(0.4, 8), (0.5, 4)])
def test_captives_that_stand_again_after_play_there_and_back_must_rest(
    rest_s: float, plies: int
) -> None:
    before = line_after("d1-d3 e5-e2 g1-g3 f4-c4")
    line = going_on(before, "g3-e3", "c4-b4", "e3-g3", "b4-c4")
    captive = Dead(AIR, Side.DEFENDERS, 9.0, taken=True, home=parse_square("e2"))
    story = begun(line)._replace(top=Made(line, 9.0, first=9.0), dead=(captive,))
    found = resting(Beam((story,), Sight(before.position.occupied), 10.0), line, rest_s)
    assert found.best.line.depth == plies


ESCAPE = """
A..........
...........
..........K
...........
...........
....D......
...........
...........
....A......
...........
....A......
"""


def test_a_ply_that_has_ended_the_game_is_not_made_another_one_by_a_board_at_rest() -> None:
    """The king has come to the corner, and is put on the square before that."""
    k9, k10, k11 = map(parse_square, ("k9", "k10", "k11"))
    begins = PlayedLine(Game(COPENHAGEN, parse_diagram(ESCAPE, Side.DEFENDERS)))
    line, instead = begins.after(k9, k11), begins.after(k9, k10)
    assert line.game.outcome is not None
    sight = Sight(instead.position.occupied)
    made = Made(line, 5.0, left=4.0, before=Made(begins), first=5.0)
    lost = as_seen(begun(line)._replace(top=made), sight.occupied, 0, 10.0)
    beam = Beam((lost,), sight, 10.0)
    assert resting(beam, line, 10.0) is beam


def test_what_was_undone_by_command_is_not_read_again_from_the_board() -> None:
    start = line_after()
    line = going_on(start, "d1-d3")
    d1, d3 = map(parse_square, ("d1", "d3"))
    barred = Away(d1, d3, 1.0, 0.5, d1, barred=True)
    story = begun(start)._replace(away=(barred,), occupied=line.position.occupied)
    beam = Beam((story,), Sight(line.position.occupied), 10.0)
    assert resting(beam, start, 10.0) is beam


def test_a_board_with_a_sensor_that_does_not_tell_is_not_read_at_rest() -> None:
    start = line_after()
    line = going_on(start, "d1-d3")
    sight = Sight(line.position.occupied, unsure=1 << parse_square("e5"))
    lost = as_seen(begun(start), sight.occupied, sight.unsure, 10.0)
    beam = Beam((lost,), sight, 10.0)
    assert resting(beam, start, 10.0) is beam


def test_a_story_with_every_piece_in_its_place_needs_no_other_reading() -> None:
    line = line_after("d1-d3")
    beam = Beam((begun(line),), Sight(line.position.occupied), 10.0)
    assert resting(beam, line.back(), 10.0) is beam


@pytest.mark.parametrize("stands_s", [4.2, 6.0, 20.0])
def test_a_piece_that_stands_where_it_may_not_has_not_slid_to_a_captive_that_lies_beside_it(
    stands_s: float,
) -> None:
    """g7 is put on h9 while the captive of g8 still lies there, and home again."""
    board = BoardDriver()
    board.play("h11-h8", "f8-g8")
    feel(board, f"f10:0.6 f8:2.4 g7:0.6 h9:{stands_s}")
    assert asked(board.view) == {("h9", "g7")}
    feel(board, "h9:0.5 g7:2.0")
    assert (board.moves, board.view.repair) == (["h11-h8", "f8-g8", "f10-f8"], ())
    assert board.view.owed == 1 << parse_square("g8")
