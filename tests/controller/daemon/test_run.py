"""The daemon plays whatever happens outside, and tells what happened when there is somebody."""

import asyncio
import os
import select
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from controller.bus.bus import Bus
from controller.bus.entries import encode
from controller.bus.errors import MessageError
from controller.bus.inbox import Alive, Arrival, follow
from controller.bus.memory_bus import MemoryBus
from controller.bus.messages import Drop, Grab, HandMessage, MoveHand
from controller.bus.outbox import Outbox
from controller.bus.plies import PlyList
from controller.bus.presence import NameTakenError, Presence
from controller.bus.redis_bus import RedisBus
from controller.bus.streams import Stream
from controller.daemon.controller import Controller, Tick
from controller.daemon.pace import PERIOD_S, REPORTED_S
from controller.daemon.publisher import Publisher
from controller.daemon.requests import Requests
from controller.daemon.run import GameLoop, run
from controller.rules.geometry import SIZE, parse_square
from controller.rules.sentence import Sentence, sentence
from controller.session.session import Session
from controller.session.timing import Timing
from controller.supervision.alarm import Alarm
from controller.supervision.tally import Tally
from controller.words.catalogue import say
from hal.board import Scan
from simulators.boards.virtual import VirtualBoard
from simulators.people.page_hands import act
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.conftest import RedisServer
from tests.controller.bus.deaf_bus import DeafBus
from tests.waiting import until

Change = Callable[[GameLoop], GameLoop]


class Daemon:
    """A daemon on a virtual board, and somebody who listens on the bus."""

    def __init__(self, bus: Bus, change: Change) -> None:
        self.bus = bus
        self.table = Tabletop(start_pieces(COPENHAGEN))
        self.session = Session(COPENHAGEN, Timing(settle_s=0.1, carried_s=0.1))
        self.said: list[Sentence] = []
        self.tally = Tally(time.monotonic, self.said.append)
        self.outbox = Outbox(self.tally)
        alarm = Alarm()
        self.requests = Requests(self.outbox, self.tally, alarm.ring)
        self.presence = Presence(bus)
        controller = Controller(VirtualBoard(self.table, time.monotonic), self.session)
        game = GameLoop(
            controller, Publisher(self.outbox), self.requests, alarm, self.tally, act=self._act
        )
        self.game = change(game)
        self.views: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.old_events: list[dict[str, Any]] = []
        self.plies = PlyList()
        self.frames = 0
        self.alive: list[bool] = []

    def _act(self, message: Any) -> None:
        act(self.table, message)

    @property
    def errors(self) -> list[tuple[str, str | None]]:
        """What was refused, and the ids of those who asked."""
        return [(e["message"], e["id"]) for e in self.events if e["event"] == "error"]

    async def listen(self) -> None:
        streams = (Stream.VIEW, Stream.FRAME, Stream.EVENTS, Stream.PLIES, Stream.OLD_EVENTS)
        async for arrival in follow(self.bus, *streams):
            match arrival:
                case Alive(alive=alive):
                    self.alive.append(alive)
                case Arrival(stream=Stream.VIEW, entry=entry):
                    self.views.append(entry)
                case Arrival(stream=Stream.EVENTS, entry=entry):
                    self.events.append(entry)
                case Arrival(stream=Stream.OLD_EVENTS, entry=entry):
                    self.old_events.append(entry)
                case Arrival(stream=Stream.PLIES, entry=entry):
                    self.plies.take(entry)
                case Arrival(stream=Stream.FRAME):
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

    async def ask(self, stream: Stream, entry: dict[str, Any]) -> None:
        await self.bus.add(stream, encode(entry))


@asynccontextmanager
async def daemon(bus: Bus, change: Change = lambda game: game) -> AsyncIterator[Daemon]:
    found = Daemon(bus, change)
    parts = [
        found.listen(),
        found.outbox.run(bus, found.presence),
        found.requests.fill(bus, found.presence, hands=True),
        run(found.game),
    ]
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        yield found
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await bus.close()


