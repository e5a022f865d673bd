"""The daemon plays whether Redis lives or not, and tells what happened when it lives again."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from controller.bus.inbox import Alive, Arrival, follow
from controller.bus.outbox import Outbox
from controller.bus.redis_bus import RedisBus
from controller.bus.stopping import stop
from controller.bus.streams import COMMANDS, EVENTS, FRAME, VIEW
from controller.daemon.controller import Controller
from controller.daemon.run import CommandQueue, run
from controller.rules.geometry import SIZE, parse_square
from controller.session.session import Session
from controller.session.timing import Timing
from simulators.boards.virtual import VirtualBoard
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.conftest import RedisServer
from tests.waiting import until


class Daemon:
    """A daemon on a virtual board, and somebody who listens on the bus."""

    def __init__(self, bus: RedisBus) -> None:
        self.bus = bus
        self.table = Tabletop(start_pieces(COPENHAGEN))
        self.session = Session(COPENHAGEN, Timing(settle_s=0.1, carried_s=0.1))
        self.views: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.frames = 0
        self.alive: list[bool] = []

    @property
    def errors(self) -> list[tuple[str, str | None]]:
        """What was refused, and the ids of those who asked."""
        return [(e["message"], e["id"]) for e in self.events if e["event"] == "error"]

    async def listen(self) -> None:
        async for arrival in follow(self.bus, VIEW, FRAME, EVENTS):
            match arrival:
                case Alive(alive=alive):
                    self.alive.append(alive)
                case Arrival(stream="hnefi:view", entry=entry):
                    self.views.append(entry)
                case Arrival(stream="hnefi:events", entry=entry):
                    self.events.append(entry)
                case Arrival(stream="hnefi:frame"):
                    self.frames += 1

    async def move(self, text: str) -> None:
        """Make a move on the table and wait until the session has it."""
        origin, target = (parse_square(name) for name in text.split("-"))
        piece = self.table.at(origin)
        assert piece is not None
        plies = len(self.session.game.plies)
        self.table.grab("hand", piece.id)
        await until(lambda: self.session.view.lifted == origin, f"{text} to be lifted")
        self.table.drop("hand", target % SIZE, target // SIZE)
        await until(lambda: len(self.session.game.plies) > plies, f"{text} to be committed")

    async def started(self) -> None:
        await until(lambda: self.session.view.phase == "play", "the game to begin")


@asynccontextmanager
async def daemon(url: str | None = None) -> AsyncIterator[Daemon]:
    bus = RedisBus(url)
    found = Daemon(bus)
    outbox = Outbox(bus)
    commands = CommandQueue(outbox)
    controller = Controller(VirtualBoard(found.table, time.monotonic), found.session)
    parts = [
        found.listen(),
        outbox.run(),
        commands.fill(bus),
        run(controller, outbox, commands),
    ]
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        yield found
    finally:
        await stop(tasks)
        await bus.close()


def test_views_frames_and_events_go_out() -> None:
    async def check() -> None:
        async with daemon() as board:
            await board.started()
            await board.move("d1-d3")
            await until(lambda: board.views[-1]["moves"] == ["d1-d3"], "the view of the move")
            names = [event["event"] for event in board.events]
            assert names == ["game_started", "piece_lifted", "move_tentative", "move_committed"]
            assert board.frames > 2

    asyncio.run(check())


def test_commands_come_in_and_malformed_ones_are_answered() -> None:
    async def check() -> None:
        async with daemon() as board:
            await board.started()
            await until(lambda: board.alive == [True], "the bus to answer")
            await board.move("d1-d3")
            await board.bus.add(COMMANDS, {"command": "undo"})
            await until(lambda: not board.session.game.plies, "the move to be undone")
            await board.bus.add(COMMANDS, {"command": "undo", "id": "mine"})
            await until(lambda: len(board.errors) == 1, "the first answer")
            await board.bus.add(COMMANDS, {"command": "explode"})
            await until(lambda: len(board.errors) == 2, "the second answer")
            assert board.errors == [
                ("There is no move to take back.", "mine"),
                (
                    (
                        "command: command: input should be 'undo', 'new_game', 'press_clock', "
                        "'place' or 'save_trace', got 'explode'"
                    ),
                    None,
                ),
            ]

    asyncio.run(check())


def test_a_dead_redis_never_stops_a_game(redis_server: RedisServer) -> None:
    async def check() -> None:
        async with daemon(redis_server.url) as board:
            await board.started()
            await board.move("d1-d3")
            redis_server.stop()
            await until(lambda: board.alive[-1:] == [False], "Redis to be missed")
            await board.move("e5-e2")
            await board.move("g1-g3")
            redis_server.start()
            played = ["d1-d3", "e5-e2", "g1-g3"]
            await until(lambda: board.views[-1]["moves"] == played, "the view of all moves")
            told = [e["move"] for e in board.events if e["event"] == "move_committed"]
            # What was on its way when Redis died may have arrived, and is sent again.
            assert list(dict.fromkeys(told)) == played

    asyncio.run(check())


def test_a_game_is_played_without_any_redis_from_the_start() -> None:
    async def check() -> None:
        async with daemon("redis://127.0.0.1:1/0") as board:
            await board.started()
            await board.move("d1-d3")
            assert board.alive == [False]

    asyncio.run(check())
