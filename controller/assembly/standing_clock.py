"""A clock stands still while its side need not think: people make its move, or look back."""

from controller.assembly.opponent import Tell
from controller.events.command import Command
from controller.events.view import BoardView
from controller.rules.game import Game, Ply


class StandingClock:
    """Tells the session when a clock stands for nobody's thought, and when one does again."""

    def __init__(self, command: Tell) -> None:
        """Begin with clocks that run; `command` reaches the session."""
        self._command = command
        self._since: tuple[Ply, ...] | None = None  # after these plies it stands still

    def follow(self, view: BoardView, game: Game, *, thinks: bool) -> None:
        """Let the clock of the side to move stand still unless that side `thinks`."""
        side = game.position.to_move
        if not thinks:
            if view.clock is not None and view.clock.running is side:
                self._since = game.plies
                self._command(Command.ANSWERED, side)
        elif self._since is not None:
            # The side that is not to move has no clock that could stand still for this.
            if self._since == game.plies:
                self._command(Command.ANSWERED, side.other)
            self._since = None
