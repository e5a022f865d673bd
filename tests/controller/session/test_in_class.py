"""A teacher and children at one board: moves out of turn, two at once, shown and put back."""

from itertools import permutations

import pytest

from controller.events.command import Command, Placement
from controller.events.event import MoveTakenBack, SensorFailed
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from tests.board_driver import BoardDriver
from tests.controller.recognition.stories import line_after
from tests.controller.session.hands import asked, board_at, carry, feel, slide

CAPTURE = """
...........
...........
.....K.....
.......A...
...........
...........
.....AD.DA.
...........
...........
...........
...........
"""
SHOWN = """
...AAAAAA..
........AA.
...........
A.........A
....DDD....
AA..DKDD..A
..D.DD.D..A
..A.......A
.......D...
.....A.....
...AAAAA...
"""
TWO_SIDES = """
..A......A.
A.A.D......
........AA.
....D.....A
A..D....A.A
A....K...DA
A....DD...A
...........
..A.D..AA..
..D..AA....
..D.AA.A...
"""
SLANTWISE = """
...........
...A...A...
...........
...........
.....DD....
..D..K.D..A
.A.....D...
........A..
...........
..A........
...........
"""
TWO_CAPTIVES = """
.AA.AA.A.D.
.....A.....
...A.D.....
.......A...
A..D....D..
A....KDD.A.
A.D.DDA.AA.
A......A.AA
...........
...D.A.....
.A..AA.....
"""
JUMP = """
...AAAAA...
.....A.....
...........
A....D....A
A...DDD...A
AA.DDKDD.AA
A..ADDD...A
A....D....A
...........
.....A.....
....AAAA...
"""


THERE_AND_BACK = """
...........
...........
..........A
...........
....A......
...........
K..........
...........
...........
...DD....D.
....A......
"""
SLOW = """
...A...A...
...........
.....A.....
..........A
A...D......
A...DK....A
A..D......A
...A......A
........D..
...A...A...
...........
"""
# Shown one after the other: each is legal after those before it.
WHAT_IF = ("d1>d3", "g7>g10", "h1>h4", "e5>b5")


def failed(board: BoardDriver) -> list[SensorFailed]:
    return [event for event in board.events if isinstance(event, SensorFailed)]


@pytest.mark.parametrize("pause_s", [0.6, 5.0])
@pytest.mark.parametrize("overlap", [0.02, 0.06])
def test_who_slides_out_of_turn_twice_is_asked_twice_to_go_back(
    pause_s: float, overlap: float
) -> None:
    """f1 might have come to f3, if its sensor stuck; nobody has touched f1."""
    board = BoardDriver()
    board.play("f2-g2", "f8-b8", "k8-c8", "d6-d9", "k5-j5", "h6-h8")
    slide(board, "f4", "f3", "f2", overlap=overlap)
    board.wait(2.0)
    assert asked(board.view) == {("f2", "f4")}
    slide(board, "f2", "f3", "f4", overlap=overlap)
    board.wait(pause_s)
    carry(board, "g7>g9")
    assert (len(board.moves), asked(board.view)) == (6, {("g9", "g7")})
    carry(board, "g9>g7")
    assert (board.view.repair, failed(board)) == ((), [])


@pytest.mark.parametrize("pause_s", [1.0, 5.0])
def test_a_captive_that_goes_back_late_is_no_piece_whose_sensor_sticks(pause_s: float) -> None:
    """c5 is captured, and shown for six seconds; then the other side slides out of turn."""
    board = board_at(SHOWN, Side.ATTACKERS)
    board.play("b6-c6xc5")
    board.wait(6.0)
    carry(board, "c5", "c6>b6", pause_s=0.7)
    board.wait(pause_s)
    slide(board, "g6", "g5", "g4", "g3", each=0.12, overlap=0.0)
    board.wait(1.0)
    assert (board.moves, failed(board)) == ([], [])
    assert asked(board.view) == {("g3", "g6")}


@pytest.mark.parametrize("wait_s", [0.6, 1.0, 1.8])
def test_a_step_that_counts_stays_though_its_side_slides_another_piece(wait_s: float) -> None:
    board = BoardDriver()
    board.play("f2-i2", "f8-i8")
    carry(board, "g11>g10", in_s=0.8, pause_s=wait_s)
    slide(board, "d1", "d2", "d3", "d4", "d5", each=0.16, overlap=0.03)
    board.wait(1.0)
    assert asked(board.view) == {("d5", "d1")}
    carry(board, "i8>i10", "d5>d1")
    assert (board.moves[2:], board.view.repair) == (["g11-g10", "i8-i10"], ())


