"""Strays, replies lifted early, sleeves: what happens where more than one hand is on the board."""

import pytest

from controller.events.command import Command
from controller.events.event import (
    BoardDisturbed,
    MoveCommitted,
    MoveRefused,
    MoveRetargeted,
    MoveTakenBack,
)
from controller.events.view import Phase
from controller.rules.geometry import SQUARE_NAMES, bits_of, parse_square
from controller.rules.pieces import Side
from controller.session.timing import Timing
from tests.board_driver import OPENING, SETTLED, BoardDriver
from tests.controller.session.hands import board_at, feel
from tests.squares import squares

K11 = parse_square("k11")
CORRECTIONS = (MoveRefused, MoveRetargeted, MoveTakenBack, BoardDisturbed)

# f4-i4 captures j4.
BESIDE_CAPTIVE = """
...AAAAA...
.....A.....
...........
A....D....A
A...DDD...A
AA.DDKDD.AA
A...DDD...A
A....D...AD
...........
.....A.....
...AAAAA...
"""


def corrections(board: BoardDriver) -> list[object]:
    return [event for event in board.events if isinstance(event, CORRECTIONS)]


def with_a_captive_on(square: str) -> BoardDriver:
    """Capture on e2, and lay the captive on a square."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.wait(0.2)
    board.put(square)
    board.wait(SETTLED)
    return board


def test_a_captive_that_is_put_back_is_a_stray_and_play_goes_on_around_it() -> None:
    board = with_a_captive_on("e2")
    assert (board.view.strays, board.view.owed, board.view.repair) == (squares("e2"), 0, ())
    assert board.view.sentence.endswith("Take the captured piece on e2 off the board.")
    board.play("g5-g3", "k4-j4")
    assert board.moves == [*OPENING, "g3-e3", "g5-g3", "k4-j4"]
    assert corrections(board) == []
    board.lift("e2")
    assert board.view.strays == 0


def test_a_captive_that_is_laid_aside_is_no_ply_of_a_piece_that_is_lifted_later() -> None:
    board = with_a_captive_on("b4")
    board.lift("c4")
    board.wait(1.0)
    assert board.moves == [*OPENING, "g3-e3"]
    board.put("c3")
    board.wait(SETTLED)
    assert board.moves == [*OPENING, "g3-e3", "c4-c3"]
    assert board.view.strays == squares("b4")


def test_a_captive_that_is_laid_on_the_edge_disturbs_nothing() -> None:
    board = with_a_captive_on("a1")
    board.wait(2.0)
    strays = squares("a1")
    assert (board.view.phase, board.view.strays, board.view.repair) == (Phase.PLAY, strays, ())
    assert corrections(board) == []


def test_a_piece_on_the_edge_is_no_captive_that_was_taken_long_ago() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.wait(5.0)
    board.lift("f5")
    board.wait(0.5)
    board.put("i1")
    board.wait(1.0)
    assert board.view.sentence == "This move does not count. Move the piece on i1 to f5."


def test_of_two_moves_in_a_row_the_second_is_put_back() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.lift("g11")
    board.wait(0.1)
    board.put("g9")
    board.wait(0.8)
    board.slide(["d11", "c11"], each=3.0)
    assert board.moves[4:] == ["g11-g9"]
    assert board.view.sentence == "This move does not count. Move the piece on c11 to d11."


def test_nobody_replies_to_two_moves_that_were_made_in_no_time() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.lift("e7", "d11")
    board.put("d9")
    board.put("e10")
    board.lift("f1")
    board.put("g1")
    board.wait(1.0)
    assert board.moves[4:] == ["d11-d9", "e7-e10"]
    assert board.view.sentence.endswith("Move the piece on g1 to f1.")


def test_a_reply_to_the_square_just_left_may_be_lifted_before_the_move_stands() -> None:
    board = BoardDriver()
    board.play("h1-h3", "g7-g10")
    board.lift("h3")
    board.wait(0.26)
    board.lift("h6")
    board.put("h2")
    board.wait(0.42)
    board.put("h3")
    board.wait(SETTLED)
    assert board.moves == ["h1-h3", "g7-g10", "h3-h2", "h6-h3"]
    assert corrections(board) == []


def test_the_piece_that_moved_last_may_be_lifted_for_the_reply_before_the_move_stands() -> None:
    board = BoardDriver()
    board.play("d1-d3", "f8-i8")
    board.lift("k4")
    board.wait(0.23)
    board.lift("i8")
    board.wait(0.31)
    board.put("i4")
    board.wait(0.72)
    board.put("h8")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "f8-i8", "k4-i4", "i8-h8"]
    assert corrections(board) == []


def test_a_sleeve_that_pushes_three_pieces_away_does_not_hide_a_move() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.lift("e1", "f1", "g1")
    board.put("d3")
    board.wait(SETTLED)
    board.put("e1")
    board.put("f1")
    board.put("g1")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]
    assert board.view.repair == ()
    assert not [e for e in board.events if isinstance(e, MoveRefused | MoveTakenBack)]


def test_a_sleeve_that_pushes_six_pieces_off_their_sensors_has_not_knocked_the_board_over() -> None:
    """Each leaves its square a moment after the one beside it, and none comes to another one."""
    board = BoardDriver()
    board.play("d1-d3", "e5-e2")
    board.lift("g1")
    board.wait(0.2)
    swept = ("h1", "f1", "e1", "f2", "e2")
    for square in swept:
        board.lift(square)
    board.wait(0.5)
    board.put("g3")
    for square in swept:
        board.put(square)
    board.wait(SETTLED)
    assert (board.moves, board.view.repair) == (["d1-d3", "e5-e2", "g1-g3"], ())


def test_a_sleeve_that_shifts_pieces_to_the_next_squares_makes_no_other_move() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.slide(["e1", "e2"], each=0.03)
    board.put("d3")
    board.wait(SETTLED)
    board.slide(["e2", "e1"], each=0.03)
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d3"]


def test_a_captive_may_be_taken_while_its_captor_has_stopped_one_square_short() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.slide(["g3", "f3"], each=0.1)
    board.lift("e2")
    board.wait(0.6)
    board.slide(["f3", "e3"], each=0.1)
    board.wait(SETTLED)
    assert board.moves == [*OPENING, "g3-e3"]
    assert (board.view.owed, board.view.strays, corrections(board)) == (0, 0, [])


def test_two_pieces_in_two_hands_are_no_disturbance() -> None:
    board = BoardDriver()
    board.lift("d1", "e5")
    board.wait(3.0)
    assert corrections(board) == []
    board.put("e5")
    board.put("d3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]


def test_nothing_is_refused_while_the_piece_is_in_a_hand() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.put("e2")
    board.lift("e2")
    board.wait(3.0)
    assert corrections(board) == []
    board.put("d2")
    board.wait(SETTLED)
    assert board.moves == ["d1-d2"]


def test_an_undone_move_is_not_called_knocked_over() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.command(Command.UNDO)
    board.wait(2.0)
    assert not [s for s in board.view.sentences if s.key == "cause.knocked_over"]


def test_an_illegal_move_right_after_a_captive_was_taken_is_refused_and_stays_so() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.wait(0.2)
    board.lift("f8")
    board.put("h9")
    board.wait(8.0)
    assert [type(event) for event in corrections(board)] == [MoveRefused]
    assert board.view.refusal is not None


def test_a_slide_goes_on_after_a_pause_in_which_the_reply_was_lifted() -> None:
    board = BoardDriver()
    board.slide(["d1", "d2"])
    board.lift("e5")
    board.wait(0.6)
    board.slide(["d2", "d3"], each=0.03)
    board.wait(SETTLED)
    board.put("e4")
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d3", "e5-e4"]
    assert not [e for e in board.events if isinstance(e, MoveRefused | MoveTakenBack)]


def test_a_piece_carried_on_after_the_reply_was_lifted_was_not_the_last_slide() -> None:
    """e5 is lifted, and d3 for the move after that; d3 lands when e5 has landed."""
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("e5")
    board.wait(0.6)
    board.lift("d3")
    board.wait(0.2)
    board.put("e4")
    board.wait(0.3)
    board.put("d4")
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d3", "e5-e4", "d3-d4"]


def test_a_sleeve_that_pushes_a_piece_just_after_a_move_makes_no_reply() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.wait(0.2)
    board.put("d3")
    board.slide(["g5", "h5"], each=0.02)
    board.wait(0.5)
    board.slide(["h5", "g5"], each=0.02)
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d3"]
    assert len([e for e in board.events if isinstance(e, MoveCommitted)]) == 1


def test_a_sleeve_that_pushes_a_piece_of_the_other_side_during_a_move_makes_no_reply() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.slide(["g5", "h5"], each=0.02)
    board.wait(0.1)
    board.put("d3")
    board.wait(0.6)
    board.slide(["h5", "g5"], each=0.02)
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d3"]
    assert len([e for e in board.events if isinstance(e, MoveCommitted)]) == 1


def test_what_a_pause_would_capture_may_be_lifted_for_its_reply() -> None:
    """e3 captures e2; its owner has lifted it for a move while the slide only pauses there."""
    board = BoardDriver()
    board.play("d1-c1", "e5-e2", "g1-g3", "f4-c4")
    board.slide(["g3", "f3", "e3"], each=0.05)
    board.wait(0.2)
    board.lift("e2")
    board.wait(0.3)
    board.slide(["e3", "d3"], each=0.03)
    board.wait(0.3)
    board.put("e3")
    board.wait(2 * SETTLED)
    assert board.moves[-2:] == ["g3-d3", "e2-e3"]


def test_a_captive_may_be_taken_as_soon_as_its_captor_stands_beside_it() -> None:
    """e2 has moved last; nothing but time tells that it does not slide on to e3."""
    board = BoardDriver()
    board.play("d1-d3", "f4-c4", "g1-g3", "e5-e2")
    board.lift("g3")
    board.occupied |= squares("e3")
    board.wait(0.02)
    board.lift("e2")
    board.lift("c4")
    board.wait(SETTLED)
    board.put("c5")
    board.wait(2 * SETTLED)
    assert board.moves[-3:] == ["e5-e2", "g3-e3", "c4-c5"]
    assert corrections(board) == []


def test_among_strangers_no_move_counts_while_another_piece_is_in_the_air() -> None:
    board = BoardDriver(timing=Timing(apart_s=1.0))
    board.lift("d1", "f4")  # one of each side: nobody can say which of them lands
    board.put("d3")
    board.wait(5.0)
    assert board.moves == []
    board.put("f4")
    board.wait(SETTLED)
    assert board.moves == []
    board.move("d3-d1")  # whichever of them it is, the lights lead back
    board.wait(SETTLED)
    board.move("d1-d3")
    assert board.moves == ["d1-d3"]


def test_nothing_counts_while_more_pieces_are_in_the_air_than_two_hands_hold() -> None:
    board = BoardDriver()
    board.lift("a4", "k4", "h1", "d1")
    board.put("d3")
    board.wait(2.0)
    assert board.moves == []
    board.put("a4", "k4", "h1")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]


def test_nothing_counts_at_once_when_four_pieces_have_left_their_places_in_no_time() -> None:
    """Two are pushed or held, d1 is played, and h6 is lifted: that may be how a board falls."""
    board = BoardDriver()
    board.lift("e5", "g5")
    board.put("d5")
    board.lift("d1")
    board.put("d3")
    board.lift("h6")
    board.wait(0.15)
    assert board.moves == []
    board.wait(0.25)
    assert board.moves == ["d1-d3"]


def test_two_hands_that_might_have_changed_places_do_not_hold_the_game_up() -> None:
    """e10-e8 f8-f10 is so quick that e10-f10 f8-e8 is as likely; the game has one of them.

    On a board that lets a move count after 50 ms, as in tests; no sensor tells the two apart.
    """
    board = BoardDriver(timing=Timing(settle_s=0.05, carried_s=0.05))
    board.play("f10-i10", "f8-c8", "e11-e10", "c8-f8")
    for act, seconds in (("e10", 0.3), ("e8", 0.04), ("f8", 0.02), ("f10", 0.15), ("d1", 0.14)):
        board.occupied ^= 1 << parse_square(act)
        board.wait(seconds)
    board.put("d3")
    board.wait(4.0)
    assert board.moves[4:] == ["e10-e8", "f8-f10", "d1-d3"]
    board.play("g5-i5")
    assert board.moves[7:] == ["g5-i5"]


@pytest.mark.parametrize("reaches_s", [0.05, 0.2])
def test_the_piece_is_meant_for_which_a_hand_reaches_as_its_sleeve_pushes_another(
    reaches_s: float,
) -> None:
    """h1 slides to h2 just before e1 is lifted; e1-e3 is the move, and h2 is put right."""
    board = BoardDriver()
    board.slide(["h1", "h2"], each=reaches_s)
    board.lift("e1")
    board.wait(0.6)
    board.put("e3")
    board.wait(0.2)
    board.slide(["h2", "h1"], each=SETTLED)
    assert board.moves == ["e1-e3"]
    assert [e.move for e in board.events if isinstance(e, MoveCommitted)] == [
        ply.move for ply in board.session.game.plies
    ]


def test_what_a_sleeve_has_pushed_makes_no_moves_of_both_sides_while_a_hand_is_busy() -> None:
    """h1 is pushed to h2, and f4 to g4; then e1 comes to e4, where f4 might have gone, too."""
    board = BoardDriver()
    board.occupied ^= squares("e1")
    board.wait(0.02)
    board.occupied ^= squares("h1", "h2")
    board.wait(0.11)
    board.occupied ^= squares("f4", "g4")
    board.wait(0.14)
    board.put("e4")
    board.wait(0.3)
    board.occupied ^= squares("h1", "h2")
    board.wait(0.3)
    board.occupied ^= squares("f4", "g4")
    board.wait(SETTLED)
    assert [str(e.move) for e in board.events if isinstance(e, MoveCommitted)] == ["e1-e4"]


def test_people_have_time_to_put_right_what_a_sleeve_has_pushed_on_both_sides() -> None:
    """Both steps would be legal, one after the other; and the board asks to undo them."""
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("d6")
    board.wait(0.3)
    for origin, target in (("a5", "b5"), ("e5", "d5")):
        board.occupied ^= squares(origin, target)
        board.wait(0.06)
    board.put("d8")
    board.wait(3.0)
    steps = {(SQUARE_NAMES[s.origin or 0], SQUARE_NAMES[s.square]) for s in board.view.repair}
    assert (board.moves, steps) == (["d1-d3", "d6-d8"], {("b5", "a5"), ("d5", "e5")})
    board.move("b5-a5")
    board.move("d5-e5")
    board.play("h1-h3")
    assert board.moves == ["d1-d3", "d6-d8", "h1-h3"]


@pytest.mark.parametrize("step", [("k5", "j5"), ("a5", "b5")])
def test_no_other_ply_counts_where_steps_come_too_soon_to_be_replies(step: tuple[str, str]) -> None:
    """e5-e4 and the step reply at once, and their squares feel them 0.14 and 0.17 s after d3.

    Sleeves do that, too. Until somebody puts a piece right, or nobody does, h6-h4 waits.
    """
    board, (origin, target) = BoardDriver(), step
    began = board.at
    for square, at in (
        ("d1", 0.05),
        ("d3", 0.24),
        ("e5", 0.37),
        ("e4", 0.38),
        (origin, 0.46),
        (target, 0.55),
        ("h6", 0.76),
        ("a4", 0.77),
        ("h4", 1.00),
        ("b4", 1.34),
    ):
        board.wait(began + at - board.at)
        board.occupied ^= 1 << parse_square(square)
    board.wait(2.5)
    assert board.moves == ["d1-d3", "e5-e4", f"{origin}-{target}", "h6-h4", "a4-b4"]
    assert [type(event) for event in corrections(board)] == [BoardDisturbed]


@pytest.mark.parametrize("laid", [(), ("k5",)])
def test_two_hands_take_back_two_plies_though_the_return_of_one_would_capture(
    laid: tuple[str, ...],
) -> None:
    """That of c3 to a3, beside the corner, if it were a move. A captive is off, or is laid down."""
    board = board_at(
        """
