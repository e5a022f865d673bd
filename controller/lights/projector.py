"""Which frame to send when: at most so many a second, and none twice."""

from controller.events.view import BoardView
from controller.lights.rhythm import brightness
from controller.lights.scene import Scene, compose, put_pixel
from hal.board import Frame

FRAMES_PER_SECOND = 30


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

    def forget_sent(self) -> None:
        """Send the whole frame once more, whatever was sent: the pixels may have gone dark."""
        self._sent, self._settled = None, False

    def frame(self, view: BoardView, at: float) -> Frame | None:
        """Return the frame to send now, None while the pixels already show what they should."""
        if view is not self._view:
            self._view, scene = view, compose(view)
            if scene != self._scene:
                self._scene, self._settled = scene, False
        if self._scene is None or self._settled or at - self._sent_at < 1 / FRAMES_PER_SECOND:
            return None
        frame = paint(self._scene, at)
        self._settled = not self._scene.moving
        if frame == self._sent:
            return None
        self._sent, self._sent_at = frame, at
        return frame
