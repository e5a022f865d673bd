"""A conversation with a board that is lost now and then: everything is said once for a change."""

from collections.abc import Iterator

from hal.board import DARK, Frame, Scan
from hal.diagnosis.conversation import AskPerson, Conversation, hold
from hal.errors import BoardLostError
from hal.notice import Notice, notice

CLEAR, PUT = notice("ask.clear"), notice("ask.rest")
LOOKING, UNPLUGGED = notice("serial.looking", port="x"), notice("serial.unplugged", port="x")


class Lossy:
    """A board that is lost for a reason at some readings, and found at the others."""

    def __init__(self, *readings: Notice | None) -> None:
        self._readings: Iterator[Notice | None] = iter(readings)

    def scan(self) -> Scan:
        reason = next(self._readings)
        if reason is not None:
            raise BoardLostError(reason, 0.0)
        return Scan(0, 0.0)

    def show(self, frame: Frame) -> None:
        """Show nothing."""


def asking(*words: Notice) -> Conversation[None]:
    for each in words:
        yield AskPerson(DARK, each)


def said_with(board: Lossy, *words: Notice) -> list[Notice]:
    said: list[Notice] = []
    hold(asking(*words), board, said.append, lambda: None)
    return said


def test_a_board_that_is_not_there_is_said_to_be_so_once() -> None:
    board = Lossy(*[LOOKING] * 1000, None)
    assert said_with(board, CLEAR) == [CLEAR, LOOKING]


def test_why_a_board_is_lost_is_said_again_when_that_changes() -> None:
    board = Lossy(LOOKING, LOOKING, UNPLUGGED, UNPLUGGED, LOOKING, None)
    assert said_with(board, CLEAR) == [CLEAR, LOOKING, UNPLUGGED, LOOKING]


def test_who_stood_at_a_lost_board_hears_again_what_to_do() -> None:
    board = Lossy(None, UNPLUGGED, None, None)
    assert said_with(board, CLEAR, PUT, PUT) == [CLEAR, PUT, UNPLUGGED, PUT]
