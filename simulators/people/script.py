"""What people play next: the moves of a planned game, or their own against an opponent's."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from controller.engine.players import Player
from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.pieces import Side
from simulators.people.background import Activity
from simulators.people.seat import Seat

# A game against an opponent that goes on for longer is stopped.
_LONGEST = 120
# How often people make another move for the opponent than the one that it wants.
_WRONGLY = 0.15


class Script(Protocol):
    """Decides the moves of one game."""

    def goes_on(self, game: Game) -> bool:
        """Say whether there is anything left to play."""

    def wait(self, seat: Seat) -> Activity:
        """Wait until the next move is known."""

    def move(self, game: Game) -> Move | None:
        """Return the next move, None where the game is not gone on with."""

    def reply(self, game: Game) -> Move | None:
        """Return what will answer the next move, None where nobody knows yet."""

    def wrong_move(self, game: Game) -> Move | None:
        """Return a move that is made instead at first, None for none."""

    def most_takebacks(self, game: Game) -> int:
        """Return how many plies people may take back now."""


class Planned:
    """The moves of a planned game."""

    def __init__(self, moves: tuple[Move, ...]) -> None:
        """Play these moves."""
        self._moves = moves

    def goes_on(self, game: Game) -> bool:
        """Say whether there are moves left."""
        return len(game.plies) < len(self._moves)

    def wait(self, seat: Seat) -> Activity:  # noqa: ARG002 - nothing to wait for
        """Wait for nothing."""
        yield from ()

    def move(self, game: Game) -> Move:
        """Return the move of the plan."""
        return self._moves[len(game.plies)]

    def reply(self, game: Game) -> Move | None:
        """Return the move of the plan after the next."""
        after = len(game.plies) + 1
        return self._moves[after] if after < len(self._moves) else None

    def wrong_move(self, game: Game) -> None:
        """Make no other move."""

    def most_takebacks(self, game: Game) -> int:
        """Take back as much as there is."""
        return len(game.plies)


class AgainstOpponent:
    """People play one side; the other side's moves they make for an opponent, as it asks."""

    def __init__(
        self,
        opponent: Side,
        asked: Callable[[], Move | None],
        ended: Callable[[], bool],
        own: Player,
        random: Random,
    ) -> None:
        """Follow an opponent: what it asks for, and whether it has ended the game."""
        self._opponent = opponent
        self._asked = asked
        self._ended = ended
        self._own = own
        self._random = random

    def goes_on(self, game: Game) -> bool:
        """Say whether nobody has won or given up."""
        return not (game.outcome or self._ended()) and len(game.plies) < _LONGEST

    def wait(self, seat: Seat) -> Activity:
        """Wait until the opponent says what it wants; no waiting for one's own moves."""
        if self._is_its_turn(seat.game):
            yield from seat.check()
            yield from seat.wait_for(lambda: self._asked() is not None or self._ended())
            if not (seat.lost or self._ended()) and self._asked() is None:
                seat.scorer.unanswered()

    def move(self, game: Game) -> Move | None:
        """Return what the opponent asks for, or a move of one's own."""
        if not self.goes_on(game):
            return None
        return self._asked() if self._is_its_turn(game) else self._own.choose(game).move

    def reply(self, game: Game) -> None:
        """Nobody knows: one side waits for the other."""

    def wrong_move(self, game: Game) -> Move | None:
        """Return another move than the opponent's, now and then."""
        if not self._is_its_turn(game) or self._random.random() >= _WRONGLY:
            return None
        others = [move for move in game.legal_moves() if move != self._asked()]
        return self._random.choice(others) if others else None

    def most_takebacks(self, game: Game) -> int:
        """Take back one's own move as long as the opponent has not answered."""
        return 1 if self._is_its_turn(game) else 0

    def _is_its_turn(self, game: Game) -> bool:
        return game.position.to_move is self._opponent
