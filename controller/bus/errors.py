"""The errors of the bus."""

from controller.rules.sentence import Sentence
from controller.words.catalogue import say


class BusError(Exception):
    """The bus fails or refuses something."""


class BusDownError(BusError, ConnectionError):
    """The bus cannot be used just now; `reason` says why, and what helps. It has no secrets."""

    def __init__(self, reason: Sentence) -> None:
        """Say why."""
        super().__init__(say(reason))
        self.reason = reason


class SpoiltStreamError(BusDownError):
    """The key of a stream holds something that is no such stream, or one that takes no more."""


class NotPermittedError(BusDownError):
    """The user of this connection may not do what was asked for."""


class BusUrlError(BusError, ValueError):
    """A URL does not name a Redis server."""


class MessageError(BusError, ValueError):
    """An entry or a message is malformed or unknown."""


class PositionError(MessageError):
    """A command sets up what is no position."""
