"""Speaks with systemd: that the game is up, that it lives, that it ends.

One datagram for each (sd_notify(3)); without systemd nothing is said. The watchdog is fed only
while the game's loop takes its turns, so a loop that hangs is ended and started again.
"""

import asyncio
import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from controller.daemon.run import Pulse

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
_SOCKET, _TIMEOUT, _PROCESS = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"


class ServiceManager:
    """The service manager that has started this process, if there is one."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Look for one in the environment."""
        address = environment.get(_SOCKET, "")
        # A leading @ stands for a socket without a file.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.watchdog_s = _watchdog_s(environment)

    def say(self, state: str) -> None:
        """Say something to it; if it does not listen, nobody else has to know."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagram:
            datagram.settimeout(1.0)
            datagram.sendto(state.encode(), self._address)

    async def watch(self, pulse: Pulse, clock: Callable[[], float] = time.monotonic) -> None:
        """Feed the watchdog while the loop takes its turns, until cancelled."""
        if self.watchdog_s is None:
            return
        while True:
            if pulse.turns == 0 or clock() - pulse.turned_at < self.watchdog_s / 2:
                self.say(ALIVE)
            await asyncio.sleep(self.watchdog_s / 4)


def _watchdog_s(environment: Mapping[str, str]) -> float | None:
    """Return how long the watchdog waits; None if there is none for this process."""
    microseconds, process = environment.get(_TIMEOUT, ""), environment.get(_PROCESS, "")
    if not microseconds.isdecimal() or int(microseconds) == 0:
        return None
    is_meant = process in ("", str(os.getpid()))
    return int(microseconds) / 1e6 if is_meant else None
