"""The view goes out again when something in it is another than it was."""

from typing import Any

from controller.bus.outbox import Outbox
from controller.bus.streams import Stream
from controller.daemon.controller import Tick
from controller.daemon.played import PlayedGame
from controller.daemon.publisher import Publisher
from controller.session.session import Session
from controller.supervision.tally import Tally
from tests.board_driver import COPENHAGEN

VIEW = Session(COPENHAGEN).view


class Saving(PlayedGame):
    """A game of which so far this is on disk."""

    now: Any = None

    @property
    def saved(self) -> int | bool | None:
        saved: int | bool | None = self.now
        return saved


class Views(Outbox):
    """What each view says of the disk."""

    def __init__(self) -> None:
        super().__init__(Tally(lambda: 0.0, lambda _: None))
        self.saved: list[Any] = []

    def put(self, stream: Stream, write: Any) -> None:
        if stream is Stream.VIEW:
            self.saved.append(write()["saved"])


def test_each_news_of_the_disk_goes_out_once() -> None:
    game, views = Saving(), Views()
    publisher = Publisher(views, game)
    for game.now in (0, 0, False, False, 0, 1, 1):
        publisher.publish(Tick(1.0, (), VIEW, None))
    said = [saved if saved is not False else "no" for saved in views.saved]
    assert said == [0, "no", 0, 1]
