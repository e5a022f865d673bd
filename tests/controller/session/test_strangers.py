"""Strangers at one board: what nobody can be sure of does not count, and is put back."""

from controller.events.command import Command
from controller.events.event import MoveTakenBack
from controller.rules.geometry import SQUARE_NAMES, bits_of, parse_square
from controller.session.timing import Timing
from hal.board import Scan
from tests.board_driver import OPENING, SCAN_S, SETTLED, BoardDriver
from tests.controller.session.hands import feel
from tests.squares import squares

STRANGERS = Timing(apart_s=1.0)
AT_ONCE = "Several pieces were moved at once. Put them back, then move one at a time."


def strangers() -> BoardDriver:
    return BoardDriver(timing=STRANGERS)


def wanted(board: BoardDriver) -> set[str]:
    """Return what the lights ask for: words such as ``+d1`` and ``-d3``."""
    put = {step.square for step in board.view.repair if step.piece}
    taken = {step.square for step in board.view.repair if not step.piece}
    taken |= {step.origin for step in board.view.repair if step.origin is not None}
    return {f"+{SQUARE_NAMES[square]}" for square in put} | {
        f"-{SQUARE_NAMES[square]}" for square in taken
    }


def with_two_moved_at_once() -> BoardDriver:
    """Lift a piece of each side, and put both down where the first one could go."""
    board = strangers()
    board.lift("d1", "f4")
    board.wait(1.0)
    board.put("d3")
    board.wait(0.5)
    board.put("g4")
    board.wait(1.0)
    return board


def test_of_two_pieces_that_were_moved_at_once_neither_counts() -> None:
    board = with_two_moved_at_once()
    assert board.moves == []
    assert wanted(board) == {"+d1", "+f4", "-d3", "-g4"}
    assert board.view.sentence.startswith(AT_ONCE)


def test_once_both_are_back_one_counts_that_is_moved_alone() -> None:
    board = with_two_moved_at_once()
    for move in ("g4-f4", "d3-d1"):
        board.move(move)
        board.wait(SETTLED)
    assert (board.moves, board.view.repair) == ([], ())
    board.move("d1-d3")
    assert board.moves == ["d1-d3"]


def test_with_one_of_them_back_the_other_does_not_count_yet() -> None:
    board = with_two_moved_at_once()
    board.move("g4-f4")
    board.wait(5.0)
    assert board.moves == []
    assert wanted(board) == {"+d1", "-d3"}


def test_a_reply_that_was_lifted_before_its_move_stood_is_put_back_with_it() -> None:
    board = strangers()
    board.lift("d1")
    board.wait(0.5)
    board.lift("e5")
    board.put("d3")
    board.wait(0.5)
    board.put("e2")
    board.wait(1.0)
    assert board.moves == []
    assert wanted(board) == {"+d1", "+e5", "-d3", "-e2"}


def test_a_piece_does_not_count_that_moved_while_another_one_was_taken_and_put_back() -> None:
    board = strangers()
    board.lift("d1", "f11")
    board.wait(1.0)
    board.put("f11")  # this one, or a spare one from the table
    board.wait(1.0)
    board.put("d3")
    board.wait(1.0)
    assert (board.moves, wanted(board)) == ([], {"+d1", "-d3"})
    board.move("d3-d1")
    board.wait(SETTLED)
    board.move("d1-d3")
    assert (board.moves, board.view.repair) == (["d1-d3"], ())


def test_a_piece_does_not_count_where_a_stray_stood_as_it_was_lifted() -> None:
    board = strangers()
    board.put("d2")
    board.wait(1.0)
    board.lift("d1")
    board.wait(0.3)
    board.lift("d2")
    board.wait(0.4)
    board.put("d2")  # the stray again, while somebody holds the piece from d1
    board.wait(1.0)
    assert (board.moves, wanted(board)) == ([], {"+d1", "-d2"})
    board.move("d2-d1")
    board.wait(SETTLED)
    board.move("d1-d2")
    assert (board.moves, board.view.repair) == (["d1-d2"], ())


def test_who_replies_before_the_move_counts_has_not_moved_at_once() -> None:
    board = strangers()
    board.lift("d1")
    board.wait(0.5)
    board.put("d3")
    board.wait(0.1)
    board.lift("e5")
    board.wait(0.5)
    board.put("e2")
    board.wait(1.0)
    assert board.moves == ["d1-d3", "e5-e2"]


def test_friends_may_do_the_same() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.wait(0.5)
    board.lift("e5")
    board.put("d3")
    board.wait(0.5)
    board.put("e2")
    board.wait(1.0)
    assert board.moves == ["d1-d3", "e5-e2"]


def test_what_stands_elsewhere_once_the_lights_lead_back_is_put_back_too() -> None:
    board = strangers()
    board.lift("j6")
    board.wait(0.5)
    board.lift("h11")  # somebody pockets it
    board.put("j3")
    board.wait(12.0)
    assert board.view.repair
    board.put("h11")  # and another one takes its place
    board.wait(2.0)
    assert board.moves == []
    assert wanted(board) == {"+j6", "-j3"}
    board.move("j3-j6")
    assert (board.moves, board.view.repair) == ([], ())


