"""Whoever plays before the start position has stood for a while has begun the game by that."""

import pytest

from controller.events.command import Command
from controller.events.event import GameStarted, MoveCommitted, PieceLifted
from controller.events.view import Phase
from controller.notation.moves import parse_move
from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.geometry import SQUARE_NAMES, bits_of, parse_square, squares_of
from controller.rules.pieces import Piece, Side
from hal.board import Scan
from tests.board_driver import A_MOMENT, COPENHAGEN, SCAN_S, SETTLED, BoardDriver
from tests.controller.session.hands import asked, counted, feel
from tests.squares import squares

OTHER_GAME = ("d1-d3", "g5-j5", "k4-j4", "d6-d5", "f10-c10", "f8-g8")
C1, D1, D3, E2, E5 = (parse_square(name) for name in ("c1", "d1", "d3", "e2", "e5"))


def looked_at_once() -> BoardDriver:
    board = BoardDriver(started=False)
    board.wait(SCAN_S)
    assert board.view.phase is Phase.SET_UP
    return board


def moved_at_once(board: BoardDriver, *squares: int) -> None:
    """Let the pieces come and go between two scans."""
    board.occupied ^= bits_of(*squares)
    board.wait(SETTLED)


@pytest.mark.parametrize("stands", [0, 1, 5, 29])
@pytest.mark.parametrize("gap_s", [0.0, 0.4, 0.6, 10.0])
def test_a_move_between_two_scans_counts_however_soon_it_is_made(stands: int, gap_s: float) -> None:
    board = looked_at_once()
    board.wait(stands * SCAN_S)
    board.stall(gap_s)
    moved_at_once(board, D1, D3)
    assert board.moves == ["d1-d3"]
    assert isinstance(board.events[0], GameStarted)
    assert isinstance(board.events[-1], MoveCommitted)


def test_stalls_that_begin_the_waiting_again_do_not_swallow_a_move() -> None:
    board = looked_at_once()
    for _ in range(20):
        board.stall(0.6)
        board.wait(SCAN_S)
    assert board.view.phase is Phase.SET_UP
    moved_at_once(board, D1, D3)
    assert board.moves == ["d1-d3"]


