"""Whether a board is well, from watching it while nobody touches it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

from controller.cli.firmware_info import square
from hal.board import CHANNELS, DARK, SQUARE_COUNT, Frame
from hal.link.messages import SensorKind
from hal.link.state import Tally
from hal.serial_board import SerialBoard

# Reports a second that are asked for; fewer than four fifths of them are too few.
_WANTED = {SensorKind.REED: 100, SensorKind.HALL: 50}
_ENOUGH = 0.8
_DIM = 40
_COLOURS = {"red": (_DIM, 0, 0), "green": (0, _DIM, 0), "blue": (0, 0, _DIM)}


@dataclass(frozen=True, slots=True)
class Found:
    """What was seen in a time; counters are of that time alone."""

    seconds: float
    wanted: int  # reports a second
    tally: Tally
    overruns: int
    occupied: int
    flickering: tuple[str, ...]
    lost: str | None  # why the board could not be read at last, or at any time


class Watch:
    """Looks at a board, again and again."""

    def __init__(self, board: SerialBoard, clock: Callable[[], float]) -> None:
        """Begin to watch a board that was found."""
        self._board = board
        self._clock = clock
        self._began = clock()
        self._link = board.link
        self._before = board.link.tally
        self._overruns = board.link.statistics.overruns if board.link.statistics else None
        self._seen: int | None = None
        self._changes = [0] * SQUARE_COUNT
        self._lost: str | None = None

    @property
    def elapsed(self) -> float:
        """How long it was watched, in seconds."""
        return self._clock() - self._began

    def look(self) -> None:
        """Take in the newest scan, or that there is none."""
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

    def found(self) -> Found:
        """Return what was seen until now."""
        now, before, link = self._link.tally, self._before, self._link
        identity = link.identity
        kind = SensorKind(identity.sensors) if identity else SensorKind.REED
        overruns = link.statistics.overruns if link.statistics else 0
        return Found(
            self.elapsed,
            _WANTED[kind],
            Tally(
                now.reports - before.reports,
                now.missed - before.missed,
                now.dropped - before.dropped,
                now.skipped - before.skipped,
                now.lights_lost - before.lights_lost,
            ),
            overruns - (self._overruns or 0),
            (self._seen or 0).bit_count(),
            tuple(square(n) for n, count in enumerate(self._changes) if count > 1),
            self._lost,
        )


class PixelTest:
    """Lights all pixels in each colour, and then one by one."""

    def __init__(self, board: SerialBoard, seconds: float) -> None:
        """Do it all within some seconds, half of them for the colours."""
        self._board = board
        self._seconds = seconds
        self._step: object = None
        sys.stdout.write("All pixels: red, green, blue; then one by one, a1 to k1, up to k11.\n")
        sys.stdout.flush()

    def light(self, elapsed: float) -> None:
        """Show what is to be seen after so long."""
        part = 2 * elapsed / self._seconds
        step = int(part * 3) if part < 1 else 3 + int((part - 1) * SQUARE_COUNT)
        if step == self._step:
            return
        self._step = step
        if step < len(_COLOURS):
            colour = bytes(list(_COLOURS.values())[step])
            self._board.show(Frame(colour * SQUARE_COUNT))
        else:
            pixels = bytearray(CHANNELS * SQUARE_COUNT)
            start = CHANNELS * min(step - 3, SQUARE_COUNT - 1)
            pixels[start : start + CHANNELS] = bytes([_DIM] * CHANNELS)
            self._board.show(Frame(bytes(pixels)))

    def end(self) -> None:
        """Go dark."""
        self._board.show(DARK)


def complaints(found: Found) -> list[str]:
    """Return what is wrong, a sentence each."""
    rate, tally = found.tally.reports / found.seconds, found.tally
    said = []
    if found.lost is not None:
        said.append(found.lost)
    if rate < _ENOUGH * found.wanted:
        said.append(f"Expected {found.wanted} reports a second, got {rate:.0f}.")
    if tally.missed or tally.dropped or tally.skipped:
        said.append("The line damages what the board sends: try another cable or a lower rate.")
    if found.overruns:
        said.append(f"The board lost {found.overruns} bytes of what it was sent.")
    if tally.lights_lost:
        said.append(f"{tally.lights_lost} light frames got lost on their way.")
    if found.flickering:
        names = ", ".join(found.flickering)
        said.append(f"Sensors that flicker though nobody touches them: {names}.")
    return said


def write_verdict(found: Found) -> bool:
    """Write what was seen, and whether all is well; return that."""
    tally = found.tally
    empty = SQUARE_COUNT - found.occupied
    sys.stdout.write(
        f"{tally.reports / found.seconds:.0f} reports a second, {tally.missed} missed; "
        f"{tally.dropped} frames dropped, {tally.skipped} messages skipped\n"
        f"{found.occupied} squares occupied, {empty} empty\n"
    )
    said = complaints(found)
    for sentence in said or ["All is well."]:
        sys.stdout.write(f"{sentence}\n")
    return not said
