"""When a ply counts, and when one that counts is dropped, by what other stories say."""

from controller.recognition import prices
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import Away, Made, begun
from controller.recognition.tracker import Beam
from controller.rules.geometry import parse_square
from controller.session.counted import Counted
from controller.session.counting import Past, counted_next
from controller.session.timing import Timing
from tests.controller.recognition.stories import line_after

AT = 20.0


def pushed_or_played(price: float) -> tuple[Beam, PlayedLine]:
    """Return two stories of e4, and the line that counts: e5 was pushed there, or has moved.

    The second is dearer by a price.
    """
    start = line_after("d1-d3")
    counted = start.after(parse_square("e5"), parse_square("e4"))
    pushed = Away(parse_square("e5"), parse_square("e4"), 10.0, 9.9, parse_square("e5"))
    made = Made(start, 9.0, left=8.0)
    none = begun(start)._replace(top=made, occupied=counted.position.occupied, away=(pushed,))
    played = begun(counted).dearer(price)
    return Beam((none, played), Sight(counted.position.occupied), 10.0), counted


def test_what_counts_and_stands_is_dropped_only_for_a_much_likelier_story() -> None:
    beam, line = pushed_or_played(prices.SURE_THAT_IT_IS_NONE - 0.1)
    assert not isinstance(counted_next(beam, line, Timing(), AT, Past()), Counted)
    beam, line = pushed_or_played(prices.SURE_THAT_IT_IS_NONE)
    dropped = counted_next(beam, line, Timing(), AT, Past())
    assert isinstance(dropped, Counted)
    assert dropped.line is line.back()


def test_what_counts_is_not_dropped_for_other_plies_because_these_have_stood_for_long() -> None:
    """The plies of the best story may have stood for long, and have become the best just now."""
    start = line_after("d1-d3")
    counted = start.after(*map(parse_square, ("e5", "e3")))
    on = start.after(*map(parse_square, ("e5", "e2")))
    other = start.after(*map(parse_square, ("f4", "c4"))).after(*map(parse_square, ("c1", "c3")))
    best = begun(other)._replace(
        top=Made(other, 10.0, left=9.0, before=Made(other.back(), 8.0, left=7.0), first=10.0)
    )
    goes_on = begun(on).dearer(0.5)
    beam = Beam((best, goes_on), Sight(other.position.occupied), AT)
    assert not isinstance(counted_next(beam, counted, Timing(), AT, Past()), Counted)


def test_of_two_plies_taken_back_only_the_one_that_surely_is_drops_out() -> None:
    """A story in which the ply before stands is hardly less likely; it may be right."""
    start = line_after()
    first = start.after(*map(parse_square, ("d1", "d3")))
    line = first.after(*map(parse_square, ("e5", "e2")))
    for price, left in ((0.5, first), (5.0, start)):
        beam = Beam((begun(start), begun(first).dearer(price)), Sight(0), 10.0)
        dropped = counted_next(beam, line, Timing(), 10.5, Past())
        assert isinstance(dropped, Counted)
        assert dropped.line is left
