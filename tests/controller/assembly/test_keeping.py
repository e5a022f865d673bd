"""A game that is kept goes on as it was, with the time that it has taken."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from controller.assembly.keeping import keeping
from controller.assembly.outside import Outside, OutsideOptions
from controller.daemon.controller import Controller
from controller.daemon.played import PlayedGame
from controller.events.view import ClockFace, Phase
from controller.rules.compiled import compiled
from controller.rules.geometry import parse_square
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from controller.session.session import Session
from controller.store.folder import Folder
from controller.store.store import store_for_reading
from hal.board import Frame, Scan

VIKING_CHESS = compiled(named_ruleset("viking-chess"))
# As seldom as a board may report without its pieces having to stand still again.
STEP_S = 0.4
HOUR = 3600.0


class Table:
    """A board in virtual time, and the program that plays on it."""

    def __init__(self, session: Session, played: PlayedGame) -> None:
        self.occupied = session.game.position.occupied
        self.session = session
        self._at = 0.0
        self._played = played
        self._controller = Controller(self, session)

    def phase(self) -> Phase:
        return self.session.view.phase

    def scan(self) -> Scan:
        """Return what stands there now."""
        return Scan(self.occupied, self._at)

    def show(self, frame: Frame) -> None:
        """Show nothing."""

    def let_pass(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self._at += STEP_S
            self._played.follow(self._controller.tick())

    def move(self, origin: str, target: str) -> None:
        for square in (origin, target):
            self.occupied ^= 1 << parse_square(square)
            self.let_pass(1.2)


@contextmanager
def table(folder: Path) -> Iterator[Table]:
    """Play on a table with the games of a folder, as a program does from its start to its end."""
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as page,
        Outside(OutsideOptions("table", None, [page], hands=False), print) as outside,
        keeping(Folder(folder), VIKING_CHESS, outside, {}) as kept,
    ):
        assert kept is not None
        session = Session(VIKING_CHESS)
        if kept.position:
            session.take_up(kept.position, kept.clock)
        table = Table(session, PlayedGame(kept.keeper, kept.game))
        table.let_pass(2.0)
        yield table


def ends(folder: Path) -> list[tuple[int, str | None, str]]:
    """Return the plies, the result and its reason of each game that is kept."""
    store = store_for_reading(str(Folder(folder).store))
    assert store is not None
    with closing(store):
        return [(each.plies, each.result, each.reason) for each in store.summaries()]


def test_two_hours_of_viking_chess_are_counted_over_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as before:
        before.let_pass(HOUR)  # nobody has begun
        before.move("d1", "d3")
        before.let_pass(1.5 * HOUR)
        before.move("e5", "e2")
        assert before.session.view.clock == ClockFace(running=Side.ATTACKERS, game_s=30 * 60)
    assert ends(tmp_path) == [(2, None, "unfinished")]
    with table(tmp_path) as after:
        after.let_pass(HOUR)  # the clock waits for a piece
        after.move("g1", "g3")
        after.let_pass(0.5 * HOUR - 60)
        assert after.phase() is Phase.PLAY
        after.let_pass(120)
        assert after.phase() is Phase.OVER
    assert ends(tmp_path) == [(3, "draw", "time")]
