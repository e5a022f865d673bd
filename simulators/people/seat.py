"""What people have in common while they play: table, view, time, the game in their heads."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random

from controller.bus.messages import CommandMessage
from controller.events.command import Command
from controller.events.view import BoardView, Phase
from controller.rules.game import Game
from controller.rules.geometry import SIZE, SQUARE_NAMES
from simulators.people.chores import Chores, Work
from simulators.people.hand import SimulatedHand, stands_askew
from simulators.people.profiles import Profile
from simulators.people.scorer import Scorer
from simulators.table.tabletop import PhysicalPiece, Tabletop

# Who sees nothing for so long tries once more, or gives up.
_PATIENCE_S = 2.0
_GLANCE_S = 0.01
# A ply that is not seen, and a reply to it that was made at once.
_MOST_SAID = 2
# Pieces that stand askew are put right where a piece comes this near, in squares.
_NEAR = 1.3


@dataclass(slots=True)
class Seat:
    """Where the people sit; `game` is the game as they play it."""

    game: Game
    table: Tabletop
    clock: Callable[[], float]
    random: Random
    profile: Profile
    view: Callable[[], BoardView]
    scorer: Scorer
    say: Callable[[CommandMessage], None]  # tells the board what it does not see
    chores: Chores = field(init=False)
    _hands: int = 0
    lost: bool = False  # the board has another game than the people, and they have given up

    def __post_init__(self) -> None:
        """Begin with no chores."""
        self.chores = Chores(self.clock)

    def hand(self) -> SimulatedHand:
        """Return a free hand; there are always enough."""
        self._hands += 1
        name = f"hand {self._hands}"
        return SimulatedHand(self.table, self.clock, self.random, self.profile, name)

    def is_shown(self) -> bool:
        """Say whether the board shows the last ply that was made as its own last."""
        view, plies = self.view(), self.game.plies
        last = plies[-1].move if plies else None
        in_play = view.phase is not Phase.SET_UP
        return in_play and view.last_move == last and len(view.plies) == len(plies)

    def wait_for(self, seen: Callable[[], bool]) -> Work:
        """Look at the board until something is seen there, or hands have rested for 2 s."""
        deadline = self.clock() + _PATIENCE_S
        while not seen() and self.clock() < deadline:
            if self.chores.busy:
                deadline = self.clock() + _PATIENCE_S
            yield _GLANCE_S

    def look(self) -> Work:
        """Make sure that the board has understood.

        If it has not, put the last piece down again; if that does not help, say where it stands.
        """
        yield from self.wait_for(self.is_shown)
        if not self.is_shown() and self.game.plies:
            piece = self.table.at(self.game.plies[-1].move.target)
            if piece is not None:
                square = SIZE * round(piece.y) + round(piece.x)
                yield from self.hand().carry(piece.id, square, 0.4)
                yield from self.wait_for(self.is_shown)
        for _ in range(_MOST_SAID):
            unseen = None if self.is_shown() else self._unseen()
            if unseen is None:
                break
            message = CommandMessage(command=Command.PLACE, square=SQUARE_NAMES[unseen])
            yield from self.tell(message)
        if not (self.is_shown() and self.scorer.agrees()):
            self.give_up()

    def tell(self, message: CommandMessage) -> Work:
        """Tell the board what it does not see, and wait until it has understood."""
        self.scorer.said()
        self.say(message)
        yield from self.wait_for(self.is_shown)

    def _unseen(self) -> int | None:
        """Return where the piece of the first ply stands that the board does not have."""
        shown = (ply.move for ply in self.view().plies)
        for ply, seen in zip_longest(self.game.plies, shown):
            if ply is not None and ply.move != seen:
                return ply.move.target if self.table.at(ply.move.target) else None
        return None

    def give_up(self) -> None:
        """End the game: the boards no longer agree, so the rest of it says nothing."""
        self.scorer.give_up()
        self.lost = True

    def make_room(self, *squares: int) -> Work:
        """Put right what stands askew near some squares."""
        for piece in self.table.pieces:
            if stands_askew(piece) and any(_is_near(piece, square) for square in squares):
                yield from self.hand().put_right(piece.id)

    def free(self, piece_id: int) -> Work:
        """Wait until nobody holds a piece."""
        while self.table.pieces[piece_id].held_by is not None:
            yield 0.02


def _is_near(piece: PhysicalPiece, square: int) -> bool:
    return max(abs(piece.x - square % SIZE), abs(piece.y - square // SIZE)) < _NEAR
