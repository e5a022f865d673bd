"""The microcontroller starts, starts again and says why; what it should keep is kept."""

from pathlib import Path

import pytest

from hal.board import SQUARE_COUNT
from hal.serial.link.messages import (
    Ask,
    Baseline,
    Calibrate,
    FromBoard,
    Hello,
    Identity,
    Occupancy,
    ResetCause,
    Subject,
)
from simulators.avr import build
from simulators.avr.errors import HarnessError
from simulators.avr.harness import Harness, Reset
from simulators.boards.hall_firmware import stored_bytes
from tests.simulators.avr.bench import Bench, of_kind


def starts(bench: Bench, seconds: float) -> list[tuple[ResetCause, int]]:
    said = of_kind(Identity, bench.wait(seconds))
    return [(identity.cause, identity.starts) for identity in said]


def test_a_board_says_who_it_is_when_it_starts_and_when_it_is_asked(board: Bench) -> None:
    said = of_kind(Identity, board.first)
    assert [(identity.cause, identity.starts) for identity in said] == [(ResetCause.POWER, 1)]
    assert of_kind(Identity, board.send(Hello())) == said
    assert board.heard.dropped == 0


@pytest.mark.parametrize(
    ("how", "cause", "count"),
    [
        ("external", ResetCause.RESET_PIN, 2),
        ("brownout", ResetCause.BROWN_OUT, 1),
        ("power", ResetCause.POWER, 1),
    ],
)
def test_a_reset_is_told_with_its_cause(
    board: Bench, how: Reset, cause: ResetCause, count: int
) -> None:
    board.harness.reset(how)
    assert starts(board, 0.1) == [(cause, count)]


def test_a_firmware_that_hangs_is_bitten_by_its_watchdog(board: Bench) -> None:
    board.harness.hang()
    assert starts(board, 0.5) == [(ResetCause.WATCHDOG, 2)]
    # By its interrupt alone: a reset would bring up the bootloader.
    assert (board.harness.stats()["bites"], board.harness.resets) == (1, 0)


def test_a_board_that_loses_power_with_its_cable_starts_anew(reeds: Bench) -> None:
    reeds.harness.unplug(power=True)
    assert reeds.harness.run(1) == b""
    reeds.harness.replug()
    assert starts(reeds, 0.1) == [(ResetCause.POWER, 1)]


def test_a_board_with_power_of_its_own_goes_on_without_its_cable(reeds: Bench) -> None:
    reeds.harness.unplug()
    assert reeds.harness.run(1) == b""
    reeds.harness.replug()
    said = reeds.wait(0.1)
    assert of_kind(Identity, said) == []
    assert of_kind(Occupancy, said)[-1].at_ms > 1000


def test_a_calibration_outlives_the_power(tmp_path: Path) -> None:
    kept = tmp_path / "eeprom"
    levels = [2000 + 8 * square for square in range(SQUARE_COUNT)]
    with Harness("hall", build.firmware("hall"), eeprom=kept) as harness:
        bench = Bench(harness)
        assert baseline(bench.send(Ask(Subject.BASELINE))).calibrated is False
        harness.levels(levels)
        bench.wait(0.02)
        calibrated = baseline(bench.send(Calibrate(), seconds=3))
    with Harness("hall", build.firmware("hall"), eeprom=kept) as harness:
        found = baseline(Bench(harness).send(Ask(Subject.BASELINE)))
    assert found == calibrated
    assert found.calibrated
    reported = [level * 5000 / 4096 for level in found.levels]
    assert max(abs(a - b) for a, b in zip(levels, reported, strict=True)) < 10


def test_the_eeprom_holds_the_baseline_as_the_model_of_the_firmware_does(tmp_path: Path) -> None:
    kept = tmp_path / "eeprom"
    with Harness("hall", build.firmware("hall"), eeprom=kept) as harness:
        bench = Bench(harness)
        harness.levels([2000 + 9 * square for square in range(SQUARE_COUNT)])
        bench.wait(0.02)
        calibrated = baseline(bench.send(Calibrate(), seconds=3))
    stored = stored_bytes(calibrated.levels)
    assert kept.read_bytes()[: len(stored)] == stored


def test_a_byte_of_the_eeprom_takes_its_time(halls: Bench) -> None:
    halls.wait(0.1)  # the signature is remembered
    halls.harness.stats()  # counts from here
    begun = halls.harness.seconds
    said = halls.send(Calibrate())
    while not of_kind(Baseline, said):
        said = halls.wait(0.01)
        assert halls.harness.seconds < begun + 3
    # 64 scans of 5 ms, and 3.4 ms for each of 186 bytes.
    assert 0.95 < halls.harness.seconds - begun < 1.5
    least_us, most_us = halls.harness.stats()["eeprom_us"]
    assert 3400 < least_us < most_us < 6000


def baseline(said: list[FromBoard]) -> Baseline:
    (found,) = (message for message in said if isinstance(message, Baseline))
    return found


def test_what_is_no_command_is_refused_and_the_harness_goes_on(reeds: Bench) -> None:
    with pytest.raises(HarnessError, match="did not take 'occupancy"):
        reeds.harness.occupancy(1 << SQUARE_COUNT)
    with pytest.raises(HarnessError, match="did not take 'levels"):
        reeds.harness.levels([2500] * SQUARE_COUNT)
    assert reeds.report().number > 0


def test_what_is_no_firmware_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.elf"
    wrong.write_text("no firmware")
    with pytest.raises(HarnessError, match="it has stopped"):
        Harness("reed", wrong)
    assert "expected a firmware for the ATmega328P" in capfd.readouterr().err
