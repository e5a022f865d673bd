"""Opponent and coach beside a session: they see each turn, and add to the view what they have.

The session knows nothing of them. What they want done they ask of it by command, as people do.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from controller.assembly.brain import Brain
from controller.assembly.coach import Coach
from controller.assembly.opponent import Opponent, Rival, Thinking
from controller.bus.messages import CommandMessage, RequestMessage
from controller.engine.errors import LevelError
from controller.engine.levels import ADAPTIVE, Adaptive, named_level
from controller.engine.participants import Participant, parse_participant
from controller.events.command import Command
from controller.events.request import Request
from controller.events.view import NO_ADVICE, Advice, BoardView, OpponentSeat, Phase
from controller.rules.endings import Outcome
from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence, verbatim
from controller.rules.sentences import outcome_sentence

NOBODY_PLAYS = sentence("opponent.nobody")
GAME_OVER = sentence("coach.game_over")


@dataclass(frozen=True, slots=True)
class Choosing:
    """What is the same whoever plays: the time for a move, threads, and the seed of all chance."""

    seconds: float | None = None
    threads: int = 1
    seed: int = 1


class Companion:
    """Opponent and coach at one board."""

    def __init__(self, brain: Brain, choosing: Choosing | None = None) -> None:
        """Begin with a coach whom nobody has asked yet, and without an opponent."""
        self._brain = brain
        self._choosing = choosing or Choosing()
        self._tell: Callable[[CommandMessage], None] = lambda _: None
        self._opponent: Opponent | None = None
        self._coach = Coach(brain, self._command)
        self._drawn: tuple[BoardView, _Added] | None = None
        self._view: BoardView | None = None

    def seat(self, rival: Rival | None) -> None:
        """Let a rival play, or nobody."""
        if self._opponent:
            self._opponent.rest()
        self._opponent = Opponent(rival, self._brain, self._command) if rival else None

    def connect(self, tell: Callable[[CommandMessage], None]) -> None:
        """Give commands to the session this way: they are done at its next turn."""
        self._tell = tell

    @property
    def asked(self) -> Move | None:
        """The opponent's move, to be made for it."""
        return self._opponent.asked if self._opponent else None

    @property
    def has_ended(self) -> bool:
        """Whether the opponent has resigned, or agreed to a draw."""
        return bool(self._opponent and self._opponent.outcome)

    @property
    def review_state(self) -> object:
        """Where a review stands, None without one."""
        return self._coach.review.state

    def close(self) -> None:
        """Think no more."""
        self._brain.close()

    def _command(self, command: Command) -> None:
        self._tell(CommandMessage(command=command))

    # Requests ----------------------------------------------------------------------------

    def request(self, message: RequestMessage, game: Game) -> Sentence | None:
        """Do what somebody asks; return why not, if not."""
        match message.command:
            case Request.OPPONENT:
                return self._choose_opponent(message.level, message.side)
            case Request.COACH:
                if message.side is not None:
                    self._coach.switch(message.side, on=bool(message.on))
                return None
            case Request.HINT if self._is_over(game):
                return GAME_OVER
            case Request.HINT:
                self._coach.hint(game)
                return None
            case Request.WHY:
                return self._coach.why(game, self._person)
            case Request.REVIEW:
                return self._coach.review.begin_or_go_on(game, self._reviewed(game))
        return self._ask_opponent(message.command, game)

    def _ask_opponent(self, request: Request, game: Game) -> Sentence | None:
        opponent = self._opponent
        if opponent is None:
            return NOBODY_PLAYS
        if self._is_over(game):
            return GAME_OVER
        match request:
            case Request.MOVE_NOW:
                opponent.hurry()
            case Request.RESIGN:
                opponent.resign_person(game)
            case Request.DRAW:
                opponent.take_draw(game)
        return None

    def _is_over(self, game: Game) -> bool:
        return bool(game.outcome or (self._opponent and self._opponent.outcome))

    def _choose_opponent(self, level: str | None, side: Side | None) -> Sentence | None:
        if level is None or side is None:
            self.seat(None)
            return None
        # Programs and files are named on the command line only: whoever reaches the page must not
        # start programs on this machine.
        try:
            participant = None if level == ADAPTIVE else Participant(named_level(level))
        except LevelError as error:
            return verbatim(str(error))
        self.seat(_rival(participant, side, self._choosing))
        return None

    @property
    def _person(self) -> Side | None:
        """The side that people play, None where they play both."""
        return self._opponent.rival.side.other if self._opponent else None

    def _reviewed(self, game: Game) -> Side:
        """Return whose mistakes a review is about: the person's, or else the loser's."""
        if self._person:
            return self._person
        winner = game.outcome.winner if game.outcome else None
        return winner.other if winner else game.position.to_move

    # Every turn --------------------------------------------------------------------------

    def see(self, view: BoardView, game: Game, at: float) -> BoardView:
        """Do what there is to do, and return the view with what opponent and coach add.

        The same object as long as nothing changes.
        """
        if view.phase is Phase.SET_UP:
            self._forget()
        elif not view.paused:
            self._follow(view, game, at)
        drawn = view, self._added(view, game, at)
        if self._view is None or self._drawn != drawn:
            self._drawn, self._view = drawn, drawn[1].to(view)
        return self._view

    def _forget(self) -> None:
        if self._opponent:
            self._opponent.rest()
        self._coach.forget()

    def _follow(self, view: BoardView, game: Game, at: float) -> None:
        self._coach.review.follow(game)
        if self._opponent and not self._coach.review.running:
            self._opponent.follow(game, at, right=_stands_as_the_game(view))

    def _added(self, view: BoardView, game: Game, at: float) -> "_Added":
        coached = tuple(side for side in Side if side in self._coach.sides)
        if view.phase is Phase.SET_UP or view.paused:
            return _Added(self._seat(), coached)
        advice, sentences = self._coach.advise(game, view.lifted, at), self._coach.sentences(game)
        if self._opponent is None or self._coach.review.running:
            return _Added(self._seat(), coached, advice, sentences)
        advice = replace(advice, asked=self._opponent.asked)
        sentences = (*self._opponent.sentences(at), *sentences)
        return _Added(self._seat(), coached, advice, sentences, self._opponent.outcome)

    def _seat(self) -> OpponentSeat | None:
        if self._opponent is None:
            return None
        rival, opponent = self._opponent.rival, self._opponent
        return OpponentSeat(
            rival.side,
            rival.playing.name,
            thinking=isinstance(opponent.state, Thinking),
            adaptive=rival.adaptive is not None,
            offers_draw=opponent.offers_draw,
        )


