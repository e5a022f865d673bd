"""What silence and babble on a line mean, as time goes on. Knows no message from another."""

from hal.serial.link.state import Trouble

# A board whose port was just opened may be silent for two seconds.
_BOOT_S = 3.0
_SILENT_S = 1.0
_BABBLING_S = 2.0
_ANONYMOUS_S = 2.0
_STALE_S = 0.3


class LineMonitor:
    """Remembers when bytes, frames, identities and scans last came; times in seconds."""

    def __init__(self, at: float) -> None:
        """Begin when the port was opened."""
        self._opened_at = at
        self._heard_at: float | None = None
        self._noise_since: float | None = None  # bytes have come since then, and no correct frame
        self._unidentified_since: float | None = None  # frames have come, and no Identity
        self._scanned_at = at
        self._stale_s = _STALE_S

    def bytes_received(self, at: float, *, has_frame: bool) -> None:
        """Record that bytes came, and whether a correct frame ended in them."""
        self._heard_at = at
        if has_frame:
            self._noise_since = None
            if self._unidentified_since is None:
                self._unidentified_since = at
        elif self._noise_since is None:
            self._noise_since = at

    def identity_received(self, at: float) -> None:
        """Record that the board said who it is; its reports must come now."""
        self._unidentified_since = self._scanned_at = at

    def expect_every(self, period_s: float) -> None:
        """Expect scans so often; missing three of them means trouble."""
        self._stale_s = max(_STALE_S, 3 * period_s)

    def scan_received(self, at: float) -> None:
        """Record that a scan came."""
        self._scanned_at = at

    def reset(self) -> None:
        """Forget what was received, as after a change of the baud rate."""
        self._noise_since = self._unidentified_since = None

    def trouble(self, at: float, *, is_greeted: bool) -> Trouble | None:
        """Return what is wrong with the line, None if nothing is."""
        if self._is_silent(at):
            self.reset()
            return Trouble.SILENT
        if self._noise_since is not None and at - self._noise_since >= _BABBLING_S:
            return Trouble.BABBLING
        if is_greeted:
            return Trouble.STALE if at - self._scanned_at >= self._stale_s else None
        since = self._unidentified_since
        if since is not None and at - since >= _ANONYMOUS_S:
            return Trouble.ANONYMOUS
        return None

    def _is_silent(self, at: float) -> bool:
        if self._heard_at is None:
            return at - self._opened_at >= _BOOT_S
        return at - self._heard_at >= _SILENT_S
