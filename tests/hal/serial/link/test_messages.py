"""The numbers on the wire, and what a message says where nothing was set."""

import dataclasses
import inspect

import pytest

from hal.serial.link import messages
from hal.serial.link.messages import (
    SENSORS,
    Capability,
    ChainState,
    LightLimits,
    ReportMode,
    ResetCause,
    SensorKind,
    Subject,
    ThresholdsMv,
)


def test_each_meaning_has_its_number_of_the_protocol() -> None:
    assert [int(kind) for kind in SensorKind] == [1, 2]
    assert [int(each) for each in Capability] == [1, 2, 4, 8, 16]
    assert [int(cause) for cause in ResetCause] == [1, 2, 4, 8]
    assert [int(state) for state in ChainState] == list(range(10))
    assert [int(mode) for mode in ReportMode] == [0, 1]
    assert [int(subject) for subject in Subject] == [1, 2]


def test_a_chain_cannot_be_believed_from_unplugged_to_garbled() -> None:
    assert [state for state in ChainState if state.is_faulty] == list(ChainState)[2:9]


def test_without_a_setting_the_pixels_and_their_standby_share_850_ma() -> None:
    standby_ua = 1000 * SENSORS
    assert LightLimits().ceiling_ua + standby_ua == 850_000


def test_thresholds_that_nobody_set_are_all_0() -> None:
    assert ThresholdsMv() == ThresholdsMv(0, 0, 0, 0)


@pytest.mark.parametrize(
    "message",
    [each for _, each in inspect.getmembers(messages, dataclasses.is_dataclass)],
    ids=lambda each: each.__name__,
)
def test_a_message_never_changes(message: type) -> None:
    assert message.__dataclass_params__.frozen  # type: ignore[attr-defined] # of every dataclass
    assert not hasattr(message, "__dict__") or "__slots__" in vars(message)
