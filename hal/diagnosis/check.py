"""What a diagnosis has found: a part, perhaps of one square, and whether it is in order.

Findings and cures are notices; programs that have words of their own give these.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hal.notice import Notice


class Verdict(StrEnum):
    """How a part is."""

    OK = "ok"
    WARN = "warn"  # it works, but not as it should, or nobody can know
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """A part that was looked at; `cure` says what to do, where there is something to do."""

    part: str
    verdict: Verdict
    finding: Notice | str
    cure: Notice | str | None = None
    square: int | None = None


def any_fails(checks: Iterable[Check]) -> bool:
    """Say whether a part is not as it should be."""
    return any(check.verdict is Verdict.FAIL for check in checks)
