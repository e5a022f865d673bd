"""A board that cannot be read pauses the game, and nothing counts as having stood meanwhile."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.events.command import Command
from controller.events.event import (
    BoardFound,
    BoardLost,
    CommandRefused,
    Event,
    GameStarted,
    MoveCommitted,
    MoveTentative,
    PieceLifted,
    SensorFailed,
    SensorHealed,
)
from controller.events.view import Phase
from controller.rules.geometry import parse_square
from controller.rules.sentence import sentence, verbatim
from controller.words.catalogue import say
from tests.board_driver import OPENING, SCAN_S, SETTLED, BoardDriver
from tests.controller.session.hands import feel

UNPLUGGED = "The board at /dev/ttyUSB0 was unplugged; plug it in again."
SILENT = "The board at /dev/ttyUSB0 is silent; press its reset button."

Miss = Callable[[BoardDriver, float], None]


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def test_a_lost_board_pauses_the_game_and_says_why() -> None:
    board = BoardDriver()
    before = board.view
    lost_at = round(board.at + SCAN_S, 6)
    board.lose(UNPLUGGED)
    assert board.events == [BoardLost(lost_at, verbatim(UNPLUGGED))]
    assert board.view.sentence == f"The game is paused. {UNPLUGGED}"
    said = board.view.sentences
    assert board.view == replace(before, paused=verbatim(UNPLUGGED), sentences=said)


def test_every_reason_is_told_once() -> None:
    board = BoardDriver()
    board.lose(UNPLUGGED)
    board.lose(SILENT)
    board.lose(UNPLUGGED)
    assert [say(event.reason) for event in board.events if isinstance(event, BoardLost)] == [
        UNPLUGGED,
        SILENT,
        UNPLUGGED,
    ]


def test_a_board_that_is_found_goes_on_where_it_was() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    before = board.view
    board.take_events()
    board.lose(UNPLUGGED)
    board.wait(SETTLED)
    assert kinds(board.events) == [BoardLost, BoardFound]
    assert board.view == before
    board.play("e5-e2")
    assert board.moves == ["d1-d3", "e5-e2"]


@pytest.mark.parametrize("command", Command)
def test_nothing_that_is_asked_is_done_while_the_board_is_lost(command: Command) -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.lift("e5")
    board.put("e2")
    board.take_events()
    board.lose(UNPLUGGED)
    answers = board.session.command(command, board.at)
    assert answers == (CommandRefused(board.at, sentence("command.paused")),)
    assert (board.moves, board.view.phase) == (["d1-d3"], Phase.PLAY)


def test_a_board_that_was_lost_from_the_start_is_set_up_when_it_is_found() -> None:
    board = BoardDriver(started=False)
    board.lose(SILENT)
    assert (board.view.phase, board.view.paused) == (Phase.SET_UP, verbatim(SILENT))
    board.wait(SETTLED)
    assert kinds(board.events) == [BoardLost, BoardFound, GameStarted]


def lose(board: BoardDriver, seconds: float) -> None:
    board.lose(UNPLUGGED, seconds)


@pytest.mark.parametrize("miss", [lose, BoardDriver.stall])
class TestNothingHasStoodInAGap:
    """Whether the driver tells of a loss, or the scans just do not come."""

    def test_a_move_settles_anew(self, miss: Miss) -> None:
        board = BoardDriver()
        board.slide(["d1", "d2", "d3"])
        miss(board, 5.0)
        board.wait(0.28)
        assert (board.moves, str(board.view.tentative)) == ([], "d1-d3")
        board.wait(0.05)
        assert board.moves == ["d1-d3"]

    def test_a_move_that_went_on_was_never_made(self, miss: Miss) -> None:
        board = BoardDriver()
        board.slide(["d1", "d2", "d3"])
        board.occupied ^= 1 << parse_square("d3") | 1 << parse_square("d5")
        miss(board, 5.0)
        board.wait(SETTLED)
        assert [str(e.move) for e in board.events if isinstance(e, MoveCommitted)] == ["d1-d5"]

    def test_a_carried_piece_may_have_been_slid_meanwhile(self, miss: Miss) -> None:
        board = BoardDriver()
        board.lift("d1")
        miss(board, 1.0)
        board.put("d4")
        board.wait(0.2)
        assert board.moves == []
        board.wait(0.1)
        assert board.moves == ["d1-d4"]

    @pytest.mark.parametrize("again_s", [0.2, 1.0])
    def test_two_plies_made_meanwhile_count_however_soon_people_go_on(
        self, miss: Miss, again_s: float
    ) -> None:
        """The second one captures, and its captive is gone as well."""
        board = BoardDriver()
        board.play("d1-d3", "e5-e2", "g1-g3")
        feel(board, "f4:0 c4:0 g3:0 e3:0 e2:0")
        miss(board, 4.0)
        board.wait(again_s)
        feel(board, "f5:0.4 c5:1.0 a4:0.4 b4:2.0")
        assert board.moves[3:] == ["f4-c4", "g3-e3", "f5-c5", "a4-b4"]
        assert board.view.repair == ()

    def test_what_changed_meanwhile_is_read_as_always(self, miss: Miss) -> None:
        board = BoardDriver()
        board.occupied ^= 1 << parse_square("d1") | 1 << parse_square("e5")
        miss(board, 2.0)
        board.wait(SETTLED)
        assert [(step.action, step.square) for step in board.view.repair] == [
            ("put", parse_square("d1")),
            ("put", parse_square("e5")),
        ]

    def test_the_clock_counts_only_what_stands_now(self, miss: Miss) -> None:
        board = BoardDriver()
        board.lift("d1")
        board.put("d3")
        board.occupied ^= 1 << parse_square("d1") | 1 << parse_square("d3")
        miss(board, 2.0)
        board.wait(SCAN_S)
        board.command(Command.PRESS_CLOCK)
        assert board.moves == []

    def test_a_sensor_was_not_quiet_while_nobody_looked(self, miss: Miss) -> None:
        board = BoardDriver()
        for _ in range(20):
            board.occupied ^= 1
            board.wait(0.03)
        miss(board, 100.0)
        board.wait(55)
        told = [e for e in board.events if isinstance(e, SensorFailed | SensorHealed)]
        assert [type(event) for event in told] == [SensorFailed]
        board.wait(6)
        assert isinstance(board.events[-1], SensorHealed)

    def test_a_set_up_stands_anew(self, miss: Miss) -> None:
        board = BoardDriver(started=False)
        board.wait(0.2)
        miss(board, 5.0)
        phases = []
        for pause in (0.25, 0.1):
            board.wait(pause)
            phases.append(board.view.phase)
        assert phases == [Phase.SET_UP, Phase.PLAY]


def test_a_short_stall_is_no_gap() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.put("d3")
    board.stall(0.4)
    board.wait(SCAN_S)
    assert kinds(board.events) == [PieceLifted, MoveTentative, MoveCommitted]


@pytest.mark.parametrize("late_s", [0.15, 0.3, 0.48])
def test_a_move_between_two_scans_is_no_captive_that_was_laid_down(late_s: float) -> None:
    """A Raspberry Pi that is busy scans late; whole slides take no longer."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.wait(0.6)
    board.occupied ^= 1 << parse_square("g5") | 1 << parse_square("g3")
    board.stall(late_s)
    board.wait(SETTLED)
    assert (board.moves[-1], board.view.repair) == ("g5-g3", ())


def test_a_loss_shorter_than_a_gap_counts_as_one() -> None:
    board = BoardDriver()
    board.slide(["d1", "d2"], each=0.2)
    board.lose(SILENT, 0.1)
    board.wait(0.25)
    assert board.moves == []