def test_views_frames_plies_and_events_go_out() -> None:
    async def check() -> None:
        async with daemon(MemoryBus()) as board:
            await board.started()
            await board.move("d1-d3")
            await until(lambda: board.plies.moves == ["d1-d3"], "the ply")
            view = board.views[-1]
            assert (view["plies"], view["game"]) == (1, board.plies.game)
            names = [event["event"] for event in board.events]
            assert names == ["game_started", "piece_lifted", "move_committed"]
            assert board.frames > 2

    asyncio.run(check())


def test_a_new_game_has_an_id_and_plies_of_its_own() -> None:
    async def check() -> None:
        async with daemon(MemoryBus()) as board:
            await board.started()
            await until(lambda: board.alive == [True], "the bus to answer")
            await board.move("d1-d3")
            await until(lambda: board.plies.moves == ["d1-d3"], "the ply")
            first = board.plies.game
            await board.ask(Stream.COMMANDS, {"command": "new_game"})
            await until(lambda: board.plies.game not in ("", first), "the plies of the new game")
            assert board.plies.moves == []
            await until(lambda: board.views[-1]["game"] == board.plies.game, "its view")

    asyncio.run(check())


def test_commands_come_in_and_malformed_ones_are_answered() -> None:
    async def check() -> None:
        async with daemon(MemoryBus()) as board:
            await board.started()
            await until(lambda: board.alive == [True], "the bus to answer")
            await board.move("d1-d3")
            await board.ask(Stream.COMMANDS, {"command": "undo"})
            await until(lambda: not board.session.game.plies, "the move to be undone")
            await board.ask(Stream.COMMANDS, {"command": "undo", "id": "mine"})
            await until(lambda: len(board.errors) == 1, "the first answer")
            await board.ask(Stream.COMMANDS, {"command": "explode", "id": "theirs"})
            await until(lambda: len(board.errors) == 2, "the second answer")
            place = await board.bus.add(Stream.COMMANDS, b"[]")
            await until(lambda: len(board.errors) == 3, "the third answer")
            assert board.errors == [
                ("There is no move to take back.", "mine"),
                (
                    (
                        "command: expected one of undo, new_game, press_clock, place, "
                        "save_trace, resign, draw, no_draw, answered, set_up, decide, "
                        "opponent, move_now, coach, hint, why, "
                        "explain, options, lesson, review; got 'explode'"
                    ),
                    "theirs",
                ),
                (
                    f"hnefi:board:commands {place}: expected a JSON object, got an array",
                    None,
                ),
            ]
            assert board.tally.counts["entries skipped"] == 1

    asyncio.run(check())


def test_what_is_asked_while_the_board_is_cut_off_for_long_is_refused_and_not_done_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("controller.bus.inbox.UNHEARD_S", 0.2)

    async def check() -> None:
        bus = DeafBus()
        async with daemon(bus) as board:
            await board.started()
            await board.move("d1-d3")
            bus.is_reached = False
            await until(lambda: board.alive[-1:] == [False], "the board to be cut off")
            await asyncio.sleep(0.3)
            await board.ask(Stream.COMMANDS, {"command": "undo", "id": "late"})
            bus.is_reached = True
            await until(lambda: len(board.errors) == 1, "the answer")
            assert board.errors == [(say(sentence("bus.unheard")), "late")]
            await board.ask(Stream.COMMANDS, {"command": "undo", "id": "now"})
            await until(lambda: not board.session.game.plies, "the next one to be done")

    asyncio.run(check())


def test_of_many_entries_that_are_skipped_the_terminal_names_one() -> None:
    async def check() -> None:
        async with daemon(MemoryBus()) as board:
            await board.started()
            await until(lambda: board.alive == [True], "the bus to answer")
            for spoilt in (b"[]", b"{", b"\xff", b"1"):
                await board.bus.add(Stream.COMMANDS, spoilt)
            await until(lambda: len(board.errors) == 4, "the answers")
            why = "expected a JSON object, got an array"
            stream = "hnefi:board:commands"
            assert board.said == [sentence("bus.skipped", stream=stream, error=why)]
            assert board.tally.counts["entries skipped"] == 4

    asyncio.run(check())


