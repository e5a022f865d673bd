"""The controller's end of the serial line, as a state machine.

Bytes and their times go in, scans and bytes to send come out. The rules are in docs/protocol.md,
under "How a connection runs". Knows no port and no clock.
"""

from collections import deque

from hal.board import CHANNELS, Scan
from hal.notice import Notice
from hal.serial.link.framing import Deframer, frame
from hal.serial.link.layout import CodecError
from hal.serial.link.light import LightCredit
from hal.serial.link.line_monitor import LineMonitor
from hal.serial.link.messages import (
    Baseline,
    Capability,
    FromBoard,
    Hello,
    Identity,
    Levels,
    LightFrame,
    Report,
    SensorKind,
    SetName,
    Shown,
    States,
    Statistics,
    ToBoard,
)
from hal.serial.link.reading import IDENTITY_TYPE, check_sensors, read_from_board
from hal.serial.link.report_reader import ReportReader
from hal.serial.link.settings import LinkSettings
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
# An Identity that comes later than this after a Hello was not asked for.
_ANSWER_S = 1.0
# How long to wait before settings that took no effect are sent again.
_SETTINGS_S = 0.3
# A board goes dark if it hears nothing: Configure, again, is the sign that this side lives. Boards
# of the first version never go dark, but for them, too, it makes up for one that was lost.
_SIGN_OF_LIFE_S = 0.7
_HALF_A_CLOCK = 1 << 31
# The oldest are dropped if nobody takes them.
_MOST_NOTICES = 20


