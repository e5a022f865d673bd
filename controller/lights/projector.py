"""Which frame to send when: at most so many a second, and none twice."""

from controller.events.view import BoardView
from controller.lights.rhythm import brightness
from controller.lights.scene import Scene, compose, put_pixel
from hal.board import Frame

FRAMES_PER_SECOND = 30
# What moves goes on so often; the rest is kept for changes, which nobody shall wait for.
_MOVING_PER_SECOND = 20
_SPARE_PER_SECOND = 6
_MOST_SPARE = FRAMES_PER_SECOND - _MOVING_PER_SECOND - _SPARE_PER_SECOND


def paint(scene: Scene, at: float) -> Frame:
    """Return the frame that shows a scene at a time in seconds."""
    if not scene.moving:
        return Frame(scene.steady)
    pixels = bytearray(scene.steady)
    for light in scene.moving:
        put_pixel(pixels, light, brightness(light.style.rhythm, at, light.distance))
    return Frame(bytes(pixels))


class Projector:
    """Turns the view into frames as time goes on."""

    def __init__(self) -> None:
        """Begin with a board that shows nothing known."""
        self._view: BoardView | None = None
        self._scene: Scene | None = None
        self._sent: Frame | None = None
        self._sent_at = float("-inf")
        self._settled = False  # what was sent shows the scene, and will for ever
        self._changed = False  # the scene is another than the one that was sent
        self._spare = float(_MOST_SPARE)  # frames that may be sent without waiting

    def forget_sent(self) -> None:
        """Send the whole frame once more, whatever was sent: the pixels may have gone dark."""
        self._sent, self._settled = None, False

    def frame(self, view: BoardView, at: float) -> Frame | None:
        """Return the frame to send now, None while the pixels already show what they should."""
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
        # Times are floats that were added up; a microsecond is nothing to an eye.
        return at - self._sent_at >= 1 / _MOVING_PER_SECOND - 1e-6

    def _spare_at(self, at: float) -> float:
        return min(self._spare + _SPARE_PER_SECOND * (at - self._sent_at), _MOST_SPARE)

    def _pay(self, at: float) -> None:
        """Take a frame that did not wait from the spare ones."""
        self._spare = self._spare_at(at) - (not self._is_due(at))
