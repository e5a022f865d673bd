"""The errors of the physical side: one root, leaves that are also built-in errors."""


class HalError(Exception):
    """Anything that goes wrong with sensors, lights, buttons, links or traces of them."""


class BoardLostError(HalError, ConnectionError):
    """The board cannot be read just now; its driver tries again by itself.

    `reason` is one clear sentence with the cure, for the people at the board; `at` is the time
    of the attempt in seconds of the board's clock, as in scans.
    """

    def __init__(self, reason: str, at: float) -> None:
        """Say why, and when."""
        super().__init__(reason)
        self.reason = reason
        self.at = at


class TraceError(HalError, ValueError):
    """A trace is malformed, or what shall be written cannot be said in one."""
