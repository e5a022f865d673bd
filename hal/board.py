"""What a board is: sensors that scan whole occupancies, and a strip that shows whole frames.

Square *n* of an 11 x 11 board is bit *n* of an occupancy and pixel *n* of a frame,
``n = 11 * rank + file``. Nothing here knows what stands on a square or why a pixel shines.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from hal.notice import Notice

SQUARE_COUNT = 121
CHANNELS = 3  # red, green, blue


class Poles(NamedTuple):
    """Which pole of a magnet the occupied squares feel; sensors that cannot tell give none.

    Three bitboards that do not overlap; an occupied square in none of them is uncertain.
    """

    south: int
    north: int
    strong: int  # a magnet much stronger than the others, whatever its pole


class Scan(NamedTuple):
    """One whole reading of all sensors: a bit for each square, and when, in seconds.

    A named tuple, the cheapest frozen value, because a hundred of them are made a second.
    """

    occupied: int
    at: float
    poles: Poles | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pixels are to show: three channels 0..255 (red, green, blue) for each square."""

    pixels: bytes

    def __post_init__(self) -> None:
        """Refuse a frame of any other size."""
        if len(self.pixels) != SQUARE_COUNT * CHANNELS:
            raise ValueError(
                f"frame: expected {SQUARE_COUNT * CHANNELS} bytes, got {len(self.pixels)}"
            )

    def pixel(self, square: int) -> tuple[int, int, int]:
        """Return the (red, green, blue) of a square 0..120."""
        start = CHANNELS * square
        red, green, blue = self.pixels[start : start + CHANNELS]
        return red, green, blue


DARK = Frame(bytes(SQUARE_COUNT * CHANNELS))


class Sensors(Protocol):
    """The sensing half of a board: 121 sensors that are scanned together."""

    def scan(self) -> Scan:
        """Return the newest whole occupancy; `at` never goes back from scan to scan.

        Raises:
            BoardLostError: the board cannot be read: unplugged, silent, or not understood. It is
                raised again, with newer times, as long as that lasts; the board connects again
                by itself, and the next scan that is returned ends the loss.
        """
        ...


class Strip(Protocol):
    """The shining half of a board: 121 pixels, one under each square."""

    def show(self, frame: Frame) -> None:
        """Make the pixels shine as the frame says; a strip that is lost shows nothing, silently."""
        ...


class Board(Sensors, Strip, Protocol):
    """A physical or simulated board: sensors that scan and a strip that shows."""


class Draw(NamedTuple):
    """What a board draws by the model of its pixels, and what its supply gives, in milliamperes."""

    current_ma: int
    supply_ma: int


@runtime_checkable
class Metered(Protocol):
    """A board or strip that knows what it draws."""

    @property
    def draw(self) -> Draw | None:
        """What it draws now; None while that is not known."""
        ...


@runtime_checkable
class Driven(Protocol):
    """A board or strip whose pixels are driven by something that was built for a number of them."""

    @property
    def driven_pixels(self) -> int | None:
        """How many it drives, from the near end of the strip on; None while that is not known."""
        ...


@runtime_checkable
class Tended(Protocol):
    """A strip that has something to do even while nothing new is shown."""

    def tend(self) -> None:
        """Do what is due, without waiting; called at every scan of the board."""
        ...


@runtime_checkable
class Noticing(Protocol):
    """Sensors, a strip or a board with news beside its scans: restarts, settings, failures."""

    def take_notices(self) -> list[Notice]:
        """Return what has come up since the last call, in order."""
        ...


@runtime_checkable
class Attached(Noticing, Protocol):
    """A board that is attached somewhere, and has news beside its scans."""

    @property
    def place(self) -> str:
        """Where it is attached, in words; empty while that is not known."""
        ...


@runtime_checkable
class SelfNamed(Protocol):
    """A board that may keep a name of its own."""

    @property
    def own_name(self) -> str | None:
        """Its name, empty if it has none; None while it may still answer with one."""
        ...


@runtime_checkable
class Counting(Protocol):
    """A board that counts what goes wrong on its way, such as on a line."""

    def counts(self) -> Mapping[str, int]:
        """Return what was counted so far, by name; may be called from any thread."""
        ...


@runtime_checkable
class Wakeful(Protocol):
    """A board that need not be looked at: there is something to wait on until it has news."""

    @property
    def wakes_on(self) -> int | None:
        """The file descriptor that becomes readable then; None while there is none."""
        ...


@runtime_checkable
class Paced(Protocol):
    """A board that can be asked how often to report; less often saves work on both sides."""

    def set_period(self, period_s: float) -> None:
        """Report so often from now on, or as often as the sensors can; change nothing else."""
        ...


@runtime_checkable
class Measuring(Protocol):
    """Sensors that measure how strong a magnet is, beside whether there is one."""

    def heights_mv(self) -> Sequence[float] | None:
        """Return how far each sensor is above its baseline, in millivolts; None if not known."""
        ...


@runtime_checkable
class DiodeTesting(Protocol):
    """A matrix that can look for missing diodes by itself."""

    def missing_diodes(self) -> int | None:
        """Return the squares whose reed is closed now and lets current flow back, as bits.

        None where that cannot be looked for after all.
        """
        ...
