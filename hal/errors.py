"""The errors of the physical side: one root, leaves that are also built-in errors."""

from collections.abc import Iterable

from hal.notice import Notice


class HalError(Exception):
    """Anything that goes wrong with sensors, strips, buttons or links."""


class BoardLostError(HalError, ConnectionError):
    """The board cannot be read just now; its driver tries again by itself.

    `reason` says why, for the people at the board: a notice, or one clear sentence with the cure.
    `at` is the time of the attempt in seconds of the board's clock, as in scans.
    """

    def __init__(self, reason: Notice | str, at: float) -> None:
        """Say why, and when."""
        super().__init__(str(reason))
        self.reason = reason
        self.at = at


class UnknownDriverError(HalError, ValueError):
    """A configuration names a driver that does not exist."""

    def __init__(self, key: str, name: str, known: Iterable[str]) -> None:
        """Say which there are."""
        once = dict.fromkeys(known)
        super().__init__(f"{key}: expected one of {', '.join(once)}, got {name[:40]!r}")


class SupplyTooSmallError(HalError, ValueError):
    """Even dark pixels, and whatever else hangs on the supply, draw more than it gives."""


class DriverError(HalError, OSError):
    """A sensor, strip or button cannot be opened or driven; the text names the cure."""


class ConfigError(HalError, ValueError):
    """The parts of a configuration contradict each other."""
