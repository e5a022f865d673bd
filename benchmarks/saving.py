"""Whether a slow disk slows the game: turns, lights and plies while each fsync takes longer."""

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import apsw
from rich.console import Console
from rich.table import Table

from controller.bus.outbox import Outbox
from controller.daemon.controller import Controller
from controller.daemon.keeper import Keeper
from controller.daemon.played import PlayedGame
from controller.daemon.publisher import Publisher
from controller.events.event import Event, MoveCommitted
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.session.session import Session
from controller.store.folder import Folder
from controller.store.store import Store, store_for_writing
from controller.store.writer import Writer
from controller.supervision.tally import Tally
from hal.board import Frame, Scan

DELAYS_MS = (0, 20, 500)
_PLIES = 20
_RULES = compiled(named_ruleset("copenhagen"))


@dataclass(frozen=True, slots=True)
class Measured:
    """Times in milliseconds: turns of the loop, lift to light, and ply to disk."""

    delay_ms: int
    turns: list[float]
    lights: list[float]
    plies: list[float]


class _SlowDisk(apsw.VFS):
    """A disk on which every fsync takes longer, before it does its work."""

    def __init__(self, delay_s: float) -> None:
        self.name, self.delay_s, self.syncs = f"slow-{delay_s}", delay_s, 0
        super().__init__(self.name, base="")

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: "str | apsw.URIFilename | None", flags: list[int]
    ) -> "_SlowFile":
        return _SlowFile(self, name, flags)


class _SlowFile(apsw.VFSFile):
    def __init__(
        self, disk: _SlowDisk, name: "str | apsw.URIFilename | None", flags: list[int]
    ) -> None:
        self._disk = disk
        super().__init__("", name, flags)

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.syncs += 1
        time.sleep(self._disk.delay_s)
        super().xSync(flags)


class _Board:
    """A board that feels what it is set to feel; its clock runs ahead, so that nobody waits."""

    def __init__(self) -> None:
        self.occupied = _RULES.start.occupied
        self.at = 0.0
        self.shown = 0

    def scan(self) -> Scan:
        self.at += 0.01
        return Scan(self.occupied, self.at)

    def show(self, _: Frame) -> None:
        self.shown += 1


class _Table:
    """A game on the board, turn by turn, with everything that a daemon has but its pauses."""

    def __init__(self, folder: Folder, delay_ms: int) -> None:
        self.board, self.session = _Board(), Session(_RULES)
        self.measured = Measured(delay_ms, [], [], [])
        self._saved_at: list[float] = []
        outbox = Outbox(Tally(time.monotonic, lambda _: None))
        keeper = Keeper(_RULES.ruleset, lambda: 0, self._release, lambda: None)

        self.disk = _SlowDisk(delay_ms / 1000)

        def opened(path: str) -> Store:
            return store_for_writing(path, self.disk.name)

        self.writer = Writer(folder, keeper.on_disk, lambda _: None, open_store=opened)
        keeper.connect(self.writer.put)
        self.writer.start()
        self._controller = Controller(self.board, self.session)
        self._publisher = Publisher(outbox, PlayedGame(keeper))

    def _release(self, event: Event) -> None:
        if isinstance(event, MoveCommitted):
            self._saved_at.append(time.perf_counter())

    def turn_until(self, condition: Callable[[], bool]) -> float:
        """Turn until something holds; return how long that took, in milliseconds."""
        begun = time.perf_counter()
        while not condition():
            before = time.perf_counter()
            self._publisher.publish(self._controller.tick())
            self.measured.turns.append(1000 * (time.perf_counter() - before))
        return 1000 * (time.perf_counter() - begun)

    def play(self, rng: Random) -> None:
        """Make one ply that captures nothing, while the one before may still be on its way."""
        game = self.session.game
        moves = [m for m in game.legal_moves() if not game.play(m).plies[-1].captures]
        move, plies = rng.choice(moves), len(game.plies)
        self.board.occupied ^= 1 << move.origin
        lit = self.board.shown
        self.measured.lights.append(self.turn_until(lambda: self.board.shown > lit))
        self.turn_until(lambda: self.session.view.lifted == move.origin)
        self.board.occupied ^= 1 << move.target
        self.turn_until(lambda: len(self.session.game.plies) > plies)
        counted = time.perf_counter()
        self.turn_until(lambda: len(self._saved_at) > plies)
        self.measured.plies.append(1000 * (self._saved_at[plies] - counted))


def measure(delay_ms: int, plies: int = _PLIES) -> Measured:
    """Play on a board while each fsync takes this much longer."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Folder(Path(name))
        table = _Table(folder, delay_ms)
        table.turn_until(lambda: table.session.view.targets == 0 and table.board.at > 1)
        rng = Random(1)
        for _ in range(plies):
            table.play(rng)
        table.writer.close()
        folder.release()
        return table.measured


def print_rows(console: Console) -> None:
    """Measure and print, for each delay."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("an fsync takes longer by")
    for column in ("ply to disk p50", "p99", "turn p50", "p99", "scan to light p50", "p99"):
        table.add_column(column, justify="right")
    for delay in DELAYS_MS:
        found = measure(delay)
        cells = [
            f"{value:.2f}"
            for times in (found.plies, found.turns, found.lights)
            for value in _p50_p99(times)
        ]
        table.add_row(f"{delay} ms", *cells)
    console.print(table)


def _p50_p99(times: list[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return cuts[49], cuts[98]


if __name__ == "__main__":
    print_rows(Console(highlight=False))
