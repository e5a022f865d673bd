"""A board that is traced while it is played on."""

from controller.trace.errors import TraceError
from controller.trace.writer import TraceWriter
from controller.words.catalogue import say
from controller.words.notices import notice_sentence
from hal.board import Board, Frame, Scan
from hal.errors import BoardLostError
from hal.notice import Notice


class TracingBoard:
    """Passes scans, losses and frames through, and writes all but the frames to a trace.

    A trace that cannot be written never stops a game: `failure` then says why it ends early.
    """

    def __init__(self, board: Board, writer: TraceWriter) -> None:
        """Trace a board; whoever made the writer closes it."""
        self._board = board
        self._writer = writer
        self._commands: list[str] = []
        self._lost: Notice | str = ""  # for which reason, written already
        self.failure: OSError | TraceError | None = None

    def scan(self) -> Scan:
        """Return the board's scan, after it is written with the commands that wait for it.

        Raises:
            BoardLostError: the board cannot be read; that and the commands are written, too.
        """
        try:
            scan = self._board.scan()
        except BoardLostError as loss:
            self._record(loss)
            raise
        self._record(scan)
        return scan

    def show(self, frame: Frame) -> None:
        """Make the pixels of the board shine."""
        self._board.show(frame)

    def command(self, name: str) -> None:
        """Note a command that is executed after the next scan or loss, at its time."""
        self._commands.append(name)

    def _record(self, seen: Scan | BoardLostError) -> None:
        commands, self._commands = self._commands, []
        if self.failure is not None:
            return
        try:
            self._write(seen)
            for name in commands:
                self._writer.command(name, seen.at)
        except (OSError, TraceError) as error:
            self.failure = error

    def _write(self, seen: Scan | BoardLostError) -> None:
        if isinstance(seen, Scan):
            self._lost = ""
            self._writer.scan(seen)
        elif seen.reason != self._lost:
            self._lost = seen.reason
            self._writer.loss(say(notice_sentence(seen.reason)), seen.at)
