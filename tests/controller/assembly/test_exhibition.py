"""An unattended board with its companion: nothing hides what it asks; a lesson leads to a game."""

from dataclasses import replace

from controller.assembly.brain import PatientBrain
from controller.assembly.companion import Companion
from controller.assembly.exhibition import Exhibition, Surroundings
from controller.assembly.rivals import Choosing
from controller.assembly.unattended import known_names, unattended_timing
from controller.bus.messages import CommandMessage
from controller.events.view import BoardView
from controller.exhibition.programme import Programme
from controller.exhibition.reading import usual_programme
from controller.rules.geometry import CORNERS, SQUARE_NAMES, bits_of, parse_square
from controller.session.timing import Timing
from hal.board import Scan
from tests.board_driver import SCAN_S, SETTLED, BoardDriver
from tests.squares import squares

A1, K1, A11, K11 = (SQUARE_NAMES[corner] for corner in CORNERS)
USUAL = usual_programme(known_names())


class Unattended(BoardDriver):
    """An unattended board; every scan is a turn."""

    def __init__(self, programme: Programme = USUAL) -> None:
        """Switch it on."""
        companion = Companion(PatientBrain(), Choosing(seed=1))
        companion.connect(self._take)
        self._commands: list[CommandMessage] = []
        self._exhibition = Exhibition(
            companion, programme, Surroundings(lambda: 0), Choosing(seed=1)
        )
        super().__init__(timing=unattended_timing(Timing()))

    def _take(self, message: CommandMessage) -> None:
        self._commands.append(message)

    @property
    def view(self) -> BoardView:
        """What lights and page show now."""
        return self._view

    @property
    def said(self) -> list[str]:
        """The keys of what is said."""
        return [each.key for each in self.view.sentences]

    @property
    def state(self) -> str:
        """The word for what the board does."""
        return self.view.exhibition.state if self.view.exhibition else ""

    def wait(self, seconds: float) -> None:
        """Let time pass, turn by turn as the controller does."""
        for _ in range(round(seconds / SCAN_S)):
            self.at = round(self.at + SCAN_S, 6)
            self.events += self.session.observe(Scan(self.occupied, self.at))
            commands, self._commands = self._commands, []
            for message in commands:
                self.events += self.session.command(message.command, self.at, message.about)
            self._view = self._exhibition.see(self.session.view, self.session.game, self.at)

    def touch(self, square: str) -> None:
        """Lift a piece and put it back, and wait for the answer."""
        self.lift(square)
        self.wait(0.5)
        self.put(square)
        self.wait(1.0)

    def chatter(self, square: str) -> None:
        """Let a sensor close without a magnet, until it is known to fail."""
        for _ in range(8):
            for seconds in (SCAN_S, 0.15):
                self.occupied ^= bits_of(parse_square(square))
                self.wait(seconds)

    def until(self, state: str, seconds: float = 60.0) -> None:
        """Wait for a state."""
        for _ in range(round(seconds / 0.1)):
            if self.state == state:
                return
            self.wait(0.1)
        raise AssertionError(f"{self.state}: expected {state}")

    def come_to_a_lesson(self) -> None:
        """Touch the board, choose the usual language, and want to be taught."""
        self.wait(1.0)
        for square, state in (("d1", "language"), ("d1", "first_time"), ("f5", "learning")):
            self.touch(square)
            self.until(state)
        self.wait(2.0)


def play_at_once() -> Unattended:
    """Return a board at which somebody plays against the computer, which has to be moved."""
    board = Unattended()
    board.wait(1.0)
    for square, state in (("d1", "language"), ("d1", "first_time"), ("d1", "gathering")):
        board.touch(square)
        board.until(state)
    board.move("d1-d3")
    board.until("against_machine")
    board.wait(1.0)
    return board


def test_the_first_lesson_leads_to_a_game_and_says_so() -> None:
    board = Unattended()
    board.come_to_a_lesson()
    for move in ("a4-e4", "f8-c8", "k4-g4"):
        board.move(move)
        board.wait(SETTLED)
    board.lift("f4")
    board.until("praising")
    assert board.said[0] == "lesson.solved"
    assert board.said[-1] == "exhibition.learned"
    board.until("against_machine")
    assert board.moves == ["a4-e4", "f8-c8", "k4-g4"]


def test_of_two_lessons_the_first_names_the_second() -> None:
    board = Unattended(replace(USUAL, lessons=("welcome", "take_two")))
    board.come_to_a_lesson()
    for move in ("a4-e4", "f8-c8", "k4-g4"):
        board.move(move)
        board.wait(SETTLED)
    board.lift("f4")
    board.until("praising")
    assert board.view.sentences[-1].key == "lesson.next"
    assert "Two at once" in board.view.sentence


def test_what_staff_proposes_is_said_though_a_move_was_refused() -> None:
    board = play_at_once()
    board.lift("e1")
    corners = (A1, K1, K11, A11)
    for before, corner in zip(("", *corners), corners, strict=False):
        if before:
            board.lift(before)
        board.wait(0.3)
        board.put(corner)
        board.wait(1.0)
    assert board.state == "proposing"
    assert board.said == ["exhibition.proposed"]
    assert (board.view.refusal, board.view.refusal_sentence) == (None, None)
    board.touch("a7")
    assert board.state == "against_machine"
    assert board.view.repair


def test_a_board_that_asks_whether_anybody_is_there_says_nothing_else() -> None:
    board = play_at_once()
    board.until("still_there", 120.0)
    assert board.said == ["exhibition.still_there"]


def test_a_lesson_goes_on_with_a_sensor_at_fault_that_it_does_not_need() -> None:
    board = Unattended()
    board.come_to_a_lesson()
    board.chatter("c3")
    board.wait(2.0)
    assert board.view.faulty == bits_of(parse_square("c3"))
    assert board.state == "learning"


def test_a_lesson_that_needs_a_square_whose_sensor_fails_gives_way_to_a_game() -> None:
    board = Unattended()
    board.come_to_a_lesson()
    board.chatter("e4")
    board.until("gathering")
    assert board.view.lesson is None


def test_the_computer_asks_for_no_move_to_or_from_a_square_whose_sensor_fails() -> None:
    board = play_at_once()
    usual = board.view.advice.asked
    assert usual is not None
    board = Unattended()
    board.wait(1.0)
    board.chatter(SQUARE_NAMES[usual.target])
    for square, state in (("d1", "language"), ("d1", "first_time"), ("d1", "gathering")):
        board.touch(square)
        board.until(state)
    board.move("d1-d3")
    board.until("against_machine")
    board.wait(1.0)
    assert board.view.faulty == 1 << usual.target
    asked = board.view.advice.asked
    assert asked is not None
    assert usual.target not in asked


def test_a_set_up_ends_though_a_sensor_feels_a_piece_that_nobody_can_take_away() -> None:
    board = Unattended()
    board.wait(1.0)
    board.lift("f8")  # somebody pockets it
    board.occupied |= bits_of(parse_square("e2"))  # and this sensor breaks
    board.wait(80.0)
    assert (board.state, len(board.view.repair)) == ("attracting", 1)
    board.touch("d1")
    assert board.state == "tidying"
    board.until("language")
    assert board.view.faulty == squares("e2 f8")


def test_a_game_that_lacks_a_piece_for_long_is_tidied_though_others_are_tried() -> None:
    """The piece seems to be in a hand, and whatever else is lifted goes back."""
    board = play_at_once()
    board.lift("f8")  # somebody pockets it
    for _ in range(18):
        board.wait(4.0)
        board.touch("f2")
    assert board.state == "tidying"
