"""Whoever says where a piece stands says what its sensor is worth, and has been worth before."""

import pytest

from controller.events.command import Command
from controller.events.event import CommandRefused
from controller.rules.geometry import parse_square
from tests.controller.session.faulty import FaultyDriver

_BEFORE = ("k4-j4", "e5-e3", "j4-i4", "d6-d8")


def slid_to_a_dead_square(reply: str) -> FaultyDriver:
    """Return a board on which d1-d4 has been slid to a sensor that is dead, and replied to."""
    board = FaultyDriver(dead="d4")
    board.wait(0.35)
    board.play(*_BEFORE)
    board.slide(("d1", "d2", "d3", "d4"), each=0.2)
    board.wait(2.0)
    board.move(reply)
    board.wait(6.0)
    assert board.moves[4:] != ["d1-d4", reply]
    return board


@pytest.mark.parametrize("reply", ["e3-c3", "e3-d3"])
def test_a_reply_to_or_over_the_square_before_a_dead_one_counts_once_that_is_named(
    reply: str,
) -> None:
    board = slid_to_a_dead_square(reply)
    board.command(Command.PLACE, "d4")
    board.wait(0.5)
    assert board.moves[4:] == ["d1-d4", reply]
    assert board.failed == [parse_square("d4")]
    board.play("a8-c8", "h6-h8")
    assert board.moves[6:] == ["a8-c8", "h6-h8"]


@pytest.mark.parametrize("reply", ["e3-c3", "e3-d3"])
def test_it_does_so_though_what_was_misread_has_been_undone(reply: str) -> None:
    board = slid_to_a_dead_square(reply)
    board.command(Command.UNDO)
    board.wait(2.0)
    board.command(Command.PLACE, "d4")
    board.wait(0.5)
    assert board.moves[4:] == ["d1-d4", reply]


def test_a_sensor_is_not_given_up_for_a_piece_that_was_never_near_it() -> None:
    board = slid_to_a_dead_square("e3-d3")
    before = board.moves
    board.take_events()
    board.command(Command.PLACE, "c4")
    assert isinstance(board.events[0], CommandRefused)
    assert (board.moves, board.view.faulty) == (before, 0)


def test_what_was_seen_before_too_many_looks_is_not_seen_again() -> None:
    board = slid_to_a_dead_square("e3-d3")
    for _ in range(30):
        board.lift("k6")
        board.put("k6")
    board.take_events()
    board.command(Command.PLACE, "d4")
    assert isinstance(board.events[0], CommandRefused)
