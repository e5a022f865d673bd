"""How fast the search kernel is, in CPU time: other programs may use the machine, too."""

import time
from collections.abc import Callable

from benchmarks.rules_core import random_moves
from controller.engine.binding import Kernel, kernel_complaint
from controller.engine.search import Limits
from controller.engine.weights import named_weights, weights_name
from controller.rules.compiled import Rules

_PLIES = 2_000_000
_NODES = 2_000_000
_REPEATS = 3


def cpu_rate(measured: Callable[[], int]) -> float:
    """Return how many a second of CPU time, at the best of a few times."""
    rates = []
    for _ in range(_REPEATS):
        begun = time.process_time()
        count = measured()
        rates.append(count / (time.process_time() - begun))
    return max(rates)


def measure(rules: Rules) -> list[tuple[str, float]]:
    """Return (what, how many a CPU second); nothing without a kernel."""
    if kernel_complaint():
        return []
    kernel = Kernel(rules, named_weights(weights_name(rules.ruleset)))

    def plies() -> int:
        kernel.set(rules.start)
        kernel.random_plies(1, _PLIES)
        return _PLIES

    def nodes() -> int:
        kernel.set(rules.start)
        kernel.forget()
        return kernel.search(Limits(nodes=_NODES)).nodes

    kernel_rate, core_rate = cpu_rate(plies), cpu_rate(lambda: random_moves(rules, 1))
    return [
        ("kernel, search, positions", cpu_rate(nodes)),
        ("kernel, random games, moves", kernel_rate),
        ("kernel, random games, times the rules core", kernel_rate / core_rate),
    ]
