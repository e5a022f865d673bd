"""A sensor begins to stick while a game is on, and people play on: what counts, what is said."""

import pytest

from controller.events.command import Command
from controller.recognition.repair import RepairAction
from controller.rules.geometry import SQUARE_NAMES, bits_of, parse_square, squares_of
from tests.board_driver import OPENING, SETTLED
from tests.controller.session.faulty import FaultyDriver
from tests.controller.session.hands import asked

H3, D4, H6 = map(parse_square, ("h3", "d4", "h6"))
_QUIET = ("d1-d3", "e5-e2", "k4-i4", "g5-g4")
_A_CAPTURE = (*OPENING, "g3-e3xe2", "g5-g4")
before = pytest.mark.parametrize(
    "moves", [_QUIET, _A_CAPTURE], ids=["nothing captured", "a captive in the tray"]
)


def board_after(moves: tuple[str, ...], sticks: str) -> FaultyDriver:
    """Return a board on which moves were played, and then an empty square began to be felt."""
    board = FaultyDriver()
    board.wait(0.5)
    board.play(*moves)
    board.wait(6.0)
    board.stick(sticks)
    board.wait(6.0)
    return board


@before
def test_a_piece_that_is_carried_to_where_a_sensor_sticks_moves_once_its_side_moves_again(
    moves: tuple[str, ...],
) -> None:
    board = board_after(moves, "h3")
    board.play("a4-b4", "d6-d9")
    board.lift("h1")  # to h3, which feels nothing new
    board.wait(2.0)
    board.play("h6-h8")
    board.wait(9.0)
    assert board.moves[-2:] == ["a4-b4", "d6-d9"]
    board.play("a7-b7")
    assert (board.moves[-3:], board.view.repair) == (["h1-h3", "h6-h8", "a7-b7"], ())
    assert (board.view.strays, board.view.faulty, board.failed) == (0, 1 << H3, [H3])


@pytest.mark.parametrize("held_s", [0.4, 1.3])
@pytest.mark.parametrize("before_s", [0.1, 0.4, 1.0])
@pytest.mark.parametrize("replied_s", [0.4, 1.5])
def test_what_was_lifted_and_put_back_before_has_not_moved_in_place_of_it(
    held_s: float, before_s: float, replied_s: float
) -> None:
    board = board_after(("d1-d2", "e5-e4"), sticks="d2")
    board.lift("a4")
    board.wait(held_s)
    board.lift("d2")
    board.put("a4")
    board.wait(before_s)
    board.put("d4")
    board.wait(replied_s)
    board.move("g5-g4")
    board.wait(3.0)
    assert board.moves[2:] == ["d2-d4", "g5-g4"]
    assert board.failed == [parse_square("d2")]


@before
@pytest.mark.parametrize("target", ["h2", "f3", "h5", "i3"])
def test_it_leaves_such_a_square_again_though_others_might_have_come_where_it_goes(
    moves: tuple[str, ...], target: str
) -> None:
    board = board_after(moves, "h3")
    board.slide(("h1", "h2"))
    board.lift("h2")
    board.wait(2.0)
    board.play("h6-h8")
    board.wait(4.0)
    board.put(target)
    board.wait(0.5)
    board.play("h8-h9")
    assert board.moves[-4:] == ["h1-h3", "h6-h8", f"h3-{target}", "h8-h9"]
    assert board.failed == [H3]


@before
def test_who_says_where_it_stands_has_that_counted_at_once_and_the_sensor_named(
    moves: tuple[str, ...],
) -> None:
    board = board_after(moves, "h3")
    board.lift("h1")
    board.wait(4.0)
    board.command(Command.PLACE, "h3")
    assert (board.moves[-1], board.view.repair, board.failed) == ("h1-h3", (), [H3])


@pytest.mark.parametrize("after_s", [1.0, 4.0, 12.0])
def test_a_stray_stays_one_while_a_hand_takes_its_time_beside_an_impatient_reply(
    after_s: float,
) -> None:
    board = board_after(_QUIET, "h3")
    board.play("a4-b4", "d6-d9")
    board.lift("h1")
    board.wait(1.0)
    board.move("h6-h8")
    board.wait(after_s)
    board.put("h2")
    board.wait(3.0)
    assert (board.moves[-3:], board.failed) == (["d6-d9", "h1-h2", "h6-h8"], [])


@pytest.mark.parametrize("overlap_s", [0.0, 0.05])
def test_whoever_pushes_a_captive_off_with_a_move_to_its_square_blames_no_sensor(
    overlap_s: float,
) -> None:
    board = FaultyDriver()
    board.wait(0.5)
    board.play(*OPENING, "g3-e3xe2")
    board.put("h3")  # the captive
    board.wait(1.0)
    board.play("g5-g4", "a4-b4", "d6-d9")
    board.lift("h1")
    board.wait(0.6 + overlap_s)
    board.play("h6-h8", "a7-b7")
    assert (board.moves[-3:], board.failed) == (["h1-h3", "h6-h8", "a7-b7"], [])