@pytest.mark.parametrize("gap_s", [0.0, 0.15])
def test_of_two_children_who_slide_at_once_the_second_is_asked_to_go_back(gap_s: float) -> None:
    board = BoardDriver()
    board.play("f2-i2", "f8-i8")
    for change, wait in (
        ("d10", 0.02),
        ("h2", 0.01),
        ("d11", 0.02),
        ("h1", 0.1 + gap_s),
        ("d9", 0.03),
        ("d10", 2.0),
    ):
        board.occupied ^= 1 << parse_square(change)
        board.wait(wait)
    assert asked(board.view) == {("h2", "h1")}
    carry(board, "i8>i10", "h2>h1", pause_s=3.0)
    assert board.moves[2:] == ["d11-d9", "i8-i10"]


@pytest.mark.parametrize(
    ("diagram", "jumper", "captive", "target", "captive_first"),
    [
        (JUMP, "d6", "d5", "d4", True),
        (JUMP, "d6", "d5", "d4", False),
        (SLANTWISE, "h5", "i4", "j3", False),
    ],
)
def test_who_captures_as_in_draughts_puts_both_pieces_back(
    diagram: str, jumper: str, captive: str, target: str, *, captive_first: bool
) -> None:
    """The defender jumps over an attacker; it is no attacker that is pushed there."""
    board = board_at(diagram, Side.DEFENDERS)
    for square in (captive, jumper) if captive_first else (jumper, captive):
        board.lift(square)
        board.wait(0.7)
    board.put(target)
    board.wait(4.0)
    assert asked(board.view) == {(target, jumper), (None, captive)}


@pytest.mark.parametrize("wait_s", [1.2, 6.0])
def test_who_moves_out_of_turn_to_where_a_captive_stood_goes_back(wait_s: float) -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3xe2")
    board.wait(wait_s)
    carry(board, "e1>e2")
    assert (asked(board.view), board.view.strays) == ({("e2", "e1")}, 0)


@pytest.mark.parametrize("gone_s", [1.2, 6.0])
def test_who_captures_as_in_chess_goes_back_and_takes_no_live_piece_off(gone_s: float) -> None:
    """e7 is put on e2, where the piece stood that has just been captured."""
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3xe2")
    board.wait(gone_s)
    carry(board, "h6>e2")
    for _ in range(10):
        board.wait(1.0)
        assert (asked(board.view), board.view.strays) == ({("e2", "h6")}, 0)


def test_of_two_illegal_moves_of_both_sides_none_is_forgotten() -> None:
    """e8 is put on d3; then g2 on c8, to which e8 could have gone."""
    board = board_at(TWO_SIDES, Side.DEFENDERS)
    carry(board, "e8>d3", pause_s=1.5)
    carry(board, "g2>c8", pause_s=12.0)
    assert "d3" in {square for step in asked(board.view) for square in step}


@pytest.mark.parametrize("count", [3, 4])
@pytest.mark.parametrize("at", range(0, 24, 5))
def test_what_is_shown_may_be_put_back_in_any_order(count: int, at: int) -> None:
    board = BoardDriver()
    board.play("f2-i2", "f8-i8")
    shown = WHAT_IF[:count]
    carry(board, *shown)
    orders = list(permutations(shown))
    back = orders[at % len(orders)]
    carry(board, *(">".join(reversed(each.split(">"))) for each in back))
    board.wait(3.0)
    position = board.session.game.position
    assert (board.view.repair, position.occupied, position.to_move) == (
        (),
        board.occupied,
        Side.ATTACKERS,
    )


@pytest.mark.parametrize("order", list(permutations(("h5>h8", "g9>f9", "g5", "i5")))[::2])
def test_in_a_lesson_all_may_be_put_back_in_any_order(order: tuple[str, ...]) -> None:
    """h8-h5 takes two pieces, and f9-g9 replies; both are only shown."""
    board = BoardDriver()
    start = parse_diagram(CAPTURE, Side.ATTACKERS)
    board.say(Command.SET_UP, Placement(start))
    board.occupied = start.occupied
    board.wait(1.0)
    board.play("h8-h5xg5xi5", "f9-g9")
    board.wait(1.0)
    carry(board, *order, pause_s=0.6)
    board.wait(3.0)
    assert (board.session.game.position, board.view.repair, board.view.strays) == (start, (), 0)


