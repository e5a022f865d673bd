"""What becomes dearer though nothing changes."""

import pytest

from controller.recognition import prices
from controller.recognition.lasting import dearer_since
from controller.recognition.story import AIR, Away, Made, Straddle, begun
from controller.rules.geometry import parse_square
from tests.controller.recognition.stories import line_after

SLID = Made(line_after("d1-d3"), 9.9, left=9.8, first=9.9)


@pytest.mark.parametrize(
    ("made", "origin", "seconds"),
    [
        pytest.param(SLID, "d3", 1.2, id="the last one has slid there"),
        pytest.param(
            Made(line_after("d1-d3 e5-e4"), 9.95, carried=True, before=SLID), "d3", 1.2, id="before"
        ),
        pytest.param(SLID._replace(carried=True), "d3", 4.0, id="it came through the air"),
        pytest.param(SLID, "h1", 4.0, id="it is another one"),
    ],
)
def test_a_piece_that_has_slid_onto_a_line_rests_there_for_two_seconds_at_most(
    made: Made, origin: str, seconds: float
) -> None:
    """It is felt on two squares since 10 s, and that lasts; no slide takes longer than 0.2 s."""
    square = parse_square(origin)
    straddle = Straddle(square, square + 11, 10.0, prices.STRADDLE_LASTS)
    story = begun(made.line)._replace(top=made, straddle=straddle)
    price = dearer_since(story, 11.0, 15.0).price
    assert price == pytest.approx(seconds * prices.STANDS_OUT)


@pytest.mark.parametrize(
    ("at", "left", "price"),
    [
        pytest.param((11, 11, 11), (10.0, 10.2, 10.4), 2.0, id="three together"),
        pytest.param((11, 11, 11), (10.0, 10.2, 10.6), 3.0, id="not all within half a second"),
        pytest.param((11, 11, AIR), (10.0, 10.2, 10.4), 2.0 + prices.HOLDS, id="one is in a hand"),
    ],
)
def test_of_pieces_that_were_pushed_together_the_third_stands_there_for_nothing(
    at: tuple[int, ...], left: tuple[float, ...], price: float
) -> None:
    """Two may be a step and its reply. d1, e1 and f1 stand on the next squares for a second."""
    homes = map(parse_square, ("d1", "e1", "f1"))
    away = tuple(
        Away(home, AIR if by == AIR else home + by, since, since, home)
        for home, by, since in zip(homes, at, left, strict=True)
    )
    story = begun(line_after("h1-h3"))._replace(away=away)
    assert dearer_since(story, 11.0, 12.0).price == pytest.approx(price)
