"""`hnefi trace save`: asks a running board to save what its sensors felt in the last minutes."""

import json
from typing import Annotated

import typer

from controller.cli.options.board import ConfigOption, configured
from controller.cli.options.page import ChosenPage, PortOption
from controller.cli.printing import print_lines


def save(
    *,
    config: ConfigOption = None,
    port: PortOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Save the last 15 minutes of play as a trace.

    The trace holds the whole game, so that a replay begins where the 15 minutes begin.
    """
    from controller.assembly.asking import save_trace

    file = save_trace(configured(config, ChosenPage(port=port)).page.port)
    print_lines(json.dumps({"file": file}) if as_json else file)
