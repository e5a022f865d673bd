"""A board behind a serial port: its sensors and its strip, whatever happens to the cable.

Nothing here waits, and there is no thread: each scan reads the bytes that have come and writes as
many as the port takes. Knows ports and the link, but not how they work inside.
"""

import errno
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

from hal.board import DARK, Draw, Frame, Scan
from hal.errors import BoardLostError
from hal.notice import Notice
from hal.serial.bauds import BAUDS
from hal.serial.link.link import Link
from hal.serial.link.messages import LightLimits
from hal.serial.link.settings import LinkSettings
from hal.serial.link.state import Connected, Lost, Trouble
from hal.serial.port import Port, Ports, SystemPorts, user_of
from hal.serial.reopening import CLOSED_S, Reopening
from hal.serial.search import PortSearch
from hal.serial.words import cannot_open, looking, reopened, trouble, trying_bauds, unplugged
from hal.strips.painter import Painter
from hal.wiring.strip_length import cure_of, too_few_pixels

AUTO = "auto"
# How often a port is searched for, in seconds.
_SEARCH_S = 0.5
_MOST_NOTICES = 20
# How long the microcontroller is given to say that it is dark, in seconds.
_ANSWER_S = 0.07
_PAUSE_S = 0.002
# A board is there, though nothing can be read from it.
_STAYS = (Trouble.STALE, Trouble.SENSELESS, Trouble.CHAIN)
# What fits into Configure.
_MOST_UA, _MOST_CEILING_UA = 0xFFFF, 0xFFFF_FFFF


