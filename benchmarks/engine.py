"""How fast the search kernel is, in CPU time: other programs may use the machine, too."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median, quantiles

from rich.console import Console

from benchmarks.rules_core import random_moves
from controller.engine.binding import Kernel, kernel_complaint
from controller.engine.search import Limits
from controller.engine.weights import named_weights, weights_name
from controller.rules.compiled import Rules

_PLIES = 2_000_000
_NODES = 2_000_000
_REPEATS = 3
_STOPS = 300


def cpu_rate(measured: Callable[[], int]) -> float:
    """Return how many a second of CPU time, at the best of a few times."""
    rates = []
    for _ in range(_REPEATS):
        begun = time.process_time()
        count = measured()
        rates.append(count / (time.process_time() - begun))
    return max(rates)


def stop_times(rules: Rules) -> list[tuple[float, float]]:
    """Return how long searches run on after they are stopped: (CPU seconds, seconds), each time.

    The CPU time is that of the thread that searches, so it says what the kernel takes; the rest of
    the time other programs have.
    """
    kernel = Kernel(rules, named_weights(weights_name(rules.ruleset)))
    with ThreadPoolExecutor(1) as pool:
        clock = time.pthread_getcpuclockid(pool.submit(threading.get_ident).result())
        return [stop_time(kernel, pool, clock, number) for number in range(_STOPS)]


def stop_time(
    kernel: Kernel, pool: ThreadPoolExecutor, clock: int, number: int
) -> tuple[float, float]:
    """Return how long one search runs on after it is stopped, by its thread's clock and by ours."""

    def search() -> tuple[float, float]:
        kernel.search(Limits(seconds=60, lines=1 + number % 2 * 5))
        return time.clock_gettime(clock), time.perf_counter()

    kernel.ready()
    searched = pool.submit(search)
    time.sleep(0.02 + 0.0007 * (number % 50))
    begun = (time.clock_gettime(clock), time.perf_counter())
    kernel.stop()
    ended = searched.result()
    return ended[0] - begun[0], ended[1] - begun[1]


def print_stops(rules: Rules, console: Console) -> None:
    """Print how long a stopped search takes to answer."""
    if kernel_complaint():
        return
    for what, each in zip(("CPU time", "time"), zip(*stop_times(rules), strict=True), strict=True):
        in_ms = sorted(1000 * seconds for seconds in each)
        console.print(
            f"kernel, from stop to answer, {what}: median {median(in_ms):.2f} ms, "
            f"p99 {quantiles(in_ms, n=100)[98]:.2f} ms, worst {in_ms[-1]:.2f} ms"
        )


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
