"""Any position can be set up: the lights lead to it, and play goes on from there."""

import pytest

from controller.events.command import Command, Placement
from controller.events.event import CommandRefused, GameStarted
from controller.events.view import Phase
from controller.notation.control import parse_control
from controller.notation.opentafl import parse_position
from controller.recognition.repair import RepairAction
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from controller.session.session import Session
from tests.board_driver import SETTLED, BoardDriver

# One attacker, and the king on his throne.
TWO = parse_position("/11/11/11/3t7/11/5K5/11/11/11/11/11/", Side.DEFENDERS)


def placed(placement: Placement) -> BoardDriver:
    board = BoardDriver()
    board.say(Command.SET_UP, placement)
    return board


def test_a_position_is_set_up_by_the_lights_and_then_played_from() -> None:
    board = placed(Placement(TWO))
    assert board.view.phase is Phase.SET_UP
    assert RepairAction.PUT not in {step.action for step in board.view.repair}
    board.occupied = TWO.occupied
    board.wait(SETTLED)
    assert board.events[-1] == GameStarted(board.events[-1].at, "copenhagen", placed=True)
    board.move("f6-f9")
    assert board.moves == ["f6-f9"]


def test_a_position_of_other_rules_is_played_by_them() -> None:
    board = placed(Placement(TWO, "hnefatafl-v1"))
    board.occupied = TWO.occupied
    board.wait(SETTLED)
    assert board.view.ruleset == "hnefatafl-v1"
    board.move("f6-f11")
    assert board.view.outcome is not None


def test_nobody_takes_a_missing_piece_for_a_bad_sensor_however_long_it_takes() -> None:
    board = placed(Placement(TWO))
    board.occupied = TWO.occupied ^ TWO.king
    board.wait(30)
    assert (board.view.phase, board.view.faulty) == (Phase.SET_UP, 0)
    assert [step.square for step in board.view.repair] == [parse_square("f6")]


def test_a_new_game_is_one_of_the_start_position_again() -> None:
    board = placed(Placement(TWO, "hnefatafl-v1"))
    board.command(Command.NEW_GAME)
    board.wait(SETTLED)
    assert board.events[-1] == GameStarted(board.events[-1].at, "copenhagen")


@pytest.mark.parametrize(
    "placement",
    [
        Placement(parse_position("/K10/11/11/3t7/11/11/11/11/11/11/11/", Side.ATTACKERS)),
        Placement(TWO, "chess"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused_and_the_game_stays(
    placement: Placement,
) -> None:
    board = placed(placement)
    assert [type(event) for event in board.events] == [CommandRefused]
    assert board.view.phase is Phase.PLAY


def test_no_clock_runs_in_a_position() -> None:
    board = BoardDriver(started=False)
    board.session = Session(board.session.game.rules, control=parse_control("fischer:1+0"))
    board.wait(SETTLED)
    board.say(Command.SET_UP, Placement(TWO))
    board.occupied = TWO.occupied
    board.wait(SETTLED)
    board.lift("f6")
    board.wait(65)
    assert board.view.outcome is None


def test_without_a_position_nothing_can_be_set_up() -> None:
    with pytest.raises(ValueError, match="expected a position"):
        BoardDriver().say(Command.SET_UP, None)
