"""A sensor that begins to read wrong in the middle of a game is given up once people play on."""

import pytest

from controller.events.event import SensorFailed, SensorHealed
from controller.rules.game import new_game
from controller.rules.geometry import parse_square
from controller.session.timing import Timing
from tests.board_driver import COPENHAGEN, OPENING, SETTLED, BoardDriver
from tests.controller.session.faulty import FaultyDriver
from tests.controller.session.hands import asked, slide
from tests.squares import squares

# Two plies of each side, none of which has to do with the sensors that fail here.
PLAY = ("d11-d10", "d6-d9", "k8-j8", "h6-h8")
LONG = 31.0


def named(board: BoardDriver) -> list[int]:
    return [event.square for event in board.events if isinstance(event, SensorFailed)]


def with_one_wrong(*names: str, timing: Timing | None = None) -> BoardDriver:
    """Return a board after two plies, on which some sensors then change by themselves."""
    board = BoardDriver(timing=timing)
    board.play("d1-d3", "f4-i4")
    board.occupied ^= squares(*names)
    board.wait(5.0)
    return board


@pytest.mark.parametrize("square", ["f5", "f1", "f6", "a8", "c4"])
def test_it_is_named_after_two_plies_of_each_side(square: str) -> None:
    board = with_one_wrong(square)
    board.wait(LONG)
    board.play(*PLAY[:-1])
    board.wait(2.0)
    assert named(board) == []
    board.play(PLAY[-1])
    board.wait(2.0)
    assert (named(board), board.view.faulty) == ([parse_square(square)], squares(square))
    assert (board.moves[2:], board.view.repair, board.view.lifted) == ([*PLAY], (), None)


def test_it_is_asked_for_until_half_a_minute_has_passed() -> None:
    board = with_one_wrong("f5")
    board.play(*PLAY)
    board.wait(20.0)
    assert (named(board), asked(board.view)) == ([], {(None, "f5")})
    board.wait(10.0)
    assert (named(board), asked(board.view)) == ([parse_square("f5")], set())


@pytest.mark.parametrize("square", ["f5", "c4"])
def test_it_is_trusted_again_when_it_changes(square: str) -> None:
    board = with_one_wrong(square)
    board.play(*PLAY)
    board.wait(LONG)
    board.occupied ^= squares(square)
    board.wait(2.0)
    healed = [event.square for event in board.events if isinstance(event, SensorHealed)]
    assert (healed, board.view.faulty) == ([parse_square(square)], 0)
    assert (board.moves[2:], board.view.repair) == ([*PLAY], ())


def test_a_piece_may_be_moved_from_it() -> None:
    board = with_one_wrong("a8")
    board.play(*PLAY)
    board.wait(LONG)
    board.put("b8")
    board.wait(2.0)
    assert board.moves[2:] == [*PLAY, "a8-b8"]


def test_what_somebody_has_touched_again_is_asked_for_again() -> None:
    board = with_one_wrong("f5")
    board.play(*PLAY[:2])
    board.wait(LONG)
    board.put("f5")
    board.wait(1.0)
    board.lift("f5")
    board.play(*PLAY[2:])
    board.wait(LONG)
    assert (named(board), asked(board.view)) == ([], {(None, "f5")})


def test_what_somebody_takes_off_beside_a_move_is_put_back() -> None:
    """They take it for a captive of that move."""
    board = BoardDriver()
    board.play("d1-d3", "f4-i4", "d3-e3", "i4-i5")
    board.play("e3-e4")
    board.lift("e5")
    board.play("i5-i4", *PLAY)
    board.wait(LONG)
    assert (named(board), asked(board.view)) == ([], {(None, "e5")})


def test_of_two_that_read_wrong_none_is_given_up() -> None:
    board = with_one_wrong("f5", "e7")
    board.play(*PLAY)
    board.wait(LONG)
    assert (named(board), asked(board.view)) == ([], {(None, "f5"), (None, "e7")})


