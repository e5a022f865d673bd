"""Why a board behind a serial port cannot be read: where, and what is wrong."""

import errno
from collections.abc import Sequence

from hal.notice import Notice, notice
from hal.serial.link.state import WRONG_FIRMWARE, Lost, Trouble

NO_PORT = notice("serial.no_port")


def looking(port: str) -> Notice:
    """Return what holds until the board has answered."""
    return notice("serial.looking", port=port)


def trying_bauds(port: str, baud: int) -> Notice:
    """Return what holds while other baud rates are tried."""
    return notice("serial.trying", port=port, baud=baud)


def none_found(verdicts: Sequence[Notice]) -> Notice:
    """Return that no port has a board behind it."""
    return notice("serial.looking_anywhere", verdicts=tuple(verdicts)) if verdicts else NO_PORT


def unplugged(port: str) -> Notice:
    """Return that a port has gone."""
    return notice("serial.unplugged", port=port)


def reopened(port: str) -> Notice:
    """Return that a silent port is opened again."""
    return notice("serial.reopened", port=port)


def cannot_open(port: str, error: OSError, program: str) -> Notice:
    """Return why a port could not be opened; `program` is the one that has it."""
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return notice("serial.missing", port=port)
        case errno.EACCES | errno.EPERM:
            return notice("serial.forbidden", port=port)
        case errno.EBUSY | errno.EAGAIN if program:
            return notice("serial.busy_by", port=port, program=program)
        case errno.EBUSY | errno.EAGAIN:
            return notice("serial.busy", port=port)
        case errno.ENOTTY | errno.EISDIR | errno.EINVAL:
            return notice("serial.not_a_port", port=port)
    return notice("serial.cannot_open", port=port, error=error.strerror or str(error.errno))


def trouble(port: str, lost: Lost, bauds: Sequence[int]) -> Notice:
    """Return what is wrong with what is heard on a port, at the baud rates that were tried."""
    if lost.trouble is Trouble.BABBLING:
        return notice("serial.babbling", port=port, bauds=tuple(map(str, bauds)))
    if lost.trouble is Trouble.CHAIN:
        if lost.found == "garbled" and not lost.where:
            return notice("serial.chain_garbled_somewhere", port=port)
        return notice(f"serial.chain_{lost.found}", port=port, where=lost.where)
    if lost.trouble is Trouble.SENSELESS:
        return notice("serial.senseless", port=port, error=lost.found)
    if lost.trouble in WRONG_FIRMWARE:
        found, expected = lost.found, lost.expected
        return notice(f"serial.{lost.trouble}", port=port, found=found, expected=expected)
    return notice(f"serial.{lost.trouble}", port=port)
