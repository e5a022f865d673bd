"""The same game gives the same events and lights at every depth: board, bytes, real firmware."""

from collections.abc import Callable
from functools import cache

import pytest

from controller.events.event import MoveCommitted
from controller.rules.game import new_game
from hal.board import Board
from simulators.boards.over_serial import reeds_over_serial
from simulators.boards.virtual import VirtualBoard
from simulators.people.games import PlannedGame, read_games
from simulators.table.sensors import SensorName
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.effort import long_or_short
from tests.recorded import RECORDED
from tests.simulators.avr.playing import PLIES, Played, play, play_without

# Until the lights of the last move are out.
AFTERWARDS_S = 3.0


@pytest.fixture(scope="module")
def virtual() -> Played:
    """Play on the virtual board."""
    return play_without(VirtualBoard, AFTERWARDS_S)


@cache
def on_the_firmware(sensors: SensorName) -> Played:
    return play(sensors, then_wait_s=AFTERWARDS_S)


def over_a_line(table: Tabletop, clock: Callable[[], float]) -> Board:
    return reeds_over_serial(VirtualBoard(table, clock), clock)


def test_a_game_over_the_line_is_the_game_on_the_virtual_board(virtual: Played) -> None:
    over_line = play_without(over_a_line, AFTERWARDS_S)
    assert (over_line.said, over_line.shown) == (virtual.said, virtual.shown)


@pytest.mark.parametrize("sensors", ["reed", "hall"])
def test_a_game_on_the_real_firmware_is_the_game_on_the_virtual_board(
    sensors: SensorName, virtual: Played
) -> None:
    real = on_the_firmware(sensors)
    assert sum(isinstance(event, MoveCommitted) for event in virtual.said) >= PLIES
    assert real.said == virtual.said
    assert real.shown == virtual.shown
    assert any(real.shown.pixels)


@pytest.mark.outside_data
@pytest.mark.parametrize("number", range(long_or_short(nightly=10, usual=1)))
def test_recorded_games_are_the_same_at_every_depth(number: int) -> None:
    """The shortest with captures that nobody has won: the lights of a win never come to rest."""
    game = undecided_games()[number]
    plies = len(game.moves)
    virtual = play_without(VirtualBoard, AFTERWARDS_S, game)
    assert sum(isinstance(event, MoveCommitted) for event in virtual.said) >= plies
    others = (
        play_without(over_a_line, AFTERWARDS_S, game),
        play("reed", then_wait_s=AFTERWARDS_S, plies=plies, game=game),
        play("hall", then_wait_s=AFTERWARDS_S, plies=plies, game=game),
    )
    for other in others:
        assert (other.said, other.shown) == (virtual.said, virtual.shown)


def undecided_games() -> list[PlannedGame]:
    found = []
    for game in read_games(COPENHAGEN, RECORDED):
        played = new_game(COPENHAGEN)
        for move in game.moves:
            played = played.play(move)
        if len(played.plies) > PLIES and not played.outcome and played.plies[-1].captures:
            found.append(game)
    return sorted(found, key=lambda game: len(game.moves))


def test_the_same_game_is_the_same_to_the_byte() -> None:
    first, second = on_the_firmware("reed"), play("reed", then_wait_s=AFTERWARDS_S)
    assert first.events == second.events
    assert first.stats == second.stats