def test_a_piece_that_is_lifted_has_its_lights_at_once() -> None:
    board = looked_at_once()
    board.lift("d1")
    assert [type(event) for event in board.events] == [GameStarted, PieceLifted]
    assert board.view.targets & bits_of(D3)
    board.put("d3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]


def test_a_move_right_after_a_new_game_is_asked_for_counts() -> None:
    board = BoardDriver()
    board.command(Command.NEW_GAME)
    assert board.view.phase is Phase.SET_UP
    moved_at_once(board, D1, D3)
    assert board.moves == ["d1-d3"]


def test_what_is_no_move_of_who_begins_is_put_back() -> None:
    board = looked_at_once()
    moved_at_once(board, E5, E2)
    assert (board.view.phase, board.events) == (Phase.SET_UP, [])
    back = RepairStep(RepairAction.SHIFT, E5, Piece.DEFENDER, E2)
    assert board.view.repair == (back,)


def test_what_nobody_ever_saw_standing_is_put_back() -> None:
    board = BoardDriver(started=False)
    moved_at_once(board, D1, D3)
    assert (board.view.phase, board.moves) == (Phase.SET_UP, [])


def test_what_was_moved_while_the_board_was_lost_is_put_back() -> None:
    board = looked_at_once()
    board.lose("unplugged")
    moved_at_once(board, D1, D3)
    assert (board.view.phase, board.moves) == (Phase.SET_UP, [])


def test_the_last_piece_of_a_set_up_may_slide_over_its_square() -> None:
    board = BoardDriver(started=False)
    board.occupied ^= bits_of(D1)
    board.wait(SETTLED)
    board.occupied ^= bits_of(D1)
    board.wait(A_MOMENT)
    moved_at_once(board, D1, C1)
    assert (board.view.phase, board.moves) == (Phase.SET_UP, [])
    moved_at_once(board, C1, D1)
    assert (board.view.phase, board.moves) == (Phase.PLAY, [])


def test_the_first_scan_of_all_may_be_the_last_before_the_move() -> None:
    board = BoardDriver(started=False)
    board.session.observe(Scan(board.occupied, 0.0))
    moved_at_once(board, D1, D3)
    assert [ply.move for ply in board.session.game.plies] == [parse_move("d1-d3").move]


def test_a_piece_that_stands_wrong_for_long_makes_no_move() -> None:
    board = BoardDriver(started=False)
    board.occupied ^= bits_of(D1, D3)
    board.wait(20)
    assert (board.view.phase, board.view.faulty) == (Phase.PLAY, bits_of(D1, D3))
    assert (board.view.tentative, board.moves) == (None, [])


def set_up(board: BoardDriver, *but: str) -> None:
    """Put the pieces of the start on a bare board, all but those of some squares."""
    left = squares(*but)
    for square in squares_of(COPENHAGEN.start.occupied & ~left):
        board.occupied |= 1 << square
        board.wait(0.1)


def cleared_after(*moves: str) -> BoardDriver:
    """Return a board from which all pieces were taken after some moves."""
    board = BoardDriver()
    board.play(*moves)
    for square in squares_of(board.occupied):
        board.occupied &= ~(1 << square)
        board.wait(0.1)
    board.wait(1.0)
    board.take_events()
    return board


def bare() -> BoardDriver:
    """Return a board without pieces that has known no game yet."""
    board = BoardDriver(started=False)
    board.occupied = 0
    board.wait(1.0)
    return board


def moved_early(board: BoardDriver) -> None:
    """Lift f2 while two pieces of the other side are still missing, and put it down after them."""
    board.lift("f2")
    board.wait(0.3)
    board.put("f8")
    board.wait(0.6)
    board.put("g7")
    board.wait(0.5)
    board.put("b2")
    board.wait(SETTLED)


def test_a_first_move_may_begin_before_the_last_piece_is_set_up() -> None:
    board = bare()
    set_up(board, "f8", "g7")
    moved_early(board)
    board.wait(SETTLED)
    assert board.moves == ["f2-b2"]
    board.play("f8-h8")
    assert board.moves == ["f2-b2", "f8-h8"]


@pytest.mark.parametrize("missing", [7, 18])
@pytest.mark.parametrize("empty", [True, False])
def test_a_first_move_may_begin_while_half_of_the_pieces_are_missing(
    missing: int, *, empty: bool
) -> None:
    """Three people set up, one of them is ready to play."""
    board = bare() if empty else cleared_after(*OTHER_GAME)
    last = [SQUARE_NAMES[square] for square in squares_of(COPENHAGEN.start.occupied)][-missing:]
    set_up(board, *last)
    board.lift("f2")
    for square in last:
        board.wait(0.2)
        board.put(square)
    board.put("b2")
    board.wait(1.0)
    board.play("f8-h8")
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (len(started), board.moves) == (1, ["f2-b2", "f8-h8"])


def test_a_piece_that_never_stood_on_its_square_stands_in_the_wrong_place() -> None:
    board = bare()
    set_up(board, "f2")
    board.put("b2")
    board.wait(3.0)
    assert (board.view.phase, board.moves) == (Phase.SET_UP, [])


@pytest.mark.parametrize("plies", [1, 6])
def test_a_first_move_may_begin_as_early_where_another_game_was_on_the_board(plies: int) -> None:
    board = cleared_after(*OTHER_GAME[:plies])
    set_up(board, "f8", "g7")
    moved_early(board)
    board.play("f8-h8")
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (len(started), board.moves) == (1, ["f2-b2", "f8-h8"])


def test_but_not_where_its_piece_was_put_in_the_wrong_place() -> None:
    board = BoardDriver()
    board.play("d1-d3", "g5-j5", "k4-j4", "d6-d5", "f10-c10", "f8-g8")
    for square in squares_of(board.occupied):
        board.occupied &= ~(1 << square)
        board.wait(0.1)
    set_up(board, "f2")
    board.put("b2")
    board.wait(6.0)
    assert board.moves[:2] == ["d1-d3", "g5-j5"]
    assert board.view.repair


@pytest.mark.parametrize("gap_s", [0.02, 0.1, 0.2, 0.28, 0.29, 0.3, 0.31, 0.32, 0.4])
def test_a_first_move_may_begin_as_soon_as_the_last_piece_stands_where_another_game_was(
    gap_s: float,
) -> None:
    board = cleared_after(*OTHER_GAME)
    set_up(board, "f8")
    board.occupied |= 1 << parse_square("f8")
    board.wait(gap_s)
    board.lift("f2")
    board.wait(0.5)
    board.put("b2")
    board.wait(1.0)
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (len(started), board.moves) == (1, ["f2-b2"])


@pytest.mark.parametrize("last_s", [-0.3, -0.05, 0.0, 0.2])
@pytest.mark.parametrize("empty", [True, False])
def test_a_reply_may_come_before_the_set_up_has_stood(last_s: float, *, empty: bool) -> None:
    """f2-b2 stands, and e5 is lifted for e4, before f8 is set up as the last piece, or after."""
    board = bare() if empty else cleared_after(*OTHER_GAME)
    set_up(board, "f8")
    board.lift("f2")
    board.wait(0.3)
    board.put("b2")
    begun_at = board.at
    for seconds, name in sorted([(0.4, "e5"), (0.9, "e4"), (0.4 - last_s, "f8")]):
        board.wait(begun_at + seconds - board.at)
        board.occupied ^= 1 << parse_square(name)
    board.wait(2.0)
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (len(started), board.moves) == (1, ["f2-b2", "e5-e4"])


@pytest.mark.parametrize("last_s", [-0.2, 0.1, 0.25])
@pytest.mark.parametrize("reacts_s", [0.1, 0.2, 0.28])
@pytest.mark.parametrize("empty", [True, False])
def test_a_game_may_begin_so_fast_that_the_board_never_rests(
    last_s: float, reacts_s: float, *, empty: bool
) -> None:
    """The first move is lifted so long after the last piece stands; each reply soon after it."""
    board = bare() if empty else cleared_after(*OTHER_GAME)
    set_up(board, "f8")
    changes, at = [(0.0, "f8")], last_s
    for origin, target in (("f2", "b2"), ("e5", "e4"), ("d1", "d3"), ("g5", "g4"), ("d3", "c3")):
        changes += [(at, origin), (at + 0.25, target)]
        at += 0.25 + reacts_s
    begun_at = board.at + 1.0
    for seconds, name in sorted(changes):
        board.wait(begun_at + seconds - board.at)
        board.occupied ^= 1 << parse_square(name)
    board.wait(2.0)
    started = [event for event in board.events if isinstance(event, GameStarted)]
    moves = ["f2-b2", "e5-e4", "d1-d3", "g5-g4", "d3-c3"]
    assert (len(started), board.moves) == (1, moves)


@pytest.mark.parametrize(("lifted", "begins"), [("e5", True), ("d1", False)])
@pytest.mark.parametrize("empty", [True, False])
def test_a_game_has_begun_once_the_other_side_lifts_its_reply(
    lifted: str, *, begins: bool, empty: bool
) -> None:
    """The attackers have made their first move, f2-b2, before all stood."""
    board = bare() if empty else cleared_after(*OTHER_GAME)
    set_up(board, "a4")
    feel(board, f"f2:0.3 b2:0.5 a4:0.1 {lifted}:0.1")
    assert any(isinstance(event, GameStarted) for event in board.events) is begins


@pytest.mark.parametrize("empty", [True, False])
def test_a_piece_put_beside_its_square_and_one_that_others_take_begin_no_game(
    *, empty: bool
) -> None:
    """k8 is looked at, and put down on j8; g7 was of the wrong side: another one comes there."""
    board = bare() if empty else cleared_after(*OTHER_GAME)
    set_up(board, "a4")
    feel(board, "k8:0.3 j8:0.4 g7:0.6 a4:1.0 j8:0.3 k8:0.5 g7:1.0")
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (len(started), counted(board)) == (1, [])


@pytest.mark.parametrize(
    ("played", "homes", "follows"),
    [
        (("d1-d3",), "d1:0.4 d3:0.5", ("e5-e4", "k8-j8")),
        (("d1-d3", "e5-e4"), "d1:0.4 d3:0.5 e5:0.4 e4:0.5", ("k8-j8", "f8-h8")),
        (("g11-g8", "e7-c7", "g8-g9"), "g11:0.4 g9:0.5 e7:0.4 c7:0.5", ("e5-e4", "k8-j8")),
    ],
)
def test_a_game_that_is_put_up_again_by_way_of_the_start_goes_on(
    played: tuple[str, ...], homes: str, follows: tuple[str, ...]
) -> None:
    """All has fallen; what had moved is put home first, and then to where it stood."""
    board = cleared_after(*played)
    set_up(board, "a4")
    feel(board, f"{homes} a4:2.0")
    assert (board.moves, board.view.repair) == (list(played), ())
    for move in follows:
        board.play(move)
        assert board.view.repair == ()
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (started, board.moves) == ([], [*played, *follows])


def test_after_a_resignation_the_same_first_move_begins_a_new_game_at_once() -> None:
    """It is made before all stand, as two people set up; the board stands as the old game did."""
    board = BoardDriver()
    board.play("d1-d3")
    board.say(Command.RESIGN, Side.DEFENDERS)
    board.wait(1.0)
    for square in squares_of(board.occupied):
        board.occupied &= ~(1 << square)
        board.wait(0.1)
    board.take_events()
    set_up(board, "a4")
    feel(board, "d1:0.3 d3:0.3 a4:1.5")
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (len(started), board.moves) == (1, ["d1-d3"])


def test_a_piece_that_slides_to_its_place_past_the_square_of_another_begins_no_game() -> None:
    """k7 comes by k8, and the piece of k8 is put down on j8."""
    board = bare()
    set_up(board, "k8", "k7", "a4")
    feel(board, "k9:0.3 k9+k8:0.1 k8+k7:0.5 j8:0.5 a4:1.0")
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (started, counted(board)) == ([], [])


def test_whoever_takes_the_first_moves_back_begins_no_other_game() -> None:
    """e5 and a7 go home at once, and then d6 is lifted, which is the next one to go home."""
    board = BoardDriver()
    board.play("f10-k10", "d6-d3", "a7-c7", "e5-e3")
    board.take_events()
    feel(board, "e3:0.1 c7:0.2 e5:0.04 a7:0.1 d3:0.3 d6:1.0")
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (started, board.moves) == ([], ["f10-k10"])


def test_whoever_takes_moves_back_and_goes_on_at_once_begins_no_other_game() -> None:
    """Of five plies two are left, and the piece of the next one is in a hand."""
    board = BoardDriver()
    board.play("k7-i7", "f4-b4", "h11-h9", "e5-e4", "d1-d4")
    board.take_events()
    feel(board, "d4:0.2 e4:0.1 d1:0.2 h9:0.1 e5:0.2 h11:0.25 j6:0.6 i6:1.0")
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (started, board.moves) == ([], ["k7-i7", "f4-b4", "j6-i6"])


def test_a_new_game_begins_as_fast_though_its_first_moves_are_those_of_the_one_before() -> None:
    board = cleared_after("k7-i7", "f4-b4", "h11-h9", "e5-e4", "d1-d4")
    set_up(board, "f8")
    feel(board, "k7:0.2 i7:0.1 f8:0.1 f4:0.2 b4:0.1 d1:0.1")
    assert any(isinstance(event, GameStarted) for event in board.events)


def test_who_clears_the_board_has_moved_nothing() -> None:
    """The piece of d11 is put down on d10 as the board is set up."""
    board = BoardDriver()
    board.play(*OTHER_GAME)
    board.command(Command.NEW_GAME)
    for square in sorted(squares_of(board.occupied), reverse=True):
        board.occupied &= ~(1 << square)
        board.wait(0.2)
    board.take_events()
    set_up(board, "d11")
    board.put("d10")
    board.wait(3.0)
    assert (board.view.phase, counted(board)) == (Phase.SET_UP, [])


def test_what_was_played_before_a_game_is_seen_to_begin_was_played_in_that_order() -> None:
    """k7-i7 begins as three plies are put back, and seems to go on with them; d11 is lifted."""
    board = BoardDriver()
    board.play("k5-j5", "f4-f3", "f2-g2")
    feel(board, "j5:0.05 g2+k7:0.06 f3:0.3 f4:0.07 i7:0.07 k5:0.1 f2:0.53 d7:0.01 e7:1.7 d11:0.01")
    feel(board, "d10:1.8 g7:0.4 g8:1.0 k8:0.2 j8:8.0")
    assert board.moves == ["k7-i7", "e7-d7", "d11-d10", "g7-g8", "k8-j8"]


@pytest.mark.parametrize("empty", [True, False])
def test_what_has_stood_beside_its_square_makes_no_first_move(*, empty: bool) -> None:
    """A piece too many stands on h10; h11 is lifted just before the last piece is set up."""
    board = bare() if empty else cleared_after(*OTHER_GAME)
    board.put("h10")
    set_up(board, "f8")
    board.lift("h11")
    board.wait(0.1)
    board.put("f8")
    board.wait(3.0)
    assert "h11-h10" not in board.moves
    assert not [event for event in board.events if isinstance(event, GameStarted)]


# The first moves of a game, change by change; `!` is when somebody presses New game.
PRESSED = {
    "with the piece in the hand": "f2:0.4 ! b2:1.0 e5:0.5 e4:1.0",
    "just as it stands": "f2:0.4 b2:0.1 ! e5:0.5 e4:1.0",
    "when the move counts": "f2:0.4 b2:0.9 ! e5:0.5 e4:1.0",
    "long before the reply": "f2:0.4 b2:0.9 ! :14 e5:0.5 e4:1.0",
    "when the reply is in a hand": "f2:0.4 b2:0.9 e5:0.3 ! e4:1.0",
    "when both have moved": "f2:0.4 b2:0.9 e5:0.5 e4:0.9 !",
    "twice, once as all stand": "! f2:0.4 ! b2:1.0 e5:0.5 e4:1.0",
}


@pytest.mark.parametrize("presses", PRESSED.values(), ids=PRESSED)
@pytest.mark.parametrize("stood_s", [0.1, 2.0])
@pytest.mark.parametrize("empty", [True, False])
def test_who_asks_for_the_new_game_that_is_played_already_loses_no_move_of_it(
    presses: str, stood_s: float, *, empty: bool
) -> None:
    board = bare() if empty else cleared_after(*OTHER_GAME)
    set_up(board)
    board.wait(stood_s)
    before, *after = presses.split("!")
    feel(board, before)
    for part in after:
        board.command(Command.NEW_GAME)
        feel(board, part)
    feel(board, "d1:0.5 d3:1.5")
    assert (board.moves, board.view.phase) == (["f2-b2", "e5-e4", "d1-d3"], Phase.PLAY)
    assert board.view.faulty == 0


def test_nor_who_asks_for_it_while_the_last_pieces_are_set_up_and_the_first_is_lifted() -> None:
    board = cleared_after(*OTHER_GAME)
    set_up(board, "a4", "a5")
    feel(board, "f2:0.3")
    board.command(Command.NEW_GAME)
    feel(board, "a4:0.2 a5:0.3 b2:0.5 e5:0.5 e4:1.0")
    assert (board.moves, board.view.phase) == (["f2-b2", "e5-e4"], Phase.PLAY)


@pytest.mark.parametrize("home", ["a10 a8 c5 e5", "c5 e5 a10 a8", "a10 c5 e5 a8", "c5 a10 a8 e5"])
@pytest.mark.parametrize("in_s", [0.2, 1.5])
def test_who_asks_for_a_new_game_and_puts_all_home_has_played_nothing(
    home: str, in_s: float
) -> None:
    board = BoardDriver()
    board.play("a8-a10", "e5-c5")
    board.wait(0.5)
    board.command(Command.NEW_GAME)
    assert asked(board.view) == {("a10", "a8"), ("c5", "e5")}
    board.take_events()
    feel(board, " ".join(f"{name}:{in_s}" for name in home.split()))
    board.wait(1.0)
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (len(started), counted(board), board.view.phase) == (1, [], Phase.PLAY)


def test_who_clears_the_board_after_asking_for_a_new_game_has_begun_none() -> None:
    """The last piece of the set-up is put on c1 first, to which d1 might have gone."""
    board = BoardDriver()
    board.play("a8-a10")
    board.command(Command.NEW_GAME)
    for square in squares_of(board.occupied):
        board.occupied &= ~(1 << square)
        board.wait(0.3)
    set_up(board, "d1")
    board.take_events()
    feel(board, "c1:1.5")
    assert (board.view.phase, counted(board)) == (Phase.SET_UP, [])
    feel(board, "c1:0.3 d1:1.0")
    assert (board.view.phase, counted(board)) == (Phase.PLAY, [])


def test_what_was_moved_long_before_somebody_asks_for_a_new_game_goes_back() -> None:
    board = BoardDriver()
    board.play("f2-b2")
    board.wait(9.0)
    board.command(Command.NEW_GAME)
    board.wait(3.0)
    assert (board.view.phase, asked(board.view)) == (Phase.SET_UP, {("b2", "f2")})


def test_a_piece_that_never_stood_in_its_place_has_not_moved_when_a_new_game_is_asked_for() -> None:
    """The piece of f2 is put down on b2 while most others are not there yet."""
    board = cleared_after(*OTHER_GAME)
    feel(board, "b2:0.5")
    set_up(board, "f2")
    board.command(Command.NEW_GAME)
    board.wait(3.0)
    assert (board.view.phase, asked(board.view)) == (Phase.SET_UP, {("b2", "f2")})
