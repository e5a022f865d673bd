"""A board with an opponent and a coach beside it, in virtual time."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

from controller.assembly.brain import PatientBrain
from controller.assembly.companion import Companion
from controller.assembly.rivals import Choosing, Rival, rival_of
from controller.bus.messages import CommandMessage, RequestMessage
from controller.daemon.late import without_late
from controller.daemon.run import MOST_COMMANDS
from controller.events.command import About, Command
from controller.events.event import CommandRefused
from controller.events.request import Request
from controller.events.view import BoardView
from controller.notation.control import Control
from controller.rules.compiled import Rules
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence
from hal.board import Scan
from tests.board_driver import A_MOMENT, COPENHAGEN, SCAN_S, BoardDriver

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


class SlowBrain(PatientBrain):
    """Answers when a test wants it to, or with what a test wants."""

    def __init__(self) -> None:
        """Keep all answers back."""
        self.waiting: list[Callable[[], None]] = []
        self.hurried = 0
        self.asked = 0
        self.arguments: tuple[object, ...] = ()  # of the newest question
        self.says: object = None  # instead of what is asked for

    def ask(
        self, question: Callable[_Given, _Answer], *args: _Given.args, **kwargs: _Given.kwargs
    ) -> "Future[_Answer]":
        """Return an answer that comes with `answer`."""
        found: Future[_Answer] = Future()
        self.asked += 1
        self.arguments = args

        def answer() -> None:
            if isinstance(self.says, Exception):
                found.set_exception(self.says)
            elif self.says is not None:
                found.set_result(self.says)  # type: ignore[arg-type] # what the test wants
            else:
                found.set_result(question(*args, **kwargs))

        self.waiting.append(answer)
        return found

    def hurry(self) -> None:
        """Count how often it was hurried."""
        self.hurried += 1

    def answer(self, says: object = None) -> None:
        """Give all answers that are waited for."""
        self.says = says
        waiting, self.waiting = self.waiting, []
        for each in waiting:
            each()


class Company(BoardDriver):
    """A session with a companion; every scan is a turn for both."""

    def __init__(
        self,
        brain: PatientBrain | None = None,
        rules: Rules = COPENHAGEN,
        *,
        rival: Rival | None = None,
        control: Control | None = None,
    ) -> None:
        """Begin a game; the rival moves as soon as it is his turn."""
        self.companion = Companion(brain or PatientBrain())
        self.companion.seat(rival)
        self.companion.connect(self._take)
        self._commands: list[CommandMessage] = []
        self.given: list[tuple[Command, Side | None]] = []  # the companion's commands so far
        self._view: BoardView | None = None
        super().__init__(rules, control=control)

    def _take(self, message: CommandMessage) -> None:
        self._commands.append(message)
        self.given.append((message.command, message.side))

    @property
    def view(self) -> BoardView:
        """What lights and page show now."""
        assert self._view is not None
        return self._view

    @property
    def said(self) -> list[str]:
        """The keys of what is said."""
        return [each.key for each in self.view.sentences]

    def wait(self, seconds: float) -> None:
        """Let time pass, turn by turn as the controller does."""
        for _ in range(round(seconds / SCAN_S)):
            self.at = round(self.at + SCAN_S, 6)
            self.events += self.session.observe(Scan(self.occupied, self.at))
            # As many as the daemon does in a turn.
            now, self._commands = self._commands[:MOST_COMMANDS], self._commands[MOST_COMMANDS:]
            for message in without_late(now, self.session.view):
                assert isinstance(message, CommandMessage)
                self.events += self.session.command(message.command, self.at, message.about)
            self._view = self.companion.see(self.session.view, self.session.game, self.at)

    def ask(
        self,
        request: Request,
        side: Side | None = None,
        level: str | None = None,
        *,
        on: bool | None = None,
    ) -> Sentence | None:
        """Ask something of opponent or coach."""
        message = RequestMessage(command=request, side=side, level=level, on=on)
        refused = self.companion.request(message, self.session.game)
        self.wait(2 * SCAN_S)
        return refused

    def ask_lesson(self, name: str) -> Sentence | None:
        """Ask for a lesson."""
        message = RequestMessage(command=Request.LESSON, lesson=name)
        refused = self.companion.request(message, self.session.game)
        self.wait(2 * SCAN_S)
        return refused

    def say(self, command: Command, about: About) -> None:
        """Give a command; the companion may take it in place of the session, or refuse it."""
        refused = self.companion.refuses(command)
        if refused:
            self.events.append(CommandRefused(self.at, refused))
        if refused or self.companion.takes(command):
            self.wait(A_MOMENT)
        else:
            super().say(command, about)

    def person_says(self, command: Command) -> None:
        """Give a command in the name of the person."""
        self.say(command, self.companion.person)

    def make_asked(self) -> str:
        """Make the opponent's move for it, with its captures; return the move."""
        asked = self.view.advice.asked
        assert asked is not None
        self.move(str(asked))
        captured = self.view.owed
        self.occupied &= ~captured
        self.wait(0.1)
        return str(asked)


def rival(name: str = "one-move", side: Side = Side.ATTACKERS) -> Rival:
    """Return a level that plays a side; it always does the same."""
    return rival_of(name, side, Choosing(seed=1))


def legal_moves_of(board: BoardDriver) -> list[str]:
    """Return the legal moves of a game as text."""
    return sorted(map(str, board.session.game.legal_moves()))
