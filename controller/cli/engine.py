"""`hnefi engine`: an engine for other programs, on standard input and output."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from controller.assembly.interrupts import ended_by_the_system
from controller.cli.options import offering
from controller.cli.options.engine import TimeOption, check_time, find_level, say_what_thinks
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
from controller.cli.printing import print_exactly


class EngineProtocol(StrEnum):
    """How other programs speak to the engine."""

    HTP = "htp"
    OPENTAFL = "opentafl"


def engine(
    *,
    protocol: Annotated[EngineProtocol, typer.Option(help="How the other program speaks.")],
    level: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            autocompletion=offering.levels,
            help="The level to play at; `hnefi levels` lists them.",
        ),
    ] = "strongest",
    time: TimeOption = None,
    threads: Annotated[int, typer.Option(min=1, max=16, help="Threads to think with.")] = 1,
    ruleset: RulesetOption = DEFAULT_RULESET,
) -> None:
    """Play for another program, by HTP or OpenTafl's protocol."""
    from controller.engine.protocols.htp_server import HtpServer
    from controller.engine.protocols.opentafl_server import OpenTaflServer
    from controller.engine.protocols.serving import Server, Thinker, serve

    check_time(time)
    thinker, rules = Thinker(find_level(level), time, threads), find_rules(ruleset)
    server: Server = (
        HtpServer(thinker, rules) if protocol is EngineProtocol.HTP else OpenTaflServer(thinker)
    )
    say_what_thinks()

    def write(line: str) -> None:
        print_exactly(f"{line}\n")

    with ended_by_the_system():
        # Standard input that was closed before has no lines.
        serve(server, thinker, sys.stdin or (), write)
