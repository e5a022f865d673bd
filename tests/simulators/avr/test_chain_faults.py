"""Each fault between sensors and microcontroller is named, on the real firmware."""

from random import Random

import pytest

from hal.board import SQUARE_COUNT
from hal.serial.link.messages import ChainState, Levels, Occupancy
from simulators.avr.harness import Fault
from tests.effort import NIGHTLY
from tests.simulators.avr.bench import Bench, of_kind

EVERY = (1 << SQUARE_COUNT) - 1
SOME = sum(1 << each for each in Random(1).sample(range(SQUARE_COUNT), 37))
NAMED: dict[Fault, ChainState] = {
    "unplugged": ChainState.UNPLUGGED,
    "low": ChainState.STUCK_LOW,
    "high": ChainState.STUCK_HIGH,
    "shifted": ChainState.SHIFTED,
    "swapped": ChainState.SWAPPED,
    "turned": ChainState.SWAPPED,
}
# Until a state of the chain counts, and has arrived.
NOTICED_S = 0.1


def occupy(board: Bench, occupied: int) -> None:
    if board.harness.sensors == "reed":
        board.harness.occupancy(occupied)
    else:
        levels = [3300 if occupied >> n & 1 else 2500 for n in range(SQUARE_COUNT)]
        board.harness.levels(levels)


def reports(board: Bench) -> int:
    said = board.wait(0.2)
    return len(of_kind(Occupancy, said)) + len(of_kind(Levels, said))


@pytest.mark.parametrize("fault", NAMED)
@pytest.mark.parametrize(
    "occupied",
    [pytest.param(SOME, id="some")]
    + [pytest.param(0, id="empty"), pytest.param(EVERY, id="every")] * NIGHTLY,
)
def test_a_fault_is_named_and_nothing_is_reported_until_it_is_mended(
    board: Bench, fault: Fault, occupied: int
) -> None:
    occupy(board, occupied)
    board.wait(NOTICED_S)
    assert board.statistics().chain == ChainState.SOUND
    board.harness.break_chain(fault)
    board.wait(NOTICED_S)
    assert board.statistics().chain == NAMED[fault]
    assert reports(board) == 0
    board.harness.break_chain("none")
    board.wait(NOTICED_S)
    assert board.statistics().chain == ChainState.SOUND
    assert reports(board) > 0


def test_a_board_wired_without_a_signature_is_believed_and_says_so(board: Bench) -> None:
    board.harness.break_chain("unsigned")
    board.harness.reset("power")
    board.wait(NOTICED_S)
    # It has shown its signature before, so its absence is a fault.
    assert board.statistics().chain.is_faulty


def test_a_board_that_never_showed_a_signature_is_believed_and_says_so(fresh: Bench) -> None:
    assert fresh.statistics().chain == ChainState.UNSIGNED
    assert reports(fresh) > 0


def test_121_closed_reeds_are_no_fault_of_the_chain(reeds: Bench) -> None:
    reeds.harness.occupancy(EVERY)
    reeds.wait(NOTICED_S)
    assert reeds.statistics().chain == ChainState.SOUND
    report = reeds.report()
    assert isinstance(report, Occupancy)
    assert report.closed == EVERY
