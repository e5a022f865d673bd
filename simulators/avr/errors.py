"""The errors of a simulated microcontroller: it cannot start, or it has stopped."""


class AvrError(Exception):
    """The simulated microcontroller cannot run; the text is one line for people."""


class ToolsMissingError(AvrError):
    """Debian packages are missing that the firmware or the harness is built with."""


class HarnessError(AvrError, RuntimeError):
    """The harness refused a command, or has stopped."""
