"""What the protocol has no bytes for is not written."""

import pytest

from hal.notice import notice
from hal.serial.link.messages import FullConfigure, ResetCause, SetName
from hal.serial.link.state import reset_notice
from hal.serial.link.writing import write_message


def test_silence_is_counted_in_tenths_of_a_second() -> None:
    with pytest.raises(ValueError, match="got a silence of 1250 ms, not in steps of 100"):
        write_message(FullConfigure(20, silence_ms=1250))


def test_a_name_has_at_most_24_bytes() -> None:
    write_message(SetName("x" * 24))
    with pytest.raises(ValueError, match="got a name of 26 bytes, more than 24"):
        write_message(SetName("\N{LATIN SMALL LETTER ETH}" * 13))


@pytest.mark.parametrize(
    ("cause", "key"),
    [
        (ResetCause(0), "reset.unknown"),
        (ResetCause.RESET_PIN, "reset.reset_pin"),
        (ResetCause.WATCHDOG | ResetCause.RESET_PIN, "reset.watchdog"),
    ],
)
def test_of_several_causes_of_a_reset_the_one_that_says_most_is_named(
    cause: ResetCause, key: str
) -> None:
    assert reset_notice(cause) == notice(key)
