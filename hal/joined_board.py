"""A board of two halves: sensors of one driver, a strip of another. Knows not who opens them."""

from collections.abc import Sequence

from hal.board import (
    Attached,
    DiodeTesting,
    Draw,
    Driven,
    Frame,
    Measuring,
    Metered,
    Noticing,
    Scan,
    SelfNamed,
    Sensors,
    Strip,
    Tended,
)
from hal.notice import Notice
from hal.sensors_behind import SensorsBehind


class JoinedBoard(SensorsBehind):
    """The sensors of one driver with the strip of another."""

    def __init__(self, sensors: Sensors, strip: Strip) -> None:
        """Join them."""
        super().__init__(sensors)
        self._strip = strip
        # Asked once: to find out what an object can do takes longer than a scan.
        self._tended = strip if isinstance(strip, Tended) else None
        self._metered = strip if isinstance(strip, Metered) else None
        self._driven = strip if isinstance(strip, Driven) else None
        self._measuring = sensors if isinstance(sensors, Measuring) else None
        self._noticing = [half for half in self._halves if isinstance(half, Noticing)]

    def scan(self) -> Scan:
        """Return the newest scan of the sensors, and let the strip do what is due.

        Raises:
            BoardLostError: the sensors cannot be read.
        """
        if self._tended:
            self._tended.tend()
        return self._sensors.scan()

    def show(self, frame: Frame) -> None:
        """Show a frame on the strip."""
        self._strip.show(frame)

    def heights_mv(self) -> Sequence[float] | None:
        """Return how far each sensor is above its baseline, if it measures that."""
        return self._measuring.heights_mv() if self._measuring else None

    def missing_diodes(self) -> int | None:
        """Return the closed reeds without a diode; None where that cannot be looked for."""
        return self._sensors.missing_diodes() if isinstance(self._sensors, DiodeTesting) else None

    @property
    def draw(self) -> Draw | None:
        """What the strip draws."""
        return self._metered.draw if self._metered else None

    @property
    def driven_pixels(self) -> int | None:
        """How many pixels are driven, where somebody else decides that."""
        return self._driven.driven_pixels if self._driven else None

    @property
    def place(self) -> str:
        """Where either half is attached."""
        places = (half.place for half in self._halves if isinstance(half, Attached))
        return next((place for place in places if place), "")

    @property
    def own_name(self) -> str | None:
        """The name that either half keeps."""
        names = [half.own_name for half in self._halves if isinstance(half, SelfNamed)]
        known = next(filter(None, names), "")
        return None if not known and None in names else known

    def take_notices(self) -> list[Notice]:
        """Return what either half has to say."""
        return [notice for half in self._noticing for notice in half.take_notices()]

    @property
    def _halves(self) -> tuple[Sensors, Strip]:
        return self._sensors, self._strip


class Darkness:
    """A strip for a board without pixels."""

    def show(self, frame: Frame) -> None:
        """Show nothing."""