...........
...........
...........
.......A...
.........D.
.....K...A.
...........
...........
A.......D..
D..........
...........
""",
        Side.ATTACKERS,
    )
    board.play("h8-j8xj7")
    board.put(*laid)
    board.wait(2.0)
    before = board.view
    feel(board, "i3:0.3 i10:1.0 a3:0.3 c3:1.7 c3:0.16 i10:0.47 i3:0.02 a3:2.0")
    assert (board.moves, board.view) == (["h8-j8"], before)


def test_two_hands_take_back_two_plies_while_the_next_piece_is_in_the_air() -> None:
    board = BoardDriver()
    feel(board, "d1:0.3 d3:1.0 e5:0.3 c5:1.7 c5:0.1 d3:0.3 d1:0.01 e1:0.02 e5:0.4 e3:1.0")
    assert board.moves == ["e1-e3"]


@pytest.mark.parametrize(
    "hands",
    [
        "d3:0.3 k11:0.25 e1:0.02 e2:0.2 e2:0.02 e3:0.2 f3:1.0",
        "d3:0.3 e1:0.1 k11:0.5 f3:0.01 e3:1.0",
    ],
)
def test_captives_may_be_taken_and_laid_down_before_their_captor_comes(hands: str) -> None:
    """e1 comes to e3, and captures d3, which lies on the corner by then, and f3."""
    board = board_at(
        """
