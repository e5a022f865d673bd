"""That a board is there: a mark with its name that lapses unless it is renewed.

One name, one board: while another program holds the mark, nothing is sent and nothing is heeded,
so that two games never mix.
"""

import asyncio
import json
import os
import secrets
import socket
from importlib.metadata import version

from controller.bus.bus import Bus
from controller.bus.errors import BusDownError
from controller.bus.streams import VERSION
from controller.rules.sentence import sentence

RENEWED_S = 2.0
LAPSES_S = 6.0
_LOOK_S = 0.25


class NameTakenError(BusDownError):
    """Another program plays as the board of this name."""


class Presence:
    """The mark of this process at the name of its board."""

    def __init__(self, bus: Bus) -> None:
        """Make a mark; nothing is claimed yet."""
        self._bus = bus
        self._mark = json.dumps(
            {
                "id": secrets.token_hex(4),
                "bus": VERSION,
                "host": socket.gethostname(),
                "process": os.getpid(),
                "version": version("hnefi"),
            }
        )
        self.is_held = False

    async def take(self) -> None:
        """Claim the name; the mark of a program that has died is waited for to lapse.

        Raises:
            NameTakenError: another program renews its mark.
            BusDownError: the bus cannot be used.
        """
        lapses_s = LAPSES_S
        while True:
            try:
                return await self.renew()
            except NameTakenError:
                before, lapses_s = lapses_s, await self._bus.lapses_s()
                if lapses_s > before:
                    raise
            await asyncio.sleep(_LOOK_S)

    async def renew(self) -> None:
        """Claim the name for a while longer.

        Raises:
            NameTakenError: another program has it now.
            BusDownError: the bus cannot be used.
        """
        found = await self._bus.claim(self._mark, LAPSES_S)
        self.is_held = found == self._mark
        if not self.is_held:
            raise NameTakenError(
                sentence("bus.name_taken", board=self._bus.board, holder=_holder(found))
            )

    async def release(self) -> None:
        """Give the name back."""
        self.is_held = False
        await self._bus.release(self._mark)


def _holder(mark: str) -> str:
    """Return who left a mark: a host and a process, as far as it says so."""
    try:
        found = json.loads(mark)
        return f"{str(found['host'])[:64]}, process {int(found['process'])}"
    except (ValueError, TypeError, KeyError, RecursionError):
        return mark[:64]
