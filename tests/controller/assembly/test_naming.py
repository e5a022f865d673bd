"""A board has the name that was given first: by an option, by somebody else, by the machine."""

import socket
from dataclasses import dataclass

import pytest

from controller.assembly.errors import UsageMistake
from controller.assembly.naming import board_name, check_name, own_name
from controller.bus.streams import is_board_name
from hal.board import Frame, Scan
from hal.errors import BoardLostError
from hal.joined_board import Darkness, JoinedBoard
from hal.serial.words import looking


def test_the_option_wins() -> None:
    assert board_name("hall", ["attic"]) == "hall"


def test_what_was_configured_or_stored_comes_next_in_order() -> None:
    assert board_name(None, [None, "", "attic", "cellar"]) == "attic"


def test_without_a_name_the_machine_gives_its_own() -> None:
    assert is_board_name(board_name(None))
    assert board_name(None).lower() in socket.gethostname().replace("_", "-").lower()


@pytest.mark.parametrize(
    ("given", "name"),
    [("Club house!", "Club-house"), ("..x", "x"), ("ü", "board"), ("n" * 99, "n" * 32)],
)
def test_a_stored_name_is_changed_until_it_can_be_one(given: str, name: str) -> None:
    assert board_name(None, [given, "board"]) == name


@pytest.mark.parametrize("chosen", ["", "a b", "a:b", ".a", "-a", "x" * 33, "ü", "a\n", "a*"])
def test_a_chosen_name_that_no_board_can_have_is_refused_by_where_it_stands(chosen: str) -> None:
    with pytest.raises(UsageMistake, match=r"^bus.board_name: expected up to 32 letters"):
        check_name(chosen, "bus.board_name")


@dataclass
class Answering:
    """A board that says its name after some time; a microcontroller takes two seconds to start."""

    name: str
    answers_at: float
    at: float = 0.0

    def scan(self) -> Scan:
        if self.at < self.answers_at:
            raise BoardLostError(looking("/dev/ttyUSB0"), self.at)
        return Scan(0, self.at)

    def show(self, frame: Frame) -> None:
        raise AssertionError(f"nobody plays yet, but {frame} is shown")

    @property
    def own_name(self) -> str | None:
        return self.name if self.at >= self.answers_at else None

    def clock(self) -> float:
        return self.at

    def pause(self, seconds: float) -> None:
        self.at += seconds


@pytest.mark.parametrize(
    ("answers_at", "name"),
    [(0.0, "attic"), (2.2, "attic"), (9.0, "")],
    ids=["at once", "in time", "late"],
)
def test_a_board_is_asked_for_its_name_until_it_answers_or_takes_too_long(
    answers_at: float, name: str
) -> None:
    board = Answering("attic", answers_at)
    assert own_name(board, board.clock, board.pause) == name
    assert board.at == pytest.approx(min(answers_at, 4.5), abs=0.02)


def test_either_half_of_a_board_may_keep_the_name() -> None:
    board = Answering("attic", 1.0)
    joined = JoinedBoard(board, Darkness())
    assert joined.own_name is None
    board.pause(1.0)
    assert joined.own_name == JoinedBoard(Answering("", 0.0), board).own_name == "attic"


def test_a_board_that_keeps_no_name_is_not_waited_for() -> None:
    board = JoinedBoard(Silent(), Darkness())
    began = Answering("", 0.0)
    assert own_name(board, began.clock, began.pause) == ""
    assert began.at == 0.0


class Silent:
    """Sensors without a name."""

    def scan(self) -> Scan:
        return Scan(0, 0.0)
