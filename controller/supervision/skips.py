"""Entries of the bus that are skipped: each is counted, and one of a stream is said in a minute.

What somebody heaps up there has another fault each time, and would fill the terminal.
"""

from dataclasses import dataclass

from controller.rules.sentence import sentence
from controller.supervision.tally import AGAIN_S, Tally


@dataclass(slots=True)
class _Unsaid:
    """What was skipped of a stream since something was said of it."""

    said_at: float
    count: int = 0
    why: str = ""


class Skips:
    """What a reader of the bus has skipped, by the keys of the streams."""

    def __init__(self, tally: Tally) -> None:
        """Begin with nothing skipped."""
        self._tally = tally
        self._streams: dict[str, _Unsaid] = {}

    def skip(self, stream: str, why: str) -> None:
        """Count an entry that is skipped, and say why unless one was named a moment ago."""
        self._tally.count("entries skipped")
        self.arrived(stream)
        unsaid = self._streams.get(stream)
        if unsaid is None:
            self._streams[stream] = _Unsaid(self._tally.now)
            self._tally.note(sentence("bus.skipped", stream=stream, error=why))
        else:
            unsaid.count, unsaid.why = unsaid.count + 1, why

    def arrived(self, stream: str) -> None:
        """Say how many were skipped since something was said, if that is a minute ago."""
        unsaid = self._streams.get(stream)
        if unsaid is None or self._tally.now - unsaid.said_at < AGAIN_S:
            return
        del self._streams[stream]
        if unsaid.count:
            self._streams[stream] = _Unsaid(self._tally.now)
            more = sentence("bus.skipped_more", count=unsaid.count, stream=stream, error=unsaid.why)
            self._tally.note(more)
