"""A piece that stands where a sensor does not tell counts when its player says so."""

import pytest

from controller.events.command import Command
from controller.events.event import CommandRefused, MoveCommitted, MoveRetargeted, SensorFailed
from controller.rules.geometry import bits_of, parse_square
from controller.session.placing import told_to_stand
from controller.session.timing import Timing
from controller.words.catalogue import say
from hal.board import Scan
from tests.board_driver import OPENING, SCAN_S, SETTLED, BoardDriver
from tests.controller.recognition.stories import Looker, dead_on

NOT_IN_LINE = (
    "A piece moves in a straight line, and e2 is neither in the row nor in the column of d1."
)


class DeadDriver(BoardDriver):
    """A board some of whose sensors die in the middle of a game, which nobody knows."""

    def __init__(self, *dead: str, timing: Timing | None = None) -> None:
        self._dead = 0
        super().__init__(timing=timing)
        self._dead = bits_of(*(parse_square(name) for name in dead))

    def heal(self) -> None:
        """Mend the sensors."""
        self._dead = 0

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / SCAN_S)):
            self.at = round(self.at + SCAN_S, 6)
            self.events += self.session.observe(Scan(self.occupied & ~self._dead, self.at))


def test_a_move_to_a_dead_sensor_counts_at_once_and_the_sensor_is_named() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    assert board.moves == []
    board.take_events()
    told_at = board.at
    board.command(Command.PLACE, "d3")
    d1_d3 = board.session.game.plies[-1].move
    side = board.session.game.start.to_move
    assert board.events == [
        SensorFailed(told_at, parse_square("d3")),
        MoveCommitted(told_at, 1, side, d1_d3, 0),
    ]
    assert str(d1_d3) == "d1-d3"
    assert board.view.faulty == bits_of(parse_square("d3"))


def test_play_goes_on_from_there() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    board.command(Command.PLACE, "d3")
    board.play("e5-e2", "d3-c3", "f8-i8")
    assert board.moves == ["d1-d3", "e5-e2", "d3-c3", "f8-i8"]


def test_a_sensor_that_is_known_to_be_dead_is_not_named_again() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    board.command(Command.PLACE, "d3")
    board.play("e5-e2", "d3-c3", "f8-i8")
    board.move("c3-d3")
    assert board.moves[-1] == "f8-i8"
    board.take_events()
    board.command(Command.PLACE, "d3")
    assert board.moves[-1] == "c3-d3"
    assert [event.name for event in board.events] == ["move_committed"]


def test_a_capture_on_a_dead_sensor_captures_whether_its_captive_is_gone_or_not() -> None:
    for gone in ([], ["e2"]):
        board = DeadDriver("e3")
        board.play(*OPENING)
        board.lift("g3", *gone)
        board.put("e3")
        board.wait(2.0)
        board.command(Command.PLACE, "e3")
        assert board.moves == [*OPENING, "g3-e3"]
        assert board.view.owed == (0 if gone else bits_of(parse_square("e2")))


