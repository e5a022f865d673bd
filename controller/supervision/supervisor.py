"""Keeps parts of a process running: a part that fails is started again, after growing pauses.

Only what is no part of the game is kept so; whoever runs the game loop lets it fail for nothing.
"""

import asyncio
import traceback
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path

from controller.rules.sentence import Sentence, sentence
from controller.supervision.pauses import Pauses
from controller.supervision.tally import Tally

# A part that runs for so long after a failure is well again.
_RECOVERED_S = 2.0
_LONGEST_TEXT = 200


class Supervisor:
    """Runs parts, and tells a tally which of them fail."""

    def __init__(self, tally: Tally) -> None:
        """Report to a tally."""
        self._tally = tally

    async def keep(self, part: str, run: Callable[[], Coroutine[object, object, None]]) -> None:
        """Run a part until it ends by itself, again whenever it fails."""
        loop, pauses = asyncio.get_running_loop(), Pauses()
        with ExitStack() as recovery:
            while True:
                try:
                    return await run()
                except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
                    recovery.close()
                    failure = report_failure(self._tally, part, error)
                await asyncio.sleep(pauses.after_failure(loop.time()))
                recovered = loop.call_later(_RECOVERED_S, self._tally.recover, part, failure)
                recovery.callback(recovered.cancel)


def report_failure(tally: Tally, part: str, error: Exception) -> Sentence:
    """Tell a tally that a part failed by a fault in the program, and where; return what it says."""
    failure = sentence("part.failed", part=part, error=_described(error))
    tally.begin(part, failure)
    return failure


def report_end(tally: Tally, part: str, error: Exception) -> None:
    """Tell a tally that a part failed for good: nobody starts it again."""
    tally.begin(part, sentence("part.ended", part=part, error=_described(error)))


def _described(error: Exception) -> str:
    """Return an error in one line: what it is, what it says, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    text = " ".join(str(error).split())[:_LONGEST_TEXT]
    return f"{type(error).__name__}: {text}{place}" if text else f"{type(error).__name__}{place}"