def test_hands_move_the_pieces_of_a_virtual_board() -> None:
    async def check() -> None:
        async with daemon(MemoryBus()) as board:
            await board.started()
            await until(lambda: board.alive == [True], "the bus to answer")
            grab = {"action": "grab", "hand": "h", "piece": 0}
            await board.ask(Stream.HANDS, grab)
            await until(lambda: board.session.view.lifted is not None, "the piece to be lifted")

    asyncio.run(check())


def test_a_move_whose_messages_came_before_the_first_turn_is_played() -> None:
    hands: list[HandMessage] = [
        Grab(action="grab", hand="early", piece=0, slide=False),
        MoveHand(action="move", hand="early", x=3.0, y=2.0),
        Drop(action="drop", hand="early", x=3.0, y=2.0),
    ]

    def wait(game: GameLoop) -> GameLoop:
        for hand in hands:
            game.requests.hands.put(hand)
        return game

    async def check() -> None:
        async with daemon(MemoryBus(), wait) as board:
            await until(lambda: board.plies.moves == ["d1-d3"], "the ply")
            names = [event["event"] for event in board.events]
            assert names == ["game_started", "move_tentative", "move_committed"]

    asyncio.run(check())


def test_the_keys_of_version_1_are_refused_with_the_new_one() -> None:
    async def check() -> None:
        async with daemon(MemoryBus("hall")) as board:
            await until(lambda: board.alive == [True], "the bus to answer")
            await board.ask(Stream.OLD_COMMANDS, {"command": "undo", "id": "mine"})
            await until(lambda: bool(board.old_events), "the answer")
            (answer,) = board.old_events
            assert (answer["event"], answer["message"], answer["id"]) == (
                "error",
                (
                    "hnefi:commands: expected hnefi:hall:commands, since version 2 of the bus; "
                    "nothing was done."
                ),
                "mine",
            )

    asyncio.run(check())


def test_a_dead_redis_never_stops_a_game(redis_server: RedisServer) -> None:
    async def check() -> None:
        async with daemon(RedisBus(redis_server.url, "hall")) as board:
            await board.started()
            # Who does not listen yet hears of no ply before.
            await until(lambda: board.alive == [True], "the bus to answer")
            await board.move("d1-d3")

            def committed() -> list[str]:
                # What was on its way when Redis died may have arrived, and is sent again.
                reported = [e["move"] for e in board.events if e["event"] == "move_committed"]
                return list(dict.fromkeys(reported))

            # Whatever a server has that dies, and nobody has read, is lost with it.
            await until(lambda: bool(board.plies.moves and committed()), "the first ply")
            redis_server.stop()
            await until(lambda: board.alive[-1:] == [False], "Redis to be missed")
            await board.move("e5-e2")
            await board.move("g1-g3")
            redis_server.start()
            played = ["d1-d3", "e5-e2", "g1-g3"]
            await until(lambda: board.plies.moves == played, "all plies")
            await until(lambda: board.views[-1]["plies"] == 3, "the newest view")
            await until(lambda: len(committed()) >= len(played), "all events")
            assert committed() == played

    asyncio.run(check())


def test_a_game_is_played_without_any_redis_from_the_start() -> None:
    async def check() -> None:
        async with daemon(RedisBus("redis://127.0.0.1:1/0", "hall")) as board:
            await board.started()
            await board.move("d1-d3")
            await until(lambda: board.alive == [False], "Redis to be missed")

    asyncio.run(check())


async def renew(presence: Presence) -> None:
    while True:
        await presence.renew()
        await asyncio.sleep(0.1)