def test_the_other_side_may_have_replied_already() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    board.move("g5-h5")
    board.command(Command.PLACE, "d3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "g5-h5"]


def test_and_the_side_that_was_not_seen_may_have_replied_to_that() -> None:
    board = DeadDriver("d3")
    for move in ("d1-d3", "g5-h5", "g1-g3"):
        board.move(move)
    assert board.moves == []
    board.command(Command.PLACE, "d3")
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d3", "g5-h5", "g1-g3"]


def test_a_reply_that_might_as_well_be_the_move_is_one_when_it_is_said() -> None:
    """Until then it is the move: nobody knows of the sensor, or carries f4 to d4 in no time."""
    board = DeadDriver("d3")
    board.lift("d1")
    board.put("d3")
    board.lift("f4")
    board.put("d4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d4"]
    board.command(Command.PLACE, "d3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "f4-d4"]


def test_a_piece_that_was_slid_on_to_a_dead_sensor_goes_on() -> None:
    board = DeadDriver("d4")
    board.move("d1-d3")
    board.move("d3-d4")
    board.command(Command.PLACE, "d4")
    changed = [(str(e.old), str(e.move)) for e in board.events if isinstance(e, MoveRetargeted)]
    assert (changed, board.moves) == ([("d1-d3", "d1-d4")], ["d1-d4"])


def test_a_piece_whose_sensor_dies_under_it_never_left() -> None:
    board = DeadDriver("d1")
    board.wait(SETTLED)
    board.command(Command.PLACE, "d1")
    assert (board.moves, board.view.lifted) == ([], None)
    assert board.view.faulty == bits_of(parse_square("d1"))
    board.play("g1-g3")
    assert board.moves == ["g1-g3"]


def test_a_sensor_that_tells_of_a_change_again_is_trusted_again() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    board.command(Command.PLACE, "d3")
    board.heal()
    board.wait(SETTLED)
    assert (board.moves, board.view.faulty) == (["d1-d3"], 0)


def test_who_undoes_what_he_said_says_it_again() -> None:
    board = DeadDriver("d4")
    board.move("d1-d4")
    board.command(Command.PLACE, "d3")
    board.command(Command.UNDO)
    board.wait(1.0)
    assert (board.moves, board.view.faulty, board.view.lifted) == ([], 0, parse_square("d1"))
    assert board.view.sentence == "From d1 it can go to 6 squares."
    board.command(Command.PLACE, "d4")
    board.play("e5-e2")
    assert (board.moves, board.view.faulty) == (["d1-d4", "e5-e2"], bits_of(parse_square("d4")))


def test_also_once_the_reply_was_undone() -> None:
    board = DeadDriver("d4")
    board.move("d1-d4")
    board.command(Command.PLACE, "d3")
    board.play("e5-e2")
    board.command(Command.UNDO)
    board.move("e2-e5")
    board.command(Command.UNDO)
    board.wait(1.0)
    assert (board.moves, board.view.faulty, board.view.lifted) == ([], 0, parse_square("d1"))


def test_what_was_said_and_is_felt_since_stands_there() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    board.command(Command.PLACE, "d3")
    board.heal()
    board.wait(SETTLED)
    board.command(Command.UNDO)
    board.wait(1.0)
    assert (board.moves, board.view.lifted) == ([], None)
    assert board.view.sentence == "The last move was undone. Move the piece on d3 to d1."


def test_who_takes_back_by_hand_what_he_said_shows_nothing_of_the_sensor() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    board.command(Command.PLACE, "d3")
    board.wait(1.0)
    board.move("d3-d1")
    board.wait(1.0)
    assert (board.moves, board.view.faulty) == ([], bits_of(parse_square("d3")))


def test_who_says_another_square_changes_what_he_said() -> None:
    board = DeadDriver("d4")
    board.move("d1-d4")
    board.command(Command.PLACE, "d3")
    board.wait(1.0)
    board.command(Command.PLACE, "d4")
    changed = [(str(e.old), str(e.move)) for e in board.events if isinstance(e, MoveRetargeted)]
    assert (changed, board.moves) == ([("d1-d3", "d1-d4")], ["d1-d4"])
    assert board.view.faulty == bits_of(parse_square("d4"))
    board.play("e5-e2", "g1-g3")
    assert board.moves == ["d1-d4", "e5-e2", "g1-g3"]


def known_to_fail() -> DeadDriver:
    """Return a board on which d3 and d4 feel nothing, and the first is known to since a while."""
    board = DeadDriver("d3", "d4")
    board.move("d1-d3")
    board.command(Command.PLACE, "d3")
    board.wait(1.0)
    board.move("d3-d1")
    board.wait(1.0)
    return board


def test_a_ply_that_seems_to_end_where_nothing_is_felt_ends_where_its_player_says() -> None:
    board = known_to_fail()
    board.move("d1-d4")
    board.command(Command.PRESS_CLOCK)
    assert board.moves == ["d1-d3"]
    board.command(Command.PLACE, "d4")
    assert board.moves == ["d1-d4"]


def test_an_undo_does_not_show_that_a_sensor_is_sound_which_was_known_to_fail() -> None:
    board = known_to_fail()
    board.move("d1-d4")
    board.command(Command.PLACE, "d3")
    board.command(Command.UNDO)
    board.wait(1.0)
    assert (board.moves, board.view.faulty) == ([], bits_of(parse_square("d3")))
    board.command(Command.PLACE, "d4")
    assert board.moves == ["d1-d4"]


def test_what_is_said_after_the_reply_is_the_next_move() -> None:
    board = DeadDriver("d3", "d4")
    board.move("d1-d3")
    board.command(Command.PLACE, "d3")
    board.play("e5-e2")
    board.command(Command.PLACE, "d4")
    assert board.moves == ["d1-d3", "e5-e2", "d3-d4"]


def test_what_was_said_is_not_taken_back_by_saying_where_it_came_from() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    board.command(Command.PLACE, "d3")
    board.command(Command.PLACE, "d1")
    assert (board.moves, board.view.faulty) == (["d1-d3"], bits_of(parse_square("d3")))


class CoinDriver(DeadDriver):
    """A board with pieces that have no magnet, said to stand where they do."""

    def __init__(self, *coins: str) -> None:
        super().__init__(*coins)
        self.wait(SETTLED)
        for coin in coins:
            self.command(Command.PLACE, coin)

    def carry(self, move: str) -> None:
        """Move such a piece, and say where it is."""
        origin, target = move.split("-")
        self._dead ^= bits_of(parse_square(origin), parse_square(target))
        self.occupied ^= bits_of(parse_square(origin), parse_square(target))
        self.wait(1.0)
        self.command(Command.PLACE, target)
        self.wait(SETTLED)


def test_a_piece_without_a_magnet_moves_when_its_player_says_so() -> None:
    board = CoinDriver("d1")
    board.carry("d1-d3")
    assert (board.moves, board.view.faulty) == (["d1-d3"], bits_of(parse_square("d3")))
    board.play("e5-e2", "g1-g3", "f4-c4")
    board.carry("d3-c3")
    assert board.moves == ["d1-d3", "e5-e2", "g1-g3", "f4-c4", "d3-c3"]
    assert board.view.faulty == bits_of(parse_square("c3"))


def test_nothing_is_said_of_the_pieces_that_are_felt_or_whose_turn_it_is_not() -> None:
    board = CoinDriver("e5")
    board.command(Command.PLACE, "d3")
    board.command(Command.PLACE, "e3")
    assert (board.moves, board.view.faulty) == ([], bits_of(parse_square("e5")))


def test_a_piece_that_a_faulty_sensor_feels_has_not_gone() -> None:
    board = Looker(unsure="d1")
    assert told_to_stand(board.beam, board.best.line, parse_square("d3"), board.at) == []


def test_nothing_is_said_of_a_piece_without_a_magnet_while_another_stands_out_of_place() -> None:
    board = CoinDriver("d1")
    board.lift("g1")
    board.put("h3")
    board.wait(SETTLED)
    board.command(Command.PLACE, "d3")
    assert board.moves == []


def test_of_two_pieces_without_a_magnet_neither_is_meant_where_both_may_go() -> None:
    board = CoinDriver("d1", "g1")
    board.carry("d1-d3")
    board.play("e5-e2")
    board.command(Command.PLACE, "g3")
    assert board.moves == ["d1-d3", "e5-e2"]
    board.carry("d3-c3")
    assert board.moves == ["d1-d3", "e5-e2", "d3-c3"]


def touched_for_a_move() -> BoardDriver:
    """Return a board on which a hand has touched the captive on e2 while f2 was in the air.

    f2, which seemed to come there, has gone on to h2 since.
    """
    board = BoardDriver()
    board.play(*OPENING, "g3-e3", "g5-g3")
    board.lift("f2")
    board.lift("e2")
    board.wait(0.2)
    board.put("e2")
    board.wait(1.0)
    board.put("h2")
    board.wait(1.5)
    assert board.moves[-1] == "f2-e2"
    return board


def test_a_mover_and_a_captive_that_were_taken_for_each_other_change_places() -> None:
    board = touched_for_a_move()
    board.command(Command.PLACE, "h2")
    assert (board.moves[-1], board.view.faulty) == ("f2-h2", 0)


def test_a_mover_that_was_taken_for_a_captive_is_told_from_it_where_that_is_likelier() -> None:
    board = touched_for_a_move()
    board.wait(3.5)
    assert (board.moves[-1], board.view.strays) == ("f2-h2", bits_of(parse_square("e2")))


def test_a_piece_that_goes_on_to_where_a_captive_seems_to_stand_leaves_none_behind() -> None:
    """e2 was captured, and its sensor does not tell whether it is gone; c4 goes by d2 to e2."""
    board = Looker(" ".join(OPENING), unsure="e2")
    for origin, target in (("g3", "e3"), ("c4", "c2"), ("k4", "k3"), ("c2", "d2")):
        board.look(f"-{origin}").look(f"+{target}")
    counted = board.best.line
    board.look("-d2", after=1.0)
    stories = told_to_stand(board.beam, counted, parse_square("e2"), board.at)
    assert stories
    assert [dead_on(story) for story in stories] == [[] for _ in stories]


def test_a_sensor_that_feels_the_piece_is_not_at_fault() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.put("d3")
    board.command(Command.PLACE, "d3")
    assert (board.moves, board.view.faulty) == (["d1-d3"], 0)


@pytest.mark.parametrize(
    ("lifted", "square", "sentence"),
    [
        ((), "d3", "No lifted piece can have gone to d3."),
        ((), "d1", "No lifted piece can have gone to d1."),
        (("e5",), "e2", "It is the attackers' turn, and the piece from e5 is not theirs."),
        (("d1", "g1", "f6"), "d3", "No lifted piece can have gone to d3."),
        (
            ("d1",),
            "e2",
            NOT_IN_LINE,
        ),
    ],
)
def test_what_cannot_be_is_refused(lifted: tuple[str, ...], square: str, sentence: str) -> None:
    board = BoardDriver()
    board.lift(*lifted)
    board.wait(SETTLED)
    before = board.view
    (answer,) = board.session.command(Command.PLACE, board.at, parse_square(square))
    assert isinstance(answer, CommandRefused)
    assert say(answer.message) == sentence
    assert board.view == before


def test_a_ply_that_stands_where_it_is_felt_is_not_placed_elsewhere() -> None:
    board = BoardDriver()
    board.play("f10-e10")
    board.command(Command.PLACE, "a10")
    board.wait(5.0)
    assert board.moves == ["f10-e10"]


def test_nothing_is_placed_in_a_set_up() -> None:
    board = BoardDriver(started=False)
    board.lift("d1")
    board.take_events()
    board.command(Command.PLACE, "d3")
    sentence = "No piece is lifted."
    assert [say(e.message) for e in board.events if isinstance(e, CommandRefused)] == [sentence]


def test_who_waits_long_is_told_what_to_say() -> None:
    hint = (
        "Put it where it may go, or back on d1. "
        "If it is on the board already, the sensor missed it: say where on the page."
    )
    board = BoardDriver()
    board.lift("d1")
    board.wait(9.5)
    before = board.view.sentence
    board.wait(1.0)
    assert board.view.sentence == f"{before} {hint}"
    board.put("d3")
    board.wait(SETTLED)
    assert hint not in board.view.sentence


@pytest.mark.parametrize(
    ("square", "asked"),
    [
        ("f5", "It is the other side's turn. Put a defender on f5. "),
        ("f6", "It is the other side's turn. Put the king on f6. "),
        ("f1", "The piece from f1 cannot move: put it back. "),
    ],
)
def test_who_is_asked_for_a_piece_that_stands_there_is_told_to_say_so(
    square: str, asked: str
) -> None:
    hint = f"If it stands on {square} already, the sensor missed it: say so on the page."
    board = BoardDriver()
    board.lift(square)
    board.wait(9.5)
    assert hint not in board.view.sentence
    board.wait(1.0)
    assert board.view.sentence == asked + hint
    board.command(Command.PLACE, square)
    assert (board.view.repair, board.view.faulty) == ((), bits_of(parse_square(square)))
    board.play("d1-d3", "d6-d9")
    assert board.moves == ["d1-d3", "d6-d9"]


def test_of_two_pieces_that_are_asked_for_nothing_is_to_be_said() -> None:
    board = BoardDriver()
    board.lift("f5", "e6")
    board.wait(12.0)
    assert board.view.sentence.endswith("Put a defender on f5. Put a defender on e6.")


LONG_IN_THE_AIR = (
    "From d1 it can go to 6 squares. Put it where it may go, or back on d1. "
    "If it is on the board already, the sensor missed it: say where on the page."
)


def test_a_reply_to_a_move_that_nothing_felt_is_not_to_be_taken_back() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    board.move("g5-h5")
    board.wait(12.0)
    assert (board.view.sentence, board.view.repair) == (LONG_IN_THE_AIR, ())
    assert board.view.lifted == parse_square("d1")
    assert "board_disturbed" not in [event.name for event in board.events]


def test_nor_is_the_move_after_that_which_shows_at_once_what_is_missed() -> None:
    board = DeadDriver("d3")
    for move in ("d1-d3", "g5-h5", "g1-g3"):
        board.move(move)
    board.wait(1.0)
    assert (board.view.sentence, board.view.repair) == (LONG_IN_THE_AIR, ())


def test_nor_is_a_reply_that_has_captured_and_whose_captive_is_in_a_hand() -> None:
    board = DeadDriver("c4")
    for move in ("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3"):
        board.move(move)
    board.lift("e2")
    board.wait(12.0)
    assert "say where on the page" in board.view.sentence
    assert (board.view.lifted, board.view.repair) == (parse_square("f4"), ())
    board.command(Command.PLACE, "c4")
    board.wait(0.5)
    assert board.moves[-2:] == ["f4-c4", "g3-e3"]


def test_what_stands_where_no_move_to_a_dead_sensor_leads_is_to_be_put_back() -> None:
    board = DeadDriver("d3")
    board.move("d1-d3")
    board.lift("g5")
    board.put("h7")
    board.wait(12.0)
    assert board.view.sentence == "The board does not match the game. Move the piece on h7 to g5."


def test_what_is_missing_after_a_fall_is_to_be_put_back() -> None:
    board = BoardDriver()
    board.play("d1-d3", "g5-h5")
    stood = board.occupied
    board.occupied = 0
    board.wait(1.0)
    board.occupied = stood & ~bits_of(parse_square("g1"))
    board.wait(12.0)
    assert board.view.sentence == (
        "The board seems to have been knocked over; the game is not lost. Put an attacker on g1."
    )


def test_strangers_put_back_a_reply_to_a_move_that_nothing_felt() -> None:
    board = DeadDriver("d3", timing=Timing(apart_s=1.0))
    board.move("d1-d3")
    board.move("g5-h5")
    board.wait(12.0)
    assert "say where" not in board.view.sentence
    assert parse_square("h5") in {step.origin for step in board.view.repair}


def test_the_time_of_a_gap_is_no_waiting() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.stall(60.0)
    board.wait(5.0)
    assert "say where" not in board.view.sentence
