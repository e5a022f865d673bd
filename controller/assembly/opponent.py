"""The opponent at the table: thinks when it is its turn, and asks for its move to be made.

One state at a time, and one method that brings it to the game as the session has it. Knows no
lights and no page; what it wants done on the board it asks of the session, by command.
"""

from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from math import inf
from typing import Protocol

from controller.assembly.brain import Brain
from controller.assembly.opponent_states import (
    Asking,
    Correcting,
    Failed,
    Resigning,
    State,
    TakingBack,
    Thinking,
    Waiting,
    choice_of,
    is_another,
    is_next,
    is_there_and_back,
    turn_of,
)
from controller.assembly.rivals import Rival
from controller.assembly.thinking_time import affordable_s, answers_within_s, lost_in_s
from controller.engine.errors import EngineError
from controller.engine.players import Choice, accepts_draw
from controller.engine.thinking import GameSoFar, choose
from controller.events.command import Command
from controller.events.view import ClockFace
from controller.notation.moves import write_ply
from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence, verbatim

# What was made wrongly is taken back so often until it is.
_AGAIN_S = 1.0
# A slide that pauses on its way is no mistake yet, and not worth a word.
_SAID_AFTER_S = 1.0


class Tell(Protocol):
    """Asks something of the session, for a side or of a square if need be."""

    def __call__(
        self, command: Command, side: Side | None = None, square: int | None = None
    ) -> None:
        """Ask it."""