class SerialBoard:
    """The `Board` behind a port, which it finds by itself, at first and after a loss.

    `clock` gives seconds and never goes back. The limits of the light in `settings` are those of
    the painter.
    """

    def __init__(  # noqa: PLR0913 - a setting each, all with a default
        self,
        port: str = AUTO,
        baud: int | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        ports: Ports | None = None,
        candidates: Sequence[str] = (),
        painter: Painter | None = None,
        settings: LinkSettings | None = None,
    ) -> None:
        """Search for the board behind one port or all of them, at one rate or the usual ones."""
        self._clock = clock
        self._ports: Ports = SystemPorts() if ports is None else ports
        self._search = PortSearch(None if port == AUTO else port, candidates)
        self._bauds = BAUDS if baud is None else (baud,)
        self._painter = painter or Painter()
        self._settings = replace(settings or LinkSettings(), limits=_limits(self._painter))
        self._frame: Frame | None = None
        self._pixels: bytes | None = None
        self._period_ms: int | None = None
        self._notices: deque[Notice] = deque(maxlen=_MOST_NOTICES)
        self._at = clock()
        self._search_at = self._at
        self._reason = looking(port) if port != AUTO else self._search.reason()
        self._trouble: Notice | None = self._reason
        self._port: Port | None = None
        self._link = Link(self._at, self._settings)
        self._unsent = b""
        self._rates_tried = 0  # rates that gave nothing but babble
        self._was_greeted = False  # since the port was opened
        self._compared: int | None = None  # the number of driven pixels that was looked at last
        self._was_unplugged = False  # and no port was opened since
        self._reopening = Reopening()
        self._opens_again = False  # the port that was closed a moment ago
        self.name = port
        self.baud = self._bauds[0]

    @property
    def is_open(self) -> bool:
        """Whether a port is open, whatever is behind it."""
        return self._port is not None

    @property
    def place(self) -> str:
        """Where the board is connected, in words."""
        return f"{self.name}, at {self.baud} baud"

    @property
    def trouble(self) -> Notice | None:
        """Why the last scan failed; None if it did not."""
        return self._trouble

    @property
    def own_name(self) -> str | None:
        """The name in its EEPROM, empty if it has none; None while it may still answer with one."""
        identity = self._link.identity
        return identity.name if identity else (None if self.is_open else "")

    @property
    def link(self) -> Link:
        """The link to the board, for callers that need more than scans."""
        return self._link

    def scan(self) -> Scan:
        """Return the newest scan.

        Raises:
            BoardLostError: the board is not found, or cannot be read.
        """
        self._at = at = max(self._at, self._clock())
        if self._port is None and at >= self._search_at:
            self._open_next_port(at)
        if self._port is not None:
            self._exchange(self._port, at)
        if self._frame is not None and self._painter.is_stale:
            self.show(self._frame)
        scan = self._link.scan
        if self._port is None or scan is None or not isinstance(self._link.state, Connected):
            self._trouble = self._reason
            raise BoardLostError(self._reason, at)
        self._trouble = None
        return scan

    def show(self, frame: Frame) -> None:
        """Show a frame as soon as possible; a newer one takes its place."""
        self._frame = frame
        self._pixels = self._painter.paint(frame)
        self._link.show(self._pixels)
        self._send()

    def set_period(self, period_s: float) -> None:
        """Let the board report so often from now on; Hall sensors that send levels, every 20 ms."""
        self._period_ms = round(1000 * period_s)
        self._link.set_period(self._period_ms)
        self._send()

    @property
    def wakes_on(self) -> int | None:
        """The descriptor of the port, None while it is closed or has none."""
        return self._port.fileno() if self._port is not None else None

    def counts(self) -> dict[str, int]:
        """Return what this end of the line has counted."""
        return asdict(self._link.counters)

    def heights_mv(self) -> list[float] | None:
        """Return how far each Hall sensor is above its baseline; None for reeds."""
        return self._link.heights_mv()

    @property
    def draw(self) -> Draw:
        """What the board draws by the model."""
        return self._painter.draw

    @property
    def driven_pixels(self) -> int | None:
        """How many pixels the firmware drives; None until it has said so."""
        identity = self._link.identity
        return None if identity is None else identity.driven_pixels

    def take_notices(self) -> list[Notice]:
        """Return what people should know, and has come up since the last call."""
        taken = list(self._notices)
        self._notices.clear()
        return taken

    def go_dark(self, pause: Callable[[float], None] = time.sleep) -> None:
        """Let the pixels go dark, and wait until they have; `pause` lets seconds pass.

        What is wrong with the line is left to the microcontroller, which goes dark by itself.
        """
        if self._frame is None or not isinstance(self._link.state, Connected):
            return
        # The answer to the last frame comes first. If it is lost, one more try must do.
        for patience_s in (_ANSWER_S, _ANSWER_S):
            self.show(DARK)
            deadline = self._clock() + patience_s
            while self._port is not None and self._clock() < deadline:
                self._at = max(self._at, self._clock())
                self._exchange(self._port, self._at)
                if self._link.has_shown:
                    return
                pause(_PAUSE_S)
            self._link.forget_shown()

    def close(self) -> None:
        """Close the port; the next scan searches for the board again."""
        if self._port is not None:
            self._port.close()
        self._port = None
        self._unsent = b""
        self._was_greeted = self._opens_again = False

    # The port --------------------------------------------------------------------------

    def _open_next_port(self, at: float) -> None:
        """Open the next port, if there is one to try."""
        if self._opens_again:
            self._open_again(at)
            return
        self._search_at = at + _SEARCH_S
        name = self._search.next([] if self._search.named else self._ports.found(), at)
        if name is None:
            # That it was unplugged says more than that no port is there.
            if self._search.has_verdicts or not self._was_unplugged:
                self._reason = self._search.reason()
            return
        try:
            self._port = self._ports.open(name, self._bauds[0])
        except OSError as error:
            is_busy = error.errno in (errno.EBUSY, errno.EAGAIN)
            why = cannot_open(name, error, user_of(name) if is_busy else "")
            self._search.not_opened(name, why, at)
            self._reason = self._search.reason()
            return
        self.name, self.baud = name, self._bauds[0]
        self._rates_tried, self._was_unplugged = 0, False
        self._reason = looking(name)
        self._link = Link(at, self._settings, self._period_ms)
        if self._pixels is not None:
            self._link.show(self._pixels)

    def _exchange(self, port: Port, at: float) -> None:
        """Read and write bytes without waiting, and act on the state of the link."""
        try:
            self._link.receive(port.read(), at)
            self._notices += self._link.take_notices()
            state = self._link.state
            if isinstance(state, Lost):
                self._try_elsewhere(port, state, at)
            elif isinstance(state, Connected):
                if not self._was_greeted:
                    self._ports.remember(self.name)
                self._was_greeted, self._rates_tried = True, 0
                self._reopening = Reopening()
                self._reason = looking(self.name)
                self._compare_pixels(state.identity.driven_pixels)
            if self._port is not None:
                self._write(port, at)
        except OSError:
            self._lose_port(at)

    def _compare_pixels(self, driven: int) -> None:
        """Say once that a firmware drives fewer pixels than are shown on."""
        if self._frame is None or driven == self._compared:
            return
        self._compared, needed = driven, self._painter.layout.used
        if (few := too_few_pixels(driven, needed)) is not None:
            self._notices += [few, cure_of(needed)]

    def _send(self) -> None:
        """Send what there is at once, because the next scan may be a period away."""
        self._at = at = max(self._at, self._clock())
        try:
            if self._port is not None:
                self._write(self._port, at)
        except OSError:
            self._lose_port(at)

    def _write(self, port: Port, at: float) -> None:
        """Write what the port takes now."""
        self._unsent = self._unsent or self._link.outgoing(at)
        if self._unsent:
            self._unsent = self._unsent[port.write(self._unsent) :]

    def _lose_port(self, at: float) -> None:
        self.close()
        self._was_unplugged, self._reason = True, unplugged(self.name)
        self._search_at = at + _SEARCH_S

    def _try_elsewhere(self, port: Port, lost: Lost, at: float) -> None:
        """Try another rate or another port, if that may help."""
        if lost.trouble is Trouble.BABBLING and len(self._bauds) > 1:
            self._rates_tried += 1
            self.baud = self._bauds[self._rates_tried % len(self._bauds)]
            port.set_baud(self.baud)
            self._link.reset()
            if self._rates_tried < len(self._bauds):
                self._reason = trying_bauds(self.name, self.baud)
                return
        self._reason = trouble(self.name, lost, self._bauds)
        stays = self._was_greeted or lost.trouble in _STAYS
        if self._search.named is None and not stays:
            self.close()
            self._search.no_board(self.name, self._reason, at)
            self._search_at = at
        elif lost.trouble is Trouble.SILENT and self._reopening.is_due(at):
            port.close()
            self._port, self._unsent = None, b""
            self._opens_again, self._search_at = True, at + CLOSED_S
            if self._reopening.count == 1:
                self._notices.append(reopened(self.name))

    def _open_again(self, at: float) -> None:
        """Open the port that was closed to reset the board; what is known of that still holds."""
        self._opens_again = False
        try:
            self._port = self._ports.open(self.name, self.baud)
        except OSError:
            self._lose_port(at)
        else:
            self._link.reset()


def _limits(painter: Painter) -> LightLimits:
    """Return the limit of a painter's supply in the order of the wire."""
    channels = painter.limit.channel_ua
    first, second, third = (min(channels[n], _MOST_UA) for n in painter.layout.channels)
    return LightLimits(min(painter.limit.ceiling_ua, _MOST_CEILING_UA), (first, second, third))
