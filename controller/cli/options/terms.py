"""The options of a game between people: their names, and their clocks."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.rules.pieces import Side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.assembly.rivals import Rival

ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="CONTROL",
        autocompletion=offering.clocks,
        help="Clocks: none (default), fischer:15+10, byoyomi:30m+5x60, fixed:20m or gong:10.",
    ),
]
AttackersOption = Annotated[
    str | None, typer.Option("--attackers", metavar="NAME", help="Name of the attackers' player.")
]
DefendersOption = Annotated[
    str | None, typer.Option("--defenders", metavar="NAME", help="Name of the defenders' player.")
]


def check_clock(control: str | None) -> str | None:
    """Return what the clocks go by as it was given.

    Raises:
        UsageMistake: there are no such clocks.
    """
    from controller.notation.control import NO_CLOCK, parse_control

    try:
        parse_control(control or NO_CLOCK)
    except ValueError as error:
        raise UsageMistake(f"--clock: {error}") from None
    return control


def find_names(
    attackers: str | None, defenders: str | None, rival: "Rival | None"
) -> "Mapping[Side, str]":
    """Return the names of the players that are known; a rival is called as it is.

    Raises:
        UsageMistake: something is no name.
    """
    from controller.daemon.terms import check_name

    named = {Side.ATTACKERS: attackers, Side.DEFENDERS: defenders}
    names = {rival.side: rival.playing.name} if rival else {}
    for side, name in named.items():
        if name is not None:
            try:
                names[side] = check_name(name)
            except ValueError as error:
                raise UsageMistake(f"--{side}: {error}") from None
    return names
