"""A simulated device behind a pseudo terminal, which programs open as they open a serial port."""

import os
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

_MOST_AT_ONCE = 4096
_PUMP_S = 0.002


class Device(Protocol):
    """What is behind a port."""

    def receive(self, data: bytes) -> None:
        """Receive bytes."""
        ...

    def produce(self) -> bytes:
        """Return the bytes that were sent since the last call."""
        ...


class PtyLine:
    """A port, by a name of its own, that can be unplugged and plugged in again.

    The device runs while `pump` is called, or by itself while `running`.
    """

    def __init__(self, device: Device, name: Path) -> None:
        """Plug it in: `name` becomes a link to the terminal."""
        self.device = device
        self.name = name
        self._fds: tuple[int, int] | None = None
        # Others may unplug it while the device runs: no end is closed that is being read.
        self._plug = threading.Lock()
        self.plug_in()

    def plug_in(self) -> None:
        """Make the port appear."""
        device_end, port_end = os.openpty()
        # The port's end stays open, or nothing could be written before a program opens it.
        tty.setraw(port_end)
        os.set_blocking(device_end, False)
        self._fds = device_end, port_end
        self.name.unlink(missing_ok=True)
        self.name.symlink_to(os.ttyname(port_end))

    def unplug(self) -> None:
        """Make the port vanish, with all bytes on their way."""
        with self._plug:
            fds, self._fds = self._fds, None
            for fd in fds or ():
                os.close(fd)
        self.name.unlink(missing_ok=True)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the device in a thread of its own, and unplug it at the end."""
        ended = threading.Event()

        def run() -> None:
            while not ended.wait(_PUMP_S):
                self.pump()

        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()
            self.unplug()

    def pump(self) -> None:
        """Carry bytes in both directions; those that the other side does not read are lost."""
        produced = self.device.produce()
        with self._plug:
            if self._fds is None:
                return
            fd, _ = self._fds
            with suppress(BlockingIOError):
                self.device.receive(os.read(fd, _MOST_AT_ONCE))
            with suppress(BlockingIOError):
                os.write(fd, produced + self.device.produce())