def rival_of(name: str, side: Side, choosing: Choosing) -> Rival:
    """Return who plays a side: a level by name, `adaptive`, or a program.

    Raises:
        LevelError: nobody of that name.
        WeightsError: it has weights of its own, and they cannot be read.
    """
    return _rival(None if name == ADAPTIVE else parse_participant(name), side, choosing)


def _rival(participant: Participant | None, side: Side, choosing: Choosing) -> Rival:
    """Return who plays a side; None stands for who adapts."""
    adaptive = None if participant else Adaptive()
    playing = participant or Participant(Adaptive().level)
    return Rival(playing, side, choosing.seconds, adaptive, choosing.seed, choosing.threads)


def _stands_as_the_game(view: BoardView) -> bool:
    different = view.occupied ^ view.position.occupied
    return not different & ~(view.owed | view.strays | view.faulty)


@dataclass(frozen=True, slots=True)
class _Added:
    """What opponent and coach add to a view."""

    opponent: OpponentSeat | None
    coached: tuple[Side, ...]
    advice: Advice = NO_ADVICE
    sentences: tuple[Sentence, ...] = ()
    outcome: Outcome | None = None  # by resignation or agreement

    def to(self, view: BoardView) -> BoardView:
        """Return a view with it."""
        if self == _Added(None, ()):
            return view
        added = replace(view, advice=self.advice, opponent=self.opponent, coached=self.coached)
        if self.outcome:
            said = (outcome_sentence(self.outcome), *self.sentences)
            return replace(added, phase=Phase.OVER, outcome=self.outcome, sentences=said)
        # Whose turn it is need not be said beside what is to be done in it.
        rest = [each for each in view.sentences if not each.key.startswith("turn.")]
        return replace(
            added, sentences=(*self.sentences, *(rest if self.sentences else view.sentences))
        )
