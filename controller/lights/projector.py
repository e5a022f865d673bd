"""When to send which frame: at a limited rate, and never the same frame twice.

Knows the times that it is given, but no clock and no strip.
"""

from controller.events.view import BoardView
from controller.lights.rhythm import brightness
from controller.lights.scene import Scene, compose, put_pixel
from hal.board import Frame

FRAMES_PER_SECOND = 30
# Moving lights get this rate. The rest is kept for changes of the scene, which must not wait.
_MOVING_PER_SECOND = 20
_SPARE_PER_SECOND = 6
_MOST_SPARE = FRAMES_PER_SECOND - _MOVING_PER_SECOND - _SPARE_PER_SECOND


def paint(scene: Scene, at: float) -> Frame:
    """Return the frame of a scene at a time in seconds."""
    if not scene.moving:
        return Frame(scene.steady)
    pixels = bytearray(scene.steady)
    for light in scene.moving:
        put_pixel(pixels, light, brightness(light.style.rhythm, at, light.distance))
    return Frame(bytes(pixels))


class Projector:
    """Turns views into frames as time passes."""

    def __init__(self) -> None:
        """Start with nothing sent; the pixels may show anything."""
        self._view: BoardView | None = None
        self._scene: Scene | None = None
        self._sent: Frame | None = None
        self._sent_at = float("-inf")
        self._settled = False  # the last frame shows the scene, and nothing in it moves
        self._changed = False  # the scene has changed since the last frame
        self._spare = float(_MOST_SPARE)  # frames that may be sent without waiting

    @property
    def is_moving(self) -> bool:
        """Whether frames are due though the view stays the same."""
        return self._scene is not None and bool(self._scene.moving)

    def forget_sent(self) -> None:
        """Send the frame again: the pixels may have gone dark."""
        self._sent, self._settled = None, False

    def frame(self, view: BoardView, at: float) -> Frame | None:
        """Return the frame to send now, None while the pixels already show it."""
        if view is not self._view:
            self._view, scene = view, compose(view)
            if scene != self._scene:
                self._scene, self._settled, self._changed = scene, False, True
        if self._scene is None or self._settled or not self._may_send(at):
            return None
        frame = paint(self._scene, at)
        self._settled = not self._scene.moving
        self._changed = False
        if frame == self._sent:
            return None
        self._pay(at)
        self._sent, self._sent_at = frame, at
        return frame

    def _may_send(self, at: float) -> bool:
        return self._is_due(at) or (self._changed and self._spare_at(at) >= 1)

    def _is_due(self, at: float) -> bool:
        # Sums of floats are inexact, and no eye sees a microsecond.
        return at - self._sent_at >= 1 / _MOVING_PER_SECOND - 1e-6

    def _spare_at(self, at: float) -> float:
        return min(self._spare + _SPARE_PER_SECOND * (at - self._sent_at), _MOST_SPARE)

    def _pay(self, at: float) -> None:
        """Count a frame that was sent early against the spare ones."""
        self._spare = self._spare_at(at) - (not self._is_due(at))
