"""What it costs that a piece, or a magnet that is none, leaves its square."""

import pytest

from controller.recognition import prices
from controller.recognition.leaving import taken
from controller.recognition.story import AIR, Away, Dead, Made, Story, begun
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from tests.controller.recognition.stories import line_after

C3, C9, D1, D3, E1, E3, F4 = map(parse_square, ("c3", "c9", "d1", "d3", "e1", "e3", "f4"))


def price_of_taking(story: Story, square: int, at: float) -> float:
    after = taken(story, square, at)
    assert after is not None
    return after.price


def test_whose_turn_it_is_may_lift_a_piece_and_the_one_that_has_just_moved_is_put_straight() -> (
    None
):
    story = begun(line_after("d1-d3"))
    held = story._replace(away=(Away(F4, AIR, 9.0, 9.0, F4),))
    e5 = parse_square("e5")
    assert price_of_taking(story, e5, 10.0) == prices.LIFT
    assert price_of_taking(held, e5, 10.0) == prices.LIFT_SECOND
    assert price_of_taking(story, D3, 10.0) == prices.LIFT_AGAIN
    assert price_of_taking(story, E1, 10.0) == prices.LIFT_OTHER


@pytest.mark.parametrize(
    ("d1", "e1", "at", "price"),
    [
        pytest.param(AIR, AIR, 10.2, 0.0, id="both are in the air"),
        pytest.param(AIR, AIR, 10.6, prices.LIFT_OTHER, id="half a second later"),
        pytest.param(AIR, AIR, 10.1, prices.LIFT_OTHER, id="at the moment of the second one"),
        pytest.param(AIR, E3, 10.2, prices.LIFT_OTHER, id="one is down by then"),
    ],
)
def test_a_piece_that_leaves_just_after_two_beside_it_is_swept_along(
    d1: int, e1: int, at: float, price: float
) -> None:
    away = (Away(D1, d1, 10.0, 10.0, D1), Away(E1, e1, 10.1, 10.1, E1))
    assert price_of_taking(begun(line_after())._replace(away=away), F4, at) == price


def strange(*, held: bool = False, made: Made | None = None, captive: float | None = None) -> Story:
    """Return a story in which a magnet of no game came to c3 at 10 s.

    `held`: a piece is in the air since 9.5 s; `captive`: since when one is off the board.
    """
    story = begun(line_after()) if made is None else begun(made.line)._replace(top=made)
    away = (Away(F4, AIR, 9.5, 9.5, F4),) if held else ()
    dead = () if captive is None else (Dead(AIR, Side.DEFENDERS, captive, taken=True),)
    story = story._replace(away=away, dead=dead, foreign=1 << C3, came_at=10.0)
    return story._replace(occupied=story.occupied | 1 << C3)


MADE = Made(line_after("d1-d3"), 9.6, left=9.0, first=9.6)


@pytest.mark.parametrize(
    ("story", "at", "passes"),
    [
        pytest.param(strange(), 10.9, False, id="nobody moves"),
        pytest.param(strange(held=True), 10.9, True, id="a piece is in the air"),
        pytest.param(strange(held=True), 11.1, False, id="it has stood there for a second"),
        pytest.param(strange(made=MADE), 10.9, True, id="somebody has just moved"),
        pytest.param(strange(made=MADE._replace(first=9.5)), 10.9, False, id="a while ago"),
        pytest.param(strange(made=MADE._replace(left=10.1)), 10.9, False, id="it came before"),
        pytest.param(strange(made=MADE._replace(reopened=True)), 10.9, False, id="taken back"),
        pytest.param(strange(held=True, captive=9.0), 10.9, False, id="a captive is in a hand"),
        pytest.param(strange(held=True, captive=4.9), 10.9, True, id="it has long been put away"),
    ],
)
def test_a_magnet_that_has_soon_gone_again_passed_with_the_hand_that_moved(
    story: Story, at: float, *, passes: bool
) -> None:
    assert price_of_taking(story, C3, at) == (prices.PASSES_BY if passes else 0.0)
