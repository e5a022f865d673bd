"""What the libraries in the process log, said as everything else is: once, and counted.

What only says that a stranger has sent rubbish, or that somebody has gone, is counted alone.
"""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from controller.rules.sentence import sentence, verbatim
from controller.supervision.tally import Tally

_LOGGERS = ("uvicorn", "asyncio", "websockets", "redis")
_LONGEST = 200
_NO_DESCRIPTORS = (errno.EMFILE, errno.ENFILE)
# By logger and first line: the name under which it is counted and not said. Strangers can bring it
# about as often as they like, and nobody here can do anything about it.
_COUNTED = {
    # Of each write to somebody who has gone: a page that was closed while it loads.
    ("asyncio", "socket.send() raised exception."): "writes to pages that are gone",
    ("uvicorn.error", "Invalid HTTP request received."): "malformed requests",
    ("uvicorn.error", "Unsupported upgrade request."): "malformed requests",
    ("uvicorn.error", "Invalid UTF-8 sequence received from client."): "malformed requests",
}


class _TallyHandler(logging.Handler):
    def __init__(self, tally: Tally) -> None:
        super().__init__(logging.WARNING)
        self._tally = tally

    def emit(self, record: logging.LogRecord) -> None:
        lines = record.getMessage().strip().splitlines() or [""]
        error = record.exc_info[1] if record.exc_info else None
        cause = f" ({type(error).__name__}: {error})" if error else ""
        counted = _COUNTED.get((record.name, lines[0]))
        if counted is not None:
            self._tally.count(counted)
            return
        if isinstance(error, OSError) and error.errno in _NO_DESCRIPTORS:
            # Of a page that cannot be read then, in the words of one that cannot be let in.
            self._tally.note(sentence("page.not_accepted", error=error.strerror or "?"))
            return
        self._tally.count("warnings of libraries")
        self._tally.note(verbatim(f"{record.name}: {lines[0]}{cause}"[:_LONGEST]))


@contextmanager
def journal(tally: Tally) -> Iterator[None]:
    """Let a tally have what libraries log, instead of standard error."""
    handler = _TallyHandler(tally)
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [(logger.propagate, logger.level) for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        for logger, (propagates, level) in zip(loggers, before, strict=True):
            logger.removeHandler(handler)
            logger.propagate = propagates
            logger.setLevel(level)
