"""The errors of traces."""


class TraceError(ValueError):
    """A trace is malformed, or what is to be written cannot be said in one."""
