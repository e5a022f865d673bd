"""A serial line in memory, from a simulated device to whoever opens its port."""

from collections.abc import Callable
from random import Random

from simulators.boards.serial_device import SerialDevice

NAME = "a simulated line"
# How many bytes the kernel keeps for a reader; more are lost.
BUFFER = 4096

Damage = Callable[[bytes], bytes]


def undamaged(data: bytes) -> bytes:
    """Return bytes as they are."""
    return data


def flipping(random: Random, share: float) -> Damage:
    """Return damage that flips a bit in some share of all bytes."""

    def flip(data: bytes) -> bytes:
        changed = bytearray(data)
        for place in range(len(changed)):
            if random.random() < share:
                changed[place] ^= 1 << random.randrange(8)
        return bytes(changed)

    return flip


def losing(random: Random, share: float) -> Damage:
    """Return damage that loses some share of all bytes."""
    return lambda data: bytes(byte for byte in data if random.random() >= share)


class SerialLine:
    """The one port there is, while it is plugged in, and the device at its other end.

    Damage is the same in both directions. At another baud rate than the device's, all is noise.
    """

    def __init__(self, device: SerialDevice) -> None:
        """Connect a device."""
        self.device = device
        self.damage: Damage = undamaged
        self.plugged = True
        self._baud = device.baud
        self._opened = False
        self._noise = Random(1)
        self._waiting = b""

    def found(self) -> list[str]:
        """Return the names of the ports."""
        return [NAME] if self.plugged else []

    def remember(self, name: str) -> None:
        """Remember nothing: there is but one port."""

    def open(self, name: str, baud: int) -> "SerialLine":
        """Open the port.

        Raises:
            FileNotFoundError: it is unplugged.
        """
        if name != NAME or not self.plugged:
            raise FileNotFoundError(2, "No such file or directory", name)
        self.device.produce()  # sent before anybody listened
        self._waiting = b""
        self._opened, self._baud = True, baud
        return self

    def fileno(self) -> int | None:
        """Have none: what has come is looked at."""
        return None

    def set_baud(self, baud: int) -> None:
        """Change the rate."""
        self._baud = baud

    def read(self) -> bytes:
        """Return the bytes that the device has sent and the kernel has kept.

        Raises:
            OSError: the port is gone.
        """
        self._check()
        self.fill()
        waiting, self._waiting = self._waiting, b""
        return waiting

    def fill(self) -> None:
        """Let the kernel take what the device has sent."""
        self._waiting = (self._waiting + self._carried(self.device.produce()))[:BUFFER]

    def write(self, data: bytes) -> int:
        """Send bytes to the device.

        Raises:
            OSError: the port is gone.
        """
        self._check()
        self.device.receive(self._carried(data))
        return len(data)

    def close(self) -> None:
        """Close the port."""
        self._opened = False

    def _carried(self, data: bytes) -> bytes:
        if self._baud != self.device.baud:
            # A reader at a lower rate takes several bytes for one, and none for 00.
            return bytes(self._noise.randrange(1, 256) for _ in data[::3])
        return self.damage(data)

    def _check(self) -> None:
        if not self._opened or not self.plugged:
            raise OSError(5, "Input/output error")