class Opponent:
    """A rival at one board."""

    def __init__(self, rival: Rival, brain: Brain, command: Tell) -> None:
        """Sit down; `command` reaches the session."""
        self.rival = rival
        self.state: State = Waiting()
        self._brain = brain
        self._command = command
        self._game: Game | None = None  # as it was last seen
        self._chance = 0.5  # how it saw its own winning chance last
        self._declined: Game | None = None  # the game in which it did not want a draw
        self._heard: Side | None = None  # the offer of a draw that it has answered

    def follow(
        self,
        game: Game,
        at: float,
        *,
        right: bool = True,
        occupied: int = 0,
        avoided: int = 0,
        clock: ClockFace | None = None,
    ) -> None:
        """Do what there is to do in a game as the session has it now.

        `right` says that the board stands as the game; on `occupied` squares a piece is felt;
        `avoided` are squares to which, and from which, it does not move if it can; `clock` is what
        the clocks show.
        """
        before, self._game = self._game, game
        if before is not game:
            self._notice(before, game, at, right=right)
        match self.state:
            case Waiting() if game.outcome is None and game.position.to_move is self.rival.side:
                self._begin_to_think(game, avoided, affordable_s(clock, self.rival.side), at)
            case Thinking(answer=answer) if answer.done():
                self._decide(game, answer)
            case Thinking():
                self.state = self._by_clock(self.state, clock, at)
            case Correcting():
                state = self._thinking_on(self.state, occupied, clock, at)
                self._correct(state, game, at, right=right)
            case TakingBack():
                self._take_all_back(self.state, game, at, changed=before is not game)

    def rest(self) -> None:
        """Forget the game: another is being set up."""
        self._stop_thinking()
        self.state, self._game = Waiting(), None

    # What happens to the game ------------------------------------------------------------

    def _notice(self, before: Game | None, game: Game, at: float, *, right: bool) -> None:
        """React to a game that is another than before."""
        if before and game.outcome and not before.outcome and not self._is_unasked(game):
            self.rival = self.rival.after(game.outcome)
            self._stop_thinking()
            self.state = Waiting()
        then = turn_of(self.state)
        if then is not None:
            self._notice_on_its_turn(then, game, at)
            return
        match self.state:
            case Resigning() | Failed():
                self.state = Waiting()
            case Waiting(made=Asking() as made) if is_another(made, game):
                # Its piece was moved on after it had stood where it belongs.
                self._take_back(made, game, at)
            case Waiting(made=Asking() as made) if made.game.plies == game.plies and (
                right or not game.plies
            ):
                # Its move was put back by hand, or is its very first: it has not changed its mind.
                self.state = made
            case Waiting() if before and self._was_taken_back(before, game):
                # Who takes back its move wants his own back, too.
                self._command(Command.UNDO)

    def _notice_on_its_turn(self, then: Thinking | Asking, game: Game, at: float) -> None:
        if game.plies == then.game.plies:
            return
        if not is_next(then.game, game):
            self.rest_from(game)
        elif game.plies[-1].move == self.asked:
            self.state = Waiting(then if isinstance(then, Asking) else None)
        elif is_there_and_back(game):
            # It never asked for its move back; so the one before was none, either.
            self._stop_thinking()
            self.state = TakingBack(len(game.plies) - 4, at)
        else:
            self._take_back(then, game, at)

    def _is_unasked(self, game: Game) -> bool:
        """Say whether a game has a move that was made for it, and is not what it asked for."""
        then = turn_of(self.state)
        return then is not None and is_next(then.game, game) and game.plies[-1].move != self.asked

    def _take_back(self, then: Thinking | Asking, game: Game, at: float) -> None:
        since = self.state.since if isinstance(self.state, Correcting) else at
        self.state = Correcting(then, game.plies[-1].move, since, at)
        self._command(Command.UNDO)

    def _thinking_on(
        self,
        state: Correcting,
        occupied: int,
        clock: ClockFace | None,
        at: float,
    ) -> Correcting:
        """Return what it corrects with what it has thought of meanwhile, if that is a move."""
        match state.then:
            case Thinking(answer=answer) as then if answer.done():
                choice = choice_of(answer)
                if choice is None:
                    return state
                if choice.move == state.wrong and occupied >> state.wrong.target & 1:
                    # Somebody has guessed it, or knew it already: what stands there is its move.
                    self._command(Command.PLACE, square=state.wrong.target)
                return replace(state, then=self._asking(then.game, choice))
            case Thinking() as then:
                return replace(state, then=self._by_clock(then, clock, at))
        return state

    def _correct(self, state: Correcting, game: Game, at: float, *, right: bool) -> None:
        self.state = state
        if game.plies == state.then.game.plies:
            self.state = state.then if right else state
        elif at - state.undone_at > _AGAIN_S:
            self.state = replace(state, undone_at=at)
            self._command(Command.UNDO)

    def _take_all_back(self, state: TakingBack, game: Game, at: float, *, changed: bool) -> None:
        if len(game.plies) <= state.plies:
            self.state = Waiting()
        elif changed or at - state.undone_at > _AGAIN_S:
            self.state = replace(state, undone_at=at)
            self._command(Command.UNDO)

    def rest_from(self, game: Game) -> None:
        """Begin again with a game that is not the one it was thinking about."""
        self._stop_thinking()
        self.state, self._game = Waiting(), game

    def _was_taken_back(self, before: Game, game: Game) -> bool:
        """Say whether its own last ply was dropped, and there is one before it."""
        dropped = before.plies[: len(game.plies)] == game.plies and before.plies != game.plies
        return dropped and bool(game.plies) and game.position.to_move is self.rival.side

    # Thinking ----------------------------------------------------------------------------

    def _begin_to_think(self, game: Game, avoided: int, affordable: float, at: float) -> None:
        rival = self.rival
        answer = self._brain.ask(
            choose,
            GameSoFar.of(game, avoided),
            rival.playing,
            rival.seed,
            rival.seconds_of(affordable),
            rival.threads,
        )
        self.state = Thinking(game, answer, at + affordable)

    def _by_clock(self, state: Thinking, clock: ClockFace | None, at: float) -> Thinking:
        """Move now if its clock wants that: who answers may have begun late, or be slow."""
        if clock is None or clock.running is not self.rival.side:
            return state
        until = min(state.until, at + answers_within_s(lost_in_s(clock, self.rival.side)))
        if at >= until:
            self._brain.hurry()
            until = inf
        return state if until == state.until else replace(state, until=until)

    def _stop_thinking(self) -> None:
        if isinstance(self.state, Thinking):
            self._brain.hurry()

    def _decide(self, game: Game, answer: "Future[Choice]") -> None:
        try:
            choice = answer.result()
        except (EngineError, OSError, BrokenExecutor) as error:
            self.state = Failed(game, str(error))
            return
        if choice.move is None:
            self.state = Resigning(game)
            self._command(Command.RESIGN, self.rival.side)
            return
        self.state = self._asking(game, choice)

    def _asking(self, game: Game, choice: Choice) -> Asking:
        self._chance = choice.chance
        if choice.offers_draw:
            self._command(Command.DRAW, self.rival.side)
        return Asking(game, choice)

    def hurry(self) -> None:
        """Move now."""
        self._brain.hurry()

    def hear(self, offer: Side | None, game: Game) -> None:
        """Accept or decline the draw that a side offers, once."""
        if offer is self._heard:
            return
        self._heard = offer
        if offer is not self.rival.side.other:
            return
        if accepts_draw(game, self._chance):
            self._command(Command.DRAW, self.rival.side)
        else:
            self._declined = game
            self._command(Command.NO_DRAW, self.rival.side)

    # What there is to see ----------------------------------------------------------------

    @property
    def asked(self) -> Move | None:
        """The move that it wants made."""
        match self.state:
            case Asking(choice=choice) | Correcting(then=Asking(choice=choice)):
                return choice.move
        return None

    def sentences(self, at: float) -> tuple[Sentence, ...]:
        """Return what it has to say."""
        side = self.rival.side
        match self.state:
            case Thinking():
                return (sentence(f"opponent.thinking.{side}"),)
            case Asking(game=game, choice=choice) if choice.move is not None:
                move = write_ply(game.play(choice.move).plies[-1])
                return (sentence(f"opponent.asks.{side}", move=move),)
            case Correcting(wrong=wrong, since=since) if at - since >= _SAID_AFTER_S:
                if self.asked is None:
                    return (sentence("opponent.not_yet", wrong=str(wrong)),)
                return (sentence("opponent.wrong", wrong=str(wrong), move=str(self.asked)),)
            case Failed(why=why):
                return (sentence("opponent.failed", reason=verbatim(why)),)
            case Waiting() if self._declined is not None and self._declined is self._game:
                return (sentence(f"opponent.declines.{side}"),)
        return ()