@pytest.mark.parametrize("overlap", [0.0, 0.03])
def test_a_captive_may_come_home_by_the_square_of_another_one(overlap: float) -> None:
    """g5 was captured before h5, which is put down there, and slid home."""
    board = board_at(TWO_CAPTIVES, Side.DEFENDERS)
    board.play("h6-h5xg5", "h8-h6xh5")
    board.wait(2.0)
    carry(board, "h6>h8", "g5", pause_s=1.2)
    slide(board, "g5", "h5", overlap=overlap)
    board.wait(2.0)
    assert (board.moves, board.view.repair, board.view.strays) == (["h6-h5"], (), 0)


@pytest.mark.parametrize("stands", ["d1", "d4"])
def test_no_with_that_one(stands: str) -> None:
    """d1-d3 counts; then one hand puts d3 back while the other carries a4 to d4."""
    board = BoardDriver()
    board.move("d1-d3")
    board.wait(1.5)
    board.lift("a4")
    board.wait(0.15)
    board.lift("d3")
    board.wait(0.5)
    for square in sorted(("d1", "d4"), reverse=stands == "d4"):
        board.put(square)
        board.wait(0.4)
    board.wait(3.0)
    assert (board.moves, board.view.repair) == (["a4-d4"], ())


@pytest.mark.parametrize("shown_s", [0.03, 1.4])
def test_a_captive_that_is_shown_on_its_square_takes_no_play_there_and_back_away(
    shown_s: float,
) -> None:
    board = board_at(THERE_AND_BACK, Side.ATTACKERS)
    played = ["k9-k8", "j2-j3", "e7-e3", "j3-j2", "e3-e7"]
    for move in played:
        board.play(f"{move}xe2" if move == "e7-e3" else move)
        board.wait(1.5)
    board.wait(2.0)
    board.put("e2")
    board.wait(shown_s)
    board.lift("e2")
    board.wait(1.0)
    board.play("d2-d4")
    assert board.moves == [*played, "d2-d4"]
    assert not any(isinstance(event, MoveTakenBack) for event in board.events)


@pytest.mark.parametrize("overlap", [0.12, 0.25, 0.35])
def test_a_slow_slide_is_no_captive_that_comes_from_the_box(overlap: float) -> None:
    board = board_at(SLOW, Side.ATTACKERS)
    board.play("a6-d6xd5")
    board.wait(8.0)
    slide(board, "i3", "h3", "g3", "f3", each=1.15, overlap=overlap)
    board.wait(1.0)
    assert (board.moves, board.view.strays) == (["a6-d6", "i3-f3"], 0)


def test_a_magnet_that_was_there_before_is_not_where_a_lifted_piece_has_gone() -> None:
    board = BoardDriver()
    board.put("d3")
    board.wait(4.0)
    assert str(board.view.tentative) == "d1-d3"
    board.lift("d1")
    board.wait(3.0)
    assert board.moves == []
    board.put("b1")
    board.wait(3.0)
    assert board.moves == ["d1-b1"]


@pytest.mark.parametrize(("first", "second"), [("d3", "d4"), ("d4", "d3")])
def test_a_piece_on_the_line_between_two_squares_is_to_be_pushed_not_taken_off(
    first: str, second: str
) -> None:
    board = BoardDriver()
    board.lift("d1")
    board.wait(0.6)
    board.put(first, second)
    board.wait(4.0)
    assert board.moves == ["d1-d3"]
    assert board.view.sentence == (
        "A piece stands on the line: d4 feels it, too. Push it into the middle of its square."
    )
    board.lift("d4")
    board.wait(1.0)
    assert (board.moves, board.view.sentence) == (
        ["d1-d3"],
        "Move one of the defenders' pieces.",
    )


def test_what_is_shown_may_look_like_play_as_it_is_put_back() -> None:
    """Five plies are shown, and four of the pieces go back as if each side moved in its turn."""
    board = BoardDriver()
    board.play("d1-d3", "g5-i5", "k4-j4", "f4-d4", "a4-a2", "h6-h3")
    board.wait(2.0)
    for back in ("a2-a4", "h3-h6", "j4-k4", "d4-f4", "i5-g5"):
        board.move(back)
    board.wait(3.0)
    board.play("g5-j5", "e1-e3")
    board.wait(1.0)
    assert (board.moves, board.view.repair) == (["d1-d3", "g5-j5", "e1-e3"], ())


def test_whose_turn_it_is_after_that_shows_when_a_piece_moves() -> None:
    """Three plies are put back by two: h1-h4, g5-g3, h4-h2, and then g3-g5 and h2-h1."""
    board = BoardDriver()
    board.play("d1-d3", "e5-e2")
    board.play("h1-h4", "g5-g3", "h4-h2", "g3-g5", "h2-h1")
    board.wait(2.0)
    board.move("k4-i4")
    board.wait(3.0)
    assert (board.moves, board.view.repair) == (["d1-d3", "e5-e2", "k4-i4"], ())


