"""The one credit for light frames: nothing is sent while the strip may be refreshed."""

from hal.serial.link.messages import LightFrame

# After this long without an answer the frame or its answer is lost.
_TIMEOUT_S = 0.25


class LightCredit:
    """Which frame to send when: the newest, once the last one is known to be shown."""

    def __init__(self) -> None:
        """Begin with nothing to show and the credit unspent."""
        self._newest: bytes | None = None
        self._unsent = False  # the newest frame was not sent, or was lost
        self._number = 0
        self._sent_at: float | None = None
        self.lost = 0

    def show(self, pixels: bytes) -> None:
        """Show these bytes next, in place of any that were not sent yet."""
        self._newest, self._unsent = pixels, True

    @property
    def is_shown(self) -> bool:
        """Whether the answer to the newest frame has come."""
        return not self._unsent and self._sent_at is None

    def is_spent(self, at: float) -> bool:
        """Say whether the credit is spent: then nothing at all may be sent."""
        if self._sent_at is not None and at - self._sent_at >= _TIMEOUT_S:
            self._sent_at, self._unsent = None, True
            self.lost += 1
        return self._sent_at is not None

    def spend(self, at: float) -> LightFrame | None:
        """Spend the credit on the newest frame and return it, if there is one to send."""
        if self._newest is None or not self._unsent or self.is_spent(at):
            return None
        self._number = (self._number + 1) % 256
        self._sent_at, self._unsent = at, False
        return LightFrame(self._number, self._newest)

    def shown(self, number: int) -> None:
        """Take the credit back if this answers the frame that was sent last."""
        if self._sent_at is not None and number == self._number:
            self._sent_at = None

    def reset(self) -> None:
        """Forget what was sent: after a start the strip may be dark."""
        self._sent_at, self._unsent = None, self._newest is not None
