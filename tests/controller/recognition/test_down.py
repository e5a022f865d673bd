"""What it costs that a piece comes down with a move."""

import pytest

from controller.recognition import prices
from controller.recognition.change import SquareChange
from controller.recognition.down import ply
from controller.recognition.story import AIR, Away, Made, begun
from controller.rules.geometry import parse_square
from tests.controller.recognition.stories import line_after

E2, E3, G3 = map(parse_square, ("e2", "e3", "g3"))
SLOWLY = prices.SLIDES_SLOWLY + prices.CAPTIVE_JUST_TAKEN


@pytest.mark.parametrize(
    ("stands", "left", "since", "at", "price"),
    [
        pytest.param("", 11.0, 11.0, 13.5, prices.CAPTIVE_WAS_TAKEN, id="it was taken"),
        pytest.param("e4", 11.0, 11.05, 13.5, 0.0, id="it has slid where its move may have ended"),
        pytest.param("e4", 11.0, 11.2, 13.5, prices.CAPTIVE_WAS_TAKEN, id="it was laid there"),
        pytest.param("b2", 11.0, 11.05, 13.5, prices.CAPTIVE_WAS_TAKEN, id="it has slid aside"),
        pytest.param("e4", 12.6, 12.65, 13.5, prices.CAPTIVE_WAS_TAKEN, id="it had stood for long"),
        pytest.param("", 10.15, 10.15, 10.2, prices.ONLY_BRUSHED, id="nobody saw it stand"),
        pytest.param("", 10.25, 10.25, 10.3, SLOWLY, id="somebody may have seen it"),
    ],
)
def test_what_the_piece_of_the_last_ply_has_done_says_whether_it_was_captured(
    stands: str, left: float, since: float, at: float, price: float
) -> None:
    """e5 came to e2 at 10 s; g3 comes to e3, which captures it there, and was lifted at 10 s."""
    made = Made(line_after("d1-d3 f4-c4 g1-g3 e5-e2"), 10.0, left=9.5, first=10.0)
    victim = Away(E2, parse_square(stands) if stands else AIR, since, left, E2)
    captor = Away(G3, AIR, 10.0, 10.0, G3)
    story = begun(made.line)._replace(top=made, away=(victim, captor))
    assert ply(story, captor, SquareChange(E3, at), carried=True).price == price
