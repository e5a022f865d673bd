"""What a board does while nobody touches it: reports, losses, and sensors that flicker."""

from collections.abc import Callable
from dataclasses import dataclass

from hal.board import SQUARE_COUNT
from hal.notice import Notice
from hal.serial.board import SerialBoard
from hal.serial.link.messages import ChainState, SensorKind
from hal.serial.link.state import Counters

# Reports a second that are asked for.
_WANTED = {SensorKind.REED: 100, SensorKind.HALL: 50}


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen in a time; counters cover that time alone."""

    seconds: float
    wanted: int  # reports a second
    counters: Counters
    overruns: int
    occupied: int  # as bits
    chain: ChainState
    flickering: tuple[int, ...]  # sensors that changed more than once
    lost: Notice | None  # why the board could not be read, if that happened


class Watch:
    """Watches a board, one look at a time; `clock` gives seconds."""

    def __init__(self, board: SerialBoard, clock: Callable[[], float]) -> None:
        """Start to watch a board that was found."""
        self._board = board
        self._clock = clock
        self._began = clock()
        self._link = board.link
        self._before = board.link.counters
        self._overruns = board.link.statistics.overruns if board.link.statistics else None
        self._seen: int | None = None
        self._changes = [0] * SQUARE_COUNT
        self._lost: Notice | None = None

    @property
    def elapsed(self) -> float:
        """How long it has been watched, in seconds."""
        return self._clock() - self._began

    def look(self) -> None:
        """Record the newest scan, or that there is none."""
        scan = self._board.link.scan
        if self._overruns is None and self._link.statistics is not None:
            self._overruns = self._link.statistics.overruns
        if self._board.trouble is not None or scan is None:
            self._lost = self._lost or self._board.trouble
            return
        changed = 0 if self._seen is None else self._seen ^ scan.occupied
        self._seen = scan.occupied
        while changed:
            sensor = changed.bit_length() - 1
            changed ^= 1 << sensor
            self._changes[sensor] += 1

    def result(self) -> Watched:
        """Return what has been seen so far."""
        link = self._link
        kind = SensorKind(link.identity.sensors) if link.identity else SensorKind.REED
        overruns = link.statistics.overruns if link.statistics else 0
        return Watched(
            self.elapsed,
            _WANTED[kind],
            link.counters.since(self._before),
            overruns - (self._overruns or 0),
            self._seen or 0,
            link.statistics.chain if link.statistics else ChainState.UNKNOWN,
            tuple(sensor for sensor, count in enumerate(self._changes) if count > 1),
            self._lost,
        )
