"""The one credit for light frames: nothing is sent while the strip may be refreshed."""

from hal.serial.link.messages import LightFrame

# So long after a light frame its answer is lost, or it is.
_TIMEOUT_S = 0.25


class LightCredit:
    """Which frame to send when: the newest, and only when the last is known to be shown."""

    def __init__(self) -> None:
        """Begin with nothing to show and the credit at hand."""
        self._newest: bytes | None = None
        self._owed = False  # the newest was not sent, or got lost
        self._number = 0
        self._sent_at: float | None = None
        self.lost = 0

    def show(self, pixels: bytes) -> None:
        """Let these bytes be what the strip shall show, instead of any that were not sent yet."""
        self._newest, self._owed = pixels, True

    def is_out(self, at: float) -> bool:
        """Say whether nothing may be sent now."""
        if self._sent_at is not None and at - self._sent_at >= _TIMEOUT_S:
            self._sent_at, self._owed = None, True
            self.lost += 1
        return self._sent_at is not None

    def take(self, at: float) -> LightFrame | None:
        """Return the frame to send now, if any; the credit is out then."""
        if self._newest is None or not self._owed or self.is_out(at):
            return None
        self._number = (self._number + 1) % 256
        self._sent_at, self._owed = at, False
        return LightFrame(self._number, self._newest)

    def shown(self, number: int) -> None:
        """Take the credit back, if this is the answer to the frame that was sent last."""
        if self._sent_at is not None and number == self._number:
            self._sent_at = None

    def reset(self) -> None:
        """Forget what was sent: the strip of a microcontroller that starts is dark."""
        self._sent_at, self._owed = None, self._newest is not None
