"""A sleeve pushes pieces of both sides to the next squares: none of them has made a move."""

from collections.abc import Sequence
from itertools import pairwise, permutations

import pytest

from controller.rules.geometry import SIZE, bits_of, parse_square
from tests.board_driver import A_MOMENT, BoardDriver
from tests.controller.session.hands import feel
from tests.squares import squares

# Where each is pushed: every one could be a step of its side. f10 is the attackers'.
BACK = {"f8": "g8", "f10": "g10", "e7": "e8", "h6": "h7"}


def after_a_sleeve(*homes: str, apart_s: Sequence[float] = 3 * (A_MOMENT,)) -> BoardDriver:
    """Return a board on which d1-d3 was played, and pieces were pushed, so far apart in time."""
    board = BoardDriver()
    board.play("d1-d3")
    board.wait(2.0)
    for home, apart in zip(homes, (*apart_s, A_MOMENT), strict=False):
        board.occupied ^= 1 << parse_square(home)
        board.wait(0.01)
        board.occupied ^= 1 << parse_square(BACK[home])
        board.wait(apart - 0.01)
    return board


def put_right(board: BoardDriver, *homes: str, pause_s: float = 3.3) -> None:
    """Let somebody carry pieces home in an order, with a pause before each."""
    for home in homes:
        board.wait(pause_s)
        board.lift(BACK[home])
        board.wait(0.65)
        board.put(home)
    board.wait(7.0)


@pytest.mark.parametrize("order", list(permutations(BACK))[::3])
@pytest.mark.parametrize("pause_s", [0.5, 3.3])
def test_what_was_pushed_and_is_put_right_in_any_order_makes_no_moves(
    order: tuple[str, ...], pause_s: float
) -> None:
    board = after_a_sleeve(*BACK)
    put_right(board, *order, pause_s=pause_s)
    assert (board.moves, board.view.repair, board.view.strays) == (["d1-d3"], (), 0)
    board.play("e5-e2")
    assert board.moves == ["d1-d3", "e5-e2"]


def test_who_takes_long_to_put_them_right_has_not_moved_those_that_wait() -> None:
    board = after_a_sleeve("e7", "h6", "f10", "f8", apart_s=(0.04, 0.02, 0.04))
    put_right(board, "e7", "h6", "f10", "f8", pause_s=2.9)
    assert board.moves == ["d1-d3"]


def test_nothing_counts_for_five_seconds_while_several_pieces_are_out_of_their_places() -> None:
    board = after_a_sleeve(*BACK)
    board.wait(4.5)
    assert board.moves == ["d1-d3"]
    assert {step.square for step in board.view.repair} >= {parse_square("f10")}


def test_both_are_none_when_they_are_put_right_the_first_one_first() -> None:
    board = after_a_sleeve("f8", "f10")
    put_right(board, "f8", "f10", pause_s=4.5)
    assert board.moves == ["d1-d3"]


def test_steps_that_are_slid_back_long_after_are_play() -> None:
    """Two players repeat moves; whoever had pushed a piece would have pushed it back by then."""
    board = after_a_sleeve("f8", "f10")
    put_right(board, "f8", "f10", pause_s=20.0)
    assert board.moves == ["d1-d3", "f8-g8", "f10-g10", "g8-f8", "g10-f10"]


def test_a_step_that_is_replied_to_and_both_back_later_is_play() -> None:
    """Between the first two there is time to see, and to reply."""
    board = after_a_sleeve("f8", "f10", apart_s=(0.5,))
    put_right(board, "f8", "f10", pause_s=2.0)
    assert board.moves == ["d1-d3", "f8-g8", "f10-g10", "g8-f8", "g10-f10"]


