"""How much slower this machine works than the one that bounds in milliseconds were written for."""

import json
import time
from statistics import median

_TRIES = 7
# Seconds of the processor for the work below, on that machine.
_USUAL_S = 0.0105
_TEXT = json.dumps([{"square": n, "pieces": list(range(40))} for n in range(60)])


def slowness() -> float:
    """Return 1 on that machine or a faster one, 2 where the same work takes twice as long."""
    return max(1.0, median(_took_s() for _ in range(_TRIES)) / _USUAL_S)


def _took_s() -> float:
    """Return how long a thread works on what a program that is attacked does, too."""
    began = time.thread_time()
    for _ in range(40):
        found = json.loads(_TEXT)
        sum(each["square"] * n for each in found for n in each["pieces"])
    return time.thread_time() - began
