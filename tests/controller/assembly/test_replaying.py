"""A trace is replayed as it was played."""

from controller.assembly.replaying import replayed
from controller.events.event import BoardFound, BoardLost, GameEnded
from controller.notation.control import parse_control
from controller.rules.geometry import parse_square
from controller.rules.sentence import sentence
from controller.session.session import Session
from hal.board import Scan
from tests.board_driver import COPENHAGEN

START = COPENHAGEN.start.occupied


def test_time_in_which_the_program_did_not_run_counts_for_no_clock_again() -> None:
    begun = [Scan(START, round(0.01 * at, 6)) for at in range(50)]
    lifted = START & ~(1 << parse_square("d1"))
    held = [Scan(lifted, round(since + 0.01 * at, 6)) for since in (0.5, 21.0) for at in range(50)]
    session = Session(COPENHAGEN, control=parse_control("gong:10"))
    events = list(replayed(session, [*begun, *held]))
    kinds = (BoardLost, BoardFound, GameEnded)
    assert [event for event in events if isinstance(event, kinds)] == [
        BoardLost(0.99, sentence("game.stood_still", seconds=20)),
        BoardFound(21.0),
    ]
