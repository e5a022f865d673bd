"""An engine for others: lines come in, lines go out, and thinking can be interrupted."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from controller.engine.levels import Level
from controller.engine.players import Choice, LevelPlayer
from controller.engine.search import Found, Limits, Searcher
from controller.engine.searchers import new_searcher
from controller.rules.compiled import Rules
from controller.rules.game import Game


class Thinker:
    """A level at play under whatever rules it is given, with a time for each move."""

    def __init__(self, level: Level, seconds: float | None = None, threads: int = 1) -> None:
        """Choose the level; without `seconds` it takes the time that it takes."""
        self._level = level
        self._seconds = seconds
        self._threads = threads
        self._searcher: Searcher | None = None
        self._player: LevelPlayer | None = None
        self._rules: Rules | None = None
        # How often `stop` was called, and how often `go_on`. Each number is counted by one
        # thread alone: that which reads lines, and that which answers them.
        self._stops = 0
        self._goings_on = 0

    def choose(self, game: Game, seconds: float | None = None) -> Choice:
        """Return what the level does; `seconds` is what the other side allows."""
        self._prepare(game.rules)
        if self._player is None:
            raise RuntimeError("thinker: expected to be prepared")
        return self._player.choose(game, self._seconds or seconds)

    def analyse(self, game: Game, lines: int, seconds: float) -> Found:
        """Return the best lines that are found in `seconds`."""
        limits = Limits(seconds=self._seconds or seconds, lines=lines, threads=self._threads)
        return self._prepare(game.rules).search(game, limits)

    def stop(self) -> None:
        """Answer at once, now and until `go_on`; from another thread."""
        self._stops += 1  # before the search is stopped: one that begins meanwhile looks here
        if self._searcher is not None:
            self._searcher.stop()

    def go_on(self) -> None:
        """Think again, once for each `stop`: what it came for has its turn."""
        self._goings_on += 1

    def _is_stopped(self) -> bool:
        return self._stops > self._goings_on

    def _prepare(self, rules: Rules) -> Searcher:
        if self._searcher is None or rules is not self._rules:
            self._rules = rules
            self._searcher = new_searcher(rules, unwanted=self._is_stopped)
            self._player = LevelPlayer(self._searcher, self._level, threads=self._threads)
        return self._searcher


class Server(Protocol):
    """One side of a protocol, without input and output."""

    def greeting(self) -> Iterable[str]:
        """Return what is said unasked at the beginning."""

    def answer(self, line: str) -> Iterator[str]:
        """Yield the answers to a line."""

    @property
    def ended(self) -> bool:
        """Whether the other side has said goodbye."""

    def interrupts(self, line: str) -> bool:
        """Say whether a line ends the thinking that goes on, before it is answered."""


def serve(
    server: Server, thinker: Thinker, lines: Iterable[str], write: Callable[[str], None]
) -> None:
    """Serve until the other side says goodbye or sends no more lines.

    A line that interrupts, and the end of all lines, end whatever is thought about for the lines
    before it, also where that has not begun yet.
    """
    waiting: queue.Queue[tuple[str, bool] | None] = queue.Queue()

    def read() -> None:
        for line in lines:
            interrupts = server.interrupts(line.strip())
            if interrupts:
                thinker.stop()
            waiting.put((line.strip(), interrupts))
        thinker.stop()
        waiting.put(None)

    threading.Thread(target=read, daemon=True).start()
    for greeting in server.greeting():
        write(greeting)
    while not server.ended:
        next_line = waiting.get()
        if next_line is None:
            return
        line, interrupts = next_line
        if interrupts:
            thinker.go_on()
        for answer in server.answer(line):
            write(answer)
