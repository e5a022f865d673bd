"""The same game gives the same events and lights at every depth: board, bytes, real firmware."""

from collections.abc import Callable

import pytest

from controller.events.event import MoveCommitted
from hal.board import Board
from simulators.avr.build import Sensors
from simulators.over_serial import reeds_over_serial
from simulators.tabletop import Tabletop
from simulators.virtual_board import VirtualBoard
from tests.simulators.avr.playing import PLIES, Played, play, play_without

# Until the lights of the last move are out.
AFTERWARDS_S = 3.0


@pytest.fixture(scope="module")
def virtual() -> Played:
    """Play on the virtual board."""
    return play_without(VirtualBoard, AFTERWARDS_S)


def test_a_game_over_the_line_is_the_game_on_the_virtual_board(virtual: Played) -> None:
    def make(table: Tabletop, clock: Callable[[], float]) -> Board:
        return reeds_over_serial(VirtualBoard(table, clock), clock)

    over_line = play_without(make, AFTERWARDS_S)
    assert (over_line.told, over_line.shown) == (virtual.told, virtual.shown)


@pytest.mark.parametrize("sensors", ["reed", "hall"])
def test_a_game_on_the_real_firmware_is_the_game_on_the_virtual_board(
    sensors: Sensors, virtual: Played
) -> None:
    real = play(sensors, then_wait_s=AFTERWARDS_S)
    assert sum(isinstance(event, MoveCommitted) for event in virtual.told) >= PLIES
    assert real.told == virtual.told
    assert real.shown == virtual.shown
    assert any(real.shown.pixels)


def test_the_same_game_is_the_same_to_the_byte() -> None:
    first, second = play("reed"), play("reed")
    assert first.events == second.events
    assert first.stats == second.stats
