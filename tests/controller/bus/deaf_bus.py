"""A bus that those who read from it lose for a while."""

from collections.abc import Mapping

from controller.bus.bus import AT_ONCE
from controller.bus.entries import RawEntry
from controller.bus.errors import BusDownError
from controller.bus.memory_bus import MemoryBus
from controller.bus.streams import Stream
from controller.rules.sentence import verbatim


class DeafBus(MemoryBus):
    """A bus that its follower does not reach for a while, though others do."""

    is_reached = True

    async def newest(self, stream: Stream) -> RawEntry | None:
        """Return the newest entry."""
        self._reach()
        return await super().newest(stream)

    async def after(
        self, places: Mapping[Stream, str], wait_s: float, most: int = AT_ONCE
    ) -> list[tuple[Stream, RawEntry]]:
        """Return some entries."""
        self._reach()
        return await super().after(places, min(wait_s, 0.02), most)

    def _reach(self) -> None:
        if not self.is_reached:
            raise BusDownError(verbatim("no way there"))
