"""What counts rules stories out: once people have seen it for long, or have played on from it."""

import pytest

from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Away, Story, begun
from controller.recognition.tracker import Beam
from controller.rules.geometry import parse_square
from controller.session.firmness import (
    Since,
    at_home,
    believing,
    keeping,
    lasting,
    playing_on,
    trusting,
)
from tests.controller.recognition.stories import going_on, line_after

# What both sides play in turn, whatever the attackers' first move was.
ON = ("e5-e4", "h1-h3", "e4-e5", "h3-h1", "e5-e4", "h1-h3")


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


def test_a_board_that_stands_right_has_nothing_stuck_unless_nothing_else_explains_it() -> None:
    start = line_after()
    right, stuck = begun(start), begun(start)._replace(stuck=1 << parse_square("e6"))
    assert at_home(beam_of(stuck, right.dearer(1.0)), start).stories == (right,)
    assert at_home(beam_of(stuck), start).stories == (stuck,)
