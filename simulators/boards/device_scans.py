"""When a simulated microcontroller scans, and how often something is due.

firmware/scans.c and timebase.c in Python. Times are given; nothing here knows a clock or the line.
"""

from simulators.boards.device_sensors import DeviceSensors


class Period:
    """When something is due, in milliseconds; what was missed is not repeated."""

    def __init__(self, due_ms: int = 0) -> None:
        """Let it be due at a time first."""
        self.due_ms = due_ms

    def elapsed(self, now_ms: int, period_ms: int) -> bool:
        """Say whether it is due; if so, it is due again a period later."""
        if now_ms < self.due_ms:
            return False
        self.due_ms += period_ms
        if now_ms >= self.due_ms:
            self.due_ms = now_ms + period_ms
        return True


class DeviceScans:
    """The scans of sensors, one after the other; times in microseconds since the start."""

    def __init__(self, sensors: DeviceSensors) -> None:
        """Begin without a scan."""
        self.count = 0
        self.scanned_ms = 0  # when the last one was done
        self.sensors = sensors
        self._periods = Period()
        self._ends: float | None = None  # of the one that is under way

    @property
    def is_scanning(self) -> bool:
        """Whether a scan is under way."""
        return self._ends is not None

    @property
    def next_at(self) -> float:
        """When a scan next begins or ends."""
        return 1000.0 * self._periods.due_ms if self._ends is None else self._ends

    def go_on(self, now: float) -> None:
        """Finish a scan if it has lasted long enough, or begin one if it is due."""
        if self._ends is None:
            if self._periods.elapsed(int(now // 1000), self.sensors.scan_ms):
                self._ends = now + self.sensors.scan_us
                self.sensors.begin_scan()
        elif now >= self._ends:
            self.scanned_ms = int((now - self.sensors.pass_us) // 1000)
            self._ends = None
            self.count += 1
            self.sensors.finish_scan(now)

    def abort(self, now: float) -> None:
        """Start a scan again that is under way."""
        if self._ends is not None:
            self._ends = None
            self._periods = Period(int(now // 1000))
