"""Pieces that come to a square whose sensor is dead, or leave it: only what follows tells."""

from controller.events.command import Command
from controller.events.event import Event, MoveCommitted, MoveRetargeted
from controller.rules.game import Game
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from tests.board_driver import COPENHAGEN
from tests.controller.session.faulty import FaultyDriver
from tests.controller.session.hands import feel


def board_at(diagram: str, side: Side) -> FaultyDriver:
    """Return a board with a position, on which the sensor of e5 is known to be dead."""
    board = FaultyDriver(dead="e5")
    board.wait(11.0)
    game = Game(COPENHAGEN, parse_diagram(diagram, side))
    board.session.take_up(game)
    board.occupied = game.position.occupied
    board.wait(1.0)
    assert board.view.faulty == 1 << parse_square("e5")
    return board


def kinds(board: FaultyDriver) -> set[type[Event]]:
    """Return the kinds of news that a board has given."""
    return {type(event) for event in board.events}


def test_a_reply_in_the_hand_does_not_come_to_a_dead_sensor_while_the_move_slides_on() -> None:
    board = board_at(
        """
........D..
.D...DA....
.A.......D.
......AA...
...A.......
....A......
.A......A..
......A..A.
.....AA....
...A...AA.A
..DK....A..
""",
        Side.DEFENDERS,
    )
    feel(board, "c1+c2:0.04 c2:0.01 c3+e6:0.02 c3:0.01 c4:0.04 c4+c5:0.04 c5+c6:0.04 c6+c7:0.04")
    feel(board, "c7+c8:0.04 c8:0.01 c9:0.03 c9:0.01 c10:0.03 c10:0.01 c11:0.36 b6:1.0")
    assert board.moves == ["c1-c11", "e6-b6"]
    assert MoveRetargeted not in kinds(board)


def test_a_captive_taken_early_has_not_replied_to_a_move_onto_a_dead_sensor() -> None:
    board = board_at(
        """
....AAAA.D.
...........
...A.A.....
..A..DA...A
A..A.DD....
A..D.K...DA
A....DDD..A
..A........
...D.D.....
.....A....A
..A.AAAAA..
""",
        Side.ATTACKERS,
    )
    feel(board, "a5:0.21 d6:0.08 d5:4.0")
    assert board.moves == ["a5-d5"]


def test_the_piece_of_the_last_move_is_lifted_for_the_next_and_not_put_on_a_dead_sensor() -> None:
    board = board_at(
        """
........A..
.D.D.D.....
A.D.......D
A.A...K....
.....A....A
.A..D.A....
AA.....A...
.......A...
DAAA....D.D
.......D.A.
...A.....A.
""",
        Side.DEFENDERS,
    )
    feel(board, "e6:0.3 e8:0.9 e8:0.3 b5:0.11 c5:0.25 f8:1.0")
    assert board.moves == ["e6-e8", "b5-c5", "e8-f8"]
    assert MoveRetargeted not in kinds(board)


def test_a_piece_felt_late_beyond_a_dead_sensor_has_not_moved_twice() -> None:
    board = board_at(
        """
..A........
A........D.
.....D....A
AA....A.AA.
..K........
A.DA.......
......A....
AAA.A.AD...
...........
....A......
....DA.....
""",
        Side.ATTACKERS,
    )
    feel(board, "e4:0.46 h4:0.01 i4:0.05 i4+j4:0.04 e7:0.2 d6:0.14 d4:2.0")
    assert board.moves == ["e4-e7", "h4-j4", "d6-d4"]
    assert MoveRetargeted not in kinds(board)


def test_a_piece_that_is_put_where_it_may_not_go_has_not_come_from_a_dead_sensor() -> None:
    """A visitor tries the piece of k6 out of turn, and puts it back."""
    board = board_at(
        """
...AAAAA...
.....A.....
....D......
.A...D....A
A....DD...A
AA..DKDD.AA
A...DDD...A
A....D....A
...D.......
.....A.....
..A.AAAA...
""",
        Side.DEFENDERS,
    )
    board.take_events()
    feel(board, "k6:0.54 e3:0.62 e3:0.42 k6:2.0")
    assert MoveCommitted not in kinds(board)


