"""What the players share: the table, the board's view, the time, and the game they play."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random

from controller.bus.messages import CommandMessage
from controller.events.command import Command
from controller.events.view import BoardView, Phase
from controller.rules.endings import BY_PEOPLE
from controller.rules.game import Game
from controller.rules.geometry import SIZE, SQUARE_NAMES
from controller.rules.lines import Move
from simulators.people.background import Activity, Background
from simulators.people.hand import SimulatedHand
from simulators.people.profiles import Profile
from simulators.people.room import stands_askew
from simulators.people.scorer import Scorer
from simulators.table.tabletop import PhysicalPiece, Tabletop

# People who see no answer for this long try once more, or give up.
_PATIENCE_S = 2.0
# ... but a ply whose piece is felt must count within this time.
_STUCK_S = 5.0
_GLANCE_S = 0.01
# Enough for a ply that the board did not see, and an instant reply to it.
_MOST_SAID = 2
# Pieces that stand askew are pushed straight where a piece comes this near, in squares.
_NEAR = 1.3
# Nearer than this to another, centre to centre, no piece is put.
_ROOM = 0.86


@dataclass(slots=True)
class Seat:
    """What the players share. `game` is the game as they play it; `send` takes their commands."""

    game: Game
    table: Tabletop
    clock: Callable[[], float]
    random: Random
    profile: Profile
    view: Callable[[], BoardView]
    scorer: Scorer
    send: Callable[[CommandMessage], None]
    background: Background = field(init=False)
    _hands: int = 0
    _rested_s: float = 0.0  # how long hands had rested when somebody last stopped watching
    captured: set[int] = field(default_factory=set)  # the ids of pieces that are out of the game
    moving: Move | None = None  # the ply that a hand makes, or takes back, just now
    lost: bool = False  # the board has another game than the people, and they have given up

    def __post_init__(self) -> None:
        """Start without background activities."""
        self.background = Background(self.clock)

    def hand(self) -> SimulatedHand:
        """Return a free hand; there is always one."""
        self._hands += 1
        name = f"hand {self._hands}"
        return SimulatedHand(self.table, self.clock, self.random, self.profile, name)

    def happens(self, chance: float) -> bool:
        """Say whether something with a chance of 0..1 happens this time."""
        return chance > 0 and self.random.random() < chance

    def has_room(self, square: int) -> bool:
        """Say whether a piece can be put on a square."""
        x, y = square % SIZE, square // SIZE
        return not any(
            piece.stands and (piece.x - x) ** 2 + (piece.y - y) ** 2 < _ROOM**2
            for piece in self.table.pieces
        )

    def is_shown(self) -> bool:
        """Say whether the board shows the players' last ply as its own last."""
        view, plies = self.view(), self.game.plies
        last = plies[-1].move if plies else None
        in_play = view.phase is not Phase.SET_UP
        return in_play and view.last_move == last and len(view.plies) == len(plies)

    @property
    def is_ended(self) -> bool:
        """Say whether a clock or somebody's word has ended the game, and nobody plays on."""
        outcome = self.view().outcome
        return outcome is not None and outcome.reason in BY_PEOPLE

    def wait_for(
        self, seen: Callable[[], bool], patience_s: Callable[[], float] = lambda: _PATIENCE_S
    ) -> Activity:
        """Watch the board until it shows something, or until all hands have rested for a while."""
        resting_since = self.clock()
        while not seen() and self.clock() < resting_since + patience_s():
            if self.background.busy:
                resting_since = self.clock()
            yield _GLANCE_S
        self._rested_s = self.clock() - resting_since

    def _patience_s(self) -> float:
        """Return how long people wait for the last ply to count: longer where it is felt."""
        return _STUCK_S if self._is_felt() else _PATIENCE_S

    def check(self) -> Activity:
        """Check that the board has followed the game, and help it if it has not.

        First the players put the last piece down again, then they say where it stands, then they
        give up.
        """
        if self.is_ended:
            return
        # A piece that has just been put down is felt a moment later.
        yield from self.wait_for(self.is_shown, self._patience_s)
        if self.is_shown():
            self.scorer.rested(self._rested_s)
        elif self.game.plies:
            if self._is_felt():
                self.scorer.stuck()
            piece = self.table.at(self.game.plies[-1].move.target)
            if piece is not None:
                square = piece.square
                yield from self.hand().carry(piece.id, square, 0.4)
                yield from self.wait_for(self.is_shown)
        for _ in range(_MOST_SAID):
            unseen = None if self.is_shown() else self._unseen()
            if unseen is None:
                break
            message = CommandMessage(command=Command.PLACE, square=SQUARE_NAMES[unseen])
            yield from self.send_command(message, undecidable=not self._feels(unseen))
        if not (self.is_shown() and self.scorer.agrees()):
            self.give_up()

    def send_command(self, message: CommandMessage, *, undecidable: bool) -> Activity:
        """Give the board a command that says what it cannot see, and wait for its answer."""
        self.scorer.said(undecidable=undecidable)
        self.send(message)
        yield from self.wait_for(self.is_shown)

    def _is_felt(self) -> bool:
        """Say whether the board feels the last ply's piece, and that it left its origin."""
        if not self.game.plies:
            return True
        origin, target = self.game.plies[-1].move
        trusted = not self.view().faulty >> origin & 1
        return trusted and self._feels(target)

    def _feels(self, square: int) -> bool:
        """Say whether the board feels a piece on a square, with a sensor that it trusts."""
        view = self.view()
        return bool(view.occupied & ~view.faulty & 1 << square)

    def _unseen(self) -> int | None:
        """Return the square of the first ply that the board is missing, if its piece is there."""
        shown = (ply.move for ply in self.view().plies)
        for ply, seen in zip_longest(self.game.plies, shown):
            if ply is not None and ply.move != seen:
                return ply.move.target if self.table.at(ply.move.target) else None
        return None

    def give_up(self) -> None:
        """End the game: board and players disagree, so the rest of it would prove nothing."""
        self.scorer.give_up()
        self.lost = True

    def make_room(self, *squares: int) -> Activity:
        """Push the pieces straight that stand askew near some squares."""
        for piece in self.table.pieces:
            if stands_askew(piece) and any(_is_near(piece, square) for square in squares):
                yield from self.hand().put_right(piece.id)

    def wait_while(self, lasts: Callable[[], bool]) -> Activity:
        """Wait while another hand still has to do something."""
        while lasts() and self.background.busy:
            yield 0.02

    def wait_until_free(self, piece_id: int) -> Activity:
        """Wait until nobody holds a piece."""
        while self.table.pieces[piece_id].held_by is not None:
            yield 0.02


def _is_near(piece: PhysicalPiece, square: int) -> bool:
    return max(abs(piece.x - square % SIZE), abs(piece.y - square // SIZE)) < _NEAR
