"""Whoever says where a piece stands says what its sensor is worth, and has been worth before."""

import pytest

from controller.events.command import Command
from controller.events.event import CommandRefused
from controller.rules.geometry import parse_square
from controller.session.hindsight import Hindsight
from tests.controller.recognition.stories import Looker
from tests.controller.session.faulty import FaultyDriver
from tests.squares import squares

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


_SEEN = ("-d1", "+d2", "-d2", "+d3", "-d3", "-e3", "+c3", "-g11", "+g10", "-g10", "-f8", "+g8")


@pytest.mark.parametrize(
    ("known", "made"),
    [
        pytest.param("d4", ["d1-d4", "e3-c3", "g11-g9", "f8-g8"], id="both are known"),
        pytest.param("", ["d1-d2", "e3-c3", "g11-g9", "f8-g8"], id="one seems to be sound"),
    ],
)
def test_what_is_known_of_other_sensors_by_now_is_known_when_it_is_seen_again(
    known: str, made: list[str]
) -> None:
    """d4 and g9 are dead: nothing feels where the first and the third of four moves end."""
    board = Looker("k4-j4 e5-e3 j4-i4 d6-d8")
    hindsight = Hindsight(board.beam)
    start = board.best.line
    for change in _SEEN:
        board.look(change)
        hindsight.note(board.beam.sight, board.at, unseen=False)
    unsure = squares(known)
    (story,) = hindsight.standing_on(parse_square("g9"), start, unsure)
    assert [str(ply.move) for ply in story.line.game.plies][4:] == made


def test_what_is_asked_again_is_looked_for_again_only_once_something_new_is_seen() -> None:
    """A flood of the same question would take each turn of the game."""
    board = Looker("k4-j4 e5-e3 j4-i4 d6-d8")
    hindsight, line, d4 = Hindsight(board.beam), board.best.line, parse_square("d4")
    answers = []
    for change in (*_SEEN[:7], "-a4"):
        board.look(change)
        hindsight.note(board.beam.sight, board.at, unseen=False)
        answers += [hindsight.standing_on(d4, line, 0), hindsight.standing_on(d4, line, 0)]
    assert all(again is first for first, again in zip(answers[::2], answers[1::2], strict=True))
    assert (answers[0], len(answers[-1])) == ([], 1)
