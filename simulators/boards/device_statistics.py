"""What a simulated microcontroller counts; firmware/statistics.c in Python."""

from dataclasses import dataclass

from hal.serial.link.framing import Deframer
from hal.serial.link.messages import ChainState, Identity, Statistics, ToBoard
from simulators.boards.device_scans import DeviceScans

_HIGHEST_16 = 0xFFFF
_HIGHEST_32 = 0xFFFFFFFF


@dataclass(slots=True)
class DeviceCounters:
    """What neither scans nor the deframer count."""

    reports: int = 0
    overruns: int = 0
    skipped: int = 0
    shown: int = 0

    def statistics(
        self, identity: Identity, scans: DeviceScans, frames: Deframer[ToBoard], *, is_dark: bool
    ) -> Statistics:
        """Return all that is counted, and what is known of the sensors' chips."""
        sensors = scans.sensors
        return Statistics(
            scans=min(scans.count, _HIGHEST_32),
            reports=min(self.reports, _HIGHEST_32),
            dropped=min(frames.dropped, _HIGHEST_16),
            overruns=min(self.overruns, _HIGHEST_16),
            skipped=min(self.skipped + frames.skipped, _HIGHEST_16),
            shown=min(self.shown, _HIGHEST_16),
            longest_scan_us=sensors.longest_scan_us if scans.count else 0,
            cause=identity.cause,
            starts=identity.starts,
            chain=sensors.chain if scans.count else ChainState.UNKNOWN,
            is_dark=is_dark,
            longest_pass_us=sensors.longest_scan_us,
        )