def test_two_moves_of_one_piece_stay_two_when_its_side_moves_out_of_turn_at_once() -> None:
    """After a4-d4 and d4-b4 h1 is moved, as if a4 had only gone to b4 before its reply."""
    board = BoardDriver()
    board.play("d1-d3", "f8-i8")
    board.wait(1.0)
    carry(board, "a4>d4", in_s=0.07, pause_s=0.4)
    carry(board, "g7>i7", in_s=0.1, pause_s=0.16)
    carry(board, "d4>b4", in_s=0.19, pause_s=0.16)
    carry(board, "h1>h4", in_s=0.2, pause_s=3.0)
    assert board.moves == ["d1-d3", "f8-i8", "a4-d4", "g7-i7", "d4-b4"]
    assert asked(board.view) == {("h4", "h1")}


def test_and_what_that_move_captures_may_be_taken_at_once() -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "g1-g3", "f4-c4")
    board.play("h1-h4", "f8-h8", "h4-h2", "h8-f8", "h2-h1")
    board.wait(2.0)
    board.lift("g3")
    board.wait(0.5)
    board.put("e3")
    board.wait(0.3)
    board.lift("e2")
    board.wait(4.0)
    wanted = line_after("d1-d3 e5-e2 g1-g3 f4-c4 g3-e3").position
    assert (board.session.game.position, board.moves[-1]) == (wanted, "g3-e3")
    assert (board.view.repair, board.view.owed) == ((), 0)


def test_a_move_out_of_turn_takes_nothing_back_that_was_not_put_back() -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "h1-h4", "g5-g3", "h4-h2", "g3-g5")
    board.wait(2.0)
    board.move("f4-d4")
    board.wait(3.0)
    assert board.moves == ["d1-d3", "e5-e2", "h1-h4", "g5-g3", "h4-h2", "g3-g5"]
    assert board.view.refusal is not None


def test_a_piece_that_is_tried_out_of_turn_at_once_has_not_made_another_move_before() -> None:
    """As below, so soon that both moves fit in one and a half seconds."""
    board = BoardDriver()
    board.play("d11-d7")
    board.wait(1.0)
    feel(board, "g5:0.01 g4:0.45 h11:0.01 i11:0.3 g4:0.6 j5:2.5")
    assert board.moves == ["d11-d7", "g5-g4", "h11-i11"]
    assert asked(board.view) == {("j5", "g4")}


def test_a_piece_that_is_tried_out_of_turn_has_not_made_another_move_before() -> None:
    """g5-g4 was played; later g4 is put on j5, where it might have gone from g5."""
    board = BoardDriver()
    board.play("d11-d7", "g5-g4", "h11-i11", "e5-e3")
    board.wait(1.0)
    board.lift("g4")
    board.wait(0.7)
    board.put("j5")
    board.wait(2.5)
    assert board.moves == ["d11-d7", "g5-g4", "h11-i11", "e5-e3"]
    board.lift("j5")
    board.wait(0.4)
    board.put("g4")
    board.play("f10-d10")
    assert board.moves == ["d11-d7", "g5-g4", "h11-i11", "e5-e3", "f10-d10"]


@pytest.mark.parametrize("first_home", ["f8", "a4"])
def test_two_plies_may_be_taken_back_in_one_sweep(first_home: str) -> None:
    """Both hands: the last piece is lifted first, and either may be home first."""
    board = BoardDriver()
    for _ in range(3):
        board.play("a4-b4", "f8-g8")
        board.wait(1.0)
        board.lift("g8")
        board.wait(0.2)
        board.lift("b4")
        board.wait(0.3)
        for home in sorted(("f8", "a4"), key=lambda square: square != first_home):
            board.put(home)
            board.wait(0.1)
        board.wait(1.0)
        assert board.moves == []
    board.play("h1-h4", "f8-c8")
    assert board.moves == ["h1-h4", "f8-c8"]


def test_a_piece_that_was_held_before_may_play_back_what_was_played() -> None:
    """The second player has lifted g8 already when b4 goes back; g8 goes back only then."""
    board = BoardDriver()
    board.play("a4-b4", "f8-g8")
    board.wait(1.0)
    board.lift("g8")
    board.wait(0.8)
    board.lift("b4")
    board.wait(0.4)
    board.put("a4")
    board.wait(0.7)
    board.put("f8")
    board.wait(1.0)
    assert board.moves == ["a4-b4", "f8-g8", "b4-a4", "g8-f8"]
