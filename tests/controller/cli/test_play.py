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


class Recovering(Talkative):
    """A board that has something to say only once."""

    def take_notices(self) -> list[Notice]:
        taken, self._notices = self._notices, ()
        return list(taken)


def said_while_asked(board: Talkative, quarters: int) -> tuple[list[str], Tally]:
    """Return what is said when a board is asked four times a second for a while."""
    now = 0.0
    said: list[Sentence] = []
    tally = Tally(lambda: now, said.append)
    for quarter in range(quarters):
        now = quarter / 4
        pass_on_notices(board, tally)
    pass_on_notices(board, tally, at_end=True)
    return [say(each) for each in said], tally


def test_a_board_that_restarts_again_and_again_is_said_once_a_minute_and_counted() -> None:
    board = Talkative(*4 * [restarted(ResetCause.BROWN_OUT)], NOT_CALIBRATED)
    lines, tally = said_while_asked(board, 4 * 61)
    once, uncalibrated, more, again, rest = lines
    cause = once.removeprefix("The board restarted; cause: ")
    assert more == f"In the last minute the board restarted 959 more times; cause: {cause}"
    assert uncalibrated == again
    assert rest == f"In the last minute the board restarted 20 more times; cause: {cause}"
    assert tally.counts == {
        "said by the board: notice.restarted": 4 * (4 * 61 + 1),
        "said by the board: notice.not_calibrated": 4 * 61 + 1,
    }


def test_a_board_that_restarted_twice_and_is_well_again_is_said_to_have_done_so() -> None:
    causes = [ResetCause.BROWN_OUT, ResetCause.BROWN_OUT, ResetCause.WATCHDOG]
    board = Recovering(*map(restarted, causes))
    lines, _ = said_while_asked(board, 4 * 200)
    brown_out, watchdog, more = lines
    cause = brown_out.removeprefix("The board restarted; cause: ")
    assert more == f"In the last minute the board restarted 1 more time; cause: {cause}"
    assert watchdog.startswith("The board restarted; cause: ")


def test_restarts_in_the_last_minute_before_the_program_ends_are_said() -> None:
    lines, _ = said_while_asked(Recovering(*3 * [restarted(ResetCause.BROWN_OUT)]), 4)
    once, more = lines
    cause = once.removeprefix("The board restarted; cause: ")
    assert more == f"In the last minute the board restarted 2 more times; cause: {cause}"
