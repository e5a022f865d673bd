"""The errors of the physical side: one root, leaves that are also built-in errors."""


class HalError(Exception):
    """Anything that goes wrong with sensors, lights, buttons, links or traces of them."""


class TraceError(HalError, ValueError):
    """A trace is malformed, or what shall be written cannot be said in one."""
