"""The strip of a simulated microcontroller: what it may draw, and when it goes dark by itself.

firmware/light.c in Python, with the same whole numbers. Knows neither the line nor a clock.
"""

from math import inf

from hal.serial.link.messages import LightLimits

_USUAL_SILENCE_MS = 3000
_FULL = 255


class DeviceLight:
    """What becomes of light frames; times in milliseconds since the firmware started."""

    def __init__(self, pixels: int) -> None:
        """Start with pixels that show whatever they did before."""
        self.limits = LightLimits()
        self.went_dark = False  # because nobody spoke, and nothing was shown since
        self._pixels = pixels
        self._is_lit = pixels > 0
        self._silence_ms = _USUAL_SILENCE_MS
        self.heard_ms = 0

    def dark_after(self, silence_ms: int) -> None:
        """Go dark after a silence; 0 is never."""
        self._silence_ms = silence_ms

    def heard(self, now_ms: int) -> None:
        """Record that the controller has spoken."""
        self.heard_ms = now_ms

    @property
    def dark_at_ms(self) -> float:
        """When it must go dark if nobody speaks."""
        will = self._is_lit and self._silence_ms > 0
        return self.heard_ms + self._silence_ms if will else inf

    def must_go_dark(self, now_ms: int) -> bool:
        """Say whether nobody has spoken for too long."""
        return now_ms >= self.dark_at_ms

    def go_dark(self) -> bytes:
        """Return the frame that is dark."""
        self._is_lit, self.went_dark = False, True
        return bytes(3 * self._pixels)

    def shown(self, pixels: bytes) -> bytes:
        """Return what is shown of a light frame."""
        self._is_lit, self.went_dark = True, False
        drawn = sum(
            sum(pixels[n::3]) * microamperes // _FULL
            for n, microamperes in enumerate(self.limits.byte_ua)
        )
        if drawn <= self.limits.ceiling_ua:
            return pixels
        factor = (self.limits.ceiling_ua // 1000 << 8) // (drawn // 1000 + 1)
        return bytes(value * factor >> 8 for value in pixels)
