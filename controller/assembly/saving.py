"""Saves the last minutes of a game where nobody has to wait for the disk."""

import time
from datetime import datetime
from threading import Thread

from controller.assembly.recording import Recording, save_trace
from controller.bus.outbox import Outbox
from controller.bus.streams import Stream
from controller.bus.wire import write_event
from controller.events.event import CommandRefused, Event, TraceSaved
from controller.rules.sentence import sentence
from controller.session.sentences import NO_TRACE


class TraceSaver:
    """Answers the command that saves a trace."""

    def __init__(self, recording: Recording, outbox: Outbox) -> None:
        """Save what is recorded; the answer goes out through the outbox."""
        self._recording = recording
        self._outbox = outbox

    def save(self, message_id: str | None) -> None:
        """Write what is in memory now in a thread; the answer comes when it is done."""
        text = self._recording.in_memory()
        if text is None:
            self._answer(CommandRefused(time.monotonic(), NO_TRACE, message_id))
            return
        Thread(target=self._write, args=(text, message_id), name="trace", daemon=True).start()

    def _write(self, text: str, message_id: str | None) -> None:
        now = datetime.now()  # noqa: DTZ005 - the name says when by the clock on the wall
        try:
            path = save_trace(text, now)
        except OSError as error:
            why = sentence("command.trace_not_saved", reason=error.strerror or str(error))
            self._answer(CommandRefused(time.monotonic(), why, message_id))
        else:
            self._answer(TraceSaved(time.monotonic(), str(path), message_id))

    def _answer(self, event: Event) -> None:
        self._outbox.put(Stream.EVENTS, lambda: write_event(event))
