"""How much of a processor a hnefi costs while nothing happens, and how soon it wakes.

A machine is slow or fast, and shared with others, so the cost stands beside that of a bare timer of
asyncio that runs a hundred times a second in a process of its own, at the same time.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from controller.daemon.pace import REST_AFTER_S
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from simulators.avr.paced import PacedBoard
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop

_HNEFI = str(Path(sys.executable).with_name("hnefi"))
_TIMER = (
    "import asyncio\nasync def main():\n while True: await asyncio.sleep(0.01)\nasyncio.run(main())"
)
# What a hnefi may cost, in costs of the timer: about 1 % of a core on a machine of today, 3 % while
# lights move.
MOST = {"virtual": (1.0, 3.0), "serial": (1.0, 3.0)}
# And how long after a rest a lifted piece may be without its lights, in milliseconds.
MOST_MS = 50.0
_LIFTS = 5
# Until everybody has begun, and the board rests.
_SETTLES_S = REST_AFTER_S + 3.0
_PATIENCE_S = 5.0


@dataclass(frozen=True, slots=True)
class Row:
    """What a board cost while nothing moved on it, in percent of one core."""

    board: str
    held: bool
    percent: float
    timer_percent: float

    @property
    def times(self) -> float:
        """The cost in costs of the timer."""
        return self.percent / self.timer_percent

    @property
    def most(self) -> float:
        """What it may cost, in costs of the timer."""
        return MOST[self.board][self.held]

    @property
    def line(self) -> str:
        """Return it as text."""
        state = "a piece is held" if self.held else "nothing moves"
        return (
            f"{self.board:8} {state:16} {self.percent:5.2f} % of a core, "
            f"{self.times:4.1f} times a timer of 100 a second ({self.timer_percent:.2f} %)"
        )


def measure(seconds: float) -> Iterator[Row]:
    """Yield the cost of a virtual board and of one behind a serial line, at rest and held."""
    yield from asyncio.run(_virtual(seconds))
    yield from _serial(seconds)


async def _virtual(seconds: float) -> list[Row]:
    with _running(_HNEFI, "simulate", "--no-browser", "--port", "0") as (process, address):
        async with connect(f"ws{address.removeprefix('http')}/socket") as page:
            idle = await asyncio.to_thread(_cost, process.pid, seconds)
            # A piece in the hand: its lights move as long as it is held.
            reading = asyncio.create_task(_grab(page))
            held = await asyncio.to_thread(_cost, process.pid, seconds)
            reading.cancel()
    return [Row("virtual", False, *idle), Row("virtual", True, *held)]  # noqa: FBT003 - by its name


async def _grab(page: ClientConnection) -> None:
    """Lift an attacker, and read what the page gets, so that nothing waits for it."""
    message = {"type": "hand", "action": "grab", "hand": "idle", "piece": 0}
    await page.send(json.dumps(message))
    async for _ in page:
        pass


def _serial(seconds: float) -> Iterator[Row]:
    table = Tabletop(start_pieces(compiled(named_ruleset("copenhagen"))))
    with PacedBoard("reed", table) as board, ExitStack() as running:
        words = ("play", "--serial", str(board.tty), "--no-browser", "--port", "0")
        process, _ = running.enter_context(_running(_HNEFI, *words))
        yield Row("serial", False, *_cost(process.pid, seconds))  # noqa: FBT003 - by its name
        table.grab("idle", next(iter(table.pieces)).id)
        yield Row("serial", True, *_cost(process.pid, seconds))  # noqa: FBT003 - by its name


def first_lights() -> list[float]:
    """Return how long lifted pieces were without lights, each after a rest, in milliseconds.

    A board of reeds whose firmware runs in real time: its debouncing and its line count, too.
    """
    table = Tabletop(start_pieces(compiled(named_ruleset("copenhagen"))))
    with PacedBoard("reed", table) as board, ExitStack() as running:
        words = ("play", "--serial", str(board.tty), "--no-browser", "--port", "0")
        running.enter_context(_running(_HNEFI, *words))
        return [_first_light(board, table) for _ in range(_LIFTS)]


def _first_light(board: PacedBoard, table: Tabletop) -> float:
    piece = next(iter(table.pieces))
    time.sleep(_SETTLES_S)
    before = board.harness.strip()
    table.grab("idle", piece.id)
    lifted = time.monotonic()
    while board.harness.strip() == before:
        if time.monotonic() > lifted + _PATIENCE_S:
            raise RuntimeError("no light came")
    light_ms = 1000 * (time.monotonic() - lifted)
    table.drop("idle", piece.x, piece.y)
    return light_ms


def _started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours


@contextmanager
def _running(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a command that serves a page; give its process and the page's address."""
    with tempfile.TemporaryDirectory() as games, _started(*words, "--data", games) as process:
        try:
            assert process.stdout is not None  # noqa: S101 - it was asked for
            yield process, process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def _cost(process: int, seconds: float) -> tuple[float, float]:
    """Return what a process and a timer cost in the same seconds, in percent of a core."""
    with subprocess.Popen([sys.executable, "-c", _TIMER]) as timer:  # noqa: S603 - ours
        try:
            time.sleep(_SETTLES_S)
            before, began = (_worked_s(process), _worked_s(timer.pid)), time.monotonic()
            time.sleep(seconds)
            after, passed = (_worked_s(process), _worked_s(timer.pid)), time.monotonic() - began
        finally:
            timer.terminate()
    return 100 * (after[0] - before[0]) / passed, 100 * (after[1] - before[1]) / passed


def _worked_s(process: int) -> float:
    """Return how long a process has worked, all its threads together."""
    tasks = Path(f"/proc/{process}/task")
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9


def main(words: Sequence[str]) -> int:
    """Print the rows; the exit status is 1 if one costs more than it may and `--check` is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each row (default 20)")
    parser.add_argument("--check", action="store_true", help="fail if a row costs too much")
    options = parser.parse_args(words)
    fails = False
    for row in measure(options.seconds):
        fails = fails or row.times > row.most
        sys.stdout.write(f"{row.line}; at most {row.most:.0f} times\n")
        sys.stdout.flush()
    lights_ms = sorted(first_lights())
    fails = fails or lights_ms[len(lights_ms) // 2] > MOST_MS
    shown = ", ".join(f"{each:.0f}" for each in lights_ms)
    sys.stdout.write(
        f"first light after a rest: {shown} ms; the middle one at most {MOST_MS:.0f}\n"
    )
    return int(fails and options.check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
