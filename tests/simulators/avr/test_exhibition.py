"""An unattended board with its real firmware: visitors see what its strip really shows."""

from collections.abc import Iterator
from random import Random

import pytest

from controller.assembly.brain import PatientBrain
from controller.assembly.companion import Companion
from controller.assembly.exhibition import Exhibition, Surroundings
from controller.assembly.rivals import Choosing
from controller.assembly.unattended import known_names, unattended_timing
from controller.bus.messages import CommandMessage
from controller.daemon.controller import Controller
from controller.exhibition.groups import start_rules
from controller.exhibition.reading import usual_programme
from controller.exhibition.showing import name_of
from controller.session.session import Session
from controller.session.timing import Timing
from simulators.avr.lockstep import LockstepBoard
from simulators.clock import VirtualClock
from simulators.people.guests import Guest, GuestKind
from simulators.table.sensors import SensorName
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.effort import NIGHTLY, long_or_short

_TURN_S = 0.02


class Room:
    """A table, a board with its microcontroller, and the program that looks after visitors."""

    def __init__(self, sensors: SensorName) -> None:
        """Switch it on."""
        self.table = Tabletop(start_pieces(start_rules()))
        self.clock = VirtualClock()
        self.board = LockstepBoard(sensors, self.table, self.clock)
        self._guests, self._guest = 0, ""
        self.switch_on()

    def switch_on(self) -> None:
        """Start the program, as after each loss of power."""
        self._commands: list[CommandMessage] = []
        companion = Companion(PatientBrain(), Choosing(seed=1))
        companion.connect(self._commands.append)
        programme, around = usual_programme(known_names()), Surroundings(lambda: 0)
        self._exhibition = Exhibition(companion, programme, around, Choosing(seed=1))
        session = Session(start_rules(), unattended_timing(Timing()))
        self._controller = Controller(self.board, session, self._exhibition)

    @property
    def state(self) -> str:
        """The word for what the board does."""
        host = self._exhibition.host
        return name_of(host.state) if host else ""

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds / _TURN_S)):
            self.clock.advance(_TURN_S)
            commands = tuple(self._commands)
            self._commands.clear()
            self._controller.tick(commands)

    def until(self, state: str, seconds: float, acting: Iterator[float] | None = None) -> None:
        """Let somebody act until the board is in a state."""
        ends, due = self.clock() + seconds, self.clock()
        while self.state != state:
            assert self.clock() < ends, f"{self.state}: expected {state}"
            due += next(acting, _TURN_S) if acting else _TURN_S
            self.wait(due - self.clock())
        for hand in range(2):
            self.table.let_go(f"{self._guest}/{hand}")

    def guest(self, kind: GuestKind) -> Iterator[float]:
        """Return what a guest does, who sees the pixels of the strip."""
        self._guests += 1
        self._guest = name = f"{kind}-{self._guests}"
        see, random = (lambda: self.board.shown), Random(1)
        return Guest(kind, name, self.table, see, random, 600.0, self.clock, []).act()


@pytest.mark.parametrize("sensors", ["reed", "hall"][: long_or_short(2, 1)])
def test_visitors_are_taught_by_the_lights_of_a_real_strip_before_and_after_a_loss_of_power(
    sensors: SensorName,
) -> None:
    room = Room(sensors)
    with room.board:
        room.until("attracting", 5.0)
        # By day the power fails in the middle of the first lesson, at night after it.
        before = "praising" if NIGHTLY else "learning"
        room.until(before, 90.0, room.guest(GuestKind.READER))
        room.board.port.unplug(power=True)
        room.wait(2.0)
        room.board.port.replug()
        room.switch_on()
        room.until("attracting", 5.0)
        room.until("praising", 180.0, room.guest(GuestKind.READER))
        staff = room.guest(GuestKind.STAFF)
        room.until("proposing", 60.0, staff)
        room.until("attracting", 10.0)
