"""The strip shows what was sent, at the times of the data sheet, or what it showed before."""

import subprocess
from pathlib import Path
from random import Random

import pytest

from hal.board import SQUARE_COUNT
from hal.serial.link.messages import LightFrame, Shown
from simulators.avr.harness import Harness
from tests.simulators.avr.bench import Bench, any_light, of_kind

BYTES = 3 * SQUARE_COUNT
DARK = bytes(BYTES)


@pytest.fixture
def board(board: Bench) -> Bench:
    """Let either board shine as bright as it is asked to."""
    board.send(any_light(20))
    return board


def pixels(seed: int) -> bytes:
    return Random(seed).randbytes(BYTES)


def test_the_strip_shows_what_was_sent(board: Bench) -> None:
    for number, sent in enumerate([pixels(1), b"\xff" * BYTES, DARK, pixels(2)]):
        said = board.send(LightFrame(number, sent))
        assert of_kind(Shown, said) == [Shown(number)]
        assert board.harness.strip() == sent


def test_every_pulse_is_as_long_as_the_data_sheet_wants_it(board: Bench) -> None:
    for number in range(3):
        board.send(LightFrame(number, pixels(number)))
    strip = board.harness.stats()["strip"]
    assert (strip["frames"], strip["torn"], strip["violations"]) == (3, 0, 0)
    assert strip["short_resets"] == 0
    for name in ("T0H", "T1H", "T0L", "T1L"):
        least, most = strip["ns"][name]["limits"]
        assert least <= strip["ns"][name]["seen"][0] <= strip["ns"][name]["seen"][1] <= most


def test_a_pulse_that_is_too_long_is_counted(tmp_path: Path) -> None:
    source, firmware = Path(__file__).parent / "slow_strip.c", tmp_path / "slow_strip.elf"
    flags = ["-Os", "-mmcu=atmega328p", "-DF_CPU=16000000UL"]
    subprocess.run(["avr-gcc", *flags, "-o", firmware, source], check=True)
    with Harness("reed", firmware) as harness:
        harness.run(0.01)
        strip = harness.stats()["strip"]
    assert strip["violations"] >= 8
    assert strip["ns"]["T1H"]["seen"][0] >= 1500
    assert (strip["frames"], strip["torn"]) == (1, 1)


def test_a_frame_that_did_not_wait_for_its_credit_is_lost_and_never_a_wrong_picture(
    board: Bench,
) -> None:
    first, second, third = pixels(1), pixels(2), pixels(3)
    said = board.send(LightFrame(1, first), LightFrame(2, second), seconds=0.1)
    assert of_kind(Shown, said) == [Shown(1)]
    assert board.harness.strip() == first
    counted = board.statistics()
    assert (counted.shown, counted.dropped) == (1, 1)
    assert counted.overruns > 0
    # 3.6 ms at 50 bytes a millisecond, of which the chip itself keeps three.
    assert 170 <= board.harness.stats()["line"]["overruns"] <= 185
    assert of_kind(Shown, board.send(LightFrame(3, third))) == [Shown(3)]
    assert board.harness.strip() == third


def test_a_light_for_another_strip_is_skipped(board: Bench) -> None:
    assert of_kind(Shown, board.send(LightFrame(1, pixels(1)[:-3]))) == []
    assert board.statistics().skipped == 1
    assert board.harness.strip() == DARK
