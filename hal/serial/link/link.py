"""One end of the serial line as a state machine: bytes and times in, bytes and scans out.

docs/protocol.md tells its rules, in "Beginning and going on". Knows no port and no clock.
"""

from collections import deque

from hal.board import CHANNELS, Scan
from hal.notice import Notice
from hal.serial.link.codec import read_from_board
from hal.serial.link.framing import Deframer, frame
from hal.serial.link.light import LightCredit
from hal.serial.link.line_monitor import LineMonitor
from hal.serial.link.messages import (
    Ask,
    Baseline,
    Capability,
    Configure,
    FromBoard,
    Hello,
    Identity,
    Levels,
    LightFrame,
    Report,
    SensorKind,
    Shown,
    States,
    Statistics,
    Subject,
    ToBoard,
)
from hal.serial.link.report_reader import ReportReader
from hal.serial.link.state import (
    NOT_CALIBRATED,
    Connected,
    Connecting,
    Counters,
    LinkState,
    Lost,
    Trouble,
    incompatible,
    restarted,
)

_HELLO_S = 0.3
# An Identity so long after the last Hello was not asked for.
_ANSWER_S = 1.0
# How often settings that were not heeded are sent again.
_AGAIN_S = 0.3
_HALF_A_CLOCK = 1 << 31
# If nobody takes them.
_MOST_NOTICES = 20


