"""A board with a teacher, a table and a visitor, in virtual time."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from controller.assembly.brain import PatientBrain
from controller.assembly.companion import Companion
from controller.bus.messages import CommandMessage
from controller.daemon.controller import Controller
from controller.daemon.run import SCANS_PER_SECOND
from controller.events.view import BoardView, Phase
from controller.lessons.lesson import Lesson, Reply
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.session.session import Session
from hal.board import DARK, Frame
from simulators.boards.virtual import MakeBoard, VirtualBoard
from simulators.clock import VirtualClock
from simulators.people.visitor import Visitor
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop

_PERIOD_S = 1 / SCANS_PER_SECOND


@dataclass(frozen=True, slots=True)
class Visit:
    """What became of a lesson: its stars, 0 where it was not solved, and how long it took.

    `set_up_seconds` of the `seconds` went by until its position stood.
    """

    lesson: str
    stars: int
    seconds: float
    set_up_seconds: float


class Classroom:
    """One table with a board and a teacher; all pieces lie in the tray."""

    def __init__(self, seed: int = 1, make_board: MakeBoard = VirtualBoard) -> None:
        """Begin without a lesson; the seed decides what the visitor tries first."""
        rules = compiled(named_ruleset("copenhagen"))
        self.table = Tabletop(start_pieces(rules))
        self.table.arrange({})
        self.clock = VirtualClock()
        self.companion = Companion(PatientBrain())
        self.companion.connect(self._take)
        self._commands: list[CommandMessage] = []
        self._frame = DARK
        self._controller = Controller(
            make_board(self.table, self.clock), Session(rules), self.companion
        )
        self._person = Visitor(self.table, self._shown, Random(seed))
        self._visitor = self._person.play()

    def visit(self, lesson: Lesson, patience_s: float) -> Visit:
        """Let the visitor do a lesson, until it is solved or patience is at an end."""
        # A whole game recommends no move: without one of one's own it never begins. In a puzzle any
        # move but one is wrong; there the lights say which it is to whoever waits.
        self._person.plays = lesson.reply is Reply.SEARCHED and not lesson.only
        self.companion.teach(lesson)
        begun, stood = self.clock(), None
        stars = 0
        for view in self._turns(begun + patience_s):
            is_there = view.phase is not Phase.SET_UP and view.position == lesson.start
            if stood is None and is_there:
                stood = self.clock()
            stars = self.companion.lesson.stars if self.companion.lesson else 0
            if stars:
                break
        takes = self.clock() - begun
        return Visit(lesson.name, stars, takes, takes if stood is None else stood - begun)

    def _turns(self, until: float) -> Iterator[BoardView]:
        """Let the visitor act and time pass, turn by turn."""
        due = self.clock()
        while self.clock() < until:
            while due <= self.clock():
                due += next(self._visitor)
            self.clock.advance(_PERIOD_S)
            commands, self._commands = self._commands, []
            tick = self._controller.tick(commands)
            self._frame = tick.frame or self._frame
            yield tick.view

    def _take(self, message: CommandMessage) -> None:
        self._commands.append(message)

    def _shown(self) -> Frame:
        return self._frame
