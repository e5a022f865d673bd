"""The errors of traces."""


class TraceError(ValueError):
    """A trace is malformed, or a value cannot be written in one."""