...........
...........
...........
...........
...........
.....K.....
...........
...........
..AD.DA....
...........
....A......
""",
        Side.ATTACKERS,
    )
    feel(board, hands)
    assert (board.moves, corrections(board), board.view.strays) == (["e1-e3"], [], bits_of(K11))


def test_a_captive_taken_early_is_laid_on_the_edge_where_its_captor_might_have_gone() -> None:
    board = board_at(
        """
...........
...........
...........
..........A
...........
.....K.....
..........D
..........A
...........
...........
...........
""",
        Side.ATTACKERS,
    )
    feel(board, "k5:0.16 k8:0.47 k6:2.9 k10:3.0")
    assert (board.moves, board.view.phase) == (["k8-k6"], Phase.PLAY)
    assert not [event for event in board.events if isinstance(event, MoveRetargeted)]


def test_a_reply_lifted_first_may_come_down_while_the_move_is_put_straight() -> None:
    """On the line of the move, which might have gone on to there."""
    board = board_at(
        """
...........
...........
...........
...........
...........
.....K.....
...........
........A..
...........
...........
........D..
""",
        Side.ATTACKERS,
    )
    feel(board, "i1:0.15 i4:0.55 c4:0.28 c4:0.45 i3:0.43 c4:2.0")
    assert board.moves == ["i4-c4", "i1-i3"]
    assert not [event for event in board.events if isinstance(event, MoveRetargeted)]


@pytest.mark.parametrize("taken_s", [0.02, 0.08])
@pytest.mark.parametrize("before_s", [0.04, 0.1, 0.2])
def test_a_captive_taken_as_its_captor_lands_has_not_slid_there_while_a_hand_holds_another(
    before_s: float, taken_s: float
) -> None:
    """d3 goes on to d4, where f4 might have gone, too, which was lifted just before."""
    board = board_at(BESIDE_CAPTIVE, Side.ATTACKERS)
    feel(board, f"d1:0.5 d3:2.0 d3:{0.4 - before_s:.2f} f4:{before_s} d4:0.7 i4:{taken_s} j4:6.0")
    assert board.moves == ["d1-d4", "f4-i4"]
    assert board.view.repair == ()


@pytest.mark.parametrize("laid_s", [0.1, 0.26, 0.5])
def test_a_captive_that_brushes_a_square_as_it_is_laid_aside_is_not_the_piece_that_moves(
    laid_s: float,
) -> None:
    """It is felt on c10 and laid on c11, while d8 is in the air on its way to d3."""
    board = BoardDriver()
    board.play("a8-e8")
    feel(board, f"d6:0.3 d8:0.5 h1:0.18 e8:0.38 h5:1.28 d8:{laid_s - 0.06:.2f}")
    feel(board, f"c10:0.04 c10:0.02 c11:{0.8 - laid_s:.2f} d3:6.0")
    assert board.moves == ["a8-e8", "d6-d8", "h1-h5", "d8-d3"]
    assert board.view.sentence == (
        "Move one of the attackers' pieces. Take the captured piece on c11 off the board."
    )


@pytest.mark.parametrize("taken_s", [0.06, 0.2, 0.35])
def test_a_captive_that_is_laid_down_late_changes_no_move_of_the_piece_that_came_first(
    taken_s: float,
) -> None:
    """c4-b4, and e2 was taken meanwhile; it is laid on c1, where c4 might have gone."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3")
    feel(board, f"c4:0.44 e2:{taken_s} b4:1.55 c1:6.0")
    assert board.moves == [*OPENING, "g3-e3", "c4-b4"]
    assert (board.view.strays, corrections(board)) == (squares("c1"), [])


