"""`hnefi play`: what a real board has to say beside its scans."""

from controller.cli.play import pass_on_notices
from controller.rules.sentence import Sentence
from controller.supervision.tally import Tally
from controller.words.catalogue import say
from hal.notice import Notice
from hal.serial.link.messages import ResetCause
from hal.serial.link.state import NOT_CALIBRATED, restarted


class Talkative:
    """A board that has the same things to say whenever it is asked."""

    place = "/dev/ttyUSB0"

    def __init__(self, *notices: Notice) -> None:
        self._notices = notices

    def take_notices(self) -> list[Notice]:
        return list(self._notices)


def test_a_board_that_restarts_again_and_again_is_said_once_a_minute_and_counted() -> None:
    now = 0.0
    said: list[Sentence] = []
    tally = Tally(lambda: now, said.append)
    board = Talkative(*4 * [restarted(ResetCause.BROWN_OUT)], NOT_CALIBRATED)
    for quarter in range(4 * 61):
        now = quarter / 4
        pass_on_notices(board, tally)
    lines = [say(each) for each in said]
    assert len(lines) == 4
    assert set(lines[:2]) == set(lines[2:])
    assert lines[0].startswith("The board restarted; cause: ")
    assert tally.counts == {
        "said by the board: notice.restarted": 4 * 4 * 61,
        "said by the board: notice.not_calibrated": 4 * 61,
    }
