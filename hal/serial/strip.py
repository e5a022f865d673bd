"""The strip behind a microcontroller, for boards whose pieces are sensed by something else."""

from collections import deque
from contextlib import suppress

from hal.board import Draw, Frame
from hal.errors import BoardLostError
from hal.notice import Notice
from hal.serial.board import SerialBoard


class SerialStrip:
    """The `Strip` half of a board behind a serial port; what it senses is not listened to."""

    def __init__(self, board: SerialBoard) -> None:
        """Shine on a board that may still have to be found."""
        self._board = board
        self._trouble: Notice | None = None
        self._troubles: deque[Notice] = deque(maxlen=4)

    @property
    def place(self) -> str:
        """Where the strip is connected."""
        return self._board.place

    @property
    def own_name(self) -> str | None:
        """The name that its board keeps."""
        return self._board.own_name

    @property
    def trouble(self) -> Notice | None:
        """Why it cannot be reached; None while it can."""
        return self._board.trouble

    @property
    def driven_pixels(self) -> int | None:
        """How many pixels its firmware drives."""
        return self._board.driven_pixels

    @property
    def draw(self) -> Draw:
        """What it draws by the model."""
        return self._board.draw

    def show(self, frame: Frame) -> None:
        """Make the pixels shine as soon as may be."""
        self._board.show(frame)

    def tend(self) -> None:
        """Read and write what can be; a strip that is lost says so once."""
        with suppress(BoardLostError):
            self._board.scan()
        before, self._trouble = self._trouble, self._board.trouble
        if self._trouble is not None and self._trouble != before:
            self._troubles.append(self._trouble)

    def take_notices(self) -> list[Notice]:
        """Return what has come up since the last call."""
        taken = [*self._troubles, *self._board.take_notices()]
        self._troubles.clear()
        return taken
