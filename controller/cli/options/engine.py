"""The options of whoever plays: a level or another program, and the time that a move may take."""

import os
import shlex
from pathlib import Path
from random import SystemRandom
from shutil import which
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.assembly.remarks import remark
from controller.cli.options import offering
from controller.cli.options.together import refuse_without
from controller.rules.pieces import Side

if TYPE_CHECKING:
    from controller.assembly.rivals import Choosing, Rival
    from controller.engine.levels import Level
    from controller.engine.participants import Participant
    from controller.rules.compiled import Rules

TimeOption = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", help="The most time that a move may take."),
]
OpponentOption = Annotated[
    str | None,
    typer.Option(
        "--opponent",
        metavar="LEVEL|PROGRAM",
        autocompletion=offering.opponents,
        help="The opponent: a level (`hnefi levels` lists them), adaptive, or another program "
        'by its protocol, such as "opentafl: COMMAND".',
    ),
]
AsOption = Annotated[
    Side | None,
    typer.Option("--as", help="With --opponent: the side that you play; default: attackers."),
]
_LONGEST_S = 86_400.0
_MOST_THREADS = 3


def find_level(name: str) -> "Level":
    """Return a level by its name.

    Raises:
        UsageMistake: there is none.
    """
    from controller.engine.errors import LevelError
    from controller.engine.levels import named_level

    try:
        return named_level(name)
    except LevelError as error:
        raise UsageMistake(f"--{error}") from error


def find_participant(text: str, where: str, *, plays_here: bool) -> "Participant":
    """Return a level or a program that a text names; `where` names the text in errors.

    A program that does not play here, but on a cluster, need not be here.

    Raises:
        UsageMistake: it names nobody, or a program that cannot be started.
    """
    from controller.engine.errors import LevelError, WeightsError
    from controller.engine.participants import parse_participant

    try:
        participant = parse_participant(text)
    except (LevelError, WeightsError) as error:
        raise UsageMistake(f"{where}: {error}") from error
    if plays_here:
        _check_program(participant, where)
    return participant


def _check_program(participant: "Participant", where: str) -> None:
    """Make sure that a program can be started, so that nobody sets pieces up for nothing.

    Raises:
        UsageMistake: it cannot.
    """
    if participant.command is None:
        return
    try:
        program = shlex.split(participant.command)[0]
    except ValueError as error:
        raise UsageMistake(
            f"{where}: expected a command, got {participant.command[:60]!r} ({error})"
        ) from error
    if which(program) is not None:
        return
    if Path(program).is_file():
        raise UsageMistake(
            f"{where}: expected a program, got the file {program}, which may not be started; "
            f"allow it with chmod +x {shlex.quote(program)}"
        )
    raise UsageMistake(
        f"{where}: expected a program, found none named {program[:60]!r}; install it, or give its "
        "whole path"
    )


def check_ruleset(participant: "Participant", rules: "Rules", where: str) -> None:
    """Make sure that a program's protocol has words for a ruleset.

    Raises:
        UsageMistake: it has none.
    """
    from controller.engine.protocols.dialects import COPENHAGEN, ONLY_COPENHAGEN

    name = rules.ruleset.name
    if participant.protocol in ONLY_COPENHAGEN and name != COPENHAGEN:
        raise UsageMistake(
            f"{where}: expected a level or an opentafl program for {name}; {participant.protocol} "
            "plays copenhagen only"
        )


def check_time(seconds: float | None) -> None:
    """Make sure that a time can be thought for.

    Raises:
        UsageMistake: it cannot.
    """
    if seconds is not None and not 0 < seconds <= _LONGEST_S:
        raise UsageMistake(f"--time: expected seconds from 0.01 to {_LONGEST_S:g}, got {seconds:g}")


def find_rival(
    opponent: str | None, side: Side | None, seconds: float | None, seed: int | None = None
) -> "tuple[Choosing, Rival | None]":
    """Return how opponents think, and who plays the side that a person does not play.

    Without a seed, no two games need be the same.

    Raises:
        UsageMistake: there is nobody of that name, or something is said of nobody.
    """
    from controller.assembly.rivals import Choosing, rival_of
    from controller.engine.errors import LevelError, WeightsError

    check_time(seconds)
    # One core is left for the board.
    threads = max(1, min((os.cpu_count() or 1) - 1, _MOST_THREADS))
    seed = SystemRandom().randrange(1 << 32) if seed is None else seed
    choosing = Choosing(seconds, threads, seed)
    if opponent is None:
        refuse_without("--opponent", {"--as": side})
        return choosing, None
    try:
        rival = rival_of(opponent, (side or Side.ATTACKERS).other, choosing)
    except (LevelError, WeightsError) as error:
        raise UsageMistake(f"--opponent: {error}") from error
    _check_program(rival.playing, "--opponent")
    say_what_thinks()
    return choosing, rival


def say_what_thinks() -> None:
    """Write on standard error, once, where the engine is slower than it could be."""
    from controller.engine.binding import kernel_complaint

    if kernel_complaint():
        remark(
            "The engine is slow: it was installed without a C compiler. Install one (gcc), then "
            "install hnefi again."
        )
