"""The model of the firmware in simulators/boards answers as the firmware on its simulated chip.

Both get the same sensors and the same bytes at the same times; `agreement` says what must be the
same, and by how much times may differ.
"""

from random import Random

import pytest

from hal.board import SQUARE_COUNT
from hal.serial.link.framing import frame
from hal.serial.link.messages import (
    SENSORS,
    Ask,
    Baseline,
    Calibrate,
    Configure,
    FullConfigure,
    Hello,
    Identity,
    Levels,
    LightFrame,
    Occupancy,
    Report,
    ReportMode,
    ResetCause,
    SetName,
    Shown,
    Statistics,
    Subject,
)
from simulators.table.sensors import SensorName
from tests.simulators.avr.agreement import must_agree, reports
from tests.simulators.avr.scripts import Script
from tests.simulators.avr.twins import EMPTY_MV, Received, Twins

BOTH: tuple[SensorName, ...] = ("reed", "hall")
both_kinds = pytest.mark.parametrize("kind", BOTH)
# 400 of each kind were tried.
SEEDS = range(3)
PIXELS = Random(1).randbytes(3 * SENSORS)


def answers(sent: list[Received]) -> list[type]:
    return [type(each.message) for each in sent if not isinstance(each.message, Report)]


@both_kinds
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_done_the_model_answers_as_the_firmware(kind: SensorName, seed: int) -> None:
    with Twins(kind) as twins:
        Script(twins, Random(f"{kind}/{seed}")).play(2.0)
        must_agree(twins)


def test_answers_that_are_owed_together_come_in_the_same_order() -> None:
    with Twins("hall") as twins:
        twins.wait(0.1)
        # A report of levels is on the line, and the answers wait for its end.
        (*_, last) = (each for each in twins.epoch.real if isinstance(each.message, Levels))
        twins.wait((last.at + 3 * 20 - 2 - twins.ms) / 1000)
        asked = (Ask(Subject.STATISTICS), Ask(Subject.BASELINE), Hello())
        twins.wait(0.05, b"".join(frame(each) for each in asked))
        must_agree(twins)
        expected = [Identity, Identity, Baseline, Statistics]
        assert answers(twins.epoch.real) == answers(twins.epoch.model) == expected


@both_kinds
def test_a_light_frame_without_credit_is_lost_and_counted(kind: SensorName) -> None:
    with Twins(kind) as twins:
        twins.wait(0.1)
        twins.wait(0.1, frame(LightFrame(1, PIXELS)) + frame(LightFrame(2, PIXELS[::-1])))
        twins.wait(0.05, frame(Ask(Subject.STATISTICS)))
        must_agree(twins)
        (*_, counted) = (m.message for m in twins.epoch.model if isinstance(m.message, Statistics))
        assert (counted.shown, counted.dropped, counted.overruns) == (1, 1, 1)
        assert answers(twins.epoch.real) == [Identity, Shown, Statistics]


@both_kinds
def test_a_firmware_that_hung_and_was_bitten_starts_again(kind: SensorName) -> None:
    with Twins(kind) as twins:
        twins.wait(0.1)
        twins.epoch.ended = twins.ms
        twins.harness.hang()
        while not twins.harness.stats()["bites"]:
            twins.harness.run(0.001)
        twins.note_restart(ResetCause.WATCHDOG)
        twins.wait(0.1)
        must_agree(twins)
        assert twins.device.identity.starts == 2


@both_kinds
def test_reports_come_as_often_as_configured(kind: SensorName) -> None:
    with Twins(kind) as twins:
        for period_ms in (0, 10, 13, 255):
            twins.wait(0.3, frame(Configure(period_ms)))
        must_agree(twins)


def test_levels_before_a_change_of_the_mode_are_not_reported_as_states() -> None:
    with Twins("hall") as twins:
        twins.set_levels([EMPTY_MV + 400] * SQUARE_COUNT)
        twins.wait(0.4)
        for moment in range(6):
            twins.wait(0.061 + 0.001 * moment, frame(Configure(10, ReportMode.STATES)))
            twins.wait(0.061, frame(Configure(10, ReportMode.LEVELS)))
        must_agree(twins)


def test_states_wait_for_the_baseline_that_is_measured() -> None:
    with Twins("hall") as twins:
        twins.set_levels([EMPTY_MV + 400] * SQUARE_COUNT)
        twins.wait(0.1, frame(Configure(10, ReportMode.STATES)))
        twins.wait(1.6, frame(Calibrate()))
        twins.set_levels([EMPTY_MV] * SQUARE_COUNT)
        twins.wait(0.1)
        must_agree(twins)


def test_a_restart_forgets_which_magnets_were_felt() -> None:
    with Twins("hall") as twins:
        for height in (200, 130):  # between the release and the operate point
            twins.set_levels([EMPTY_MV + height] * SQUARE_COUNT)
            twins.wait(0.1, frame(Configure(10, ReportMode.STATES)))
        twins.restart(ResetCause.RESET_PIN)
        twins.wait(0.05)
        twins.wait(0.1, frame(Configure(10, ReportMode.STATES)))
        must_agree(twins)


@pytest.mark.parametrize("after_s", [0.2, 0.6, 1.2])
def test_a_calibration_that_a_reset_cuts_short_is_lost(after_s: float) -> None:
    with Twins("hall") as twins:
        twins.wait(1.6, frame(Calibrate()))
        twins.set_levels([EMPTY_MV + 5 * n for n in range(SQUARE_COUNT)])
        twins.wait(after_s, frame(Calibrate()))
        twins.restart(ResetCause.POWER)
        twins.wait(0.05)
        twins.wait(0.05, frame(Ask(Subject.BASELINE)))
        must_agree(twins)
        (found,) = (m.message for m in twins.epoch.real if isinstance(m.message, Baseline))
        # Before anything is written the old one is there, and at the end the new one.
        assert (found.calibrated, found.levels[9]) == {
            0.2: (True, 2048),
            0.6: (False, 2048),
            1.2: (True, 2084),
        }[after_s]


def test_reeds_that_chatter_are_debounced_alike() -> None:
    random = Random(1)
    with Twins("reed") as twins:
        twins.wait(0.002, frame(Configure(10)))
        for _ in range(500):
            # Scans start half a millisecond after the even milliseconds of the clock.
            twins.close_reeds(twins.closed ^ random.getrandbits(121) & random.getrandbits(121))
            twins.wait(0.002)
        twins.wait(0.05)
        real, model = (
            [report.closed for report in reports(sent) if isinstance(report, Occupancy)]
            for sent in (twins.epoch.real, twins.epoch.model)
        )
        assert real == model
        assert len(set(real)) > 50


@both_kinds
def test_both_go_dark_in_silence_and_say_so_when_somebody_speaks(kind: SensorName) -> None:
    with Twins(kind) as twins:
        twins.wait(0.1, frame(FullConfigure(255, silence_ms=500)))
        twins.wait(0.1, frame(LightFrame(1, PIXELS)))
        assert any(twins.harness.strip())
        twins.wait(0.7)
        assert not any(twins.harness.strip())
        twins.wait(0.05, frame(Hello()))
        must_agree(twins)
        assert answers(twins.epoch.real) == [Identity, Shown, Identity, Statistics]


@both_kinds
def test_both_keep_a_name(kind: SensorName) -> None:
    with Twins(kind) as twins:
        twins.wait(0.3, frame(SetName("Hall 7")))
        twins.restart(ResetCause.RESET_PIN)
        twins.wait(0.1)
        must_agree(twins)
        assert twins.device.identity.name == "Hall 7"
