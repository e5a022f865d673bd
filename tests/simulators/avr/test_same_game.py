"""The same game gives the same events and lights at every depth: board, bytes, real firmware."""

import pytest

from controller.events.event import MoveCommitted
from simulators.avr.build import Sensors
from tests.simulators.avr.playing import PLIES, Played, play, play_virtually


@pytest.fixture(scope="module")
def virtual() -> Played:
    """Play on the virtual board."""
    return play_virtually()


@pytest.mark.parametrize("sensors", ["reed", "hall"])
def test_a_game_on_the_real_firmware_is_the_game_on_the_virtual_board(
    sensors: Sensors, virtual: Played
) -> None:
    real = play(sensors)
    assert sum(isinstance(event, MoveCommitted) for event in virtual.told) >= PLIES
    assert real.told == virtual.told
    assert real.shown == virtual.shown
    assert any(real.shown.pixels)


def test_the_same_game_is_the_same_to_the_byte() -> None:
    first, second = play("reed"), play("reed")
    assert first.events == second.events
    assert first.stats == second.stats
