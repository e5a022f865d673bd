"""How soon to look at the board again: often while anything moves, less often at rest."""

# How often a board is looked at while people play.
PERIOD_S = 0.01
# What was moved and has not settled after so long waits for people.
REST_AFTER_S = 10.0
# A piece that is lifted after a long rest has its lights within 50 ms. A board that must be looked
# at reports so often and is looked at so often; a second scan must agree.
LOOKED_AT_S = 0.018
# A board whose reports wake the loop sends one so often, and the second one at once.
REPORTED_S = 0.03
# What else is due while nothing comes: lights that move, and to see whether a board still reports.
LIGHTS_S = 0.05
NOTHING_S = 0.2


class Pace:
    """Knows when anything moved last; times in seconds of one clock."""

    def __init__(
        self, at: float, *, rests: bool = True, rest_after_s: float = REST_AFTER_S
    ) -> None:
        """Begin awake; a board that is recorded never rests, because a trace has all scans."""
        self._moved_at = at
        self._rest_after_s = rest_after_s if rests else float("inf")
        self.is_resting = False

    def take(self, at: float, *, moved: bool) -> bool:
        """Take in a turn, in which anything moved or not; return whether rest begins or ends."""
        if moved:
            self._moved_at = at
        before, self.is_resting = self.is_resting, at - self._moved_at >= self._rest_after_s
        return self.is_resting != before

    def period(self, *, wakes: bool, lights: bool) -> float:
        """Return the time until the next turn.

        `wakes` says that whatever is new will wake the loop, `lights` that some of them move.
        """
        if not self.is_resting:
            return PERIOD_S
        if not wakes:
            return LOOKED_AT_S
        return LIGHTS_S if lights else NOTHING_S
