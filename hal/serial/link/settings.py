"""The settings of a board, and their messages: a newer board understands more than an older one.

Knows neither when they are sent nor what comes back.
"""

from dataclasses import dataclass, field

from hal.hall_thresholds import HallThresholds
from hal.serial.link.messages import (
    Ask,
    Capability,
    Configure,
    FullConfigure,
    Identity,
    LightLimits,
    ReportMode,
    SensorKind,
    Subject,
    ThresholdsMv,
    ToBoard,
)

# The longest period that the first version knows.
_LONGEST_OLD_MS = 255
# A board that sends changes at once need only show that it lives.
_QUIET_MS = 200


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """What is the same for as long as a board is connected.

    Hall sensors send levels, or with `states` what the firmware makes of them. The pixels go dark
    after `silence_ms` without a message, if the firmware can do that.
    """

    states: bool = False
    silence_ms: int = 3000
    limits: LightLimits = field(default_factory=LightLimits)
    thresholds: HallThresholds = field(default_factory=HallThresholds)

    def wants_states(self, identity: Identity) -> bool:
        """Return whether a board should send states."""
        can = identity.capabilities
        return Capability.STATES in can and (self.states or Capability.LEVELS not in can)

    def period_ms(self, identity: Identity, wanted_ms: int | None) -> int:
        """Return the time between reports: at least the usual one, whatever is wanted.

        Who wants less than the usual ones gets far less from a board that sends changes at once.
        """
        sends_levels = identity.sensors == SensorKind.HALL and not self.wants_states(identity)
        usual_ms = 20 if sends_levels else 10
        sends_changes = Capability.CHANGES in identity.capabilities and not sends_levels
        if sends_changes and (wanted_ms or 0) > usual_ms:
            return max(wanted_ms or 0, _QUIET_MS)
        return max(wanted_ms or 0, usual_ms)

    def messages(self, identity: Identity, period_ms: int | None) -> list[ToBoard]:
        """Return what a board must be sent after it has started."""
        settings: list[ToBoard] = [self.configure(identity, period_ms)]
        if identity.sensors == SensorKind.HALL and not self.wants_states(identity):
            settings.append(Ask(Subject.BASELINE))
        return settings

    def configure(self, identity: Identity, period_ms: int | None) -> Configure | FullConfigure:
        """Return the Configure that a board understands; no period is the usual one."""
        mode = ReportMode.STATES if self.wants_states(identity) else ReportMode.LEVELS
        period = self.period_ms(identity, period_ms)
        if identity.protocol == 1:
            return Configure(min(period, _LONGEST_OLD_MS), mode)
        mv = self.thresholds
        thresholds = ThresholdsMv(mv.operate_mv, mv.release_mv, mv.strong_mv, mv.plain_mv)
        return FullConfigure(period, mode, self.silence_ms, self.limits, thresholds)
