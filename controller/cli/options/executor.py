"""Work that is done in parallel: on the cores of this machine, or on a cluster."""

import os
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import ParamSpec, TypeVar

from controller.assembly.errors import UsageMistake
from controller.assembly.interrupts import interruptible

_CONNECT_S = 10
_Given = ParamSpec("_Given")
_Done = TypeVar("_Done")


@contextmanager
def open_executor(jobs: int, dask: str | None) -> Iterator[tuple[Executor, int]]:
    """Yield who does the work, and how much of it to hand over at once.

    Whatever ends the work early ends the workers of this machine, too.

    Raises:
        UsageMistake: there is no such cluster, or the machine has ended a worker.
    """
    if dask is None:
        workers = jobs or os.cpu_count() or 1
        with _processes(workers) as pool:
            yield pool, 2 * workers
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageMistake(
            "--dask: expected the package distributed; pip install '.[cluster]' in the folder of "
            "hnefi's sources"
        ) from error
    try:
        client = Client(dask, timeout=f"{_CONNECT_S}s")
    except (OSError, ValueError) as error:
        raise UsageMistake(f"--dask: expected a scheduler at {dask} ({error})") from error
    with client:
        workers = jobs or sum(client.nthreads().values()) or 1
        yield client.get_executor(), 2 * workers


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Yield processes that end with this one, whatever ends it and whatever they do."""
    # Not a fork: threads of the terminal's progress must not be copied.
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with (
        interruptible(),
        ours,
        theirs,
        _Workers(workers, mp_context=context, initializer=_begin, initargs=(theirs,)) as pool,
    ):
        try:
            yield pool
        except BrokenProcessPool as error:
            raise UsageMistake(
                "--jobs: expected workers that last, but the machine has ended one; is there too "
                "little memory for them? Give fewer"
            ) from error
        except BaseException:
            # Nobody wants what they are at: the pool would wait for it.
            ours.close()
            raise


class _Workers(ProcessPoolExecutor):
    """A pool whose processes do not hear Ctrl-C while Python starts in them, and complains."""

    def submit(
        self, fn: Callable[_Given, _Done], /, *args: _Given.args, **kwargs: _Given.kwargs
    ) -> Future[_Done]:
        """Hand work over; a process that starts now begins with Ctrl-C held back."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(line: Connection) -> None:
    """Prepare a process that works; `line` ends with the one that wants the work."""
    # Ctrl-C is for the program whose part this is; that ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    # Python calls a handler only between two of its steps, and a search is one of them.
    heard, hears = socket.socketpair()
    hears.settimeout(0.0)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(hears.detach(), warn_on_full_buffer=False)
    Thread(target=_end_in_time, args=(line, heard), daemon=True).start()


def _end_in_time(line: Connection, heard: socket.socket) -> None:
    """End this process once nobody wants its work, and the programs that play in it."""
    from controller.engine.protocols.process import end_all

    wait([line, heard])
    end_all()
    os._exit(0)