@pytest.mark.parametrize("pause_s", [0.5, 1.5, 3.5])
def test_what_seems_a_captive_put_down_was_a_move_once_both_sides_have_gone_on(
    pause_s: float,
) -> None:
    board = FaultyDriver()
    board.wait(0.5)
    board.play(*OPENING)
    board.stick("h6")  # under its piece
    board.play("g3-e3xe2")
    board.wait(pause_s)
    board.occupied ^= 1 << H6
    board.put("h9")
    board.wait(1.5)
    board.play("a8-c8")
    board.wait(1.0)
    board.play("d6-d8")
    board.wait(0.5)
    assert board.moves[-4:] == ["g3-e3", "h6-h9", "a8-c8", "d6-d8"]
    assert (board.view.repair, board.view.strays, board.failed) == ((), 0, [H6])


@pytest.mark.parametrize("target", ["d2", "d3"])
@pytest.mark.parametrize("seconds", [0.05, 0.15])
def test_a_slide_back_from_a_sensor_that_sticks_leaves_the_plies_before_alone(
    target: str, seconds: float
) -> None:
    board = FaultyDriver(stuck="d4")
    board.wait(12.0)
    board.slide(("d1", "d2", "d3"), seconds)
    board.lift("d3")  # to d4
    board.wait(1.5)
    board.play("h6-h9")
    board.wait(1.5)
    board.put("d3")
    if target == "d2":
        board.slide(("d3", "d2"))
    board.wait(1.0)
    assert board.moves == ["d1-d4", "h6-h9", f"d4-{target}"]
    assert (board.view.repair, board.failed) == ((), [D4])


def test_a_captive_on_the_edge_is_no_move_though_both_sides_go_on_after_a_turn_too_many() -> None:
    board = FaultyDriver()
    board.wait(0.5)
    board.play(*OPENING, "g3-e3xe2")
    board.wait(0.5)
    board.put("c1")  # where c4 might have gone
    board.wait(1.0)
    board.play("a8-c8")
    board.wait(1.0)
    board.play("d6-d8")
    assert (board.moves[-2:], board.failed) == (["g3-e3", "d6-d8"], [])
    assert asked(board.view) == {("c8", "a8")}


@pytest.mark.parametrize("seconds", [0.2, 1.5, 12.0])
def test_a_move_that_was_undone_and_is_said_to_stand_after_all_blames_no_sensor(
    seconds: float,
) -> None:
    board = FaultyDriver()
    board.wait(0.5)
    board.play("d1-d3", "e5-e2", "h1-h3")
    board.wait(2.0)
    board.command(Command.UNDO)
    board.wait(seconds)
    board.command(Command.PLACE, "h3")
    board.play("h6-h8")
    assert (board.moves, board.failed) == (["d1-d3", "e5-e2", "h1-h3", "h6-h8"], [])


@pytest.mark.parametrize("waits", [0.5, 1.0, 5.0, 30.0])
def test_a_fallen_board_that_is_right_again_is_played_on_though_a_sensor_sticks(
    waits: float,
) -> None:
    board = FaultyDriver()
    board.wait(SETTLED)
    board.play("a4-b4", "g5-i5")
    fallen = [SQUARE_NAMES[s] for s in squares_of(board.occupied)][::2]
    for name in fallen:
        board.lift(name)
    board.put("c8")
    board.stick("c8")
    board.occupied &= ~bits_of(parse_square("c8"))
    for name in fallen:
        board.put(name)
    board.wait(waits)
    board.play("h1-h3", "g7-i7")
    assert board.moves == ["a4-b4", "g5-i5", "h1-h3", "g7-i7"]


def test_a_captive_that_is_put_up_after_a_fall_is_no_fault_of_its_sensor() -> None:
    board = FaultyDriver()
    board.wait(SETTLED)
    board.play("a4-b4", "g5-i5", "f10-e10", "f4-f3")
    board.wait(30.0)
    fallen = [SQUARE_NAMES[s] for s in squares_of(board.occupied)][::2]
    for name in fallen:
        board.lift(name)
    board.put("c8")
    for name in fallen:
        board.put(name)
    board.play("h1-h3", "g7-i7")
    board.wait(5.0)
    assert board.moves[4:] == ["h1-h3", "g7-i7"]
    asked_for = [(step.action, step.square) for step in board.view.repair]
    assert (board.failed, asked_for) == ([], [(RepairAction.TAKE, parse_square("c8"))])
