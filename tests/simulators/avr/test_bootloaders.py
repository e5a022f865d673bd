"""The firmware behind the bootloaders that Arduino ships (Debian package arduino-core-avr)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hal.serial.link.messages import Identity, ResetCause
from simulators.avr import build
from simulators.avr.harness import Harness, Reset
from tests.simulators.avr.bench import Bench, of_kind

FOLDER = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders")
OPTIBOOT = FOLDER / "optiboot/optiboot_atmega328.hex"
ATMEGABOOT = FOLDER / "atmega/ATmegaBOOT_168_atmega328.hex"
BOTH = {"optiboot": OPTIBOOT, "ATmegaBOOT": ATMEGABOOT}
# The longest that either waits for an upload.
BOOTING_S = 2.5
UNKNOWN = ResetCause(0)


@pytest.fixture(params=BOTH)
def bootloader(request: pytest.FixtureRequest) -> Path:
    file = BOTH[request.param]
    if not file.exists():
        pytest.skip("needs the Debian package arduino-core-avr")
    return file


@pytest.fixture
def behind(bootloader: Path) -> Iterator[Bench]:
    with board_behind(bootloader) as bench:
        yield bench


@contextmanager
def board_behind(bootloader: Path | None, watchdog: int | None = None) -> Iterator[Bench]:
    firmware = build.firmware("reed", watchdog=watchdog)
    with Harness("reed", firmware, bootloader=bootloader) as harness:
        bench = Bench(harness)
        bench.wait(BOOTING_S)
        yield bench


def start(bench: Bench, within_s: float) -> tuple[float, ResetCause, int]:
    """Return when the firmware starts, why it says that it did, and its count of starts."""
    begun = bench.harness.seconds
    while bench.harness.seconds < begun + within_s:
        for identity in of_kind(Identity, bench.wait(0.01)):
            return bench.harness.seconds - begun, identity.cause, identity.starts
    raise AssertionError(f"expected a start within {within_s} s, found none")


def test_a_hang_is_over_within_a_second_and_named_as_often_as_it_comes(behind: Bench) -> None:
    for count in (2, 3, 4):
        behind.harness.hang()
        took_s, cause, starts = start(behind, 1.0)
        assert (cause, starts) == (ResetCause.WATCHDOG, count)
        assert 0.2 < took_s < 0.4
    # No reset, so no bootloader that could loop.
    assert behind.harness.resets <= 1  # Optiboot's own, after power-on


@pytest.mark.parametrize(
    ("how", "by_optiboot", "by_atmegaboot"),
    [
        ("external", UNKNOWN, ResetCause.RESET_PIN),
        ("brownout", UNKNOWN, ResetCause.BROWN_OUT),
        ("power", ResetCause.POWER, ResetCause.POWER),
    ],
)
def test_a_start_is_said_to_have_a_cause_only_where_that_is_known(
    behind: Bench, bootloader: Path, how: Reset, by_optiboot: ResetCause, by_atmegaboot: ResetCause
) -> None:
    expected = by_optiboot if bootloader == OPTIBOOT else by_atmegaboot
    behind.harness.reset(how)
    _, cause, _ = start(behind, BOOTING_S)
    assert cause == expected


def test_a_hang_right_after_a_reset_is_over_within_a_second_too(behind: Bench) -> None:
    behind.harness.reset("external")
    start(behind, BOOTING_S)
    behind.harness.hang()
    _, cause, starts = start(behind, 1.0)
    assert (cause, starts) == (ResetCause.WATCHDOG, 3)


# Nothing but a reset ends a hang in which interrupts are off, and only some bootloaders bear that.


@pytest.mark.parametrize(("name", "named"), [("none", ResetCause.WATCHDOG), ("optiboot", UNKNOWN)])
def test_a_hang_with_interrupts_off_is_over_within_a_second_by_a_reset(
    name: str, named: ResetCause
) -> None:
    with board_behind(BOTH.get(name)) as board:
        resets = board.harness.resets
        for count in (2, 3):
            board.harness.hang(interrupts=False)
            took_s, cause, starts = start(board, 1.0)
            assert (cause, starts) == (named, count)
            assert 0.4 < took_s < 0.6
        assert board.harness.resets == resets + 2


def test_an_old_bootloader_is_never_brought_up_by_the_watchdog_when_built_for_it() -> None:
    with board_behind(ATMEGABOOT, watchdog=2) as board:
        board.harness.hang(interrupts=False)
        assert board.wait(2.0) == []
        assert board.harness.resets == 0
        # It waits for whoever opens the port, which resets it.
        board.harness.reset("external")
        _, cause, starts = start(board, BOOTING_S)
        assert (cause, starts) == (ResetCause.RESET_PIN, 2)


def test_an_old_bootloader_loops_when_the_watchdog_resets_it() -> None:
    with board_behind(ATMEGABOOT) as board:
        board.harness.hang(interrupts=False)
        board.wait(1.0)
        resets = board.harness.resets
        assert board.wait(1.0) == []
        assert board.harness.resets - resets in range(55, 65)  # every 16 to 18 ms
