"""Games of scripted hands that were misread once, and not by one price alone."""

import pytest

from benchmarks.hands.judge import judge
from benchmarks.hands.kinds import write
from tests.board_driver import COPENHAGEN

PLIES = 40


@pytest.mark.parametrize(
    ("kind", "seed", "sensors"),
    [
        pytest.param(
            "sleeve", 4000, "reed", id="four plies are put right when one lift shows them"
        ),
        pytest.param("refused", 2021, "ideal", id="a side tries again and again to move twice"),
        pytest.param("takeback", 3009, "ideal", id="captives are put back first"),
        pytest.param("hop_slide", 3016, "ideal", id="a captive is taken as its captor lands"),
    ],
)
def test_a_game_is_read_as_it_was_played(kind: str, seed: int, sensors: str) -> None:
    found, _ = judge(write(kind, COPENHAGEN, seed, PLIES), COPENHAGEN, sensors, seed)
    assert (found.plies, found.wrong, found.missed, found.spoilt) == (PLIES, 0, 0, 0)
