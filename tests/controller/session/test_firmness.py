"""What counts rules stories out: once people have seen it for long, or have played on from it."""

import pytest

from controller.recognition.falling import as_seen
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Away, Story, begun
from controller.recognition.tracker import Beam
from controller.rules.geometry import parse_square
from controller.session.firmness import (
    Since,
    believing,
    keeping,
    lasting,
    playing_on,
    resting,
    trusting,
)
from tests.controller.recognition.stories import line_after

# What both sides play in turn, whatever the attackers' first move was.
ON = ("e5-e4", "h1-h3", "e4-e5", "h3-h1", "e5-e4", "h1-h3")


def going_on(line: PlayedLine, *moves: str) -> PlayedLine:
    """Return a line after some more moves."""
    for move in moves:
        line = line.after(*map(parse_square, move.split("-")))
    return line


def beam_of(*stories: Story) -> Beam:
    """Return a beam of stories, the best first."""
    return Beam(stories, Sight(stories[0].occupied), 0.0)


def test_a_ply_from_which_both_sides_have_played_on_twice_is_settled() -> None:
    start = line_after()
    counted = going_on(start, "d1-d3", *ON[:4])
    other = begun(going_on(start, "d1-d2", *ON[:4])).dearer(1.0)
    beam = playing_on(beam_of(begun(counted), other), counted)
    assert beam.stories == (begun(counted),)


def test_what_is_far_dearer_than_a_ply_that_counts_is_not_believed_against_it() -> None:
    """Or a fall, in which nothing has a price, could undo what everybody has replied to."""
    start = line_after()
    counted = begun(going_on(start, "d1-d3"))
    denied = [
        begun(going_on(start, move)).dearer(p) for move, p in (("d1-d2", 6.9), ("d1-d4", 7.1))
    ]
    beam = believing(beam_of(counted, *denied), counted.line)
    assert beam.stories == (counted, denied[0])


@pytest.mark.parametrize(("dearer", "is_believed"), [(0.3, False), (0.5, True)])
def test_what_counts_though_nothing_made_it_likelier_leaves_no_other_game(
    dearer: float, *, is_believed: bool
) -> None:
    """Else the next look would take back what has just counted so that the game goes on."""
    start = line_after()
    counted, other = begun(going_on(start, "d1-d3")), begun(going_on(start, "d1-d2"))
    beam = believing(beam_of(counted, other.dearer(dearer)), counted.line)
    assert (other.dearer(dearer) in beam.stories) is is_believed


@pytest.mark.parametrize(("dearer", "is_trusted"), [(1.5, True), (2.5, False)])
def test_what_counts_is_trusted_after_a_while_where_no_other_game_is_far_likelier(
    dearer: float, *, is_trusted: bool
) -> None:
    start = line_after()
    likelier = begun(going_on(start, "d1-d2"))
    counted = begun(going_on(start, "d1-d3")).dearer(dearer)
    beam = trusting(beam_of(likelier, counted), counted.line)
    assert [s.line for s in beam.stories] == (
        [counted.line] if is_trusted else [likelier.line, counted.line]
    )


def test_before_that_it_may_turn_out_to_have_been_another() -> None:
    start = line_after()
    counted = going_on(start, "d1-d3", *ON[:3])
    other = begun(going_on(start, "d1-d2", *ON[:3])).dearer(1.0)
    beam = beam_of(begun(counted), other)
    assert playing_on(beam, counted) is beam


def test_who_takes_many_plies_back_does_not_mean_another_game() -> None:
    start = line_after()
    first = going_on(start, "d1-d3")
    counted = going_on(first, *ON)
    beam = beam_of(begun(counted), begun(first).dearer(1.0))
    assert playing_on(beam, counted) is beam


def test_what_is_likelier_than_all_that_counts_is_not_ruled_out() -> None:
    start = line_after()
    counted = going_on(start, "d1-d3", *ON[:4])
    other = begun(going_on(start, "d1-d2", *ON[:4]))
    beam = beam_of(other, begun(counted).dearer(1.0))
    assert playing_on(beam, counted) is beam


def test_a_ply_that_people_have_seen_count_was_no_push() -> None:
    """d1 is in the air again: it may still be put back, but it was not pushed to d3."""
    start = line_after()
    counted = going_on(start, "d1-d3")
    square = parse_square("d1")
    lifted = Away(square, AIR, 1.0, 0.0, parse_square("d3"), out=True)
    pushed = begun(start)._replace(away=(lifted,)).dearer(1.0)
    back = begun(start).dearer(2.0)
    beam = keeping(beam_of(begun(counted), pushed, back), counted)
    assert beam.stories == (begun(counted), back)


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


def test_a_piece_that_fell_to_another_square_is_not_off_the_board() -> None:
    start = line_after()
    line = going_on(start, "d1-d3")
    d1, d3 = map(parse_square, ("d1", "d3"))
    story = begun(start)._replace(
        away=(Away(d1, d3, 9.0, 9.0, d1, lost=True),), occupied=line.position.occupied
    )
    beam = Beam((story,), Sight(line.position.occupied), 10.0)
    assert resting(beam, start, 4.5).best.line is line


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


@pytest.mark.parametrize("last", ["e5-e2", ""])
def test_what_counts_is_trusted_though_its_last_ply_goes_on_or_is_taken_back(last: str) -> None:
    """A game that nobody has seen is hardly likelier, and would drop what both sides played."""
    start = line_after()
    agreed = going_on(start, "d1-d3", "f4-c4", "d3-d2")
    counted = going_on(agreed, "e5-e3")
    on = begun(going_on(agreed, last) if last else agreed).dearer(0.1)
    other = begun(going_on(start, "d1-d2", "f4-c4", "a4-a3", "e5-e2"))
    beam, since = beam_of(other, on), Since(counts=0.0, doubted=10.0)
    assert lasting(beam, counted, since, seen_at=10.0, at=12.9) == (since, beam)
    assert lasting(beam, counted, since, seen_at=10.0, at=13.0)[1].stories == (on.dearer(-0.1),)
