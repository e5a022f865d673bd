"""The options of work that is done in parallel: on the cores of this machine, or on a cluster."""

from typing import Annotated

import typer

JobsOption = Annotated[
    int, typer.Option("--jobs", min=0, max=1024, help="Games at the same time; 0: one a core.")
]
DaskOption = Annotated[
    str | None,
    typer.Option("--dask", metavar="URL", help="Play on a Dask cluster: tcp://HOST:PORT."),
]
