"""A `hnefi simulate` in a process of its own, and a page that plays on it."""

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from controller.rules.geometry import SIZE, parse_square
from tests.hnefi import HNEFI
from tests.waiting import PATIENCE_S

USUAL = (HNEFI,)
# Every part but the game fails now and then.
FAILING = (sys.executable, "-m", "tests.campaign.failing")
# What a process usually may open.
_DESCRIPTORS = 1024
_AGAIN_S = 3.0
# Longer than the sensors take to feel a piece, and the board to believe it.
_STANDS_S = 0.5
_HANDS = count()
Json = dict[str, Any]


class Served:
    """The process; `say` is the file with all that it wrote on standard error."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, said: Path) -> None:
        self.process = process
        self.port = port
        self._said = said

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/socket"

    @property
    def said(self) -> list[str]:
        return self._said.read_text().splitlines()

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def health(self) -> tuple[int, Json]:
        """Return the status and the answer of GET /health."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", "/health", headers={"Connection": "close"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def late_ms(self, key: str = "late_ms") -> tuple[float, float]:
        """Return how late the turns of the last ten seconds were: p99 and worst."""
        late = self.health()[1]["board"][key]
        return late["p99"], late["worst"]

    @property
    def memory_mb(self) -> float:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def serving(folder: Path, *options: str, command: Sequence[str] = USUAL) -> Iterator[Served]:
    """Run `hnefi simulate` with some options."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (_DESCRIPTORS, _DESCRIPTORS))

    said = folder / "said"
    games = () if "--data" in options else ("--data", str(folder / "games"))
    words = [*command, "simulate", "--no-browser", "--port", "0", *games, *options]
    with (
        said.open("wb") as errors,
        subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=errors,
            preexec_fn=limit,  # noqa: PLW1509 - no threads here
        ) as process,
    ):
        assert process.stdout is not None
        try:
            address = process.stdout.readline()
            assert address, said.read_text()
            yield Served(process, int(address.rsplit(b":", 1)[1]), said)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()


class Page:
    """A page that is open, and what it has received."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.view: Json = {}
        self.moves: list[str] = []
        self.moves_of = ""  # the id of the game whose moves they are
        self.pieces: list[Json] = []
        self.frames = 0
        self.bus: list[bool] = []
        self.present: list[bool] = []
        self.errors: list[str] = []
        self._told = asyncio.Event()
        self._hand = ""

    async def read(self) -> None:
        """Take in what comes, until the socket is closed."""
        async for text in self._socket:
            self._take(json.loads(text))
            self._told.set()

    def _take(self, message: Json) -> None:
        match message["type"]:
            case "view":
                self.view = message["view"]
            case "plies":
                self.moves[message["from"] :] = message["moves"]
                self.moves_of = message["game"]
            case "table":
                self.pieces = message["pieces"]
            case "frame":
                self.frames += 1
            case "bus":
                # The reason may change during an outage: it is the same outage.
                if self.bus[-1:] != [message["alive"]]:
                    self.bus.append(message["alive"])
            case "board":
                self.present.append(message["present"])
            case "error":
                self.errors.append(message["message"])

    async def send(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    async def until(self, condition: Any, what: str, patience_s: float = PATIENCE_S) -> None:
        """Wait until the page has what fulfils a condition.

        Raises:
            ConnectionError: the page was closed.
            AssertionError: the patience is over.
        """
        deadline = time.monotonic() + patience_s
        while not condition():
            self._told.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._told.wait()
            if self._socket.close_code is not None:
                raise ConnectionError(f"the page was closed ({self._socket.close_code})")
            assert time.monotonic() < deadline, f"waited {patience_s} s for {what}; {self.heard()}"

    def heard(self) -> str:
        """Return what the page knows, for whoever has waited in vain."""
        found = {key: self.view.get(key) for key in ("sentence", "lifted", "repair")}
        return (
            f"bus {self.bus}, board {self.present}, {found}, {self.moves[-3:]}, {self.errors[-2:]}"
        )

    async def lift(self, square: str) -> None:
        """Take hold of the piece on a square, by a new hand.

        What the hand before sent, and a hanging bus brings later, must not move this one.
        """
        self._hand = f"hand-{next(_HANDS)}"
        await self.until(lambda: bool(self.pieces), "the table")
        (piece,) = self._on(square)
        deadline = time.monotonic() + PATIENCE_S
        while self.view.get("lifted") != square:
            assert time.monotonic() < deadline, f"waited for {square} to be lit; {self.heard()}"
            # A hand may be lost while its stream is sabotaged; one that holds the piece keeps it.
            await self.send(type="hand", action="grab", hand=self._hand, piece=piece)
            try:
                await self.until(lambda: self.view.get("lifted") == square, "light", _AGAIN_S)
            except AssertionError:
                # Lifted so soon after the ply before, it may have been taken for a part of that.
                # The board must see it stand again: what is grabbed at once never stood.
                await self.drop(square)
                await asyncio.sleep(_STANDS_S)

    def _on(self, square: str) -> list[int]:
        """Return which piece stands on a square, if there is one."""
        number = parse_square(square)
        at = {"x": float(number % SIZE), "y": float(number // SIZE), "in_tray": False}
        return [p["id"] for p in self.pieces if at.items() <= p.items()]

    async def drop(self, square: str) -> None:
        """Put what is held on a square."""
        x, y = parse_square(square) % SIZE, parse_square(square) // SIZE
        await self.send(type="hand", action="drop", hand=self._hand, x=x, y=y)

    async def play(self, move: str, after: int | None = None) -> None:
        """Make a move, and wait until it counts, as the next ply after `after` plies.

        Without a number these are the plies that the page has now; where Redis forgets, it may
        have fewer for a moment.
        """
        origin, target = move.split("-")
        plies = len(self.moves) if after is None else after
        await self.lift(origin)
        deadline = time.monotonic() + PATIENCE_S
        while len(self.moves) <= plies:
            assert time.monotonic() < deadline, f"waited for {move} to count; {self.heard()}"
            if self.view.get("lifted") != origin and self._on(origin):
                # The hand was lost with its stream, and its piece is back.
                await self.lift(origin)
            await self.drop(target)
            with suppress(AssertionError):
                await self.until(lambda: len(self.moves) > plies, f"{move} to count", _AGAIN_S)

    async def ready(self) -> None:
        """Wait until the game can be played."""
        await self.until(lambda: self.view.get("phase") == "play", "the game to begin")


@asynccontextmanager
async def page_of(served: Served) -> AsyncIterator[Page]:
    """Open a page."""
    async with connect(served.url, max_size=None) as socket:
        page = Page(socket)
        reading = asyncio.create_task(page.read())
        try:
            yield page
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
