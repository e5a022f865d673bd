"""What each price of recognition is worth: games are recognised again without it.

    python -m benchmarks.ablation --games 2 --jobs 2

People of each profile play on each board, and what the sensors felt is kept. The same scans are
recognised again, each time with one of `controller.recognition`'s `prices` or `durations` set to
nothing (to 2 where it is nothing; one story is kept). A game is said otherwise if any event
differs, or its time, and ends otherwise if the moves do. The people do not see what is lit the
second time, so this says whether a price is noticed, not how people would have gone on. What a game
never asks for is not taken away in it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import product, repeat
from random import Random
from types import ModuleType
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks.recognition import BOARDS, board_maker
from controller.assembly.replaying import replayed
from controller.events.event import Event, GameStarted, MoveCommitted, MoveRetargeted, MoveTakenBack
from controller.recognition import durations, prices
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.rules.lines import Move
from controller.session.session import Session
from controller.trace.entries import TraceCommand, TraceEntry
from hal.board import Board, Frame, Scan
from simulators.headless import Simulation
from simulators.people.games import PlannedGame, random_games
from simulators.people.profiles import PROFILES
from simulators.table.tabletop import Tabletop

# What a price that is nothing becomes.
_INSTEAD = 2.0
# What a time becomes, by which others are divided.
_NO_TIME = 1e-9
# Of these there is at least one.
_NUMBERS = ("KEPT", "FALLEN")
_TABLES = (prices, durations)


class Row(NamedTuple):
    """Who plays, on which sensors with which faults, which games, and how many plies of each."""

    profile: str
    sensors: str
    faults: str
    seeds: range
    plies: int | None = None

    def __str__(self) -> str:
        return f"{self.profile}, {self.sensors}{self.faults and f' {self.faults}'}"


class Recognised(NamedTuple):
    """What came of a game: all that was said, and the moves."""

    events: tuple[Event | TraceCommand, ...]
    moves: tuple[Move, ...]


class Noticed(NamedTuple):
    """The games of a row that were said otherwise, or ended otherwise, without a price."""

    said: int
    ended: int


class _Listener:
    """A board that keeps its scans, and the commands that follow each."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.entries: list[TraceEntry] = []
        self._commands: list[str] = []

    def scan(self) -> Scan:
        scan = self._board.scan()
        self.entries.append(scan)
        self.entries += [TraceCommand(name, scan.at) for name in self._commands]
        self._commands.clear()
        return scan

    def show(self, frame: Frame) -> None:
        self._board.show(frame)

    def command(self, name: str) -> None:
        self._commands.append(name)


def names() -> list[str]:
    """Return all prices and times there are."""
    return [name for table in _TABLES for name in vars(table) if name.isupper()]


def table_of(name: str) -> ModuleType:
    """Return the module that holds a price, or a time."""
    return next(table for table in _TABLES if name in vars(table))


def felt(row: Row, seed: int) -> list[TraceEntry]:
    """Let people play one game of a row; return what its sensors felt, and what was asked."""
    rules = compiled(named_ruleset("copenhagen"))
    make_board = board_maker(row.sensors, row.faults, seed)
    listeners: list[_Listener] = []

    def make(table: Tabletop, clock: Callable[[], float]) -> Board:
        listeners.append(_Listener(make_board(table, clock)))
        return listeners[-1]

    def command(words: str) -> None:
        listeners[-1].command(words)

    simulation = Simulation(rules, Random(seed), make, PROFILES[row.profile], command)
    (game,) = random_games(rules, 1, seed)
    simulation.play(PlannedGame(game.moves[: row.plies]))
    return listeners[-1].entries


def recognised(entries: Iterable[TraceEntry]) -> Recognised:
    """Return what a session makes of what was felt."""
    events = tuple(replayed(Session(compiled(named_ruleset("copenhagen"))), entries))
    moves: list[Move] = []
    for event in events:
        match event:
            case GameStarted():
                moves.clear()
            case MoveCommitted(ply=ply, move=move) | MoveRetargeted(ply=ply, move=move):
                moves[ply - 1 :] = [move]
            case MoveTakenBack(ply=ply):
                del moves[ply - 1 :]
    return Recognised(events, tuple(moves))


def _instead_of(name: str, price: float) -> float:
    if name in _NUMBERS:
        return 1
    if name.endswith("_S"):
        return _NO_TIME
    return 0 if price else _INSTEAD


@contextmanager
def watched() -> Iterator[set[str]]:
    """Note for a while which prices are asked for."""
    asked_for: set[str] = set()

    class Watched(ModuleType):
        def __getattribute__(self, name: str) -> object:
            asked_for.add(name)
            return super().__getattribute__(name)

    for table in _TABLES:
        table.__class__ = Watched
    try:
        yield asked_for
    finally:
        for table in _TABLES:
            table.__class__ = ModuleType


@contextmanager
def without(name: str) -> Iterator[None]:
    """Set a price to nothing for a while."""
    table = table_of(name)
    price = getattr(table, name)
    setattr(table, name, _instead_of(name, price))
    try:
        yield
    finally:
        setattr(table, name, price)


def ablated(row: Row, wanted: Sequence[str]) -> dict[str, Noticed]:
    """Return for each price how many games of a row notice that it is gone."""
    said: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    for seed in row.seeds:
        entries = felt(row, seed)
        with watched() as asked_for:
            whole = recognised(entries)
        for name in asked_for.intersection(wanted):
            with without(name):
                other = recognised(entries)
            said[name] += other.events != whole.events
            ended[name] += other.moves != whole.moves
    return {name: Noticed(said[name], ended[name]) for name in wanted}


def main() -> None:
    """Take each price away in each row, and print what notices it most."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablation", description=__doc__)
    parser.add_argument("--games", type=int, default=2, help="games in each row")
    parser.add_argument("--plies", type=int, help="only the first plies of each game")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="rows at a time")
    parser.add_argument("--only", nargs="+", default=names(), choices=names(), metavar="PRICE")
    parser.add_argument("--hands", nargs="+", default=list(PROFILES), choices=list(PROFILES))
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.games)
    boards = product(asked.hands, BOARDS)
    rows = [Row(name, *board, seeds, asked.plies) for name, board in boards]
    with ProcessPoolExecutor(asked.jobs) as pool:
        found: list[dict[str, Noticed]] = []
        for row, each in zip(rows, pool.map(ablated, rows, repeat(asked.only)), strict=True):
            found.append(each)
            said = sum(1 for n in each.values() if n.said)
            print(f"{row}: {said} noticed", file=sys.stderr, flush=True)
    heads = ("price", "said", "ended", "most in")
    table = Table(*heads, box=None, pad_edge=False, header_style="bold")
    for name in asked.only:
        noticed = [each[name] for each in found]
        most = max(range(len(rows)), key=lambda number: noticed[number][::-1])
        total = Noticed(*map(sum, zip(*noticed, strict=True)))
        where = str(rows[most]) if total.said else "nothing"
        table.add_row(name, str(total.said), str(total.ended), where)
    Console(highlight=False, width=120).print(table)
    print(f"{len(rows)} rows of {asked.games} games")


if __name__ == "__main__":
    main()