def test_a_board_whose_name_is_taken_neither_sends_nor_heeds(redis_server: RedisServer) -> None:
    async def check() -> None:
        other = RedisBus(redis_server.url, "hall")
        first = Presence(other)
        await first.take()
        renewing = asyncio.create_task(renew(first))
        async with daemon(RedisBus(redis_server.url, "hall")) as board:
            await board.started()
            await board.move("d1-d3")
            await until(lambda: board.tally.in_trouble("outbox"), "the name to be missed")
            await board.ask(Stream.COMMANDS, {"command": "undo"})
            await board.move("e5-e2")
            assert len(board.session.game.plies) == 2
            assert (board.views, board.events, board.plies.moves) == ([], [], [])
            with pytest.raises(NameTakenError, match=r"^The board name hall is taken: a board"):
                await board.presence.take()
            renewing.cancel()
            await first.release()
            await until(lambda: board.plies.moves == ["d1-d3", "e5-e2"], "the plies")
        await other.close()

    asyncio.run(check())


def test_a_turn_that_fails_is_said_once_and_the_game_goes_on() -> None:
    class Trembling(Controller):
        """Fails as long as a test wants it to."""

        fails = False

        def tick(self, *arguments: Any) -> Tick:
            if self.fails:
                raise MessageError("out of order")
            return super().tick(*arguments)

    trembling: list[Trembling] = []

    def change(game: GameLoop) -> GameLoop:
        trembling.append(Trembling(game.controller._board, game.controller._session))
        return replace(game, controller=trembling[0])

    async def check() -> None:
        async with daemon(MemoryBus(), change) as board:
            await board.started()
            trembling[0].fails = True
            await until(lambda: board.tally.counts["game failed"] > 5, "turns to fail")
            trembling[0].fails = False
            await until(lambda: not board.tally.in_trouble("game"), "a turn that is well")
            await board.move("d1-d3")
            (said,) = board.said
            assert (said.key, said.argument("part")) == ("part.failed", "game")

    asyncio.run(check())


class PipeBoard(VirtualBoard):
    """A board whose reports come through a pipe, which wakes whoever waits."""

    def __init__(self, table: Tabletop, *, reads: bool = True) -> None:
        super().__init__(table, time.monotonic)
        self.wakes_on, self.line = os.pipe()
        self.periods: list[float] = []
        self.scans = 0
        self._reads = reads

    def scan(self) -> Scan:
        self.scans += 1
        if self._reads and select.select([self.wakes_on], [], [], 0)[0]:
            os.read(self.wakes_on, 100)
        return super().scan()

    def set_period(self, period_s: float) -> None:
        self.periods.append(period_s)

    def close(self) -> None:
        os.close(self.line)
        os.close(self.wakes_on)


@asynccontextmanager
async def resting(*, reads: bool = True) -> AsyncIterator[tuple[Daemon, PipeBoard]]:
    """Run a daemon on a board that wakes it, and wait until both rest."""
    made: list[PipeBoard] = []

    def change(game: GameLoop) -> GameLoop:
        controller = game.controller
        board = PipeBoard(controller._board._table, reads=reads)  # type: ignore[attr-defined]
        made.append(board)
        controller = Controller(board, controller._session)
        return replace(game, controller=controller, rest_after_s=0.2)

    async with daemon(MemoryBus(), change) as found:
        await until(lambda: found.game.pulse.is_resting, "the board to rest")
        yield found, made[0]
    made[0].close()


def test_a_board_at_rest_is_asked_for_fewer_reports_and_a_lift_wakes_it() -> None:
    async def check() -> None:
        async with resting() as (found, board):
            assert board.periods == [REPORTED_S]
            await found.started()
            piece = found.table.at(parse_square("d1"))
            assert piece is not None
            found.table.grab("hand", piece.id)
            os.write(board.line, b"report")
            await until(lambda: found.session.view.lifted is not None, "the lift to be seen")
            assert board.periods == [REPORTED_S, PERIOD_S]

    asyncio.run(check())


def test_a_report_that_is_not_read_at_once_is_heard_once_a_turn() -> None:
    async def check() -> None:
        async with resting(reads=False) as (found, board):
            heard = 0
            ring = found.game.alarm.ring

            def count() -> None:
                nonlocal heard
                heard += 1
                ring()

            found.game.alarm.ring = count  # type: ignore[method-assign] # nothing else counts
            os.write(board.line, b"report")
            before = board.scans
            await until(lambda: board.scans > before + 10, "some turns")
            assert heard <= board.scans - before + 1

    asyncio.run(check())
