"""What people are told of a board that cannot be read: where, what is wrong, and the cure."""

import errno
from collections.abc import Sequence

from hal.serial.link.state import Lost
from hal.serial.link.words import Trouble

_FLASH = "hnefi firmware flash"
NO_PORT = (
    "Looking for the board: expected one on a USB port, found no such port. Plug it in, "
    "or name its port with --serial."
)


def looking(name: str) -> str:
    """Return what is said until the board has answered."""
    return f"Looking for the board on {name}."


def trying_bauds(name: str, baud: int) -> str:
    """Return what is said while other rates are tried."""
    return f"Looking for the board on {name}: trying {baud} baud."


def none_found(verdicts: Sequence[str]) -> str:
    """Return what is said when no port has a board behind it."""
    return " ".join(["Looking for the board.", *verdicts]) if verdicts else NO_PORT


def unplugged(name: str) -> str:
    """Return what is said when a port has gone."""
    return f"The board on {name} was unplugged: plug it in again."


def cannot_open(name: str, error: OSError, user: str = "") -> str:
    """Return why a port could not be opened; `user` is the program that has it."""
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return f"There is no port {name}: plug the board in, or name another port."
        case errno.EACCES | errno.EPERM:
            return (
                f"{name} may not be opened: run sudo usermod -aG dialout $USER, "
                "then log out and in again."
            )
        case errno.EBUSY | errno.EAGAIN:
            return f"{name} is in use by {user or 'another program'}: close that first."
        case errno.ENOTTY | errno.EISDIR | errno.EINVAL:
            return f"{name} is no serial port: name another one."
    return f"{name} cannot be opened ({error.strerror}): unplug the board and plug it in again."


def trouble(name: str, lost: Lost, bauds: Sequence[int]) -> str:
    """Return what is wrong with what is heard on a port, at the rates that were tried."""
    match lost.trouble:
        case Trouble.SILENT:
            return (
                f"{name} is silent: see whether the board has power and firmware "
                f"({_FLASH}), and whether its cable carries data."
            )
        case Trouble.BABBLING:
            *most, last = map(str, bauds)
            tried = f"{', '.join(most)} or {last}" if most else last
            return (
                f"{name} sends what is no message at {tried} baud: it is another device, or its "
                f"firmware was built for another rate (--baud N, or {_FLASH})."
            )
        case Trouble.ANONYMOUS:
            return (
                f"{name} sends messages, but does not answer: see whether the wire to the "
                "board's RX is connected."
            )
        case Trouble.WRONG_FIRMWARE:
            return f"The board on {name} {lost.detail}: put the right firmware on it with {_FLASH}."
        case Trouble.STALE:
            return f"The board on {name} sends no scans: press its reset button."
