"""Games over the serial codec: what happens is what happens on a board without a cable."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from controller.events.event import Event, MoveCommitted, MoveTentative, PieceLifted
from hal.board import Board, Frame
from hal.errors import BoardLostError
from simulators.boards.over_serial import BoardOverSerial, halls_over_serial, reeds_over_serial
from simulators.boards.serial_line import Damage, flipping, losing
from simulators.boards.virtual import MakeBoard, VirtualBoard
from simulators.clock import VirtualClock
from simulators.headless import Simulation
from simulators.people.games import PlannedGame
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.effort import long_or_short
from tests.simulators.some_games import some_games

AFTERWARDS_S = 3.0


def over_reeds(table: Tabletop, clock: Callable[[], float]) -> BoardOverSerial:
    return reeds_over_serial(VirtualBoard(table, clock), clock)


def over_halls(table: Tabletop, clock: Callable[[], float]) -> BoardOverSerial:
    return halls_over_serial(table, clock, seed=1)


def over_states(table: Tabletop, clock: Callable[[], float]) -> BoardOverSerial:
    return halls_over_serial(table, clock, seed=1, states=True)


def game(seed: int) -> PlannedGame:
    [planned] = some_games(1, seed, plies=15)
    return planned


def lasting(events: list[Event]) -> list[Event]:
    """Return what happened, without when, and without what a piece did on its way.

    While a light frame goes to the board nothing is scanned for 11 ms: a piece that slides is not
    felt between all squares.
    """
    on_the_way = (PieceLifted, MoveTentative)
    return [replace(event, at=0.0) for event in events if not isinstance(event, on_the_way)]


def found(board: BoardOverSerial, clock: VirtualClock) -> None:
    """Wait until the board is found, as people do before they play."""
    while True:
        try:
            board.scan()
        except BoardLostError:
            clock.advance(0.01)
        else:
            return


@cache
def without(seed: int) -> tuple[list[Event], Frame]:
    return played(VirtualBoard, seed)


def played(make_board: MakeBoard, seed: int) -> tuple[list[Event], Frame]:
    """Play a game, wait a while, and return what happened and what the pixels show at the end."""
    made: list[BoardOverSerial | VirtualBoard] = []

    def make(table: Tabletop, clock: Callable[[], float]) -> Board:
        board = make_board(table, clock)
        assert isinstance(board, BoardOverSerial | VirtualBoard)
        made.append(board)
        if isinstance(board, BoardOverSerial):
            assert isinstance(clock, VirtualClock)
            found(board, clock)
        return board

    simulation = Simulation(COPENHAGEN, Random(seed), make)
    simulation.play(game(seed))
    simulation.wait(AFTERWARDS_S)
    return lasting(simulation.events), made[0].shown


def moves(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, MoveCommitted)]


@pytest.mark.parametrize("seed", range(long_or_short(3, 1)))
def test_a_game_over_the_line_is_the_game_without_one(seed: int) -> None:
    assert played(over_reeds, seed) == without(seed)


@pytest.mark.parametrize("make_board", [over_halls, over_states])
def test_hall_sensors_over_the_line_tell_the_same_moves(make_board: MakeBoard) -> None:
    over_line, shown = played(make_board, 1)
    assert moves(over_line) == moves(without(1)[0])
    assert shown == without(1)[1]


@pytest.mark.parametrize("make_damage", [flipping, losing])
def test_a_line_that_spoils_a_byte_in_a_thousand_tells_the_same_moves(
    make_damage: Callable[[Random, float], Damage],
) -> None:
    def make(table: Tabletop, clock: Callable[[], float]) -> BoardOverSerial:
        board = over_reeds(table, clock)
        board.line.damage = make_damage(Random(3), 0.001)
        return board

    over_bad_line, shown = played(make, 1)
    assert moves(over_bad_line) == moves(without(1)[0])
    assert shown == without(1)[1]
