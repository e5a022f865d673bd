"""Serial ports of this machine: found, opened, read and written without ever waiting.

The only module that knows pyserial. Knows no message and no board.
"""

import errno
import os
import termios
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import serial
from serial.tools import list_ports

from hal.errors import HalError
from hal.serial.usb import UsbPort, likely_ports, remember, remembered_key

_MOST_AT_ONCE = 1 << 16


class PortError(HalError, OSError):
    """A port cannot be opened, read or written; `errno` says why, as for files."""


class Port(Protocol):
    """An open serial line, whatever is behind it."""

    def read(self) -> bytes:
        """Return the bytes that have come, without waiting.

        Raises:
            OSError: the port is gone.
        """
        ...

    def write(self, data: bytes) -> int:
        """Send the bytes that can be taken without waiting; return how many.

        Raises:
            OSError: the port is gone.
        """
        ...

    def set_baud(self, baud: int) -> None:
        """Change the rate.

        Raises:
            OSError: the port is gone, or cannot do so.
        """
        ...

    def fileno(self) -> int | None:
        """Return what becomes readable when bytes have come, None if that has to be looked at."""
        ...

    def close(self) -> None:
        """Close the port."""
        ...


class Ports(Protocol):
    """Where ports are found."""

    def found(self) -> Sequence[str]:
        """Return the ports behind which a board may be, the likelier first."""
        ...

    def remember(self, name: str) -> None:
        """Keep in mind that a board was found behind a port."""
        ...

    def open(self, name: str, baud: int) -> Port:
        """Open a port.

        Raises:
            OSError: it cannot be opened; `errno` says why.
        """
        ...


class SystemPorts:
    """The serial ports that the kernel knows."""

    def found(self) -> list[str]:
        """Return the ports on USB that may have a board; one on a Pi's pins must be named."""
        return likely_ports(_usb_ports(), remembered_key())

    def remember(self, name: str) -> None:
        """Try this port first the next time, because a board is behind it."""
        remember(_usb_ports(), name)

    def open(self, name: str, baud: int) -> "SystemPort":
        """Open a port for this program alone.

        Raises:
            PortError: it is absent, not permitted, busy, or no serial port.
        """
        return SystemPort(name, baud)


def _usb_ports() -> list[UsbPort]:
    return [
        UsbPort(port.device, port.vid, port.pid, port.serial_number or "", port.location or "")
        for port in list_ports.comports()
        if port.vid is not None and port.pid is not None
    ]


class SystemPort:
    """A port that pyserial has opened and configured."""

    def __init__(self, name: str, baud: int) -> None:
        """Open it for this program alone."""
        try:
            self._serial = serial.Serial(name, baud, timeout=0, write_timeout=0, exclusive=True)
            self._fd = self._serial.fileno()
        except (OSError, termios.error, ValueError) as error:
            raise _port_error(error) from error

    def read(self) -> bytes:
        """Return the bytes that have come, without waiting.

        Raises:
            PortError: the port is gone.
        """
        try:
            # This fails if the port is gone; os.read would only find no bytes.
            waiting = self._serial.in_waiting
            return os.read(self._fd, min(waiting, _MOST_AT_ONCE)) if waiting else b""
        except BlockingIOError:
            return b""
        except (OSError, termios.error) as error:
            raise _port_error(error) from error

    def write(self, data: bytes) -> int:
        """Send the bytes that the kernel takes now; return how many.

        Raises:
            PortError: the port is gone.
        """
        try:
            # Not by pyserial, which waits for ever if nothing can be written.
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise _port_error(error) from error

    def set_baud(self, baud: int) -> None:
        """Change the rate.

        Raises:
            PortError: the port is gone, or cannot do so.
        """
        try:
            self._serial.baudrate = baud
        except (OSError, termios.error, ValueError) as error:
            raise _port_error(error) from error

    def fileno(self) -> int:
        """Return the descriptor of the port."""
        return self._fd

    def close(self) -> None:
        """Close the port."""
        try:
            self._serial.close()
        except (OSError, termios.error):
            return  # the port is gone already


def user_of(name: str) -> str:
    """Return the program that has a port open; nothing if this user may not know."""
    try:
        wanted = os.path.realpath(name)
        for opened in Path("/proc").glob("[0-9]*/fd/*"):
            if _target(opened) == wanted and opened.parts[2] != str(os.getpid()):
                program = (opened.parents[1] / "comm").read_text().strip()
                return f"{program} (process {opened.parts[2]})"
    except OSError:
        return ""
    return ""


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""


def _port_error(error: Exception) -> PortError:
    """Return the error with the kernel's number, wherever pyserial has put it."""
    number = getattr(error, "errno", None)
    if isinstance(error, termios.error):
        number = error.args[0]
    elif number is None and isinstance(error.__context__, termios.error):
        number = error.__context__.args[0]  # pyserial: "could not configure port"
    number = number or errno.EIO
    return PortError(number, os.strerror(number))