@pytest.mark.parametrize("square", ["c4", "f5", "f1"])
def test_so_it_is_where_a_game_is_taken_up_on_a_board_that_reads_wrong(
    square: str,
) -> None:
    board = BoardDriver(started=False)
    board.session.take_up(new_game(COPENHAGEN))
    board.occupied ^= squares(square)
    board.wait(LONG)
    assert asked(board.view) == {(None, square)}
    board.play(*PLAY)
    board.wait(2.0)
    assert (board.moves, named(board)) == ([*PLAY], [parse_square(square)])


def test_where_a_captive_may_lie_it_is_to_be_taken_off() -> None:
    """Nobody has seen where the captive went before the program was started again."""
    before = BoardDriver()
    before.play(*OPENING, "g3-e3xe2")
    board = BoardDriver(started=False)
    board.session.take_up(before.session.game)
    board.occupied = before.occupied
    board.wait(5.0)
    board.put("c1")
    board.play("d6-d9", "d11-d10", "h6-h8", "k8-j8")
    board.wait(LONG)
    assert (named(board), asked(board.view)) == ([], {(None, "c1")})
    assert len(board.moves) == len(before.moves) + len(PLAY)


def test_among_strangers_the_board_is_put_right() -> None:
    board = with_one_wrong("c4", timing=Timing(apart_s=1.0))
    board.play(*PLAY)
    board.wait(LONG)
    assert (named(board), (None, "c4") in asked(board.view)) == ([], True)


def slid_to_a_dead_square(each_s: float, reply_s: float, *, dead: str = "d5") -> FaultyDriver:
    """Slide d1 up its file to a square that feels nothing, and reply f4-i4."""
    board = FaultyDriver(dead=dead)
    board.wait(SETTLED)
    way = ["d1", *(f"d{rank}" for rank in range(2, int(dead[1]) + 1))]
    slide(board, *way, each=each_s)
    board.wait(reply_s)
    board.lift("f4")
    board.wait(0.5)
    board.put("i4")
    board.wait(4.0)
    return board


@pytest.mark.parametrize("each_s", [0.1, 0.2, 0.35])
@pytest.mark.parametrize("reply_s", [0.5, 3.0])
@pytest.mark.parametrize("dead", ["d3", "d5"])
def test_a_slide_ends_on_the_square_that_feels_nothing_once_it_is_replied_to(
    each_s: float, reply_s: float, dead: str
) -> None:
    board = slid_to_a_dead_square(each_s, reply_s, dead=dead)
    assert (board.moves, board.failed) == ([f"d1-{dead}", "f4-i4"], [parse_square(dead)])
    assert board.view.repair == ()


def test_and_the_piece_goes_on_from_there() -> None:
    board = slid_to_a_dead_square(0.15, 2.0)
    slide(board, "d5", "c5", "b5", each=0.15)
    board.wait(1.0)
    board.move("e7-c7")
    assert board.moves == ["d1-d5", "f4-i4", "d5-b5", "e7-c7"]


def test_a_slide_that_is_lifted_from_where_it_stood_has_not_gone_on() -> None:
    """d4 felt the piece for longer than the squares before: it stood there, and is in a hand."""
    board = BoardDriver()
    slide(board, "d1", "d2", "d3", "d4", each=0.15)
    board.wait(0.8)
    board.lift("d4")
    board.move("f4-i4")
    board.wait(6.0)
    assert (board.moves, board.view.faulty) == (["d1-d4", "f4-i4"], 0)


def test_nor_has_one_whose_next_square_has_felt_a_piece_go() -> None:
    board = BoardDriver()
    board.play("a5-d5", "f8-i8", "d5-c5", "i8-j8")  # d5 felt that
    slide(board, "d1", "d2", "d3", "d4", each=0.15)
    board.lift("d4")
    board.wait(2.0)
    board.move("f4-i4")
    board.wait(6.0)
    assert board.moves[-2:] == ["d1-d4", "f4-i4"]
