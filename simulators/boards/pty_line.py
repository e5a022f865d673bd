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


class Speaker(Protocol):
    """What is behind a port."""

    def receive(self, data: bytes) -> None:
        """Hear bytes."""
        ...

    def produce(self) -> bytes:
        """Return what was said since the last call."""
        ...


class PtyLine:
    """A port, by a name of its own, that can be unplugged and plugged in again.

    The device lives while `pump` is called, or by itself while `living`.
    """

    def __init__(self, device: Speaker, name: Path) -> None:
        """Plug it in: `name` becomes a link to the terminal."""
        self.device = device
        self.name = name
        self._unsent = b""
        self._fds: tuple[int, int] | None = None
        self.plug_in()

    def plug_in(self) -> None:
        """Let the port be there."""
        device_end, port_end = os.openpty()
        # The port's end stays open, or nothing could be written before a program opens it.
        tty.setraw(port_end)
        os.set_blocking(device_end, False)
        self._fds = device_end, port_end
        self.name.unlink(missing_ok=True)
        self.name.symlink_to(os.ttyname(port_end))

    def unplug(self) -> None:
        """Let the port be gone, with all that was on its way."""
        for fd in self._fds or ():
            os.close(fd)
        self._fds = None
        self._unsent = b""
        self.name.unlink(missing_ok=True)

    @contextmanager
    def living(self) -> Iterator[None]:
        """Let the device live by itself, in a thread of its own, and be unplugged at the end."""
        is_over = threading.Event()

        def live() -> None:
            while not is_over.wait(_PUMP_S):
                self.pump()

        thread = threading.Thread(target=live)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()
            self.unplug()

    def pump(self) -> None:
        """Carry what there is in both directions; what the other side does not read is lost."""
        produced = self.device.produce()
        if self._fds is None:
            return
        fd, _ = self._fds
        with suppress(BlockingIOError):
            self.device.receive(os.read(fd, _MOST_AT_ONCE))
        with suppress(BlockingIOError):
            os.write(fd, produced + self.device.produce())
