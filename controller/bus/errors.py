"""The errors of the bus."""


class BusError(Exception):
    """Anything that goes wrong on the bus."""


class BusDownError(BusError, ConnectionError):
    """Redis does not answer."""


class BusUrlError(BusError, ValueError):
    """A URL names no Redis server."""


class MessageError(BusError, ValueError):
    """An entry or a message is malformed or unknown."""
