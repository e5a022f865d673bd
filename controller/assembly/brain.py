"""A process of its own that thinks, so that lights and scans never wait for it.

It has the lowest priority there is, and is started again if it dies.
"""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import ParamSpec, Protocol, TypeVar

from controller.engine.protocols.process import end_all
from controller.engine.thinking import hurry, let_go

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")

# A question that has killed this many processes is not asked again.
_MOST_DEATHS = 3
_LOWEST_PRIORITY = 19
# What is sent down the line in place of the number of a question to hurry.
_CLOSE = 0
# A search that was about to begin when it was hurried is hurried again so soon, in seconds.
_AGAIN_S = 0.02


class Brain(Protocol):
    """Whoever answers questions of `controller.engine.thinking`."""

    def ask(
        self,
        question: Callable[_Given, _Answer],
        *args: _Given.args,
        **kwargs: _Given.kwargs,
    ) -> "Future[_Answer]":
        """Return the answer to come."""

    def hurry(self) -> None:
        """Have the question that is thought about answered now."""

    def close(self) -> None:
        """Think no more."""


class ProcessBrain:
    """Thinks in a process of its own."""

    def __init__(self) -> None:
        """Start nothing before the first question."""
        self._context = get_context("spawn")
        self._lock = threading.Lock()
        self._running: tuple[ProcessPoolExecutor, Connection] | None = None
        self._closed = False
        self._asked = self._hurried = 0  # numbers of questions, from 1

    def ask(
        self,
        question: Callable[_Given, _Answer],
        *args: _Given.args,
        **kwargs: _Given.kwargs,
    ) -> "Future[_Answer]":
        """Return the answer to come; it comes from another process if one dies over it."""
        answer: Future[_Answer] = Future()
        self._asked += 1
        asked = partial(_numbered, self._asked, partial(question, *args, **kwargs))
        self._submit(answer, lambda pool: pool.submit(asked), _MOST_DEATHS)
        return answer

    def _submit(
        self,
        answer: "Future[_Answer]",
        submit: Callable[[ProcessPoolExecutor], "Future[_Answer]"],
        lives: int,
    ) -> None:
        def hand_on(inner: "Future[_Answer]") -> None:
            if inner.cancelled() or self._closed:
                answer.cancel()
                return
            error = inner.exception()
            if isinstance(error, BrokenProcessPool) and lives > 1:
                self._forget(pool)
                self._submit(answer, submit, lives - 1)
            elif error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(inner.result())

        pool = self._pool()
        try:
            inner = submit(pool)
        except BrokenProcessPool:  # it died while nobody asked it anything
            self._forget(pool)
            pool = self._pool()
            inner = submit(pool)
        inner.add_done_callback(hand_on)

    def _pool(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._running is None:
                ours, theirs = self._context.Pipe()
                pool = ProcessPoolExecutor(
                    1, mp_context=self._context, initializer=_begin, initargs=(theirs,)
                )
                self._running = pool, ours
                if self._hurried:
                    ours.send(self._hurried)  # the process before may have died over it
            return self._running[0]

    def _forget(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._running and self._running[0] is pool:
                self._running = None

    def hurry(self) -> None:
        """Have what was asked until now answered now, even if nobody has begun to think."""
        self._hurried = self._asked
        if self._hurried:
            self._tell(self._hurried)

    def close(self) -> None:
        """End the process, whatever it is thinking about."""
        self._closed = True
        self._tell(_CLOSE)
        if self._running:
            self._running[0].shutdown(wait=False, cancel_futures=True)
        self._running = None

    def _tell(self, number: int) -> None:
        if self._running:
            with suppress(OSError):  # it has just died
                self._running[1].send(number)


class _Progress:
    """The number of the last question that this process has answered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answered = 0

    def has_answered(self, number: int) -> None:
        with self._lock:
            self._answered = number

    def hurry(self, number: int) -> bool:
        """Hurry the questions up to a number; return whether one is still to be answered."""
        with self._lock:  # or the next question might be hurried
            waits = self._answered < number
            if waits:
                hurry()
        return waits


_progress = _Progress()


def _numbered(number: int, question: Callable[[], _Answer]) -> _Answer:
    try:
        return question()
    finally:
        _progress.has_answered(number)


def _begin(line: Connection) -> None:
    """Prepare a process that thinks."""
    os.setpriority(os.PRIO_PROCESS, 0, _LOWEST_PRIORITY)
    # These are for the program whose part this is; that ends this one, and what plays in it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        # Not ignored: that would be handed on to the programs that play.
        signal.signal(number, lambda *_: None)
    # No daemon: the process lasts until it has ended the programs, which may take a second.
    threading.Thread(target=_listen, args=(line,)).start()


def _listen(line: Connection) -> None:
    """Do what the other end says, until it is closed or gone."""
    with suppress(EOFError, OSError):
        while number := line.recv():
            while _progress.hurry(number) and not line.poll(_AGAIN_S):
                pass
    let_go()
    end_all()  # and who has not said hello yet
    os._exit(0)


class PatientBrain:
    """Thinks at once and lets everybody wait: for virtual time, and for tests."""

    def ask(
        self,
        question: Callable[_Given, _Answer],
        *args: _Given.args,
        **kwargs: _Given.kwargs,
    ) -> "Future[_Answer]":
        """Return the answer, which is there."""
        answer: Future[_Answer] = Future()
        try:
            answer.set_result(question(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the answer
            answer.set_exception(error)
        return answer

    def hurry(self) -> None:
        """Nobody can hurry what is done at once."""

    def close(self) -> None:
        """Nothing runs."""
