"""The real firmware on its simulated chip and the model of it, side by side at the same times."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from hal.board import SQUARE_COUNT
from hal.serial.link.framing import Deframer
from hal.serial.link.messages import (
    Calibrate,
    Configure,
    FromBoard,
    FullConfigure,
    Identity,
    ResetCause,
)
from hal.serial.link.reading import read_from_board, read_to_board
from simulators.avr import build
from simulators.avr.harness import Harness, Reset
from simulators.boards.device_halls import DeviceHalls
from simulators.boards.device_sensors import DeviceReeds, DeviceSensors
from simulators.boards.serial_device import SerialDevice
from simulators.clock import VirtualClock
from simulators.table.sensors import SensorName

STEP_S = 0.001
STARTING_S = 0.05
EMPTY_MV = 2500
# This many bytes at once keep the firmware from scanning for a while.
FLOOD = 40
_RESETS: dict[ResetCause, Reset] = {
    ResetCause.POWER: "power",
    ResetCause.RESET_PIN: "external",
    ResetCause.BROWN_OUT: "brownout",
}


@dataclass(frozen=True, slots=True)
class Received:
    """A message from a board, and when it had arrived, in milliseconds since the last start."""

    at: float
    message: FromBoard


@dataclass(slots=True)
class Epoch:
    """What both sent from one start to the next, and when sensors changed."""

    began: float  # in seconds of the clock
    ended: float = 0.0
    real: list[Received] = field(default_factory=list)
    model: list[Received] = field(default_factory=list)
    changes: list[tuple[float, int]] = field(default_factory=list)  # when, and which as bits
    floods: list[float] = field(default_factory=list)  # when many bytes were sent at once
    settings: list[float] = field(default_factory=list)  # when reports were to become others


class Twins:
    """A context manager that runs both; every method acts on both at the same time."""

    def __init__(self, sensors: SensorName) -> None:
        """Power both, with all reeds open or all Hall sensors without a magnet."""
        self.kind = sensors
        self.harness = Harness(sensors, build.firmware(sensors))
        self.clock = VirtualClock()
        self.closed = 0
        self.levels: Sequence[int] = [EMPTY_MV] * SQUARE_COUNT
        self.device = SerialDevice(self._model_sensors(), self.clock)
        self._real: Deframer[FromBoard] = Deframer(read_from_board)
        self._model: Deframer[FromBoard] = Deframer(read_from_board)
        self.epochs = [Epoch(0.0)]
        if sensors == "hall":
            self.harness.levels(self.levels)

    def __enter__(self) -> Self:
        """Wait until both listen."""
        self.wait(STARTING_S)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the chip."""
        self.harness.close()

    @property
    def epoch(self) -> Epoch:
        """What happened since the last start."""
        return self.epochs[-1]

    @property
    def ms(self) -> float:
        """The time since the last start, in milliseconds."""
        return 1000 * (self.clock() - self.epoch.began)

    def wait(self, seconds: float, to_board: bytes = b"") -> None:
        """Send bytes, and let time pass; what comes back is noted."""
        if to_board:
            self.device.receive(to_board)
        if len(to_board) > FLOOD:
            self.epoch.floods.append(self.ms)
        sent = Deframer(read_to_board).feed(to_board)
        if any(isinstance(message, Configure | FullConfigure | Calibrate) for message in sent):
            self.epoch.settings.append(self.ms)
        for step in range(round(seconds / STEP_S)):
            real = self.harness.run(STEP_S, b"" if step else to_board)
            self.clock.advance(STEP_S)
            self._note([epoch.real for epoch in self.epochs], self._real.feed(real))
            model = self._model.feed(self.device.produce())
            self._note([epoch.model for epoch in self.epochs], model)

    def close_reeds(self, closed: int) -> None:
        """Close these reeds and open all others."""
        self.epoch.changes.append((self.ms, self.closed ^ closed))
        self.closed = closed
        self.harness.occupancy(closed)

    def set_levels(self, millivolts: Sequence[int]) -> None:
        """Let Hall sensors give other millivolts."""
        before = self.levels
        changed = sum(1 << n for n in range(SQUARE_COUNT) if before[n] != millivolts[n])
        self.epoch.changes.append((self.ms, changed))
        self.levels = millivolts
        self.harness.levels(millivolts)

    def restart(self, cause: ResetCause) -> None:
        """Reset both."""
        self.harness.reset(_RESETS[cause])
        self.note_restart(cause)

    def note_restart(self, cause: ResetCause) -> None:
        """Reset the model, as the real one has been."""
        self.device.restart(cause)
        self.epoch.ended = self.ms
        self.epochs.append(Epoch(self.clock()))

    def _note(self, sent: list[list[Received]], messages: list[FromBoard]) -> None:
        for message in messages:
            # The 00 of a start may complete a last frame from before it.
            is_late = len(sent) > 1 and not sent[-1] and not isinstance(message, Identity)
            sent[-2 if is_late else -1].append(Received(self.ms, message))

    def _model_sensors(self) -> DeviceSensors:
        if self.kind == "reed":
            return DeviceReeds(lambda: self.closed)
        return DeviceHalls(lambda: self.levels)
