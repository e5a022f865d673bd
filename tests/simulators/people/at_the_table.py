"""A table with pieces and the seat of its players, in virtual time, for tests of what hands do."""

from collections.abc import Callable, Iterator
from random import Random

from controller.bus.messages import CommandMessage
from controller.events.view import BoardView
from controller.rules.captures import captured_bits
from controller.rules.game import Game, new_game
from controller.rules.geometry import squares_of
from controller.rules.lines import Move
from controller.session.session import Session
from simulators.clock import VirtualClock
from simulators.people.background import Activity
from simulators.people.captives import Captives
from simulators.people.games import random_games
from simulators.people.profiles import STEADY
from simulators.people.score import Score
from simulators.people.scorer import Scorer
from simulators.people.seat import Seat
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN

START = start_pieces(COPENHAGEN)


class AtTheTable:
    """Captives at a table, in virtual time."""

    def __init__(
        self, seed: int, game: Game | None = None, view: Callable[[], BoardView] | None = None
    ) -> None:
        self.clock = VirtualClock()
        self.sent: list[CommandMessage] = []
        self.table = Tabletop(START)
        game = game or new_game(COPENHAGEN)
        self.table.arrange({s: p for s in range(121) if (p := game.position.piece_at(s))})
        self.seat = Seat(
            game,
            self.table,
            self.clock,
            Random(seed),
            STEADY,
            view or (lambda: Session(COPENHAGEN).view),
            Scorer(Score()),
            self.sent.append,
        )
        self.captives = Captives(self.seat)
        self.felt: list[int] = []
        self.touched_before = self.table.touched

    def clear(self, squares: tuple[int, ...]) -> Activity:
        """Take the pieces on some squares off the board, as a ply does that captures them."""
        captured = yield from self.captives.on(squares)
        yield from self.captives.clear(captured)

    def does(self, pauses: Iterator[float]) -> None:
        for pause in self.seat.background.alongside(pauses):
            self.felt.append(self.table.occupied())
            self.clock.advance(pause)


def before_a_capture(seed: int) -> tuple[Game, Move, int]:
    """Return a game, a move that captures in it, and the square of one captive."""
    (planned,) = random_games(COPENHAGEN, 1, seed)
    game = new_game(COPENHAGEN)
    for move in planned.moves:
        after = game.play(move)
        captured = captured_bits(after.plies[-1].captures)
        if captured:
            return game, move, next(iter(squares_of(captured)))
        game = after
    raise AssertionError("expected a game with a capture")
