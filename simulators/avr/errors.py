"""What can go wrong before a simulated microcontroller runs, and when it stops."""


class AvrError(Exception):
    """The simulated microcontroller cannot run; the text is one line for people."""


class ToolsMissingError(AvrError):
    """Debian packages are missing that the firmware or the harness is built with."""


class HarnessError(AvrError, RuntimeError):
    """The harness did not take a command, or is gone."""
