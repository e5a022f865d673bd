"""`hnefi simulate`: the whole board in software, to play on or to test with."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from rich.progress import track

from controller.cli.errors import UsageMistake
from controller.cli.page import (
    DEFAULT_PORT,
    BrowserOption,
    PageOptions,
    PortOption,
    RecordOption,
    RedisOption,
    serve_page,
)
from controller.cli.recording import recording
from controller.cli.rulesets import DEFAULT_RULESET, RulesetOption, find_ruleset
from controller.cli.timing import TimingOption, parse_timing
from controller.rules.compiled import Rules, compiled
from controller.session.timing import Timing

if TYPE_CHECKING:
    from simulators.headless import MakeBoard
    from simulators.profiles import Profile
    from simulators.recorded import PlannedGame

VIRTUAL = "virtual"

BoardOption = Annotated[
    str,
    typer.Option(
        "--board",
        metavar="BOARD",
        help="virtual, or the real firmware on a simulated microcontroller: avr-reed, avr-hall.",
    ),
]
HandOption = Annotated[
    str | None,
    typer.Option(
        "--hand",
        metavar="PROFILE",
        help="With --headless: how people move: steady (unless told otherwise), careful, quick, "
        "slider, child or crowd.",
    ),
]
SensorsOption = Annotated[
    str | None,
    typer.Option(
        "--sensors",
        metavar="KIND",
        help="With --headless: ideal sensors (unless told otherwise), reed or hall.",
    ),
]
FaultsOption = Annotated[
    str | None,
    typer.Option(
        "--faults",
        metavar="SPEC",
        help="With --sensors reed or hall: what is wrong with them, such as dead=e5,lost=0.02.",
    ),
]


def simulate(  # noqa: PLR0913 - an option each
    *,
    ruleset: RulesetOption = DEFAULT_RULESET,
    port: PortOption = DEFAULT_PORT,
    redis: RedisOption = None,
    browser: BrowserOption = True,
    board: BoardOption = VIRTUAL,
    headless: Annotated[
        bool, typer.Option("--headless", help="No page: a simulated hand plays, in virtual time.")
    ] = False,
    games: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|N",
            help="With --headless: a file of recorded games, or so many random ones.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="With --headless: seed of all randomness.")] = 1,
    hand: HandOption = None,
    sensors: SensorsOption = None,
    faults: FaultsOption = None,
    timing: TimingOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --headless: report one JSON object.")
    ] = False,
    record: RecordOption = None,
) -> None:
    """Play on a virtual board in the browser, or test the whole path without one."""
    rules, durations = compiled(find_ruleset(ruleset)), parse_timing(timing)
    if headless:
        if redis is not None:
            raise UsageMistake("simulate: --redis is for the page's bus; leave out --headless")
        if board != VIRTUAL and (sensors is not None or faults is not None):
            raise UsageMistake("simulate: --sensors and --faults need --board virtual")
        with _table_on(board, _set_table(hand, sensors, faults, seed)) as table:
            status = _play_headless(rules, durations, games, record, table, as_json=as_json)
        raise typer.Exit(status)
    if games is not None or as_json:
        raise UsageMistake("simulate: --games and --json need --headless")
    if hand is not None or sensors is not None or faults is not None:
        raise UsageMistake("simulate: --hand, --sensors and --faults need --headless")
    with _real_firmware(board, seed, paced=True) as make_board:
        options = PageOptions(port, redis, browser, record, durations)
        play_in_browser(rules, options, (board, make_board))


@contextmanager
def _real_firmware(board: str, seed: int, *, paced: bool) -> "Iterator[MakeBoard | None]":
    """Yield what makes a board with the real firmware, None if the virtual one is wanted."""
    from simulators.avr.boards import AVR_BOARDS, avr_boards
    from simulators.avr.errors import AvrError

    if board == VIRTUAL:
        yield None
        return
    if board not in AVR_BOARDS:
        names = ", ".join((VIRTUAL, *AVR_BOARDS))
        raise UsageMistake(f"--board: expected one of {names}, got {board[:40]!r}")
    try:
        with avr_boards(AVR_BOARDS[board], seed, paced=paced) as make_board:
            yield make_board
    except AvrError as error:
        raise UsageMistake(f"--board {board}: {error}") from error


@dataclass(frozen=True, slots=True)
class _Table:
    """Who plays without a page, on which board, and the seed of all that happens there."""

    profile: "Profile"
    make_board: "MakeBoard"
    board: str  # in words
    seed: int


def _set_table(hand: str | None, sensors: str | None, faults: str | None, seed: int) -> _Table:
    from simulators.faults import FaultSpecError, parse_faults
    from simulators.physical_board import PhysicalBoard
    from simulators.profiles import PROFILES, STEADY
    from simulators.virtual_board import VirtualBoard

    profile = PROFILES.get(STEADY.name if hand is None else hand)
    if profile is None:
        raise UsageMistake(f"--hand: expected one of {', '.join(PROFILES)}, got {hand!r}")
    if sensors not in (None, "ideal", "reed", "hall"):
        raise UsageMistake(f"--sensors: expected one of ideal, reed, hall, got {sensors!r}")
    if sensors is None or sensors == "ideal":
        if faults is not None:
            raise UsageMistake("--faults: expected --sensors reed or --sensors hall with it")
        return _Table(profile, VirtualBoard, "virtual, headless", seed)
    kind: Literal["reed", "hall"] = "hall" if sensors == "hall" else "reed"
    try:
        found = parse_faults(faults or "")
    except FaultSpecError as error:
        raise UsageMistake(f"--{error}") from error
    words = (f"{kind} sensors", "".join((faults or "").split()), "headless")
    described = ", ".join(word for word in words if word)
    return _Table(
        profile,
        lambda table, clock: PhysicalBoard(table, clock, kind, found, seed),
        described,
        seed,
    )


@contextmanager
def _table_on(board: str, table: _Table) -> Iterator[_Table]:
    """Yield a table on the board of a name."""
    with _real_firmware(board, table.seed, paced=False) as make_board:
        if make_board is None:
            yield table
        else:
            yield replace(table, make_board=make_board, board=f"{board}, headless")


def _find_games(rules: Rules, games: str, seed: int) -> "tuple[Iterable[PlannedGame], int]":
    """Return the games of a file, or so many random ones, and how many they are."""
    from simulators.recorded import RecordError, random_games, read_games

    try:
        if games.isascii() and games.isdigit():
            # More digits than these are no number of games, and int() may refuse them.
            total = int(games.lstrip("0")[:12] or "0")
            return random_games(rules, total, seed), total
        read = read_games(rules, Path(games))
    except RecordError as error:
        raise UsageMistake(str(error)) from error
    return read, len(read)


def _play_headless(
    rules: Rules,
    timing: Timing,
    games: str | None,
    record: str | None,
    table: _Table,
    *,
    as_json: bool,
) -> int:
    from simulators.headless import simulate_games
    from simulators.report import print_report

    if games is None:
        raise UsageMistake("simulate --headless: expected --games FILE or --games N")
    wanted, total = _find_games(rules, games, table.seed)
    progress = track(
        wanted,
        total=total,
        description="playing",
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with recording(record, rules, timing, table.board, began=0.0) as trace:
        report = simulate_games(
            rules,
            progress,
            table.seed,
            lambda pieces, clock: trace.of(table.make_board(pieces, clock)),
            table.profile,
            trace.command,
            timing=timing,
        )
        print_report(report, as_json=as_json)
    return 0 if report.faultless else 1


def play_in_browser(
    rules: Rules, options: PageOptions, on: "tuple[str, MakeBoard | None]" = (VIRTUAL, None)
) -> None:
    """Serve the page and play until interrupted.

    `on` is the board, by name, and what makes it; nothing for the virtual one.

    Raises:
        UsageMistake: the port, the Redis server or the file cannot be used.
    """
    from simulators.play import play
    from simulators.virtual_board import VirtualBoard

    board, make_board = on
    serve_page(lambda serving: play(serving, make_board or VirtualBoard), rules, options, board)