def test_what_has_counted_stays_though_somebody_moves_a_piece_of_the_same_side() -> None:
    board = strangers()
    board.move("a5-b5")
    board.wait(1.0)
    board.lift("d1")
    board.wait(2.9)
    board.put("d1")
    board.lift("g1")
    board.wait(2.9)
    board.put("g2")
    board.wait(2.0)
    assert board.moves == ["a5-b5"]
    assert not any(isinstance(event, MoveTakenBack) for event in board.events)
    assert wanted(board) == {"+g1", "-g2"}


def test_a_move_may_still_be_taken_back_and_changed() -> None:
    board = strangers()
    board.move("d1-d3")
    board.wait(1.0)
    board.move("d3-d1")
    assert board.moves == []
    board.move("d1-d4")
    board.wait(1.0)
    board.move("d4-d2")
    assert board.moves == ["d1-d2"]


def test_a_captive_in_a_hand_is_not_taken_for_the_piece_that_stands_beside_it() -> None:
    board = strangers()
    board.play(*OPENING, "g3-e3xe2")
    board.wait(1.0)
    board.play("g5-g3", "d3-b3")
    board.put("d3")  # the captive
    board.play("c4-c5")
    board.lift("b3")
    board.lift("d3")
    board.wait(0.3)
    board.put("b3")
    board.wait(3.0)
    board.put("d3")
    board.wait(0.3)
    board.lift("b3")
    board.wait(3.0)
    assert board.moves == [*OPENING, "g3-e3", "g5-g3", "d3-b3", "c4-c5"]


class BlindSquare(BoardDriver):
    """A board of strangers with a sensor that died in the middle of a game, which is known."""

    def __init__(self, square: str) -> None:
        self._dead = 0
        super().__init__(timing=STRANGERS)
        self._dead = bits_of(parse_square(square))

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / SCAN_S)):
            self.at = round(self.at + SCAN_S, 6)
            self.events += self.session.observe(Scan(self.occupied & ~self._dead, self.at))


def with_a_blind_square() -> BoardDriver:
    """Say that a piece stands where nothing is felt, and put it back: the square is known then."""
    board = BlindSquare("d3")
    board.move("d1-d3")
    board.command(Command.PLACE, "d3")
    assert board.moves == ["d1-d3"]
    board.move("d3-d1")
    board.command(Command.UNDO)
    board.wait(SETTLED)
    assert (board.moves, board.view.repair) == ([], ())
    assert board.view.faulty == bits_of(parse_square("d3"))
    return board


def test_a_piece_that_is_lifted_cannot_go_where_no_sensor_tells() -> None:
    board = with_a_blind_square()
    board.lift("d1")
    assert board.view.targets == squares("d2 d4 d5 b1 c1")


def test_a_ply_that_ends_where_no_sensor_tells_does_not_count_until_it_ends_elsewhere() -> None:
    board = with_a_blind_square()
    board.move("d1-d3")
    board.wait(12.0)
    assert (board.moves, board.view.lifted) == ([], parse_square("d1"))
    board.move("d3-d4")
    assert (board.moves, board.view.repair) == (["d1-d4"], ())


def test_a_piece_that_comes_from_where_no_sensor_tells_makes_no_ply() -> None:
    board = BlindSquare("d1")
    board.lift("d1")
    board.command(Command.PLACE, "d1")
    board.wait(SETTLED)
    assert board.view.faulty == bits_of(parse_square("d1"))
    board.put("d3")
    board.wait(3.0)
    assert (board.moves, wanted(board)) == ([], {"-d3"})


def test_a_piece_in_a_hand_does_not_stand_where_a_sensor_chatters() -> None:
    board = strangers()
    for flickers in range(120):
        if flickers == 16:
            board.lift("d1")
        board.occupied ^= bits_of(parse_square("d3"))
        board.wait(SCAN_S if flickers % 2 else 0.15)
    assert board.view.faulty == bits_of(parse_square("d3"))
    assert board.moves == []
    board.put("d4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d4"]


def test_a_piece_put_beside_another_is_none_that_slides() -> None:
    board = strangers()
    board.put("c1")  # a captive, say; the attacker of d1 might be felt there as well
    board.wait(2.0)
    assert wanted(board) == {"-c1"}
    board.lift("d1")
    board.wait(5.0)
    assert board.moves == []
    board.put("d1")
    board.lift("c1")
    board.wait(SETTLED)
    assert (board.moves, board.view.repair) == ([], ())


def test_a_piece_that_comes_from_nowhere_is_no_move_whoever_replies_to_it() -> None:
    """Its square feels it still: among friends that sensor would be believed to stick."""
    board = strangers()
    board.play("d1-d3")
    board.occupied |= bits_of(parse_square("e2"))
    board.wait(2.0)
    board.play("g1-g3")
    assert board.moves == ["d1-d3"]
    assert board.view.faulty == 0


def test_a_piece_that_slides_to_the_next_square_is_no_stray_there() -> None:
    """Both squares feel it for a moment."""
    board = strangers()
    feel(board, "d2:0.1 d1:3.0")
    assert board.moves == ["d1-d2"]
