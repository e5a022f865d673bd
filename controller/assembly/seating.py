"""Who sits at the board in a person's place: chosen, come back after a restart, or missed."""

from collections.abc import Callable
from dataclasses import replace

from controller.assembly.brain import Brain
from controller.assembly.opponent import Opponent, Tell
from controller.assembly.opponent_states import Thinking
from controller.assembly.rivals import Choosing, Rival, rival_again, rival_who
from controller.daemon.beside import KeptSeat
from controller.engine.errors import LevelError
from controller.engine.levels import ADAPTIVE
from controller.engine.participants import seated
from controller.events.view import BoardView, OpponentSeat
from controller.rules.game import Game, Ply
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence, verbatim


class Seating:
    """The seat of the opponent; `opponent` is who sits there, None where nobody does."""

    def __init__(self, brain: Brain, command: Tell, choosing: Choosing) -> None:
        """Begin with nobody; whoever sits down thinks with `brain`, and gives commands so."""
        self.opponent: Opponent | None = None
        self._seat_by: Callable[[Rival], Opponent] = lambda rival: Opponent(rival, brain, command)
        self._choosing = choosing
        self._missed: Sentence | None = None  # who has not come back, until a ply is made
        self._missed_since: tuple[Ply, ...] | None = None

    @property
    def person(self) -> Side | None:
        """The side that people play, None where they play both."""
        return self.opponent.rival.side.other if self.opponent else None

    def seat(self, rival: Rival | None) -> None:
        """Let a rival play, or nobody."""
        if self.opponent:
            self.opponent.rest()
        self.opponent = self._seat_by(rival) if rival else None
        self._missed = None

    def choose(self, level: str | None, side: Side | None) -> Sentence | None:
        """Seat an opponent of a level at a side, or nobody; return why not, if not."""
        if level is None or side is None:
            self.seat(None)
            return None
        # Programs and files are named on the command line only: whoever reaches the page must not
        # start programs on this machine.
        try:
            participant = None if level == ADAPTIVE else seated(level, (ADAPTIVE,))
        except LevelError as error:
            return verbatim(str(error))
        self.seat(rival_who(participant, side, self._choosing))
        return None

    def come_back(self, seat: KeptSeat) -> Sentence | None:
        """Let sit down again who sat beside a game that goes on; return who does not, if so.

        Who sits there already stays; one that is the same as then asks for the same move again.
        """
        if self.opponent is not None:
            rival = self.opponent.rival
            if rival.is_as(seat.side, seat.name) and seat.seed is not None:
                self.seat(replace(rival, seed=seat.seed))
            return None
        try:
            self.seat(rival_again(seat, self._choosing))
        except LevelError:
            self._missed = sentence("opponent.not_back", name=seat.name)
        return self._missed

    def rest(self) -> None:
        """Let the opponent think no more of a game that is over."""
        if self.opponent:
            self.opponent.rest()

    def follow(self, game: Game) -> None:
        """Take in a game: who has not come back is missed until somebody plays on."""
        if self._missed_since is None:
            self._missed_since = game.plies
        elif self._missed_since != game.plies:
            self._missed = None

    def sentences(self) -> tuple[Sentence, ...]:
        """Return what to say of who has not come back."""
        return () if self._missed is None else (self._missed,)

    def shown(self, view: BoardView) -> OpponentSeat | None:
        """Return what a view shows of the opponent."""
        if self.opponent is None:
            return None
        rival = self.opponent.rival
        return OpponentSeat(
            rival.side,
            rival.playing.name,
            rival.seed,
            thinking=isinstance(self.opponent.state, Thinking),
            adaptive=rival.adaptive is not None,
            offers_draw=view.draw_offer is rival.side,
        )
