"""The options of work that is done in parallel: on the cores of this machine, or on a cluster."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Annotated

import typer

from controller.assembly.errors import UsageMistake

JobsOption = Annotated[
    int, typer.Option("--jobs", min=0, help="Games at a time; 0 for one on each core.")
]
DaskOption = Annotated[
    str | None,
    typer.Option("--dask", metavar="URL", help="Play on a Dask cluster: tcp://HOST:PORT."),
]
_CONNECT_S = 10


@contextmanager
def open_executor(jobs: int, dask: str | None) -> Iterator[tuple[Executor, int]]:
    """Yield who does the work, and how much of it to hand over at once.

    Raises:
        UsageMistake: there is no such cluster.
    """
    if dask is None:
        workers = jobs or os.cpu_count() or 1
        # Not a fork: threads of the terminal's progress must not be copied.
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            yield pool, 2 * workers
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageMistake(
            "--dask: expected the package distributed; pip install 'hnefi[cluster]'"
        ) from error
    try:
        client = Client(dask, timeout=f"{_CONNECT_S}s")
    except (OSError, ValueError) as error:
        raise UsageMistake(f"--dask: expected a scheduler at {dask} ({error})") from error
    with client:
        workers = jobs or sum(client.nthreads().values()) or 1
        yield client.get_executor(), 2 * workers
