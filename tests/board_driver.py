"""Pieces on a board's sensors, moved by name in virtual time: how session tests speak."""

from collections.abc import Sequence
from itertools import pairwise

from controller.events.command import About, Command
from controller.events.event import Event
from controller.events.view import BoardView
from controller.notation.control import Control
from controller.rules.compiled import Rules, compiled
from controller.rules.geometry import parse_square
from controller.rules.library import named_ruleset
from controller.session.session import Session
from controller.session.timing import Timing
from hal.board import Scan

COPENHAGEN = compiled(named_ruleset("copenhagen"))
SCAN_S = 0.01
# Longer than a square bounces, much shorter than a move settles.
A_MOMENT = 0.05
SETTLED = 0.35
# Four plies after which g3-e3 would capture e2.
OPENING = ("d1-d3", "e5-e2", "g1-g3", "f4-c4")


class BoardDriver:
    """A session fed with scans at a hundred a second; every method lets a moment pass."""

    def __init__(
        self,
        rules: Rules = COPENHAGEN,
        *,
        control: Control | None = None,
        started: bool = True,
        timing: Timing | None = None,
    ) -> None:
        """Set up the start position and, unless asked not to, wait until the game begins."""
        self.session = Session(rules, timing, control)
        self.occupied = rules.start.occupied
        self.at = 0.0
        self.events: list[Event] = []
        if started:
            self.wait(SETTLED)
            self.events.clear()

    @property
    def view(self) -> BoardView:
        """What lights and page show now."""
        return self.session.view

    @property
    def moves(self) -> list[str]:
        """The committed moves."""
        return [str(ply.move) for ply in self.session.game.plies]

    def lift(self, *names: str) -> None:
        """Lift the pieces of some squares."""
        for name in names:
            bit = 1 << parse_square(name)
            assert self.occupied & bit, f"no piece on {name} to lift"
            self.occupied ^= bit
        self.wait(A_MOMENT)

    def put(self, *names: str) -> None:
        """Put pieces on some squares."""
        for name in names:
            bit = 1 << parse_square(name)
            assert not self.occupied & bit, f"{name} is taken"
            self.occupied ^= bit
        self.wait(A_MOMENT)

    def move(self, text: str) -> None:
        """Lift a piece, put it down, and wait until it has stood still."""
        origin, target = text.split("-")
        self.lift(origin)
        self.put(target)
        self.wait(SETTLED)

    def play(self, *moves: str) -> None:
        """Make moves one after the other, clearing what they capture."""
        for text in moves:
            move, *captured = text.split("x")
            self.move(move)
            if captured:
                self.lift(*captured)

    def slide(self, squares: Sequence[str], each: float = A_MOMENT) -> None:
        """Slide a piece over squares, so long on each."""
        for here, there in pairwise(squares):
            self.occupied ^= 1 << parse_square(here)
            self.wait(SCAN_S * 2)
            self.occupied ^= 1 << parse_square(there)
            self.wait(each)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds / SCAN_S)):
            self.at = round(self.at + SCAN_S, 6)
            self.events += self.session.observe(Scan(self.occupied, self.at))

    def stall(self, seconds: float) -> None:
        """Let time pass without scans."""
        self.at = round(self.at + seconds, 6)

    def lose(self, reason: str, seconds: float = 1.0) -> None:
        """Let time pass in which the board cannot be read."""
        for _ in range(round(seconds / SCAN_S)):
            self.at = round(self.at + SCAN_S, 6)
            self.events += self.session.lose_board(reason, self.at)

    def command(self, command: Command, square: str | None = None) -> None:
        """Give a command, of a square if it needs one."""
        self.say(command, None if square is None else parse_square(square))

    def say(self, command: Command, about: About) -> None:
        """Give a command, in the name of a side or of an arbiter if need be."""
        self.events += self.session.command(command, self.at, about)
        self.wait(A_MOMENT)

    def take_events(self) -> list[Event]:
        """Return the events since the last call."""
        taken, self.events = self.events, []
        return taken
