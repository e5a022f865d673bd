"""Drives the sensors of a harness from the pieces on a tabletop."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from simulators.avr.harness import Harness
from simulators.boards.soldered import SolderedSensors, Soldering
from simulators.table.faults import FAULTLESS
from simulators.table.hall import HallSensors
from simulators.table.magnets import Magnets
from simulators.table.reed import ReedSensors
from simulators.table.tabletop import Tabletop


class Feeder:
    """Sets the sensors of a harness; reeds bounce and Hall sensors drift, as real ones do.

    `clock` gives the time in seconds; `seed` decides how the sensors differ and misbehave.
    """

    def __init__(
        self,
        harness: Harness,
        table: Tabletop,
        clock: Callable[[], float],
        seed: int = 0,
        soldering: Soldering | None = None,
    ) -> None:
        """Put the sensors under a tabletop's pieces, as somebody has soldered them."""
        self._soldering = soldering
        self._harness = harness
        self._clock = clock
        self._seed = seed
        self._closed: int | None = None
        self._reeds: ReedSensors | None = None
        self._halls: HallSensors | None = None
        self._soldered: SolderedSensors | None = None
        if soldering is not None:
            self._soldered = SolderedSensors(table, clock, soldering, seed)
            if harness.sensors == "reed":
                harness.lack_diodes(self._soldered.no_diode)
        elif harness.sensors == "reed":
            self._reeds = ReedSensors(Magnets(table), clock, Random(f"{seed}/reed"))
        else:
            self._halls = self._halls_under(table)

    def feed(self) -> None:
        """Set the sensors to what they give now."""
        if self._soldered is not None:
            self._feed_soldered(self._soldered)
        if self._reeds is not None:
            self._close(self._reeds.scan().occupied)
        if self._halls is not None:
            self._harness.levels(self._halls.millivolts())

    def feed_empty(self) -> None:
        """Set Hall sensors to what they give without any piece, to calibrate them."""
        if self._soldering is not None:
            # Faults came after the calibration, as they do.
            sound = replace(self._soldering, faults=FAULTLESS)
            empty = SolderedSensors(Tabletop({}), self._clock, sound, self._seed)
            self._feed_soldered(empty)
        if self._halls is not None:
            self._harness.levels(self._halls_under(Tabletop({})).millivolts())

    def _feed_soldered(self, soldered: SolderedSensors) -> None:
        if self._harness.sensors == "reed":
            self._close(soldered.closed())
        else:
            self._harness.levels(soldered.millivolts())

    def _close(self, closed: int) -> None:
        if closed != self._closed:
            self._closed = closed
            self._harness.occupancy(closed)

    def _halls_under(self, table: Tabletop) -> HallSensors:
        return HallSensors(Magnets(table), self._clock, Random(f"{self._seed}/hall"))
