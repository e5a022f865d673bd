"""`hnefi`, in which every part but the game fails again and again; for the soak.

The parts are started in one place, which has no hook for this: nobody else needs one.
"""

import asyncio
import os
import random
from collections.abc import Callable, Coroutine
from functools import partial

from controller.assembly.outside import Outside
from controller.cli.main import main

Run = Callable[[], Coroutine[object, object, None]]

_parts = Outside._parts
_MEAN_S = float(os.environ.get("SOAK_PART_FAILS_S", "120"))


class SoakError(Exception):
    """What a part fails with."""


def failing_parts(outside: Outside) -> dict[str, Run]:
    """Return the parts, each of which fails now and then."""
    return {name: partial(_failing, run) for name, run in _parts(outside).items()}


async def _failing(run: Run) -> None:
    part = asyncio.ensure_future(run())
    after_s = random.expovariate(1 / _MEAN_S)
    try:
        await asyncio.wait([part], timeout=after_s)
        if part.done():
            return part.result()
    finally:
        part.cancel()
        await asyncio.gather(part, return_exceptions=True)
    raise SoakError("now and then")


if __name__ == "__main__":
    Outside._parts = failing_parts  # type: ignore[method-assign,assignment] # the reason stands above
    main()
