"""What counts rules stories out: once people have seen it for long, or have played on from it."""

from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Away, Story, begun
from controller.recognition.tracker import Beam
from controller.rules.geometry import parse_square
from controller.session.firmness import keeping, playing_on
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
