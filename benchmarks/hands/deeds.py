"""Deeds of hands on a table, as a flat list with times, and the world that carries them out."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from benchmarks.recognition import board_maker
from controller.events.command import Command
from controller.events.event import Event
from controller.rules.compiled import Rules
from controller.session.session import Session
from hal.board import Board, Scan
from simulators.clock import VirtualClock
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop

SCAN_S = 0.01


class Verb(StrEnum):
    """What a hand does to one piece."""

    LIFT = "lift"
    GRASP = "grasp"  # takes hold of it on the board, to slide it
    MOVE = "move"
    PUT = "put"  # lets go of it
    NUDGE = "nudge"  # pushes it from where it stands, without taking hold of it
    COMMAND = "command"


class Deed(NamedTuple):
    """One deed at a time, in seconds; `x` and `y` are places in squares, or a way for a nudge."""

    at: float
    verb: Verb
    piece: int
    x: float = 0.0
    y: float = 0.0
    command: Command | None = None


class World:
    """A table, its board and a session that reads it, in virtual time."""

    def __init__(self, rules: Rules, sensors: str, seed: int, faults: str = "") -> None:
        """Set up the start position."""
        self.table = Tabletop(start_pieces(rules))
        self.clock = VirtualClock()
        self.board: Board = board_maker(sensors, faults, seed)(self.table, self.clock)
        self.session = Session(rules)
        self.events: list[Event] = []
        self.scans: list[Scan] = []
        self.spoilt = False  # a piece was stopped by another and is not where it was to go
        self._scan = 0

    def run(
        self, deeds: Sequence[Deed], until: float, watch: Callable[[float], None] | None = None
    ) -> None:
        """Carry out deeds in their order, and scan until a time."""
        at = 0
        while self.clock() < until - 1e-9:
            self._scan += 1
            self.clock.advance(self._scan * SCAN_S - self.clock())
            while at < len(deeds) and deeds[at].at <= self.clock():
                self._do(deeds[at])
                at += 1
            scan = self.board.scan()
            self.scans.append(scan)
            self.events += self.session.observe(scan)
            if watch is not None:
                watch(self.clock())

    @property
    def moves(self) -> tuple[str, ...]:
        """The plies of the session's game."""
        return tuple(str(ply.move) for ply in self.session.game.plies)

    def _do(self, deed: Deed) -> None:
        hand, table = f"hand {deed.piece}", self.table
        match deed.verb:
            case Verb.LIFT:
                table.grab(hand, deed.piece)
            case Verb.GRASP:
                table.grab(hand, deed.piece, slide=True)
            case Verb.MOVE:
                table.move(hand, deed.x, deed.y)
            case Verb.PUT:
                table.set_down(hand, deed.x, deed.y)
                piece = table.pieces[deed.piece]
                off = max(abs(piece.x - deed.x), abs(piece.y - deed.y))
                self.spoilt |= not piece.in_tray and off > 0.01
            case Verb.NUDGE:
                table.nudge(deed.piece, deed.x, deed.y)
            case Verb.COMMAND if deed.command:
                self.events += self.session.command(deed.command, self.clock())
