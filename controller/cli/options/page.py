"""The options for the page that shows the game, and for the bus behind it."""

from typing import Annotated

import typer

DEFAULT_PORT = 8421

PortOption = Annotated[
    int, typer.Option("--port", metavar="N", help="Port of the page.", min=0, max=65535)
]
RedisOption = Annotated[
    str | None,
    typer.Option(
        "--redis", metavar="URL", help="Redis server for the bus; default: inside this program."
    ),
]
BoardNameOption = Annotated[
    str | None,
    typer.Option(
        "--board-name",
        metavar="NAME",
        help="Name of the board on the bus; default: the name of this machine.",
    ),
]
BrowserOption = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
]
RecordOption = Annotated[
    str | None,
    typer.Option("--record", metavar="FILE", help="Record a trace of the board in a new file."),
]
