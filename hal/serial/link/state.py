"""What is known of the board at the other end, what can be wrong with it, and what was counted."""

from dataclasses import dataclass
from enum import StrEnum

from hal.notice import Notice, notice
from hal.serial.link.messages import (
    COLUMNS,
    PROTOCOL,
    ROWS,
    Identity,
    ResetCause,
    SensorKind,
)

NOT_CALIBRATED = notice("notice.not_calibrated")


class Trouble(StrEnum):
    """Why a board cannot be read, though its port can."""

    SILENT = "silent"
    BABBLING = "babbling"
    ANONYMOUS = "anonymous"  # correct frames, but no Identity
    STALE = "stale"  # bytes come, but no reports
    SENSELESS = "senseless"  # reports come, but none that a board can mean
    CHAIN = "chain"  # the chips between sensors and microcontroller give no sense
    WRONG_PROTOCOL = "wrong_protocol"
    WRONG_SIZE = "wrong_size"
    WRONG_SENSORS = "wrong_sensors"
    WRONG_IDENTITY = "wrong_identity"  # one that has no meaning


WRONG_FIRMWARE = frozenset(
    {
        Trouble.WRONG_PROTOCOL,
        Trouble.WRONG_SIZE,
        Trouble.WRONG_SENSORS,
        Trouble.WRONG_IDENTITY,
    }
)


@dataclass(frozen=True, slots=True)
class Connecting:
    """It is not known yet who is at the other end."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The board said who it is; its reports are believed."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class Lost:
    """The board cannot be read; of a wrong firmware, what was found and what was expected.

    Of reports and identities without sense `found` says what is wrong with the last one.
    """

    trouble: Trouble
    found: str = ""
    expected: str = ""
    where: str = ""  # first row or multiplexer of a faulty chain, counted from 1


LinkState = Connecting | Connected | Lost


@dataclass(frozen=True, slots=True)
class Counters:
    """What this end of the line has counted since it was opened."""

    reports: int = 0
    missed: int = 0  # reports that never came, by their numbers
    dropped: int = 0  # frames
    skipped: int = 0  # messages
    lights_lost: int = 0

    def since(self, before: "Counters") -> "Counters":
        """Return what has been counted since an earlier state of these counters."""
        return Counters(
            self.reports - before.reports,
            self.missed - before.missed,
            self.dropped - before.dropped,
            self.skipped - before.skipped,
            self.lights_lost - before.lights_lost,
        )


def incompatible(identity: Identity) -> Lost | None:
    """Return what makes a board no board for this controller, None if it is one."""
    # A board says what its controller must know at least.
    if not 1 <= identity.least_protocol <= PROTOCOL:
        return Lost(Trouble.WRONG_PROTOCOL, str(identity.least_protocol), str(PROTOCOL))
    if (identity.rows, identity.columns) != (ROWS, COLUMNS):
        size = f"{identity.rows} x {identity.columns}"
        return Lost(Trouble.WRONG_SIZE, size, f"{ROWS} x {COLUMNS}")
    if identity.sensors not in tuple(SensorKind):
        return Lost(Trouble.WRONG_SENSORS, str(identity.sensors))
    return None


def restarted(cause: ResetCause) -> Notice:
    """Return that a microcontroller has restarted, and why."""
    return notice("notice.restarted", cause=reset_notice(cause))


def reset_notice(cause: ResetCause) -> Notice:
    """Return why a microcontroller started."""
    # A brown-out or a watchdog says more than the reset that may come along with it.
    for each in (ResetCause.WATCHDOG, ResetCause.BROWN_OUT, ResetCause.POWER, ResetCause.RESET_PIN):
        if each in cause:
            return notice(f"reset.{str(each.name).lower()}")
    return notice("reset.unknown")
