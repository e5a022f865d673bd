"""Checks what `hnefi simulate --headless` asks for, and puts it together: people, board, games."""

import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import track

from controller.assembly.errors import UsageMistake
from controller.assembly.interrupts import interruptible
from controller.assembly.recording import recording, settings_of
from controller.assembly.rivals import Rival
from controller.daemon.controller import Tick
from controller.daemon.terms import Terms
from controller.rules.compiled import Rules
from controller.session.timing import Timing
from controller.store.folder import Folder
from hal.board import Board
from hal.boards import open_board
from hal.errors import HalError
from simulators.avr.errors import AvrError
from simulators.boards.virtual import MakeBoard
from simulators.drivers import VIRTUAL, Bench, Simulated, check_board, simulated_config
from simulators.headless import Against, simulate_against, simulate_games
from simulators.keeping import kept_games
from simulators.people.games import PlannedGame, RecordError, random_games, read_games
from simulators.people.profiles import STEADY, HandError, Profile, parse_profile
from simulators.people.score import Score
from simulators.table.faults import FaultSpecError, parse_faults
from simulators.table.tabletop import Tabletop

_Game = TypeVar("_Game")


@dataclass(frozen=True, slots=True)
class Setting:
    """A game without a page: people, games and board, in the words of the command line."""

    rules: Rules
    timing: Timing
    games: str | None
    board: str = VIRTUAL
    hand: str | None = None
    sensors: str | None = None
    faults: str | None = None
    seed: int = 1
    record: str | None = None
    rival: Rival | None = None
    terms: Terms = field(default_factory=Terms)
    folder: Folder | None = None  # where the games are kept, if they are


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the players: how a board is made, and who gets commands and turns."""

    make_board: MakeBoard
    on_command: Callable[[str], None]
    keep: Callable[[Tick], None]


def play_headless(setting: Setting, show: Callable[[Score], None]) -> Score:
    """Play all games of a setting in virtual time, and show the score before closing anything.

    Raises:
        UsageMistake: the setting asks for something impossible.
    """
    profile, chosen = _profile(setting.hand), _simulated(setting)
    if setting.games is None:
        raise UsageMistake("simulate --headless: expected --games FILE or --games N")
    name, settings = _describe(setting), settings_of(setting.timing, setting.terms.control)
    with (
        interruptible(),
        kept_games(setting.folder, setting.rules, setting.terms) as keep,
        recording(setting.record, setting.rules, settings, name, 0.0) as trace,
        ExitStack() as opened,
    ):

        def make_board(table: Tabletop, clock: Callable[[], float]) -> Board:
            openers = Bench(table, clock, chosen).openers()
            board = opened.enter_context(open_board(simulated_config(setting.board), openers))
            return trace.of(board)

        try:
            around = Around(make_board, trace.command, keep)
            score = _simulate(setting, setting.games, profile, around)
        except (AvrError, HalError) as error:
            raise UsageMistake(f"--board {setting.board}: {error}") from error
        show(score)
        return score


def _simulate(
    setting: Setting,
    games: str,
    profile: Profile,
    around: Around,
) -> Score:
    rules, seed = setting.rules, setting.seed
    if setting.rival is None:
        planned, total = _find_games(rules, games, seed)
        return simulate_games(
            rules,
            _shown(planned, total),
            seed,
            around.make_board,
            profile,
            around.on_command,
            timing=setting.timing,
            control=setting.terms.control,
            keep=around.keep,
        )
    count = _number(games)
    if count is None or count < 1:
        raise UsageMistake("simulate: --opponent decides the moves: expected --games N")
    against = Against(setting.rival, seed, profile)
    return simulate_against(
        rules,
        against,
        _shown(range(count), count),
        around.make_board,
        around.on_command,
        timing=setting.timing,
        control=setting.terms.control,
        keep=around.keep,
    )


def _shown(games: Iterable[_Game], total: int) -> Iterable[_Game]:
    """Return games, with a bar where a terminal can show it."""
    return track(
        games,
        total=total,
        description="playing",
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def _profile(hand: str | None) -> Profile:
    try:
        return STEADY if hand is None else parse_profile(hand)
    except HandError as error:
        raise UsageMistake(f"--hand: {error}") from None


def _simulated(setting: Setting) -> Simulated:
    check_board(setting.board)
    sensors, faults, seed = setting.sensors, setting.faults, setting.seed
    if setting.board != VIRTUAL and (sensors is not None or faults is not None):
        raise UsageMistake("simulate: --sensors and --faults need --board virtual")
    if sensors not in (None, "ideal", "reed", "hall"):
        raise UsageMistake(f"--sensors: expected one of ideal, reed, hall, got {sensors!r}")
    if sensors is None or sensors == "ideal":
        if faults is not None:
            raise UsageMistake("--faults: expected --sensors reed or --sensors hall with it")
        return Simulated(seed=seed)
    try:
        found = parse_faults(faults or "")
    except FaultSpecError as error:
        raise UsageMistake(f"--{error}") from error
    return Simulated("hall" if sensors == "hall" else "reed", found, seed)


def _describe(setting: Setting) -> str:
    """Return a description of the board for the header of a trace."""
    if setting.sensors in (None, "ideal"):
        return f"{setting.board}, headless"
    words = (f"{setting.sensors} sensors", "".join((setting.faults or "").split()), "headless")
    return ", ".join(word for word in words if word)


def _find_games(rules: Rules, games: str, seed: int) -> tuple[Iterable[PlannedGame], int]:
    """Return the games of a file, or random ones, and their number."""
    try:
        total = _number(games)
        if total is not None:
            return random_games(rules, total, seed), total
        read = read_games(rules, Path(games))
    except RecordError as error:
        raise UsageMistake(str(error)) from error
    return read, len(read)


def _number(games: str) -> int | None:
    """Return how many games a text asks for, None where it names a file."""
    digits = games.removeprefix("-")  # a number that is too small names no file either
    if not (digits.isascii() and digits.isdigit()):
        return None
    # More digits than these are no number of games, and int() may refuse them.
    number = int(digits.lstrip("0")[:12] or "0")
    return number if digits == games else -number
