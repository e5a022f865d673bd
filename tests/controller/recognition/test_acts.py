"""What explains that a square was left, or filled."""

import pytest

from controller.recognition import prices
from controller.recognition.acts import filled, lifted
from controller.recognition.change import SquareChange
from controller.recognition.story import AIR, Away, Made, Story, Straddle, begun
from controller.rules.geometry import parse_square
from tests.controller.recognition.stories import line_after


@pytest.mark.parametrize(("lasted_s", "kept"), [(1.0, 0.0), (60.0, 57.5)])
def test_a_piece_that_was_felt_on_two_squares_for_long_has_not_slid_all_the_time(
    lasted_s: float, kept: float
) -> None:
    """What that has cost comes back when it leaves the first, but not for minutes."""
    d1, d2 = parse_square("d1"), parse_square("d2")
    paid = prices.STRADDLE_LASTS + lasted_s * prices.STANDS_OUT
    story = begun(line_after())._replace(straddle=Straddle(d1, d2, 20.0 - lasted_s, paid))
    story = story._replace(price=paid, occupied=story.occupied | 1 << d2)
    slid = min(one.price for one in lifted(story, SquareChange(d1, 20.0, 0)))
    assert slid == pytest.approx(kept + prices.STRADDLE_ENDS + prices.PLY, abs=0.01)


def test_a_piece_that_is_out_of_its_place_is_rather_slid_on_than_another_one_is_slid() -> None:
    """h1 was pushed to h2; h3 is felt, too, or k3 beside k4, which stands in its place."""
    h1, h2 = map(parse_square, ("h1", "h2"))
    line = line_after("d1-d3")
    story = begun(line)._replace(
        occupied=line.position.occupied & ~(1 << h1) | 1 << h2,
        away=(Away(h1, h2, 9.0, 9.0, h1),),
    )
    on, other = (
        min(s.price for s in filled(story, SquareChange(parse_square(name), 10.0)) if s.straddle)
        for name in ("h3", "k3")
    )
    assert 0.0 < on < other


def price_of_line(story: Story, origin: str, target: str, at: float) -> float:
    """Return what it costs that a piece on a square is felt on another one, too."""
    square, seen = parse_square(origin), SquareChange(parse_square(target), at)
    return next(s.price for s in filled(story, seen) if s.straddle and s.straddle.origin == square)


MADE = Made(line_after("d1-d3"), 9.5, left=9.4, first=9.5)
F4 = parse_square("f4")


@pytest.mark.parametrize(
    ("made", "lifted_at", "at", "price"),
    [
        pytest.param(MADE, None, 11.9, prices.STRADDLE_AGAIN, id="it has slid there"),
        pytest.param(MADE, None, 12.1, prices.STRADDLE, id="long ago"),
        pytest.param(MADE._replace(carried=True), None, 11.9, prices.STRADDLE, id="carried"),
        pytest.param(MADE, 9.3, 11.9, prices.STRADDLE_AGAIN, id="the other side lifted before"),
        pytest.param(MADE, 9.6, 11.9, prices.STRADDLE, id="the other side has lifted since"),
    ],
)
def test_a_slide_may_go_on_over_a_line_until_somebody_has_seen_it_stand(
    made: Made, lifted_at: float | None, at: float, price: float
) -> None:
    away = () if lifted_at is None else (Away(F4, AIR, lifted_at, lifted_at, F4),)
    story = begun(made.line)._replace(top=made, away=away)
    assert price_of_line(story, "d3", "d4", at) == price


@pytest.mark.parametrize(
    ("moves", "price"), [("", prices.STRADDLE_OTHER), ("d1-d3", prices.STRADDLE_AGAIN)]
)
def test_what_its_own_side_has_pushed_in_its_turn_is_not_slid_on_for_nothing(
    moves: str, price: float
) -> None:
    h1, h2 = map(parse_square, ("h1", "h2"))
    story = begun(line_after(moves))
    occupied = story.occupied & ~(1 << h1) | 1 << h2
    pushed = story._replace(occupied=occupied, away=(Away(h1, h2, 9.0, 9.0, h1),))
    assert price_of_line(pushed, "h2", "h3", 10.0) == price


@pytest.mark.parametrize(
    ("seconds", "price"), [(0.08, 0.0), (0.15, prices.EARLY_BESIDE)], ids=["slid", "rested"]
)
def test_a_reply_does_not_rest_on_a_line_before_its_move_stands(
    seconds: float, price: float
) -> None:
    """e5 is felt on e4, too, before d1 has come to d3; it may have stood there before that left."""
    e5, e4 = map(parse_square, ("e5", "e4"))
    since = 10.05 - seconds
    prices_of: list[float] = []
    for left in (since - 0.1, since + 0.01):
        story = begun(MADE.line)._replace(
            top=Made(MADE.line, 10.04, left=left, first=10.04), straddle=Straddle(e5, e4, since)
        )
        story = story._replace(occupied=story.occupied | 1 << e4)
        moved = (one for one in lifted(story, SquareChange(e5, 10.05)) if one.line.depth == 2)
        prices_of.append(min(one.price for one in moved))
    assert prices_of[0] - prices_of[1] == pytest.approx(price)