@pytest.mark.parametrize(
    ("move", "swept", "reply", "goes"),
    [
        ("h1-h5", ("d11", "d6", "g6", "h6"), "g5", "g5"),
        ("k4-g4", ("h6", "d11", "k5", "f4"), "f4", "b2"),
        ("d1-d5", ("k5", "g6", "g7", "d6"), "h6", "c8"),
        ("a4-e4", ("d11", "k5", "a7", "f4"), "f8", "h9"),
    ],
)
@pytest.mark.parametrize("pause_s", [0.1, 0.35])
def test_a_move_that_counts_as_all_stands_again_stays_whatever_the_reply_does(
    move: str, swept: tuple[str, ...], reply: str, goes: str, pause_s: float
) -> None:
    board, (origin, target) = BoardDriver(), move.split("-")
    board.lift(origin)
    board.wait(0.2)
    for home in swept:
        board.lift(home)
    board.wait(0.5)
    for home in swept[:-1]:
        board.put(home)
        board.wait(pause_s)
    board.put(target)
    board.put(swept[-1])
    board.lift(reply)
    board.wait(2.5)
    assert board.moves == [move]
    board.put(goes)
    board.wait(3.0)
    assert board.moves == [move]


@pytest.mark.parametrize(
    ("move", "swept", "back"),
    [
        ("k4-h4", "k7 d11 e6 k5 f4 g6", "d11 k7 f4 g6 e6 k5"),
        ("e1-e3", "e7 g7 a7 k7 g6", "e7 g7 k7 a7 g6"),
        ("a4-d4", "a5 f2 h11 f7 g7", "h11 a5 f2 f7 g7"),
        ("d1-d4", "f2 e6 d11 a7 g5 f8 f4", "g5 f8 f2 e6 d11 a7 f4"),
    ],
)
def test_a_piece_that_was_in_a_hand_before_many_others_left_has_made_a_move(
    move: str, swept: str, back: str
) -> None:
    board, (origin, target) = BoardDriver(), move.split("-")
    board.lift(origin)
    board.wait(0.15)
    for home in swept.split():
        board.occupied ^= 1 << parse_square(home)
        board.wait(0.02)
    board.wait(0.1)
    board.put(target)
    board.wait(0.2)
    for home in back.split():
        board.put(home)
        board.wait(0.15)
    board.wait(2.2)
    assert (board.moves, board.view.repair) == ([move], ())


@pytest.mark.parametrize("stays_s", [0.5, 0.7])
def test_two_pieces_that_a_hand_drags_along_and_back_have_not_moved(stays_s: float) -> None:
    """f2 and f4 slide to the d-file at once, as two fingers do it."""
    board = BoardDriver()
    board.play("h1-h3")
    for files, ranks in (("fed", (4, 2)), ("def", (4, 2))):
        for here, next_one in pairwise(files):
            for rank in ranks:
                here_and_next = (f"{here}{rank}", f"{next_one}{rank}")
                board.occupied ^= squares(*here_and_next)
                board.wait(0.01)
            board.wait(0.14)
        board.wait(stays_s)
    board.wait(3.0)
    assert (board.moves, board.view.repair) == (["h1-h3"], ())


def column_of(home: str) -> int:
    """Return a square and the one above it, as bits."""
    square = parse_square(home)
    return bits_of(square, square + SIZE)


def test_a_tilted_board_that_is_put_right_has_made_no_moves() -> None:
    """Six pieces of both sides slide up by a square, and are put back one by one."""
    board = BoardDriver()
    board.play("d1-d3")
    board.wait(1.0)
    ups = {"g7": 0.04, "g1": 0.05, "b6": 0.0, "j6": 0.01, "f8": 0.12, "h1": 4.38}
    for home, apart in ups.items():
        board.occupied ^= column_of(home)
        board.wait(apart)
    backs = {"j6": 1.0, "b6": 1.3, "g1": 0.55, "g7": 0.85, "f8": 0.9, "h1": 4.0}
    for home, apart in backs.items():
        board.occupied ^= column_of(home)
        board.wait(apart)
    assert (board.moves, board.view.repair) == (["d1-d3"], ())


