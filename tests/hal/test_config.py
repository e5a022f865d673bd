"""A configuration of a board that cannot be right is refused with what was expected."""

from typing import Any

import pytest
from pydantic import ValidationError

from hal.config import BoardConfig


@pytest.mark.parametrize(
    ("board", "complaint"),
    [
        (
            {"board": {"hall": {"release_mv": 300, "operate_mv": 200}}},
            "expected release_mv <= operate_mv <= plain_mv <= strong_mv, got 300",
        ),
        (
            {"board": {"hall": {"gain": {"a1": 1.5, "l1": 1.5}}}},
            "expected gain for squares a1 to k11, got 'l1'",
        ),
        (
            {"strip": {"spi": {"speed_hz": 8_000_000}}},
            "speed_hz: expected 7000000 to 7690000 for 8 bits, got 8000000",
        ),
        (
            {"strip": {"spi": {"speed_hz": 7_200_000, "bits": 4}}},
            "speed_hz: expected 3160000 to 3330000 for 4 bits, got 7200000",
        ),
    ],
)
def test_what_cannot_be_right_is_refused(board: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError) as refused:
        BoardConfig.model_validate(board)
    (error,) = refused.value.errors()
    assert complaint in error["msg"]
