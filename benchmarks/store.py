"""What the store costs: ply to disk, and a library of many games to list, search, open and hold."""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from controller.rules.library import named_ruleset
from controller.store.records import Entry, Header, Kind
from controller.store.store import Change, Store, store_for_writing
from controller.store.stored_games import store_for_reading

GAMES, PLIES = 100_000, 50
_COMMITS = 200
_RUNS = 7
_NAMES = ("Anna", "Björn", "Cecilia", "David", "Eva", "Fredrik", "Gun", "Harald")


@dataclass(frozen=True, slots=True)
class Row:
    """A measured time, in milliseconds, and the one that it must stay under, if any."""

    what: str
    ms: float
    limit_ms: float | None = None


def ply_to_disk(folder: Path) -> list[Row]:
    """Return how long a ply takes to be durable on this machine's disk."""
    store = store_for_writing(str(folder / "plies.db"))
    header = Header("one", named_ruleset("copenhagen").model_dump_json(), 0)
    times = []
    for number in range(_COMMITS):
        begun = time.perf_counter()
        store.save([Change(header, number, (Entry(number, Kind.PLY, "d1-d3"),))])
        times.append(1000 * (time.perf_counter() - begun))
    store.close()
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return [Row("ply to disk, p50", cuts[49]), Row("ply to disk, p99", cuts[98])]


def fill(store: Store, games: int, plies: int) -> None:
    """Put games into a store that look like those of people, without judging them."""
    rng = random.Random(1)
    ruleset = named_ruleset("copenhagen").model_dump_json()
    squares = [f"{file}{rank}" for file in "abcdefghijk" for rank in range(1, 12)]
    batch = []
    for number in range(games):
        moves = [f"{rng.choice(squares)}-{rng.choice(squares)}" for _ in range(plies)]
        entries = [
            *(Entry(0, Kind.NAMES, f"{side} {rng.choice(_NAMES)}") for side in _SIDES),
            *(Entry(20_000 * at, Kind.PLY, move) for at, move in enumerate(moves)),
            Entry(20_000 * plies, Kind.END, "attackers resignation"),
        ]
        header = Header(f"{rng.getrandbits(48):012x}", ruleset, 1_600_000_000_000 + 60_000 * number)
        batch.append(Change(header, 0, tuple(entries)))
        if len(batch) == 1000 or number == games - 1:
            store.save(batch)
            batch.clear()


_SIDES = ("attackers", "defenders")


def library(path: Path) -> Iterator[Row]:
    """Yield what a big library costs, to open and to look for games in it."""

    def opened() -> None:
        store = store_for_writing(str(path))
        game = store.open_game()
        if game:
            store.entries(game)
        store.close()

    yield Row("open it, and find the game to go on with", _median(opened), 1000)
    store = store_for_reading(str(path))
    assert store  # noqa: S101 - it was filled
    reader = store
    for words in ("", "björn", "cecilia harald", "2021-05-03", "nobody at all"):
        said = f"search for '{words}'" if words else "list"

        def look(words: str = words) -> None:
            list(reader.summaries(words, 50))

        yield Row(f"{said}, the newest 50", _median(look), 50)
    last = next(reader.summaries("", 1)).id
    yield Row("one whole game", _median(lambda: reader.entries(last)))
    reader.close()


def _median(act: Callable[[], object]) -> float:
    times = []
    for _ in range(_RUNS):
        begun = time.perf_counter()
        act()
        times.append(1000 * (time.perf_counter() - begun))
    return statistics.median(times)


def print_rows(console: Console, games: int = GAMES) -> bool:
    """Measure and print; return whether everything stays under its limit."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        rows = ply_to_disk(folder)
        path = folder / "games.db"
        store = store_for_writing(str(path))
        fill(store, games, PLIES)
        store.close()
        rows += library(path)
        size = path.stat().st_size
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(f"store of {games:,} games, {games * PLIES:,} plies, {size / 2**20:.0f} MiB")
    table.add_column("ms", justify="right")
    for row in rows:
        table.add_row(row.what, f"{row.ms:.1f}")
    console.print(table)
    console.print(f"{size / (games * PLIES):.1f} bytes a ply")
    return all(row.limit_ms is None or row.ms < row.limit_ms for row in rows)


def main() -> None:
    """Measure a library of the size that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--check", action="store_true", help="fail where a limit is not kept")
    chosen = parser.parse_args()
    if not print_rows(Console(highlight=False), chosen.games) and chosen.check:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
