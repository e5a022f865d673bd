"""A game of 5 000 plies: each costs the bus, and each page, as little as the first."""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from controller.bus.memory_bus import MemoryBus
from controller.bus.outbox import Outbox
from controller.bus.plies import PlyList
from controller.bus.presence import Presence
from controller.bus.streams import Stream
from controller.daemon.controller import Tick
from controller.daemon.publisher import Publisher
from controller.rules.game import Ply, new_game
from controller.session.session import Session
from controller.session.timing import Timing
from controller.supervision.tally import Tally
from controller.web.mailbox import Mailbox
from tests.board_driver import COPENHAGEN
from tests.waiting import until

PLIES = 5000
SOME = PLIES // 50
# The number of plies has more digits in the end.
GROWTH = 4


class MeasuringBus(MemoryBus):
    """Keeps the sizes of all entries, and the newest view."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: dict[Stream, list[int]] = {Stream.VIEW: [], Stream.PLIES: []}
        self.plies = -1

    async def add(self, stream: Stream, entry: bytes) -> str:
        self.sizes[stream].append(len(entry))
        if stream is Stream.VIEW:
            self.plies = json.loads(entry)["plies"]
        return await super().add(stream, entry)

    def shows(self, plies: int) -> bool:
        return self.plies == plies


def plies_to_and_fro() -> Sequence[Ply]:
    """Return many plies, the same four again and again."""
    game = new_game(COPENHAGEN)
    for text in ("d1-d2", "f4-g4", "d2-d1", "g4-f4"):
        (move,) = (move for move in game.legal_moves() if str(move) == text)
        game = game.play(move)
    return game.plies * (PLIES // 4)


def test_bytes_per_ply_on_the_bus_are_constant_over_a_long_game() -> None:
    async def check() -> None:
        bus, outbox = MeasuringBus(), Outbox(Tally(time.monotonic, lambda _: None))
        publisher, view = Publisher(outbox), Session(COPENHAGEN, Timing()).view
        sending = asyncio.create_task(outbox.run(bus, Presence(bus)))
        plies = tuple(plies_to_and_fro())

        async def play(start: int, end: int) -> int:
            """Play from one number of plies to another; return the size of the largest view."""
            nonlocal view
            bus.sizes[Stream.VIEW].clear()
            for count in range(start, end + 1):
                view = replace(view, plies=plies[:count])
                publisher.publish(Tick(0.0, (), view, None))
                await until(partial(bus.shows, count), "the view")
            return max(bus.sizes[Stream.VIEW])

        first = await play(0, SOME)
        # All plies between come at once.
        last = await play(PLIES - SOME, PLIES)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        assert last <= first + GROWTH
        # The beginning of the game, and each ply once.
        assert len(bus.sizes[Stream.PLIES]) == PLIES + 1
        assert max(bus.sizes[Stream.PLIES]) <= 70

    asyncio.run(check())


def test_a_page_gets_only_the_new_ply_of_a_long_game() -> None:
    async def check() -> None:
        plies = PlyList("game", ["d1-d2"] * (PLIES - 1))
        mailbox = Mailbox({}, plies)
        texts = mailbox.texts()
        whole = json.loads(await anext(texts))
        assert (whole["from"], len(whole["moves"])) == (0, PLIES - 1)
        mailbox.put_plies(plies.take({"game": "game", "plies": PLIES, "move": "d2-d1"}))
        assert json.loads(await anext(texts)) == {
            "type": "plies",
            "game": "game",
            "from": PLIES - 1,
            "moves": ["d2-d1"],
        }

    asyncio.run(check())
