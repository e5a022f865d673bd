"""A token bucket: how much may be spent now, and how long to wait for more. Time is an argument.

The limiters of asyncio libraries sleep in coroutines. A protocol that is called with bytes cannot
sleep; it must ask for how long to stop reading.
"""

from collections import OrderedDict
from collections.abc import Callable

_MOST_NAMES = 1000


class Budget:
    """So much a second, and a stock of it for a burst; what is spent may be a little too much."""

    def __init__(self, rate: float, burst: float, at: float) -> None:
        """Begin with a full stock; `rate` is what comes in a second."""
        self._rate = rate
        self._burst = burst
        self._stock = burst
        self._at = at

    def spend(self, amount: float, at: float) -> float:
        """Take an amount; return for how many seconds nothing more may be spent, 0 if it may."""
        self._fill(at)
        self._stock -= amount
        return max(0.0, -self._stock / self._rate)

    def allows(self, amount: float, at: float) -> bool:
        """Take an amount if the stock has it; else leave it and return False."""
        self._fill(at)
        if self._stock < amount:
            return False
        self._stock -= amount
        return True

    def _fill(self, at: float) -> None:
        passed = max(0.0, at - self._at)
        self._at = max(self._at, at)
        self._stock = min(self._burst, self._stock + self._rate * passed)


class Budgets:
    """A budget for each name, such as an address; who spent nothing for long is forgotten."""

    def __init__(self, make: Callable[[float], Budget]) -> None:
        """Begin without names; `make` gives a new one its budget at a time."""
        self._make = make
        self._budgets: OrderedDict[str, Budget] = OrderedDict()

    def of(self, name: str, at: float) -> Budget:
        """Return the budget of a name."""
        budget = self._budgets.pop(name, None) or self._make(at)
        self._budgets[name] = budget
        if len(self._budgets) > _MOST_NAMES:
            self._budgets.popitem(last=False)
        return budget
