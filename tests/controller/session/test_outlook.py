"""What the view says of the next moves: wins, captures, repetitions, dangers."""

from controller.events.outlook import Outlook
from controller.recognition.answer import IDLE, Lifted
from controller.recognition.line import PlayedLine
from controller.rules.game import Game
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from controller.session.outlook import outlook
from tests.board_driver import COPENHAGEN, SETTLED, BoardDriver
from tests.squares import squares
from tests.symmetry import draw


def position(drawing: str, to_move: Side) -> Game:
    return Game(COPENHAGEN, draw(drawing, to_move))


def ahead(drawing: str, to_move: Side, lifted: str = "") -> Outlook:
    game = position(drawing, to_move)
    mover = Lifted(parse_square(lifted), PlayedLine(game), 0.0) if lifted else IDLE
    return outlook(game, mover)


def test_the_piece_that_takes_the_king_wins_on_its_square() -> None:
    drawing = """
        ...........
        ...A.......
        ..AK...A...
        ...A.......
        D.........."""
    found = ahead(drawing, Side.ATTACKERS, "h3")
    assert found == Outlook(winning=squares("e3"), king_in_danger=True)


def test_a_capture_is_named_with_its_victims() -> None:
    drawing = """
        .........K.
        ..AD....A..
        A.........."""
    found = ahead(drawing, Side.ATTACKERS, "i2")
    assert found.captures == ((parse_square("e2"), squares("d2")),)


def test_of_the_other_sides_turn_the_ways_and_the_danger_are_said_too() -> None:
    drawing = """
        A.........A
        ...........
        ...........
        ...K......."""
    found = ahead(drawing, Side.ATTACKERS)
    assert found == Outlook(ways_open=squares("a1 k1"))


def test_the_move_that_repeats_once_too_often_loses_for_defenders_and_wins_for_attackers() -> None:
    board = BoardDriver()
    there_and_back = ("d1-d2", "e5-e4", "d2-d1", "e4-e5")
    board.play(*there_and_back, *there_and_back[:3])
    assert board.view.outlook.seen == 2
    board.lift("e4")
    assert board.view.outlook.repeating == squares("e5")
    assert board.view.outlook.winning == 0
    assert "On e5 it repeats the position once too often: the defenders lose." in (
        board.view.sentence
    )


def test_the_sentence_names_captures_and_wins() -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "g1-g3", "f4-c4")
    board.lift("g3")
    assert board.view.sentence == "From g3 it can go to 9 squares. On e3 it captures e2."


def test_after_the_end_nothing_lies_ahead() -> None:
    board = BoardDriver()
    won = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1"
    board.play(*won.split())
    board.lift("b11")
    assert board.view.outlook.winning == squares("a11")
    assert board.view.sentence.endswith("On a11 it wins.")
    board.put("a11")
    board.wait(SETTLED)
    assert board.view.outlook == Outlook()