class Link:
    """The controller's end; whoever owns the port feeds it and sends what it gives."""

    def __init__(self, at: float, *, period_ms: int | None = None, states: bool = False) -> None:
        """Begin when the port was opened; Hall sensors are asked for levels, or for states."""
        self._period_ms = period_ms
        self._prefers_states = states
        self._deframer = Deframer(read_from_board)
        self._monitor = LineMonitor(at)
        self._maker = ReportReader()
        self._light = LightCredit()
        self._queue: deque[ToBoard] = deque()
        self._notices: deque[Notice] = deque(maxlen=_MOST_NOTICES)
        self._greeted = False
        self._suspect = False  # the board may have started anew without being heard
        self._unset = True  # the board needs its settings
        self._misfit: Lost | None = None
        self._hello_at: float | None = None
        self._set_at = float("-inf")  # when settings were last sent
        self._last: Report | None = None
        self._reports = self._missed = 0
        self.state: LinkState = Connecting()
        self.identity: Identity | None = None  # of the board that was greeted last
        self.statistics: Statistics | None = None
        self.baseline: Baseline | None = None
        self.scan: Scan | None = None

    def receive(self, data: bytes, at: float) -> None:
        """Take in the bytes that came until now, or that none did."""
        if data:
            before = self._deframer.frames
            messages = self._deframer.feed(data)
            self._monitor.bytes_received(at, has_frame=self._deframer.frames > before)
            for message in messages:
                self._take(message, at)
        self.state = self._judged(at)

    def show(self, pixels: bytes) -> None:
        """Let the strip show these bytes, three for each pixel, as soon as may be."""
        self._light.show(pixels)

    def send(self, message: ToBoard) -> None:
        """Send a message once the board is connected and may hear it."""
        self._queue.append(message)

    def reset(self) -> None:
        """Forget what was heard, because the line has another baud rate now."""
        self._monitor.reset()
        self._lose()
        self.state = Connecting()

    def take_notices(self) -> list[Notice]:
        """Return what people should know, and has come up since the last call."""
        taken = list(self._notices)
        self._notices.clear()
        return taken

    @property
    def report(self) -> Report | None:
        """The newest report."""
        return self._last

    @property
    def counters(self) -> Counters:
        """What was counted until now."""
        dropped, skipped = self._deframer.dropped, self._deframer.skipped
        return Counters(self._reports, self._missed, dropped, skipped, self._light.lost)

    # What goes out ---------------------------------------------------------------------

    def outgoing(self, at: float) -> bytes:
        """Return the bytes to send now; they count as sent."""
        if self._light.is_out(at):
            return b""
        # The first 00 ends what stood in the line before.
        start = b"\0" if self._hello_at is None else b""
        messages: list[ToBoard] = []
        if self._greeted and not self._suspect and self.identity is not None:
            messages = self._to_greeted(self.identity, at)
        elif self._hello_at is None or at - self._hello_at >= _HELLO_S:
            self._hello_at = at
            messages = [Hello()]
        return start + b"".join(map(frame, messages))

    def _to_greeted(self, identity: Identity, at: float) -> list[ToBoard]:
        messages: list[ToBoard] = []
        heeded = not self._is_unheeded(identity) or at - self._set_at < _AGAIN_S
        if self._unset or not heeded:
            self._unset = False
            self._set_at = at
            messages = self._settings(identity)
        messages += self._queue
        self._queue.clear()
        if Capability.PIXELS in identity.capabilities and identity.pixels:
            light = self._light.take(at)
            if light is not None:
                size = CHANNELS * identity.pixels
                messages.append(LightFrame(light.number, light.pixels[:size].ljust(size, b"\0")))
        return messages

    def _settings(self, identity: Identity) -> list[ToBoard]:
        states = self._wants_states(identity)
        slow = identity.sensors == SensorKind.HALL and not states
        period_ms = self._period_ms or (20 if slow else 10)
        configure = Configure(period_ms, states)
        return [configure, Ask(Subject.BASELINE)] if slow else [configure]

    def _wants_states(self, identity: Identity) -> bool:
        can = identity.capabilities
        return Capability.STATES in can and (self._prefers_states or Capability.LEVELS not in can)

    def _is_unheeded(self, identity: Identity) -> bool:
        """Say whether the settings must have got lost."""
        if identity.sensors != SensorKind.HALL:
            return False
        if not self._wants_states(identity):
            return not self._maker.has_baseline or isinstance(self._last, States)
        return isinstance(self._last, Levels)

    # What comes in ---------------------------------------------------------------------

    def _take(self, message: FromBoard, at: float) -> None:
        match message:
            case Identity():
                self._identify(message, at)
            case Shown(number):
                self._light.shown(number)
            case Statistics():
                self.statistics = message
                known = self.identity
                if known and (message.starts, message.cause) != (known.starts, known.cause):
                    self._suspect = True
            case Baseline():
                self._set_baseline(message)
            case _:
                self._take_report(message, at)

    def _identify(self, identity: Identity, at: float) -> None:
        """Greet the board, unless it is only a second answer to the same question."""
        self._misfit = incompatible(identity)
        if self._misfit is not None:
            self._lose()
            return
        known = self.identity
        asked = self._hello_at is not None and at - self._hello_at < _ANSWER_S
        started = known and (identity.starts, identity.cause) != (known.starts, known.cause)
        if self._greeted and asked and not started and not self._suspect:
            return
        if started or self._greeted:
            self._notices.append(restarted(identity.cause))
        self.identity = identity
        self._greeted, self._suspect, self._last = True, False, None
        self._unset = True
        self._light.reset()
        self._monitor.identity_received(at)

    def _set_baseline(self, empty: Baseline) -> None:
        if not self._greeted or self.identity is None:
            return
        if not empty.calibrated and (self.baseline is None or self.baseline.calibrated):
            self._notices.append(NOT_CALIBRATED)
        self.baseline = empty
        self._maker.set_baseline(empty, self.identity.full_scale_mv)

    def _take_report(self, report: Report, at: float) -> None:
        last, self._last = self._last, report
        if not self._greeted:
            return
        self._reports += 1
        if last is not None:
            self._missed += (report.number - last.number - 1) % 256
            if (report.at_ms - last.at_ms) % (2 * _HALF_A_CLOCK) >= _HALF_A_CLOCK:
                self._suspect = True  # its clock went back
        scan = self._maker.scan(report, at)
        if scan is not None:
            self._monitor.scan_received(at)
            self.scan = scan

    # What it means ---------------------------------------------------------------------

    def _judged(self, at: float) -> LinkState:
        trouble = self._monitor.trouble(at, is_greeted=self._greeted)
        if trouble in (Trouble.SILENT, Trouble.BABBLING):
            self._misfit = None
        if self._misfit is not None:
            return self._misfit
        if trouble is None:
            if self._greeted and self.identity is not None:
                return Connected(self.identity)
            return Connecting()
        if trouble is not Trouble.STALE:
            self._lose()
        return Lost(trouble)

    def _lose(self) -> None:
        """Believe nothing more until the board has said again who it is."""
        self._greeted, self.scan = False, None
        self._light.reset()