def test_nobody_lays_a_captive_before_a_piece_that_slides() -> None:
    """c4 slides to c1 and stops between that and c2, 0.4 s after e2 was taken."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3")
    feel(board, "e2:0.1 c3:0.02 c4:0.1 c2:0.02 c3:0.18 c1:4.0 c2:1.0")
    assert board.moves == [*OPENING, "g3-e3", "c4-c1"]
    assert board.view.strays == 0


@pytest.mark.parametrize("over_s", [0.08, 0.16])
def test_a_captive_that_is_carried_off_low_has_not_moved_again(over_s: float) -> None:
    """g4 goes over h4, i4 and j4, as it came from k4, while h6 slides to h4 and captures it."""
    board = BoardDriver()
    board.play("k4-g4")
    board.wait(2.0)
    feel(board, f"g4:0.04 h4:0.08 h4+h6:0.06 i4:0.04 h5:0.04 i4:{over_s} h5:0.04 h4:0.04")
    feel(board, "j4:0.08 j4:4.0")
    assert (board.moves, board.view.lifted) == (["k4-g4", "h6-h4"], None)


STEPS_IN = """
....A.A....
...........
...........
...........
A...D.....A
A....K....A
A..........
...AD......
...........
...........
....A......
"""


@pytest.mark.parametrize("held_s", [0.3, 1.0, 3.0])
@pytest.mark.parametrize("both_s", [0.1, 0.25, 0.8])
@pytest.mark.parametrize("lands_s", [0.1, 0.6])
def test_a_reply_may_slide_slowly_to_the_square_of_the_piece_that_is_still_in_the_hand(
    held_s: float, both_s: float, lands_s: float
) -> None:
    """d4 is on its way to d8; e4, which slides to d4, is felt on both squares for a while."""
    board = board_at(STEPS_IN, Side.ATTACKERS)
    feel(board, f"d4:{held_s} d4:{both_s} e4:{lands_s} d8:6.0")
    assert (board.moves, board.view.repair) == (["d4-d8", "e4-d4"], ())
