"""The code that pairs a device: how long it lives, and how often somebody may try. Pure.

A code has six digits and lives ten minutes; all who know it by then may come in. An address that
was wrong five times waits ten minutes, whatever it sends. What many addresses try together is
counted as well: after fifty wrong tries the code is withdrawn, so whoever guesses finds it in one
of twenty thousand cases, however many addresses they have.
"""

import hmac
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from secrets import randbelow

CODE_LIVES_S = 600.0
TRIES, WAIT_S = 5, 600.0
MOST_WRONG = 50
_MOST_ADDRESSES = 1000


@dataclass(frozen=True, slots=True)
class Code:
    """A code, and when it ends."""

    digits: str
    ends_at: float


@dataclass(frozen=True, slots=True)
class RightCode:
    """The code was right."""


@dataclass(frozen=True, slots=True)
class WrongCode:
    """The code was wrong, or is over; how often the address may still try."""

    left: int


@dataclass(frozen=True, slots=True)
class MustWait:
    """The address has to wait, in seconds; what it sent was not looked at."""

    seconds: float


Verdict = RightCode | WrongCode | MustWait


@dataclass(slots=True)
class _Tries:
    wrong: int
    until: float  # when they are forgotten


def six_digits() -> str:
    """Return a code that nobody can guess better than by chance."""
    return f"{randbelow(1_000_000):06}"


class CodePairing:
    """The code of the moment, and the tries of each address. Times are seconds of any one clock."""

    def __init__(self, draw: Callable[[], str] = six_digits) -> None:
        """Begin without a code; `draw` gives six digits."""
        self._draw = draw
        self._code: Code | None = None
        self._wrong = 0
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def new_code(self, at: float) -> Code:
        """Return a new code; the one before it is over."""
        self._code, self._wrong = Code(self._draw(), at + CODE_LIVES_S), 0
        return self._code

    def code(self, at: float) -> Code | None:
        """Return the code that counts now, if there is one."""
        if self._code is not None and at >= self._code.ends_at:
            self._code = None
        return self._code

    def withdraw(self) -> None:
        """End the code; devices that have paired stay."""
        self._code = None

    def attempt(self, digits: str, address: str, at: float) -> Verdict:
        """Judge what an address has sent as a code."""
        tries = self._tries_of(address, at)
        if tries.wrong >= TRIES:
            return MustWait(tries.until - at)
        code = self.code(at)
        # As long with a code as without, and wherever the first wrong digit stands.
        is_right = hmac.compare_digest(
            (code.digits if code else "-").encode(), digits.encode(errors="replace")
        )
        if code is not None and is_right:
            self._tries.pop(address, None)
            return RightCode()
        tries.wrong, tries.until = tries.wrong + 1, at + WAIT_S
        self._wrong += 1
        if self._wrong >= MOST_WRONG:
            self.withdraw()
        return WrongCode(TRIES - tries.wrong) if tries.wrong < TRIES else MustWait(WAIT_S)

    def _tries_of(self, address: str, at: float) -> _Tries:
        tries = self._tries.pop(address, None)
        if tries is None or at >= tries.until:
            tries = _Tries(0, at + WAIT_S)
        self._tries[address] = tries
        if len(self._tries) > _MOST_ADDRESSES:
            self._tries.popitem(last=False)
        return tries