def test_what_comes_beside_a_piece_that_is_lifted_has_not_gone_to_a_dead_sensor_on_its_way() -> (
    None
):
    """The piece of e11 comes to e3 as that of e2 is lifted, which may have slid there."""
    board = board_at(
        """
...ADDA.A..
.A.A.......
........AA.
..A.......D
AAD.....A.D
A..A..D...A
A........D.
DA.K.A..A.A
........A..
...DA......
..AD...A...
""",
        Side.ATTACKERS,
    )
    feel(board, "c1:0.08 e11:0.17 c4:0.25 e2:0.04 e3:0.47 k2:2.0")
    assert board.moves == ["c1-c4", "e11-e3", "e2-k2"]
    assert MoveRetargeted not in kinds(board)


def test_two_pieces_that_are_put_straight_have_made_no_move_to_a_dead_sensor() -> None:
    board = board_at(
        """
...........
....AD.A...
.......A...
..D.D.....A
..........A
A..D..D....
..AA.....A.
..DA.A..A.A
....DD.....
......A.A.A
...AAK.AA..
""",
        Side.ATTACKERS,
    )
    board.take_events()
    feel(board, "d5:0.32 d6:0.09 d5:0.09 d6:2.0")
    assert MoveCommitted not in kinds(board)


def test_a_piece_that_is_put_where_it_may_not_go_is_not_a_captive_of_before() -> None:
    """The piece of h5 might have gone to e5, and the captive of g2 be laid on h3."""
    board = board_at(
        """
..AAAA..A..
.D..D......
.A.A.D.....
A..D...A...
A...K.DD...
A......D.D.
A......D...
.A.....A.AA
..A...A....
...D.DDA...
...AAA.....
""",
        Side.ATTACKERS,
    )
    feel(board, "g2:0.09 f1:0.03 g1:0.78 h5:0.26 h3:3.0")
    assert board.moves == ["f1-g1"]


def test_a_piece_slides_on_from_a_dead_sensor_as_the_next_move_of_its_side() -> None:
    """From b5 to e5, and on to h5: as if it had been in the hand all the time."""
    board = board_at(
        """
...........
...........
...........
..A........
...........
...........
.A.........
......D....
....DK.....
..D.......A
...........
""",
        Side.ATTACKERS,
    )
    feel(board, "b5:3.0")
    board.command(Command.PLACE, "e5")
    feel(board, "g4:0.4 i4:1.0 f5:0.12 f5:0.01 g5:0.13 g5:0.02 h5:2.0 h5:0.4 h5:3.0")
    assert board.moves == ["b5-e5", "g4-i4", "e5-h5"]
    assert MoveRetargeted not in kinds(board)


def test_a_slide_that_went_on_to_a_dead_sensor_counts_soon_after_its_reply() -> None:
    board = board_at(
        """
...AAAAA...
...........
.....A.....
A.........A
A...DDD...A
AA..DKD..AA
A.....D...A
A.........A
...........
....A......
.....D.....
""",
        Side.ATTACKERS,
    )
    feel(board, "e2:0.02 e3:0.9 e3:0.01 e4:0.19 e4:0.42 f1:0.53 f2:0.5")
    assert board.moves == ["e2-e5", "f1-f2"]


def test_a_piece_pushed_as_another_is_lifted_has_not_replied_to_a_move_to_a_dead_sensor() -> None:
    board = board_at(
        """
...........
...........
...........
....A......
.......D...
...........
...........
.....K.....
...........
.A.........
...........
""",
        Side.ATTACKERS,
    )
    feel(board, "e8:0.14 h7:0.01 g7:0.06 g7:0.5 k8:0.11 h7:1.0")
    assert board.moves == ["e8-k8"]
    assert MoveRetargeted not in kinds(board)


def test_a_piece_askew_that_nothing_feels_has_not_gone_to_a_dead_sensor_with_its_reply() -> None:
    board = board_at(
        """
...........
...........
...........
......D....
...........
....A......
...........
.....K.....
...........
.A.........
...........
""",
        Side.ATTACKERS,
    )
    feel(board, "e6:0.34 g8:0.01 f8:0.07 f8:0.01 e8:0.15 k6:1.0")
    assert board.moves == ["e6-k6", "g8-e8"]
    assert MoveRetargeted not in kinds(board)


def test_a_reply_lifted_before_the_move_lets_that_slide_on_to_a_dead_sensor() -> None:
    board = board_at(
        """
...........
...........
...........
...........
...........
.......K...
...D.......
...........
....A......
.A.........
...........
""",
        Side.ATTACKERS,
    )
    feel(board, "d5:0.45 e3:0.02 e4:0.04 e4:0.38 c5:3.0")
    assert board.moves == ["e3-e5", "d5-c5"]
