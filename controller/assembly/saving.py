"""Saves the last minutes of a game where nobody has to wait for the disk."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Thread

from controller.assembly.recording import Recording, save_trace
from controller.bus.outbox import Outbox
from controller.bus.streams import Stream
from controller.bus.wire import write_event
from controller.events.event import CommandRefused, Event, TraceSaved
from controller.rules.sentence import sentence
from controller.session.sentences import NO_TRACE

# Who asks again within this time gets the trace that was just saved: it has the same minutes.
_PAUSE_S = 5.0


class TraceSaver:
    """Answers the command that saves a trace; `clock` gives seconds."""

    def __init__(
        self, recording: Recording, outbox: Outbox, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Save what is recorded; the answer goes out through the outbox."""
        self._recording = recording
        self._outbox = outbox
        self._clock = clock
        self._saving: Future[Path] | None = None
        self._began = 0.0

    def save(self, message_id: str | None) -> None:
        """Write what is in memory now in a thread; the answer comes when it is done."""
        at = self._clock()
        if self._saving is None or at - self._began >= _PAUSE_S:
            text = self._recording.in_memory()
            if text is None:
                self._answer(CommandRefused(at, NO_TRACE, message_id))
                return
            self._began, self._saving = at, Future()
            writing = partial(_write, text, self._saving)
            Thread(target=writing, name="trace", daemon=True).start()
        self._saving.add_done_callback(partial(self._report, message_id))

    def _report(self, message_id: str | None, saving: "Future[Path]") -> None:
        error = saving.exception()
        if error is None:
            self._answer(TraceSaved(self._clock(), str(saving.result()), message_id))
            return
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        why = sentence("command.trace_not_saved", reason=reason)
        self._answer(CommandRefused(self._clock(), why, message_id))

    def _answer(self, event: Event) -> None:
        self._outbox.put(Stream.EVENTS, lambda: write_event(event))


def _write(text: str, saving: "Future[Path]") -> None:
    now = datetime.now()  # noqa: DTZ005 - the name says when by the clock on the wall
    try:
        saving.set_result(save_trace(text, now))
    except OSError as error:
        saving.set_exception(error)
