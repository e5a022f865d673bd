"""Why a Redis server cannot be used, in one sentence with its cure and without secrets.

redis-py tells apart by class some of what a server answers, and wraps what the network says; the
rest is distinguished by the beginning of the server's text, which is part of Redis' protocol.
"""

import socket
import ssl

from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    InvalidResponse,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
)

from controller.bus.errors import BusDownError, NotPermittedError, SpoiltStreamError
from controller.bus.redis_url import ServerUrl
from controller.rules.sentence import Sentence, sentence

_SPOILT = ("WRONGTYPE", "The stream has exhausted", "The ID specified in XADD")
# What a call is answered that waits for entries while its server becomes a copy of another one.
_BECOMES_REPLICA = "UNBLOCKED force unblock"
_LONGEST = 100


def bus_error(error: Exception, url: ServerUrl) -> BusDownError:
    """Return the bus's error for one of redis-py or of the network."""
    text = str(error)
    if isinstance(error, ResponseError) and text.startswith(_SPOILT):
        return SpoiltStreamError(sentence("redis.spoilt", server=url.server))
    if isinstance(error, NoPermissionError):
        return NotPermittedError(sentence("redis.permission", server=url.server))
    return BusDownError(_answered(error, text, url.server) or _unreachable(error, url))


def _answered(error: Exception, text: str, server: str) -> Sentence | None:
    """Return what the server itself has answered, None if it has not."""
    match error:
        case AuthenticationError():
            return sentence("redis.password", server=server)
        case OutOfMemoryError():
            return sentence("redis.full", server=server)
        case ReadOnlyError():
            return sentence("redis.read_only", server=server)
        case ResponseError() if text.startswith(_BECOMES_REPLICA):
            return sentence("redis.read_only", server=server)
        case BusyLoadingError():
            return sentence("redis.loading", server=server)
        case InvalidResponse() | ValueError() | RecursionError() if not isinstance(error, OSError):
            return sentence("redis.not_redis", server=server)
        case ResponseError() if "DB index" in text:
            return sentence("redis.database", server=server)
        case ResponseError() if text.startswith("MISCONF"):
            return sentence("redis.not_saving", server=server)
        case ResponseError():
            # "with args beginning with: ..." would repeat what was sent, passwords among it.
            said = " ".join(text.partition("with args")[0].split()).rstrip(",")[:_LONGEST]
            return sentence("redis.failed", server=server, error=said)
    return None


def _unreachable(error: Exception, url: ServerUrl) -> Sentence:
    """Return why the server cannot be reached."""
    server = url.server
    for cause in _causes(error):
        match cause:
            case ssl.SSLCertVerificationError():
                return sentence("redis.certificate", server=server, error=cause.verify_message)
            case ssl.SSLError():
                return sentence("redis.tls", server=server)
            case socket.gaierror():
                return sentence("redis.host", server=server)
            case FileNotFoundError() | PermissionError() if url.is_unix:
                return sentence("redis.socket", server=server)
            case ConnectionRefusedError():
                return sentence("redis.refused", server=server)
    if url.is_tls:
        return sentence("redis.tls", server=server)
    return sentence("redis.silent", server=server)


def _causes(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and len(found) < 10:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


# What calls of redis-py may raise; the last two where no Redis answers, but lines and numbers out
# of all bounds, or lists in lists without end.
REDIS_ERRORS = (RedisError, OSError, ValueError, RecursionError)
