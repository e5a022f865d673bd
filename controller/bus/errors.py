"""The errors of the bus."""


class BusError(Exception):
    """The bus fails or refuses something."""


class BusDownError(BusError, ConnectionError):
    """Redis does not answer."""


class BusUrlError(BusError, ValueError):
    """A URL does not name a Redis server."""


class MessageError(BusError, ValueError):
    """An entry or a message is malformed or unknown."""
