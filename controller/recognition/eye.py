"""From scans to what the board is believed to see: debounced, and without sensors at fault."""

from controller.recognition.debounce import Debounced, debounce
from controller.recognition.dropout import Steady, steadied
from controller.recognition.health import Health
from controller.recognition.noise import QUIET, heard
from controller.recognition.sight import Sight
from hal.board import Poles, Scan

# Whole slides take no longer, so after such a pause nobody knows when what is new happened.
_LATE_S = 0.1


class Eye:
    """Looks at one scan after the other. Knows no game; time comes with the scans."""

    def __init__(self, debounce_s: float) -> None:
        """Believe a change when it has held for so many seconds."""
        self._debounce_s = debounce_s
        self._last: Scan | None = None
        self._steady: Steady | None = None
        self._noise = QUIET
        self._debounced: Debounced | None = None
        self._health = Health()
        self._is_still = False  # another scan like the last one settles nothing
        self._was_late = (False, False)  # the last scan, and the one before
        self.sight = Sight(0)

    def look(self, scan: Scan) -> Sight:
        """Return what is seen after one more scan; the same object while nothing changes."""
        last, self._last = self._last, scan
        occupied = scan.occupied
        # A change is believed once the scan after it agrees.
        self._was_late = (last is not None and scan.at - last.at > _LATE_S, self._was_late[0])
        if self._is_still and last and occupied == last.occupied and scan.poles == last.poles:
            return self.sight
        before, changed = self._debounced, occupied ^ last.occupied if last else 0
        self._noise = heard(self._noise, changed & ~self._health.unsure if before else 0, scan.at)
        unheard = self._noise.unheard(scan.at)
        if before and unheard:
            occupied = occupied & ~unheard | before.occupied & unheard
        self._steady = steadied(self._steady, scan._replace(occupied=occupied))
        now = debounce(before, self._steady.occupied, scan.at, self._debounce_s)
        self._debounced = now
        self._health = self._health.after(changed & ~unheard, scan.at)
        if before:
            # A sensor that was given up and reports a change is worth listening to again.
            self._health = self._health.trusting(before.occupied ^ now.occupied)
            self._health = self._health.feeling_gone(before.occupied & ~now.occupied)
        lines = self._steady.line | self._noise.line
        self._is_still = not (now.doubtful or lines or self._health.chattering)
        return self._see(scan)

    def flickers(self, at: float) -> bool:
        """Say whether the whole board flickers, so that nothing can be read of it."""
        return self._health.flickers(at)

    def calm_down(self) -> None:
        """Trust the sensors again that chattered while the whole board flickered."""
        self._health = self._health.quiet()

    def look_again(self, unseen_s: float) -> None:
        """Believe the next scan at once; in the seconds before it nobody looked."""
        self._debounced = self._steady = None
        self._noise = QUIET
        self._is_still = False
        self._health = self._health.later(unseen_s)

    def give_up(self, squares: int) -> Sight:
        """Return what is seen without the sensors of some squares, from now on."""
        return self._see_with(self._health.without(squares))

    def doubt(self, squares: int, at: float) -> Sight:
        """Return what is seen while the sensors of some squares chatter, though slowly."""
        self._is_still = False
        return self._see_with(self._health.doubting(squares, at))

    def suspect(self, squares: int) -> Sight:
        """Return what is seen while the sensors of some squares, and no others, may stick."""
        return self._see_with(self._health.suspecting(squares))

    def trust(self, squares: int) -> Sight:
        """Return what is seen with the sensors of some squares again, from now on."""
        return self._see_with(self._health.trusting(squares))

    def _see_with(self, health: Health) -> Sight:
        self._health = health
        return self._see(self._last) if self._last else self.sight

    def _see(self, scan: Scan) -> Sight:
        occupied = self._debounced.occupied if self._debounced else scan.occupied
        poles = scan.poles and self._poles(scan.poles, occupied, scan.at)
        health = self._health
        stirring = health.stirring(scan.at)
        calm = health.calm(scan.at) & occupied & ~health.given_up
        late = any(self._was_late)
        suspect = health.suspected & ~health.faulty
        sight = Sight(occupied, health.unsure, stirring, poles, health.opened, calm, late, suspect)
        if sight != self.sight:
            self.sight = sight
        return self.sight

    def _poles(self, poles: Poles, occupied: int, at: float) -> Poles:
        """Return the poles of what is occupied; they stay where a line says nothing."""
        unheard = self._noise.unheard(at)
        both = zip(poles, self.sight.poles or poles, strict=True)
        return Poles(*((new & ~unheard | old & unheard) & occupied for new, old in both))
