"""From scans to what the board is believed to see: debounced, and without sensors at fault."""

from controller.recognition.debounce import Debounced, debounce
from controller.recognition.dropout import Steady, steadied
from controller.recognition.health import Health
from controller.recognition.sight import Sight
from hal.board import Poles, Scan


class Eye:
    """Looks at one scan after the other. Knows no game; time comes with the scans."""

    def __init__(self, debounce_s: float) -> None:
        """Believe a change when it has held for so many seconds."""
        self._debounce_s = debounce_s
        self._last: Scan | None = None
        self._steady: Steady | None = None
        self._debounced: Debounced | None = None
        self._health = Health()
        self.sight = Sight(0)

    def look(self, scan: Scan) -> Sight:
        """Return what is seen after one more scan; the same object while nothing changes."""
        last, before = self._last, self._debounced
        self._last, self._steady = scan, steadied(self._steady, scan)
        seen = self._steady.occupied
        self._debounced = debounce(before, seen, scan.at, self._debounce_s)
        changed = scan.occupied ^ last.occupied if last else 0
        quiet = not changed and self._debounced is before and not self._health.chattering
        if last and quiet and scan.poles == last.poles:
            return self.sight
        self._health = self._health.after(changed, scan.at)
        if before:
            # A sensor that was given up and tells of a change is worth listening to again.
            now = self._debounced.occupied
            self._health = self._health.trusting(before.occupied ^ now)
            self._health = self._health.feeling_gone(before.occupied & ~now)
        return self._see(scan)

    def look_again(self, unseen_s: float) -> None:
        """Believe the next scan at once; in the seconds before it nobody looked."""
        self._debounced = self._steady = None
        self._health = self._health.later(unseen_s)

    def give_up(self, squares: int) -> Sight:
        """Return what is seen without the sensors of some squares, from now on."""
        self._health = self._health.without(squares)
        return self._see(self._last) if self._last else self.sight

    def trust(self, squares: int) -> Sight:
        """Return what is seen with the sensors of some squares again, from now on."""
        self._health = self._health.trusting(squares)
        return self._see(self._last) if self._last else self.sight

    def listen_again(self) -> Sight:
        """Return what is seen with all sensors that were given up, from now on."""
        self._health = self._health.listening()
        return self._see(self._last) if self._last else self.sight

    def _see(self, scan: Scan) -> Sight:
        occupied = self._debounced.occupied if self._debounced else scan.occupied
        poles = scan.poles and Poles(*(pole & occupied for pole in scan.poles))
        health = self._health
        stirring = health.stirring(scan.at)
        sight = Sight(occupied, health.unsure, stirring, poles, health.opened)
        if sight != self.sight:
            self.sight = sight
        return self.sight