def test_a_reply_that_an_arm_has_pushed_in_the_middle_of_a_slide_goes_once_it_is_put_right() -> (
    None
):
    """d5 slides to d2; its arm takes e5 along to d5, and somebody pushes that back."""

    def push(origin: str, target: str) -> None:
        board.occupied ^= 1 << parse_square(origin) | 1 << parse_square(target)
        board.wait(0.01)

    board = BoardDriver()
    board.play("a5-d5", "f8-f9")
    board.slide(["d5", "d4"], each=0.25)
    push("e5", "d5")
    board.wait(0.21)
    board.slide(["d4", "d3", "d2"], each=0.26)
    push("d5", "e5")
    board.wait(1.0)
    assert board.moves == ["a5-d5", "f8-f9", "d5-d2"]


def test_three_quick_moves_count_at_last_although_a_sleeve_swept_four_pieces_meanwhile() -> None:
    """The third goes to where the second came from: the board alone does not show the order."""
    board = BoardDriver()
    board.play("d1-d3", "f8-h8")
    changes = [("k8", 0.1), ("d11", 0.05), ("k6", 0.04), ("g5", 0.05), ("e7", 0.0), ("i8", 0.24)]
    changes += [("g3", 0.08), ("a4", 0.13), ("k5", 0.1), ("g5", 0.05), ("d11", 0.06), ("e7", 0.03)]
    for name, seconds in [*changes, ("k6", 0.6), ("a4", 4.8)]:
        board.occupied ^= 1 << parse_square(name)
        board.wait(seconds)
    assert board.moves[2:] == ["k8-i8", "g5-g3", "k5-g5"]
    assert board.view.repair == ()


def test_steps_there_and_back_that_have_long_counted_are_play_though_replies_begin_early() -> None:
    """Two friends repeat moves: what a hand has carried was not pushed."""
    board = BoardDriver()
    board.play("d1-d3")
    board.wait(2.0)
    for move, reply in (("f8-g8", "f10-g10"), ("g8-f8", "g10-f10")):
        (origin, target), (home, goal) = move.split("-"), reply.split("-")
        board.lift(origin)
        board.wait(0.2)
        board.lift(home)
        board.wait(0.16)
        board.put(target)
        board.wait(0.1)
        board.put(goal)
        board.wait(4.0)
    assert board.moves == ["d1-d3", "f8-g8", "f10-g10", "g8-f8", "g10-f10"]


def test_two_pieces_that_an_arm_tilts_as_it_draws_back_have_not_moved() -> None:
    """Each is felt nowhere for 0.3 s, on its way to the next square."""
    board = BoardDriver()
    board.move("d1-d3")
    feel(board, "f8:0.06 f10:0.3 g8:0.06 g10:2.0 g8:0.4 f8:0.6 g10:0.4 f10:3.0")
    assert board.moves == ["d1-d3"]


@pytest.mark.parametrize("pushed_s", [0.05, 0.3])
@pytest.mark.parametrize("left_s", [0.5, 2.5])
def test_two_plies_of_a_piece_stay_two_though_another_is_pushed_to_where_it_stood_between(
    pushed_s: float, left_s: float
) -> None:
    """g7 moves to g8, and on to g9 after a reply; f8 is pushed to g8, and put right later."""
    board = BoardDriver()
    for move in ("d1-d3", "g7-g8", "h1-h3"):
        board.play(move)
        board.wait(1.0)
    feel(board, f"g8:{pushed_s} f8+g8:0.3 g9:{left_s} g8+f8:1.0 a4:0.4 b4:1.0")
    assert board.moves == ["d1-d3", "g7-g8", "h1-h3", "g8-g9", "a4-b4"]
    assert board.view.repair == ()


@pytest.mark.parametrize("left_s", [0.5, 1.9, 4.0])
def test_a_piece_has_moved_though_another_was_pushed_to_its_square_before_that_opened(
    left_s: float,
) -> None:
    """f8 goes to i8; an arm pushes f7 half on to f8 as f8 leaves, and somebody puts it right."""
    board = BoardDriver()
    board.play("d1-d3")
    board.wait(1.0)
    feel(board, f"f7:0.4 i8:{left_s} f8:0.22 f7:1.5 a4:0.4 b4:1.0")
    assert board.moves == ["d1-d3", "f8-i8", "a4-b4"]
    assert board.view.repair == ()