class Link:
    """The controller's end; the owner of the port passes bytes in and out."""

    def __init__(
        self, at: float, settings: LinkSettings | None = None, period_ms: int | None = None
    ) -> None:
        """Begin when the port was opened; no period between reports is the usual one."""
        self._settings = settings or LinkSettings()
        self._period_ms = period_ms
        self._deframer = Deframer(self._read)
        self._monitor = LineMonitor(at)
        self._reader = ReportReader(self._settings.thresholds)
        self._light = LightCredit()
        self._queue: deque[ToBoard] = deque()
        self._notices: deque[Notice] = deque(maxlen=_MOST_NOTICES)
        self._greeted = False
        self._may_have_restarted = False  # without its Identity being received
        self._needs_settings = True
        self._misfit: Lost | None = None
        self._hello_at: float | None = None
        self._settings_sent_at = float("-inf")
        self._last_report: Report | None = None
        self._reports = self._missed = 0
        self.state: LinkState = Connecting()
        self.identity: Identity | None = None  # of the board that was greeted last
        self.statistics: Statistics | None = None
        self.baseline: Baseline | None = None
        self.scan: Scan | None = None
        self._skipped_before_scan = 0

    def receive(self, data: bytes, at: float) -> None:
        """Receive the bytes that have come, none included."""
        if data:
            before = self._deframer.frames
            messages = self._deframer.feed(data)
            self._monitor.bytes_received(at, has_frame=self._deframer.frames > before)
            for message in messages:
                self._handle(message, at)
        self.state = self._new_state(at)

    def show(self, pixels: bytes) -> None:
        """Show these bytes on the strip, three for each pixel, as soon as possible."""
        self._light.show(pixels)

    def set_period(self, period_ms: int) -> None:
        """Let the board report so often; levels take 20 ms at least."""
        self._needs_settings = self._needs_settings or period_ms != self._period_ms
        self._period_ms = period_ms

    @property
    def has_shown(self) -> bool:
        """Whether the pixels are known to show what they were last given."""
        return self._light.is_shown

    def forget_shown(self) -> None:
        """Send the pixels again, whatever became of the last frame."""
        self._light.reset()

    def send(self, message: ToBoard) -> None:
        """Send a message once the board is connected and the credit is not spent."""
        self._queue.append(message)

    def reset(self) -> None:
        """Forget what was received, because the line has another baud rate now."""
        self._monitor.reset()
        self._disconnect()
        self.state = Connecting()

    def take_notices(self) -> list[Notice]:
        """Return what people should know, and has come up since the last call."""
        taken = list(self._notices)
        self._notices.clear()
        return taken

    @property
    def counters(self) -> Counters:
        """What this end has counted."""
        dropped, skipped = self._deframer.dropped, self._deframer.skipped
        return Counters(self._reports, self._missed, dropped, skipped, self._light.lost)

    def heights_mv(self) -> list[float] | None:
        """Return how far each Hall sensor was above its baseline in the newest report."""
        return self._reader.heights_mv(self._last_report)

    # What goes out ---------------------------------------------------------------------

    def outgoing(self, at: float) -> bytes:
        """Return the bytes to send now; they count as sent."""
        if self._light.is_spent(at):
            return b""
        # The first 00 ends whatever was left on the line.
        start = b"\0" if self._hello_at is None else b""
        messages: list[ToBoard] = []
        if self._greeted and not self._may_have_restarted and self.identity is not None:
            messages = self._to_greeted(self.identity, at)
        elif self._hello_at is None or at - self._hello_at >= _HELLO_S:
            self._hello_at = at
            messages = [Hello()]
        return start + b"".join(map(frame, messages))

    def _to_greeted(self, identity: Identity, at: float) -> list[ToBoard]:
        messages: list[ToBoard] = []
        silent_s = at - self._settings_sent_at
        if self._needs_settings or (silent_s >= _SETTINGS_S and self._has_lost_settings(identity)):
            messages = self._settings.messages(identity, self._period_ms)
            self._monitor.expect_every(self._period_s(identity))
        elif silent_s >= _SIGN_OF_LIFE_S:
            messages = [self._settings.configure(identity, self._period_ms)]
        if messages:
            self._needs_settings, self._settings_sent_at = False, at
        if any(isinstance(message, Hello | SetName) for message in self._queue):
            self._hello_at = at  # Identity answers both
        messages += self._queue
        self._queue.clear()
        if Capability.PIXELS in identity.capabilities and identity.pixels:
            light = self._light.spend(at)
            if light is not None:
                size = CHANNELS * identity.pixels
                messages.append(LightFrame(light.number, light.pixels[:size].ljust(size, b"\0")))
        return messages

    def _period_s(self, identity: Identity) -> float:
        return self._settings.period_ms(identity, self._period_ms) / 1000

    def _has_lost_settings(self, identity: Identity) -> bool:
        """Say whether the board's reports show that it did not get its settings."""
        if identity.sensors != SensorKind.HALL:
            return False
        if not self._settings.wants_states(identity):
            return not self._reader.has_baseline or isinstance(self._last_report, States)
        return isinstance(self._last_report, Levels)

    # What comes in ---------------------------------------------------------------------

    def _read(self, data: bytes) -> FromBoard:
        """Return a message; a board whose Identity is none answers, but nobody knows who it is."""
        try:
            message = read_from_board(data)
        except CodecError as error:
            if data and data[0] == IDENTITY_TYPE:
                self._misfit = Lost(Trouble.WRONG_IDENTITY, str(error))
                self._disconnect()
            raise
        if self._greeted and self.identity is not None:
            check_sensors(message, self.identity.sensors)
        return message

    def _handle(self, message: FromBoard, at: float) -> None:
        match message:
            case Identity():
                self._identify(message, at)
            case Shown(number):
                self._light.shown(number)
            case Statistics():
                self._take_statistics(message)
            case Baseline():
                self._set_baseline(message)
            case _:
                self._handle_report(message, at)

    def _take_statistics(self, statistics: Statistics) -> None:
        self.statistics = statistics
        known = self.identity
        if known and (statistics.starts, statistics.cause) != (known.starts, known.cause):
            self._may_have_restarted = True
        if statistics.is_dark and self._light.is_shown:
            self._light.reset()  # it went dark because this side was silent: light it up again

    def _identify(self, identity: Identity, at: float) -> None:
        """Greet the board, unless this is only a second answer to the same Hello."""
        self._misfit = incompatible(identity)
        if self._misfit is not None:
            self._disconnect()
            return
        known = self.identity
        asked = self._hello_at is not None and at - self._hello_at < _ANSWER_S
        started = known and (identity.starts, identity.cause) != (known.starts, known.cause)
        if self._greeted and asked and not started and not self._may_have_restarted:
            self.identity = identity  # perhaps with another name
            return
        if started or self._greeted:
            self._notices.append(restarted(identity.cause))
        self.identity = identity
        self._greeted, self._may_have_restarted, self._last_report = True, False, None
        self.statistics = self.statistics if not started else None
        self._needs_settings = True
        self._light.reset()
        self._monitor.identity_received(at)

    def _set_baseline(self, baseline: Baseline) -> None:
        if not self._greeted or self.identity is None:
            return
        if not baseline.calibrated and (self.baseline is None or self.baseline.calibrated):
            self._notices.append(NOT_CALIBRATED)
        self.baseline = baseline
        self._reader.set_baseline(baseline, self.identity.full_scale_mv)

    def _handle_report(self, report: Report, at: float) -> None:
        last, self._last_report = self._last_report, report
        if not self._greeted:
            return
        self._reports += 1
        if last is not None:
            if (report.at_ms - last.at_ms) % (2 * _HALF_A_CLOCK) >= _HALF_A_CLOCK:
                self._may_have_restarted = True  # its clock went back
            # Numbers begin again with the board; and what came twice was not missed.
            if not self._may_have_restarted and report != last:
                self._missed += (report.number - last.number - 1) % 256
        scan = self._reader.scan(report, at)
        if scan is not None:
            self._monitor.scan_received(at)
            self.scan = scan
            self._skipped_before_scan = self._deframer.skipped

    # What it means ---------------------------------------------------------------------

    def _new_state(self, at: float) -> LinkState:
        trouble = self._monitor.trouble(at, is_greeted=self._greeted)
        if trouble in (Trouble.SILENT, Trouble.BABBLING):
            self._misfit = None
        if self._misfit is not None:
            return self._misfit
        if trouble in (None, Trouble.STALE) and (fault := self._chain_fault()) is not None:
            return fault
        if trouble is None:
            if self._greeted and self.identity is not None:
                return Connected(self.identity)
            return Connecting()
        if trouble is not Trouble.STALE:
            self._disconnect()
        elif self._deframer.skipped > self._skipped_before_scan:
            return Lost(Trouble.SENSELESS, self._deframer.why_skipped)
        return Lost(trouble)

    def _chain_fault(self) -> Lost | None:
        """Return what is wrong with the chips between sensors and microcontroller."""
        said = self.statistics
        if not self._greeted or said is None or not said.chain.is_faulty:
            return None
        where = "" if said.chain_at is None else str(said.chain_at + 1)
        return Lost(Trouble.CHAIN, said.chain.name.lower(), where=where)

    def _disconnect(self) -> None:
        """Ignore reports until the board has said again who it is."""
        self._greeted, self.scan = False, None
        self._light.reset()
