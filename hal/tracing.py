"""A board that is traced while it is played on."""

from hal.board import Board, Frame, Scan
from hal.errors import TraceError
from hal.trace import TraceWriter


class TracingBoard:
    """Passes scans and frames through, and writes the scans and commands to a trace.

    A trace that cannot be written never stops a game: `failure` then says why it ends early.
    """

    def __init__(self, board: Board, writer: TraceWriter) -> None:
        """Trace a board; whoever made the writer closes it."""
        self._board = board
        self._writer = writer
        self._commands: list[str] = []
        self.failure: OSError | TraceError | None = None

    def scan(self) -> Scan:
        """Return the board's scan, after it is written with the commands that wait for it."""
        scan = self._board.scan()
        if self.failure is None:
            try:
                self._record(scan)
            except (OSError, TraceError) as error:
                self.failure = error
        return scan

    def show(self, frame: Frame) -> None:
        """Make the pixels of the board shine."""
        self._board.show(frame)

    def command(self, name: str) -> None:
        """Note a command that is executed after the next scan, at its time."""
        self._commands.append(name)

    def _record(self, scan: Scan) -> None:
        commands, self._commands = self._commands, []
        self._writer.scan(scan)
        for name in commands:
            self._writer.command(name, scan.at)
