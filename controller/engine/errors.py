"""The errors of the engine: one root, leaves that are also built-in errors."""


class EngineError(Exception):
    """Anything that goes wrong in an engine, ours or another."""


class KernelMissingError(EngineError, OSError):
    """The search kernel is not there, or is of another version; the text says why."""


class WeightsError(EngineError, ValueError):
    """A file of weights is not complete and consistent."""


class LevelError(EngineError, ValueError):
    """There is no such level."""


class PeerError(EngineError, OSError):
    """Another program that plays has failed; the text says which, and how."""
