"""What people are told of a link: why a board started, what is wrong with one, and the cure."""

from enum import StrEnum

from hal.serial.link.messages import COLUMNS, PROTOCOL, ROWS, Identity, ResetCause, SensorKind

NOT_CALIBRATED = (
    "The Hall sensors were never calibrated, so what they give without pieces is guessed: "
    "clear the board and run hnefi firmware calibrate."
)


class Trouble(StrEnum):
    """Why a board cannot be read, though its port can."""

    SILENT = "silent"
    BABBLING = "babbling"
    ANONYMOUS = "anonymous"  # right frames, but it does not say who it is
    WRONG_FIRMWARE = "wrong firmware"
    STALE = "stale"  # it is heard, but reports do not come


_CAUSES = {
    ResetCause.POWER: "power-on",
    ResetCause.RESET_PIN: "its reset pin, as when the port is opened",
    ResetCause.BROWN_OUT: "a brown-out: the supply dropped, perhaps because the LEDs draw too much",
    ResetCause.WATCHDOG: "its watchdog, because the firmware hung",
}


def describe_cause(cause: ResetCause) -> str:
    """Return why a microcontroller started, in words."""
    # A brown-out or a watchdog says more than the reset that may come along with it.
    for each in (ResetCause.WATCHDOG, ResetCause.BROWN_OUT, ResetCause.POWER, ResetCause.RESET_PIN):
        if each in cause:
            return _CAUSES[each]
    return "unknown"


def misfit(identity: Identity) -> str | None:
    """Return what makes a board no board for this controller, None if it is one."""
    if identity.protocol != PROTOCOL:
        return f"speaks version {identity.protocol} of the protocol, not {PROTOCOL}"
    if (identity.rows, identity.columns) != (ROWS, COLUMNS):
        size = f"{identity.rows} x {identity.columns}"
        return f"has {size} sensors, not {ROWS} x {COLUMNS}"
    if identity.sensors not in tuple(SensorKind):
        return f"has sensors of a kind {identity.sensors} that is not known here"
    return None
