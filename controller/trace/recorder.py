"""A board that writes a trace while people play on it."""

from controller.trace.errors import TraceError
from controller.trace.writer import TraceWriter
from controller.words.catalogue import say
from controller.words.notices import notice_sentence
from hal.board import Board, Draw, Frame, Metered, Scan
from hal.errors import BoardLostError
from hal.notice import Notice
from hal.sensors_behind import SensorsBehind


class TracingBoard(SensorsBehind):
    """Passes scans, losses and frames on, and writes scans and losses to a trace.

    If the trace cannot be written the game goes on, and `failure` holds the error.
    """

    def __init__(self, board: Board, writer: TraceWriter) -> None:
        """Trace a board; the caller closes the writer."""
        super().__init__(board)
        self._board = board
        self._metered = board if isinstance(board, Metered) else None
        self._writer = writer
        self._commands: list[str] = []
        self._lost: Notice | str = ""  # the reason of the last loss, if it still lasts
        self.failure: OSError | TraceError | None = None

    def scan(self) -> Scan:
        """Scan the board, and write the scan and the commands that wait for it.

        Raises:
            BoardLostError: the board cannot be read; the trace says so too.
        """
        try:
            scan = self._board.scan()
        except BoardLostError as loss:
            self._record(loss)
            raise
        self._record(scan)
        return scan

    def show(self, frame: Frame) -> None:
        """Show a frame on the board."""
        self._board.show(frame)

    @property
    def draw(self) -> Draw | None:
        """What the board draws."""
        return self._metered.draw if self._metered else None

    def command(self, name: str) -> None:
        """Note a command that the session executes after the next scan or loss."""
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
