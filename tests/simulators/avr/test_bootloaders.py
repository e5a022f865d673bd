"""The firmware behind the bootloaders that Arduino ships (Debian package arduino-core-avr)."""

from collections.abc import Iterator
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
    with Harness("reed", build.firmware("reed"), bootloader=bootloader) as harness:
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
