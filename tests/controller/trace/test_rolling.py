"""What is kept of a trace in memory replays as the whole trace does, from where a game began."""

import io
from collections.abc import Iterable
from dataclasses import replace

from controller.trace.entries import TraceCommand, TraceEntry
from controller.trace.header import TraceHeader
from controller.trace.reader import read_trace
from controller.trace.rolling import MOST_LINES, Games, RollingTrace
from hal.board import Scan
from tests.effort import long_or_short

START = 0b111
HEADER = TraceHeader(board="reed", ruleset="copenhagen", began=0.0)


def _after(games: Games, command: str) -> Games:
    """Let a new game go by what the command names."""
    ruleset = command.removeprefix("new_game").strip(" -") or games.header.ruleset
    return Games(replace(games.header, ruleset=ruleset), START)


def fed(entries: Iterable[TraceEntry], keep_s: float = 10.0) -> RollingTrace:
    trace = RollingTrace(Games(HEADER, START), _after, keep_s)
    for entry in entries:
        if isinstance(entry, Scan):
            trace.scan(entry)
        elif isinstance(entry, TraceCommand):
            trace.command(entry.name, entry.at)
    return trace


def kept(trace: RollingTrace, ruleset: str = "copenhagen") -> list[TraceEntry]:
    header, entries = read_trace(io.StringIO(trace.text()))
    assert header == replace(HEADER, ruleset=ruleset)
    return list(entries)


def scans(occupied: int, first: int, last: int) -> list[Scan]:
    """Return scans that read the same, at hundredths of a second."""
    return [Scan(occupied, n / 100) for n in range(first, last)]


def test_all_of_a_young_trace_is_kept() -> None:
    entries: list[TraceEntry] = [
        *scans(START, 0, 50),
        TraceCommand("undo", 0.49),
        *scans(0b110, 50, 200),
    ]
    assert kept(fed(entries)) == entries


def test_a_game_that_ended_longer_ago_than_is_kept_is_dropped() -> None:
    old: list[TraceEntry] = [*scans(START, 0, 50), *scans(0b110, 50, 100)]
    new: list[TraceEntry] = [*scans(START, 100, 150), *scans(0b011, 150, 1101)]
    assert kept(fed([*old, *new])) == new


def test_a_game_that_ended_less_long_ago_is_kept() -> None:
    old: list[TraceEntry] = [*scans(START, 0, 50), *scans(0b110, 50, 100)]
    new: list[TraceEntry] = [*scans(START, 100, 150), *scans(0b011, 150, 1100)]
    assert kept(fed([*old, *new])) == [*old, *new]


def test_a_long_game_is_kept_from_its_beginning() -> None:
    game = [*scans(START, 0, 50), *scans(0b110, 50, 3000), *scans(0b100, 3000, 6000)]
    assert kept(fed(game)) == game


def test_a_game_begins_with_the_command_for_it_too() -> None:
    old: list[TraceEntry] = [*scans(0b101, 0, 50), TraceCommand("new_game", 0.49)]
    new: list[TraceEntry] = [*scans(0b100, 50, 60), *scans(0b101, 60, 1100)]
    assert kept(fed([*old, *new])) == new


def test_the_header_names_the_ruleset_of_the_oldest_game_that_is_kept() -> None:
    old: list[TraceEntry] = [*scans(0b101, 0, 50), TraceCommand("new_game fetlar -", 0.49)]
    new: list[TraceEntry] = [*scans(0b100, 50, 60), *scans(0b101, 60, 1100)]
    assert kept(fed([*old, *new[:-100]])) == [*old, *new[:-100]]
    assert kept(fed([*old, *new]), "fetlar") == new


def test_a_trace_can_be_saved_and_goes_on() -> None:
    trace = fed(scans(START, 0, 50))
    once = kept(trace)
    trace.scan(Scan(0b110, 0.5))
    assert kept(trace) == [*once, Scan(0b110, 0.5)]


def test_a_sensor_that_chatters_for_hours_does_not_fill_the_memory() -> None:
    changes = [Scan(n % 2, n / 100) for n in range(long_or_short(3, 2) * MOST_LINES)]
    found = kept(fed(changes))
    assert found == changes[-len(found) :]
    assert MOST_LINES // 4 < len(found) <= MOST_LINES


def test_short_games_are_dropped_one_after_the_other() -> None:
    first = 0.0
    trace = fed([])
    for game in range(8):
        began = 20.0 * game
        changes = [Scan(START, began), *(Scan(4 + n % 2, began + n / 100) for n in range(1, 70))]
        for scan in changes:
            trace.scan(scan)
        found = kept(trace)
        assert (found[0], found[-1]) == (Scan(START, first), changes[-1])
        first = began
