"""A sensor that seemed to stick because of a ply is sound once that ply is taken back."""

from controller.events.command import Command
from controller.events.event import SensorHealed
from controller.rules.geometry import parse_square
from controller.session.blame import Blames
from tests.board_driver import SETTLED, BoardDriver
from tests.controller.recognition.stories import line_after

D1 = parse_square("d1")


def naming_d1() -> BoardDriver:
    """Return a board on which d3 is filled and d1 still felt; after the reply d1 is named."""
    board = BoardDriver()
    board.put("d3")
    board.wait(SETTLED)
    board.play("e5-e2")
    board.wait(1.0)
    return board


def test_a_sensor_that_is_named_because_of_a_ply_is_sound_once_that_is_taken_back() -> None:
    board = naming_d1()
    assert (board.moves, board.view.faulty) == (["d1-d3", "e5-e2"], 1 << D1)
    board.move("e2-e5")
    board.lift("d3")
    board.wait(4.0)
    assert (board.moves, board.view.faulty) == ([], 0)
    assert [event.square for event in board.events if isinstance(event, SensorHealed)] == [D1]
    board.play("d1-d3", "e5-e2")
    assert board.moves == ["d1-d3", "e5-e2"]


def test_it_stays_named_in_the_next_game() -> None:
    board = naming_d1()
    board.command(Command.NEW_GAME)
    board.move("e2-e5")
    board.lift("d3")
    board.wait(2.0)
    assert board.view.faulty == 1 << D1


def test_a_blame_holds_as_long_as_its_ply_counts_with_its_number() -> None:
    line = line_after("d1-d3 e5-e2")
    blames = Blames().plus(1, line.back()).plus(2, line)
    assert blames.after(line.game) == (blames, 0)
    assert blames.after(line.back().game) == (Blames(blames.each[:1]), 2)
    assert blames.after(line_after("e1-e2 e5-e3").game) == (Blames(blames.each[1:]), 1)
    assert blames.after(line_after().game) == (Blames(), 3)


def test_a_sensor_sticks_wherever_the_piece_that_has_left_it_goes_on_to() -> None:
    board = BoardDriver()
    board.put("d3")
    board.wait(1.0)
    board.move("d3-d3")
    board.wait(1.6)
    assert (board.moves, board.view.faulty) == (["d1-d3"], 1 << D1)
    board.move("d3-d4")
    board.play("e5-e2")
    board.wait(1.0)
    assert (board.moves, board.view.faulty) == (["d1-d4", "e5-e2"], 1 << D1)
    line = line_after("d1-d3")
    stuck, said = Blames().plus(1, line), Blames().plus(1, line, said=True)
    on = line_after("d1-d2").game
    assert (stuck.after(on), said.after(on)) == ((stuck, 0), (Blames(), 0))


def test_what_was_said_holds_though_its_ply_is_gone_until_people_say_something_else() -> None:
    line = line_after("d1-d3")
    blames = Blames().plus(1, line).plus(2, line, said=True)
    assert blames.unsaid(line.game) == (blames, 0)
    assert blames.unsaid(line_after().game) == (Blames(blames.each[:1]), 2)
    assert blames.after(line_after().game) == (Blames(), 1)
