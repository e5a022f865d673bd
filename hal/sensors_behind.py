"""What stands before sensors passes on what these can do beside scans.

In one place, so that no board loses an ability on its way because one of those before the sensors
does not pass it on. Knows neither what stands there nor what it does to scans.
"""

from collections.abc import Mapping

from hal.board import Counting, Paced, Sensors, Wakeful


class SensorsBehind:
    """Has all abilities of the sensors behind it that do not depend on which square is which."""

    def __init__(self, sensors: Sensors) -> None:
        """Stand before sensors."""
        self._sensors = sensors
        # Asked once: to find out what an object can do takes longer than a scan.
        self._wakeful = sensors if isinstance(sensors, Wakeful) else None

    def set_period(self, period_s: float) -> None:
        """Let the sensors report so often, if they can be asked to."""
        if isinstance(self._sensors, Paced):
            self._sensors.set_period(period_s)

    @property
    def wakes_on(self) -> int | None:
        """What becomes readable when the sensors have news; None while there is nothing."""
        return self._wakeful.wakes_on if self._wakeful else None

    def counts(self) -> Mapping[str, int]:
        """Return what the sensors have counted."""
        return self._sensors.counts() if isinstance(self._sensors, Counting) else {}
